#if Recording
  import Czlib
#endif

/// Undoes the compression of RFC 1951, for a search of what compressed data hold: what comes before
/// a fault counts, too.
///
/// zlib is not linked where nothing is recorded. A build of replay alone sees no content: it writes
/// none either, and restores what stands in a response.
struct Inflation {
  /// How compressed data ended.
  enum End {
    /// After their last block.
    case complete
    /// Before it: bytes are missing.
    case cutOff
    /// At something that is no compressed data.
    case broken
    /// At the most bytes that were wanted.
    case tooLong
  }

  /// The decompressed bytes.
  private(set) var content: [UInt8] = []
  /// The position after the last byte that was read.
  private(set) var position: Int
  /// How the data ended.
  private(set) var end = End.broken

  /// Decompresses data.
  ///
  /// - Parameters:
  ///   - data: A text that holds the data.
  ///   - start: Where they begin.
  ///   - limit: The most bytes to make of them.
  init(_ data: Span<UInt8>, from start: Int, limit: Int) {
    position = start
    #if Recording
      inflate(data.extracting(start..<data.count), limit: max(0, limit))
    #endif
  }

  #if Recording
    /// The most bytes to make in one step.
    private static let step = 16 << 10

    private mutating func inflate(_ data: Span<UInt8>, limit: Int) {
      var state = unsafe z_stream()
      let size = unsafe Int32(MemoryLayout<z_stream>.size)
      // A negative window: there is no header.
      guard unsafe inflateInit2_(&state, -15, ZLIB_VERSION, size) == Z_OK else { return }
      defer { unsafe inflateEnd(&state) }
      var output: [UInt8] = []
      // One byte more than is wanted shows that there are more.
      var room = [UInt8](repeating: 0, count: min(limit + 1, Self.step))
      let (end, count) = unsafe data.withUnsafeBufferPointer { source in
        let count = min(source.count, Int(UInt32.max))
        unsafe state.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        unsafe state.avail_in = UInt32(count)
        while true {
          let (status, written) = unsafe room.withUnsafeMutableBufferPointer { target in
            let wanted = min(target.count, limit + 1 - output.count)
            unsafe state.next_out = target.baseAddress
            unsafe state.avail_out = UInt32(wanted)
            let status = unsafe Czlib.inflate(&state, Z_NO_FLUSH)
            return (status, wanted - Int(unsafe state.avail_out))
          }
          output += room[..<written]
          let consumed = unsafe count - Int(state.avail_in)
          if output.count > limit { return (End.tooLong, consumed) }
          switch status {
          case Z_STREAM_END: return (.complete, consumed)
          case Z_OK where written > 0: continue
          // Without progress, bytes are missing.
          case Z_OK, Z_BUF_ERROR: return (.cutOff, consumed)
          default: return (.broken, consumed)
          }
        }
      }
      self.end = end
      position += count
      content = Array(output.prefix(limit))
    }
  #endif
}
