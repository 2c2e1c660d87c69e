#if Recording
  import Czlib

  /// Decodes `gzip` (RFC 1952) and `deflate` (RFC 1950, or raw RFC 1951, which some servers send).
  struct ZlibDecoder: ContentDecoder {
    enum Format { case gzip, deflate }

    private let stream: Stream
    private let format: Format
    private(set) var isComplete = false
    private var isStarted = false

    init?(_ format: Format) {
      self.format = format
      // 15 is the window size for a zlib wrapper; 16 more selects a gzip wrapper.
      guard let stream = Stream(windowBits: format == .gzip ? 15 + 16 : 15) else { return nil }
      self.stream = stream
    }

    mutating func decode(_ input: [UInt8], into output: inout [UInt8], limit: Int) -> Bool {
      var rest = input[...]
      if !isStarted, format == .deflate, let first = input.first {
        // RFC 1950 §2.2: a zlib header's low nibble is 8, the method.
        if first & 0x0F != 8, !stream.reset(windowBits: -15) { return false }
      }
      isStarted = isStarted || !input.isEmpty
      while !rest.isEmpty {
        if isComplete {
          // A gzip body may have several members (RFC 1952 §2.2); other bytes after the end are an
          // error.
          guard format == .gzip, rest.first == 0x1F, stream.reset(windowBits: 15 + 16) else {
            return false
          }
          isComplete = false
        }
        let before = rest.count
        let (status, consumed, written) = stream.inflate(rest, into: &output)
        rest = rest.dropFirst(consumed)
        if status == Z_STREAM_END {
          isComplete = true
        } else if status != Z_OK && status != Z_BUF_ERROR {
          return false
        } else if rest.count == before && written == 0 {
          return false
        }
        if output.count > limit { return false }
      }
      return drain(&output, limit: limit)
    }

    /// Appends the output that is still in the window after all input was consumed.
    private mutating func drain(_ output: inout [UInt8], limit: Int) -> Bool {
      while !isComplete {
        let (status, _, written) = stream.inflate([], into: &output)
        if status == Z_STREAM_END { isComplete = true }
        if written == 0 || output.count > limit { break }
      }
      return output.count <= limit
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
