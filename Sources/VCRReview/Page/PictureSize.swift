import VCRCore

/// The width and height of a picture, in pixels.
struct PictureSize: Equatable {
  /// From the left to the right.
  var width: Int
  /// From the top to the bottom.
  var height: Int

  /// The size that a picture's own header says; nil when it says none.
  ///
  /// - Parameters:
  ///   - bytes: The picture, or its beginning.
  ///   - format: Its format.
  init?(_ bytes: [UInt8], _ format: PictureFormat) {
    let found =
      switch format {
      case .png: Self.png(bytes)
      case .jpeg: Self.jpeg(bytes)
      case .gif: Self.gif(bytes)
      case .webp: Self.webp(bytes)
      case .avif: Self.avif(bytes)
      case .svg: (Int, Int)?.none
      }
    guard let found, found.0 > 0, found.1 > 0 else { return nil }
    (width, height) = found
  }

  /// A number of some bytes; nil beyond the end.
  private static func number(
    _ bytes: [UInt8], _ offset: Int, _ count: Int, isLittle: Bool = false
  ) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    let digits = bytes[offset..<offset + count]
    return (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
  }

  private static func pair(_ width: Int?, _ height: Int?) -> (Int, Int)? {
    guard let width, let height else { return nil }
    return (width, height)
  }

  private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
    pair(number(bytes, 16, 4), number(bytes, 20, 4))
  }

  /// The size in the header of the frame, which follows other segments (T.81 B.2.2).
  private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
    var index = 2
    while index + 1 < bytes.count, bytes[index] == 0xFF {
      let marker = bytes[index + 1]
      switch marker {
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD8: index += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return pair(number(bytes, index + 7, 2), number(bytes, index + 5, 2))
      default:
        guard let length = number(bytes, index + 2, 2), length >= 2 else { return nil }
        index += 2 + length
      }
    }
    return nil
  }

  /// The size of the screen, or of what frames cover beyond it.
  private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
    func little(_ offset: Int) -> Int? { number(bytes, offset, 2, isLittle: true) }
    guard var width = little(6), var height = little(8), bytes.count > 13 else { return nil }
    func table(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    var index = 13 + table(bytes[10])
    while index + 1 < bytes.count {
      switch bytes[index] {
      case 0x21: index += 2
      case 0x2C:
        guard let left = little(index + 1), let top = little(index + 3),
          let across = little(index + 5), let down = little(index + 7), index + 9 < bytes.count
        else { return (width, height) }
        width = max(width, left + across)
        height = max(height, top + down)
        index += 11 + table(bytes[index + 9])
      default: return (width, height)
      }
      // Blocks, each after its length, up to an empty one.
      while index < bytes.count, bytes[index] != 0 { index += 1 + Int(bytes[index]) }
      index += 1
    }
    return (width, height)
  }

  private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
    func little(_ offset: Int, _ count: Int) -> Int? {
      number(bytes, offset, count, isLittle: true)
    }
    guard bytes.count > 16 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ":
      return pair(little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
    case "VP8L":
      return little(21, 4).map { (($0 & 0x3FFF) + 1, ($0 >> 14 & 0x3FFF) + 1) }
    case "VP8X": return pair(little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
    default: return nil
    }
  }

  /// The largest size that a property of an item says (ISO/IEC 23008-12 §6.5.3).
  private static func avif(_ bytes: [UInt8]) -> (Int, Int)? {
    var largest: (Int, Int)?
    // The properties stand before the pixels.
    let end = min(bytes.count, 64 << 10) - 16
    for index in 0..<max(0, end) where bytes.view.equals("ispe", in: index..<index + 4) {
      guard let width = number(bytes, index + 8, 4), let height = number(bytes, index + 12, 4)
      else { continue }
      largest = (max(width, largest?.0 ?? 0), max(height, largest?.1 ?? 0))
    }
    return largest
  }
}
