#if Recording && canImport(Czstd)
  import Czstd

  /// Decodes `zstd` (RFC 8878).
  struct ZstandardDecoder: ContentDecoder {
    private let stream: Stream
    private(set) var isComplete = false
    private var blocks = ZstandardBlocks()

    init?() {
      guard let stream = Stream() else { return nil }
      self.stream = stream
    }

    var wholeLength: Int? { blocks.wholeLength }

    mutating func step(_ rest: inout ArraySlice<UInt8>, into output: inout [UInt8])
      -> DecodingStep
    {
      let before = output.count
      // Zero means that a frame has ended; several frames may follow one another.
      guard let (left, consumed) = stream.decompress(rest, into: &output) else {
        return isComplete ? .ended : .failed
      }
      blocks.take(rest.prefix(consumed))
      rest = rest.dropFirst(consumed)
      isComplete = left == 0
      let isDone = rest.isEmpty && (isComplete || output.count - before < decodingStep)
      return isDone ? .needsInput : .more
    }

    /// Owns a decompression context.
    @safe private final class Stream {
      private let state: OpaquePointer

      init?() {
        guard let state = unsafe ZSTD_createDStream() else { return nil }
        unsafe self.state = state
        // HTTP clients should accept windows of up to 8 MB (RFC 8878 §3.1.1.1.2).
        _ = unsafe ZSTD_DCtx_setParameter(state, ZSTD_d_windowLogMax, 23)
      }

      deinit { unsafe ZSTD_freeDStream(state) }

      func decompress(_ input: ArraySlice<UInt8>, into output: inout [UInt8])
        -> (left: Int, consumed: Int)?
      {
        unsafe input.withUnsafeBytes { source in
          var from = unsafe ZSTD_inBuffer(src: source.baseAddress, size: source.count, pos: 0)
          let left = unsafe output.appendStep { target in
            var into = unsafe ZSTD_outBuffer(dst: target.baseAddress, size: target.count, pos: 0)
            let left = unsafe ZSTD_decompressStream(state, &into, &from)
            return (unsafe into.pos, left)
          }
          return unsafe ZSTD_isError(left) != 0 ? nil : (left, from.pos)
        }
      }
    }
  }
#endif
