#if Recording && canImport(Cbrotli)
  import Cbrotli

  /// Decodes `br` (RFC 7932).
  struct BrotliDecoder: ContentDecoder {
    private let stream: Stream
    private(set) var isComplete = false

    init?() {
      guard let stream = Stream() else { return nil }
      self.stream = stream
    }

    mutating func step(_ rest: inout ArraySlice<UInt8>, into output: inout [UInt8])
      -> DecodingStep
    {
      if isComplete { return rest.isEmpty ? .needsInput : .ended }
      let (status, consumed) = stream.decompress(rest, into: &output)
      rest = rest.dropFirst(consumed)
      switch status {
      case BROTLI_DECODER_RESULT_SUCCESS:
        isComplete = true
        return .more
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: return .more
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return rest.isEmpty ? .needsInput : .failed
      default: return .failed
      }
    }

    /// Owns a decoder's state.
    @safe private final class Stream {
      private let state: OpaquePointer

      init?() {
        guard let state = unsafe BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        unsafe self.state = state
      }

      deinit { unsafe BrotliDecoderDestroyInstance(state) }

      func decompress(_ input: ArraySlice<UInt8>, into output: inout [UInt8])
        -> (status: BrotliDecoderResult, consumed: Int)
      {
        unsafe input.withUnsafeBufferPointer { source in
          var available = source.count
          var next = source.baseAddress
          let status = unsafe output.appendStep { target in
            var room = target.count
            var place = target.baseAddress
            let status = unsafe BrotliDecoderDecompressStream(
              state, &available, &next, &room, &place, nil)
            return (target.count - room, status)
          }
          return (status, source.count - available)
        }
      }
    }
  }
#endif
