#if Recording
  import Cbrotli

  /// Undoes Brotli.
  ///
  /// Safe, since the C state never leaves the object and is freed with it.
  @safe final class BrotliStage: DecodingStage {
    private let state: OpaquePointer?
    private var hasBegun = false
    private var hasEnded = false
    private var output = [UInt8](repeating: 0, count: 64 * 1024)

    init() { unsafe state = BrotliDecoderCreateInstance(nil, nil, nil) }

    deinit { unsafe BrotliDecoderDestroyInstance(state) }

    var isComplete: Bool { hasEnded || !hasBegun }

    func decode(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
      guard !bytes.isEmpty else { return [] }
      guard unsafe state != nil, !hasEnded else { return nil }
      hasBegun = true
      var decoded: [UInt8] = []
      let isSound = unsafe bytes.withUnsafeBufferPointer { input in
        var available = input.count
        var next = input.baseAddress
        while true {
          let (result, produced) = unsafe output.withUnsafeMutableBufferPointer { buffer in
            var room = buffer.count
            var place = buffer.baseAddress
            let result = unsafe BrotliDecoderDecompressStream(
              state, &available, &next, &room, &place, nil)
            return (result, buffer.count - room)
          }
          decoded += output[..<produced]
          guard decoded.count <= limit else { return false }
          switch result {
          case BROTLI_DECODER_RESULT_SUCCESS:
            hasEnded = true
            return available == 0
          case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return true
          case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
          default: return false
          }
        }
      }
      return isSound ? decoded : nil
    }
  }
#endif
