#if Recording && canImport(Cbrotlienc)
  import Cbrotlienc

  /// `br` (RFC 7932).
  struct BrotliEncoder: ContentEncoder {
    /// The window of the library's default, as a binary logarithm.
    private static let usualWindow: Int32 = 22
    /// The size in bytes up to which the slow qualities are tried.
    private static let slowLimit = 128 << 10

    func settings(giving encoded: [UInt8], from content: [UInt8]) -> EncoderSettings? {
      guard let window = Self.window(of: encoded) else { return nil }
      let slow: [Int32] = content.count <= Self.slowLimit ? [11, 10] : []
      for quality in [4, 5, 6, 1, 2, 3, 7, 8, 9] + slow {
        var output = ComparedOutput(encoded[...])
        guard Self.compress(content, quality: quality, window: window, to: &output),
          output.isComplete
        else { continue }
        var settings = EncoderSettings()
        settings.add("quality", quality)
        if window != Self.usualWindow { settings.add("window", window) }
        return settings
      }
      return nil
    }

    func encode(_ content: [UInt8], with settings: EncoderSettings) -> [UInt8]? {
      guard !settings.hasOthers(than: ["quality", "window"]),
        let quality = settings.number("quality", 0...11),
        let window = settings.number("window", 10...24, default: Self.usualWindow)
      else { return nil }
      var output = CollectedOutput()
      guard Self.compress(content, quality: quality, window: window, to: &output) else {
        return nil
      }
      return output.bytes
    }

    /// The window that the first bits of a stream name (RFC 7932 §9.1).
    private static func window(of encoded: [UInt8]) -> Int32? {
      guard let first = encoded.first else { return nil }
      if first & 1 == 0 { return 16 }
      if first & 0b1110 != 0 { return 17 + Int32(first >> 1 & 7) }
      switch first >> 4 & 7 {
      case 0: return 17
      case 1: return nil
      case let bits: return 8 + Int32(bits)
      }
    }

    private static func compress(
      _ content: [UInt8], quality: Int32, window: Int32, to output: inout some EncodedOutput
    ) -> Bool {
      guard let state = unsafe BrotliEncoderCreateInstance(nil, nil, nil) else { return false }
      defer { unsafe BrotliEncoderDestroyInstance(state) }
      for (parameter, value) in [(BROTLI_PARAM_QUALITY, quality), (BROTLI_PARAM_LGWIN, window)] {
        guard unsafe BrotliEncoderSetParameter(state, parameter, UInt32(value)) != 0 else {
          return false
        }
      }
      var step = [UInt8](repeating: 0, count: type(of: output).step)
      return unsafe content.withUnsafeBufferPointer { source in
        var available = source.count
        var next = source.baseAddress
        while unsafe BrotliEncoderIsFinished(state) == 0 {
          let isGoingOn = unsafe step.withUnsafeMutableBufferPointer { target in
            var room = target.count
            var place = target.baseAddress
            let isDone = unsafe BrotliEncoderCompressStream(
              state, BROTLI_OPERATION_FINISH, &available, &next, &room, &place, nil)
            let written = target.count - room
            return unsafe isDone != 0
              && output.take(UnsafeBufferPointer(rebasing: target[..<written]))
          }
          guard isGoingOn else { return false }
        }
        return true
      }
    }
  }
#endif
