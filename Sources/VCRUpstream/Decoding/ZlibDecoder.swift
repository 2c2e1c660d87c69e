#if Recording
  import Czlib

  /// Decodes `gzip` (RFC 1952) and `deflate` (RFC 1950, or raw RFC 1951, which some servers send).
  struct ZlibDecoder: ContentDecoder {
    enum Format { case gzip, deflate }

    private let stream: Stream
    private let format: Format
    private(set) var isComplete = false
    private var isStarted = false
    /// True behind the first member, while nothing has come of the one that seems to follow.
    private var isDoubtful = false

    init?(_ format: Format) {
      self.format = format
      // 15 is the window size for a zlib wrapper; 16 more selects a gzip wrapper.
      guard let stream = Stream(windowBits: format == .gzip ? 15 + 16 : 15) else { return nil }
      self.stream = stream
    }

    mutating func step(_ rest: inout ArraySlice<UInt8>, into output: inout [UInt8])
      -> DecodingStep
    {
      if !isStarted, format == .deflate, let first = rest.first {
        // RFC 1950 §2.2: a zlib header's low nibble is 8, the method.
        if first & 0x0F != 8, !stream.reset(windowBits: -15) { return .failed }
      }
      isStarted = isStarted || !rest.isEmpty
      if isComplete {
        if rest.isEmpty { return .needsInput }
        // A gzip body may have several members (RFC 1952 §2.2); other bytes belong to none.
        guard format == .gzip, !stream.hasWrongChecksum, rest.first == 0x1F,
          stream.reset(windowBits: 15 + 16)
        else { return .ended }
        isComplete = false
        isDoubtful = true
      }
      let (status, consumed, written) = stream.inflate(rest, into: &output)
      rest = rest.dropFirst(consumed)
      isComplete = status == Z_STREAM_END
      if written > 0 { isDoubtful = false }
      if status == Z_DATA_ERROR, isDoubtful || stream.hasWrongChecksum {
        isComplete = true
        return .ended
      }
      guard isComplete || status == Z_OK || status == Z_BUF_ERROR else { return .failed }
      if consumed > 0 || written > 0 { return .more }
      return rest.isEmpty ? .needsInput : .failed
    }

    /// Owns a `z_stream`, which must stay at one address for zlib.
    @safe private final class Stream {
      private let state: UnsafeMutablePointer<z_stream>

      init?(windowBits: Int32) {
        unsafe state = .allocate(capacity: 1)
        unsafe state.initialize(to: z_stream())
        let size = unsafe Int32(MemoryLayout<z_stream>.size)
        guard unsafe inflateInit2_(state, windowBits, ZLIB_VERSION, size) == Z_OK else {
          unsafe state.deallocate()
          return nil
        }
      }

      deinit {
        unsafe inflateEnd(state)
        unsafe state.deallocate()
      }

      func reset(windowBits: Int32) -> Bool { unsafe inflateReset2(state, windowBits) == Z_OK }

      /// True once the checksum or the length behind a content was not that of the content, as only
      /// the words for the error tell.
      var hasWrongChecksum: Bool {
        guard let words = unsafe state.pointee.msg else { return false }
        let text = unsafe String(cString: words)
        return text == "incorrect data check" || text == "incorrect length check"
      }

      /// Calls `inflate` once; returns its status, the bytes consumed and the bytes written.
      func inflate(_ input: ArraySlice<UInt8>, into output: inout [UInt8])
        -> (status: Int32, consumed: Int, written: Int)
      {
        unsafe input.withUnsafeBufferPointer { source in
          let count = min(source.count, Int(Int32.max))
          unsafe state.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
          unsafe state.pointee.avail_in = UInt32(count)
          let (status, written) = unsafe output.appendStep { target in
            unsafe state.pointee.next_out = target.baseAddress
            unsafe state.pointee.avail_out = UInt32(target.count)
            let status = unsafe Czlib.inflate(state, Z_NO_FLUSH)
            let written = unsafe target.count - Int(state.pointee.avail_out)
            return (written, (status, written))
          }
          return (status, count - Int(unsafe state.pointee.avail_in), written)
        }
      }
    }
  }
#endif
