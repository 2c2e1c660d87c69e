#if Recording
  import Czlib

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
#endif
