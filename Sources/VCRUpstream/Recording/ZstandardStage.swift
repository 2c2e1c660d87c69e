#if Recording
  import Czstd

  /// Undoes Zstandard.
  ///
  /// Safe, since the C state never leaves the object and is freed with it.
  @safe final class ZstandardStage: DecodingStage {
    private let context: OpaquePointer?
    private(set) var isComplete = true
    private var output = [UInt8](repeating: 0, count: 64 * 1024)

    init() {
      unsafe context = ZSTD_createDCtx()
      // RFC 9659 §3: a window of 8 MiB is the most that HTTP allows.
      unsafe ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 23)
    }

    deinit { unsafe ZSTD_freeDCtx(context) }

    func decode(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
      guard !bytes.isEmpty else { return [] }
      guard unsafe context != nil else { return nil }
      var decoded: [UInt8] = []
      let isSound = unsafe bytes.withUnsafeBytes { bytes in
        var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
        while true {
          let (result, produced) = unsafe output.withUnsafeMutableBytes { buffer in
            var output = unsafe ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
            let result = unsafe ZSTD_decompressStream(context, &output, &input)
            return unsafe (result, output.pos)
          }
          guard ZSTD_isError(result) == 0 else { return false }
          decoded += output[..<produced]
          guard decoded.count <= limit else { return false }
          // 0 is the end of a frame; another may follow (RFC 8878 §3.1).
          isComplete = result == 0
          // A full output buffer may leave more to flush although the input is used up.
          if unsafe input.pos == input.size && (produced < output.count || isComplete) {
            return true
          }
        }
      }
      return isSound ? decoded : nil
    }
  }
#endif
