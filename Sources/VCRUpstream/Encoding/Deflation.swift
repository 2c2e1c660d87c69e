#if Recording
  import Czlib
  import VCRCore

  /// The compressed data of RFC 1951 as zlib makes it, by its settings.
  struct Deflation: Equatable {
    /// How hard it looks for repetitions, from 1 to 9.
    var level: Int32
    /// The size of its tables, from 1 to 9; 8 is the library's default.
    var memory: Int32 = 8
    /// The binary logarithm of the window, from 9 to 15.
    var window: Int32 = 15

    /// Compresses a content.
    ///
    /// - Parameters:
    ///   - content: The content.
    ///   - hasWrapper: True for the header and checksum of RFC 1950.
    ///   - output: Takes the bytes.
    /// - Returns: False when the output has stopped it, or zlib refuses the settings.
    func compress(
      _ content: [UInt8], hasWrapper: Bool, to output: inout some EncodedOutput
    ) -> Bool {
      var state = unsafe z_stream()
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      guard
        unsafe deflateInit2_(
          &state, level, Z_DEFLATED, hasWrapper ? window : -window, memory, Z_DEFAULT_STRATEGY,
          ZLIB_VERSION, size) == Z_OK
      else { return false }
      defer { unsafe deflateEnd(&state) }
      var step = [UInt8](repeating: 0, count: type(of: output).step)
      return unsafe content.withUnsafeBufferPointer { source in
        unsafe state.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe state.avail_in = UInt32(source.count)
        while true {
          let (status, isWanted) = unsafe step.withUnsafeMutableBufferPointer { target in
            unsafe state.next_out = target.baseAddress
            unsafe state.avail_out = UInt32(target.count)
            let status = unsafe deflate(&state, Z_FINISH)
            let written = unsafe target.count - Int(state.avail_out)
            return (status, unsafe output.take(UnsafeBufferPointer(rebasing: target[..<written])))
          }
          guard isWanted, status == Z_OK || status == Z_STREAM_END || status == Z_BUF_ERROR else {
            return false
          }
          if status == Z_STREAM_END { return true }
        }
      }
    }

    /// The settings with which a content becomes these compressed bytes; nil when none does.
    ///
    /// - Parameters:
    ///   - expected: The compressed bytes.
    ///   - content: The content.
    ///   - hasWrapper: True for the header and checksum of RFC 1950.
    ///   - levels: The levels to try, the likeliest first.
    /// - Returns: The settings.
    static func giving(
      _ expected: ArraySlice<UInt8>, from content: [UInt8], hasWrapper: Bool, levels: [Int32]
    ) -> Deflation? {
      // The last one is nginx's own default for a content of unknown length.
      for shape in [Deflation(level: 0), fitting(content.count), Deflation(level: 0, memory: 9)] {
        for level in levels {
          var candidate = shape
          candidate.level = level
          var output = ComparedOutput(expected)
          if candidate.compress(content, hasWrapper: hasWrapper, to: &output), output.isComplete {
            return candidate
          }
        }
      }
      return nil
    }

    /// The shape that nginx chooses for a content of this size (`ngx_http_gzip_filter_memory`).
    private static func fitting(_ count: Int) -> Deflation {
      var shape = Deflation(level: 0)
      while shape.window > 9, count < (1 << (Int(shape.window) - 1)) - 262 {
        shape.window -= 1
        shape.memory = max(1, shape.memory - 1)
      }
      return shape
    }

    /// Reads the settings; nil when they are not those of zlib.
    init?(_ settings: EncoderSettings) {
      guard let level = settings.number("level", 1...9),
        let memory = settings.number("memory", 1...9, default: 8),
        let window = settings.number("window", 9...15, default: 15)
      else { return nil }
      self.init(level: level, memory: memory, window: window)
    }

    init(level: Int32, memory: Int32 = 8, window: Int32 = 15) {
      self.level = level
      self.memory = memory
      self.window = window
    }

    /// The settings in words; the library's defaults are left out.
    var settings: EncoderSettings {
      var settings = EncoderSettings()
      settings.add("level", level)
      if memory != 8 { settings.add("memory", memory) }
      if window != 15 { settings.add("window", window) }
      return settings
    }
  }

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

  /// `deflate`: RFC 1950, or RFC 1951 alone, which some servers send.
  struct DeflateEncoder: ContentEncoder {
    func settings(giving encoded: [UInt8], from content: [UInt8]) -> EncoderSettings? {
      // The first two bytes of RFC 1950 §2.2 are a multiple of 31, and name the method 8.
      guard encoded.count > 2 else { return nil }
      let isWrapped =
        encoded[0] & 0x0F == 8 && (Int(encoded[0]) << 8 + Int(encoded[1])) % 31 == 0
      for hasWrapper in isWrapped ? [true, false] : [false] {
        guard
          let deflation = Deflation.giving(
            encoded[...], from: content, hasWrapper: hasWrapper,
            levels: [6, 5, 4, 3, 2, 7, 8, 1, 9])
        else { continue }
        var settings = deflation.settings
        if !hasWrapper { settings.add("raw") }
        return settings
      }
      return nil
    }

    func encode(_ content: [UInt8], with settings: EncoderSettings) -> [UInt8]? {
      guard !settings.hasOthers(than: ["level", "memory", "window", "raw"]),
        let deflation = Deflation(settings)
      else { return nil }
      var output = CollectedOutput()
      let hasWrapper = settings.value("raw") == nil
      guard deflation.compress(content, hasWrapper: hasWrapper, to: &output) else { return nil }
      return output.bytes
    }
  }
#endif
