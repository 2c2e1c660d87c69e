#if Recording
  import Czlib
  import VCRCore

  /// `gzip` (RFC 1952) with one member.
  struct GzipEncoder: ContentEncoder {
    private static let trailerSize = 8

    func settings(giving encoded: [UInt8], from content: [UInt8]) -> EncoderSettings? {
      guard let length = Self.headerLength(of: encoded),
        encoded.count >= length + Self.trailerSize,
        Array(encoded.suffix(Self.trailerSize)) == Self.trailer(of: content)
      else { return nil }
      // The eighth byte says whether it was the best or the fastest level (RFC 1952 §2.3.1).
      let levels: [Int32] =
        switch encoded[8] {
        case 2: [9, 6, 5, 4, 3, 7, 8, 2, 1]
        case 4: [1, 2, 3, 4, 5, 6, 7, 8, 9]
        default: [6, 5, 4, 3, 2, 7, 8, 1, 9]
        }
      guard
        let deflation = Deflation.giving(
          encoded[length..<(encoded.count - Self.trailerSize)], from: content, hasWrapper: false,
          levels: levels)
      else { return nil }
      var settings = deflation.settings
      let header = Array(encoded[..<length])
      if header != Self.header(level: deflation.level) {
        settings.add("header", String(decoding: header.hexadecimal(), as: UTF8.self))
      }
      return settings
    }

    func encode(_ content: [UInt8], with settings: EncoderSettings) -> [UInt8]? {
      guard !settings.hasOthers(than: ["level", "memory", "window", "header"]),
        let deflation = Deflation(settings)
      else { return nil }
      var header = Self.header(level: deflation.level)
      if let digits = settings.value("header") {
        guard let bytes = [UInt8](hexadecimal: Array(digits.utf8)),
          Self.headerLength(of: bytes) == bytes.count
        else { return nil }
        header = bytes
      }
      var output = CollectedOutput(header)
      guard deflation.compress(content, hasWrapper: false, to: &output) else { return nil }
      return output.bytes + Self.trailer(of: content)
    }

    /// The header that zlib writes on Unix, without a time and a name.
    private static func header(level: Int32) -> [UInt8] {
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, level == 9 ? 2 : level == 1 ? 4 : 0, 3]
    }

    /// The length of the header (RFC 1952 §2.3); nil when the bytes are no gzip.
    private static func headerLength(of bytes: [UInt8]) -> Int? {
      guard bytes.count >= 10, bytes.starts(with: [0x1F, 0x8B, 8]) else { return nil }
      let flags = bytes[3]
      var end = 10
      if flags & 4 != 0 {
        guard end + 2 <= bytes.count else { return nil }
        end += 2 + Int(bytes[end]) + Int(bytes[end + 1]) << 8
      }
      // The name and the comment end in a zero byte each.
      for flag in [UInt8(8), 16] where flags & flag != 0 {
        guard end <= bytes.count, let zero = bytes[end...].firstIndex(of: 0) else { return nil }
        end = zero + 1
      }
      if flags & 2 != 0 { end += 2 }
      return end <= bytes.count ? end : nil
    }

    /// The checksum and the size of the content, in little-endian order.
    private static func trailer(of content: [UInt8]) -> [UInt8] {
      let checksum = unsafe content.withUnsafeBufferPointer { bytes in
        unsafe UInt32(truncatingIfNeeded: crc32(0, bytes.baseAddress, UInt32(bytes.count)))
      }
      return [checksum, UInt32(truncatingIfNeeded: content.count)].flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
    }

  }
#endif
