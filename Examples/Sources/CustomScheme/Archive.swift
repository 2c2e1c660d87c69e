import CInflate
import Foundation

/// The files of a ZIP archive, stored or deflated, as an EPUB is one.
///
/// Only what an EPUB needs: no encryption, no archives over 4 GiB.
struct Archive: Sendable {
  /// The archive is damaged, or uses what is not supported.
  struct Damaged: Error {}

  private struct Entry {
    var method: Int
    var compressed: Int
    var size: Int
    var header: Int
  }

  private let bytes: [UInt8]
  private var entries: [String: Entry] = [:]

  /// Opens an archive and reads its directory.
  init(path: String) throws {
    bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    // The end record, which a comment of up to 64 KiB may follow.
    let last = bytes.count - 22
    guard last >= 0,
      let end = stride(from: last, through: max(0, last - 65_535), by: -1).first(where: {
        number($0, 4) == 0x0605_4B50
      })
    else { throw Damaged() }
    var place = number(end + 16, 4)
    for _ in 0..<number(end + 10, 2) {
      guard place + 46 <= bytes.count, number(place, 4) == 0x0201_4B50 else { throw Damaged() }
      let length = number(place + 28, 2)
      guard place + 46 + length <= bytes.count else { throw Damaged() }
      let name = String(decoding: bytes[place + 46..<place + 46 + length], as: UTF8.self)
      entries[name] = Entry(
        method: number(place + 10, 2), compressed: number(place + 20, 4),
        size: number(place + 24, 4), header: number(place + 42, 4))
      place += 46 + length + number(place + 30, 2) + number(place + 32, 2)
    }
  }

  /// The content of a file; nil when there is none of that name.
  func content(of name: String) throws -> [UInt8]? {
    guard let entry = entries[name] else { return nil }
    guard entry.header + 30 <= bytes.count else { throw Damaged() }
    let start = entry.header + 30 + number(entry.header + 26, 2) + number(entry.header + 28, 2)
    guard start + entry.compressed <= bytes.count else { throw Damaged() }
    let content = Array(bytes[start..<start + entry.compressed])
    switch entry.method {
    case 0: return content
    case 8: return try inflated(content, size: entry.size)
    default: throw Damaged()
    }
  }

  private func inflated(_ input: [UInt8], size: Int) throws -> [UInt8] {
    var input = input
    var output = [UInt8](repeating: 0, count: size)
    var stream = z_stream()
    // Negative window bits: deflate without a header, as archives hold it.
    guard
      inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { throw Damaged() }
    defer { inflateEnd(&stream) }
    let (inputCount, outputCount) = (UInt32(input.count), UInt32(output.count))
    let status = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        stream.next_in = input.baseAddress
        stream.avail_in = inputCount
        stream.next_out = output.baseAddress
        stream.avail_out = outputCount
        return inflate(&stream, Z_FINISH)
      }
    }
    guard status == Z_STREAM_END, stream.avail_out == 0 else { throw Damaged() }
    return output
  }

  /// A little-endian number; 0 beyond the end.
  private func number(_ place: Int, _ length: Int) -> Int {
    guard place >= 0, place + length <= bytes.count else { return 0 }
    return bytes[place..<place + length].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
