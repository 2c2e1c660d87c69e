#if Recording && canImport(Czstd)
  import Czstd

  /// `zstd` (RFC 8878) with one frame.
  struct ZstandardEncoder: ContentEncoder {
    /// The size in bytes up to which a slow level is tried.
    private static let slowLimit = 1 << 20

    /// The parameters with which a frame is made.
    private struct Frame {
      var level: Int32
      /// True when the header says how long the content is.
      var isSized: Bool
      /// True when a checksum follows the content.
      var hasChecksum: Bool
    }

    func settings(giving encoded: [UInt8], from content: [UInt8]) -> EncoderSettings? {
      guard encoded.count > 5, encoded.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) else { return nil }
      // The frame header descriptor (RFC 8878 §3.1.1.1.1).
      let descriptor = encoded[4]
      let isSized = descriptor & 0b1110_0000 != 0
      let hasChecksum = descriptor & 0b100 != 0
      let slow: [Int32] = content.count <= Self.slowLimit ? [19] : []
      for level in [3, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12] + slow {
        let frame = Frame(level: level, isSized: isSized, hasChecksum: hasChecksum)
        var output = ComparedOutput(encoded[...])
        guard Self.compress(content, frame, to: &output), output.isComplete else { continue }
        var settings = EncoderSettings()
        settings.add("level", level)
        if isSized { settings.add("sized") }
        if hasChecksum { settings.add("checksum") }
        return settings
      }
      return nil
    }

    func encode(_ content: [UInt8], with settings: EncoderSettings) -> [UInt8]? {
      guard !settings.hasOthers(than: ["level", "sized", "checksum"]),
        let level = settings.number("level", 1...22)
      else { return nil }
      let frame = Frame(
        level: level, isSized: settings.value("sized") != nil,
        hasChecksum: settings.value("checksum") != nil)
      var output = CollectedOutput()
      return Self.compress(content, frame, to: &output) ? output.bytes : nil
    }

    private static func compress(
      _ content: [UInt8], _ frame: Frame, to output: inout some EncodedOutput
    ) -> Bool {
      guard let state = unsafe ZSTD_createCCtx() else { return false }
      defer { unsafe ZSTD_freeCCtx(state) }
      unsafe ZSTD_CCtx_setParameter(state, ZSTD_c_compressionLevel, frame.level)
      unsafe ZSTD_CCtx_setParameter(state, ZSTD_c_checksumFlag, frame.hasChecksum ? 1 : 0)
      if frame.isSized {
        unsafe ZSTD_CCtx_setPledgedSrcSize(state, UInt64(content.count))
      }
      var step = [UInt8](repeating: 0, count: type(of: output).step)
      return unsafe content.withUnsafeBytes { source in
        var input = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
        // A content that ends in the first call would be given its length in the header.
        var isEnding = frame.isSized
        while true {
          let (left, isWanted) = unsafe step.withUnsafeMutableBufferPointer { target in
            var into = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
            let left = unsafe ZSTD_compressStream2(
              state, &into, &input, isEnding ? ZSTD_e_end : ZSTD_e_continue)
            let written = unsafe into.pos
            return (left, unsafe output.take(UnsafeBufferPointer(rebasing: target[..<written])))
          }
          guard isWanted, ZSTD_isError(left) == 0 else { return false }
          if isEnding, left == 0 { return true }
          if unsafe input.pos == input.size { isEnding = true }
        }
      }
    }
  }
#endif
