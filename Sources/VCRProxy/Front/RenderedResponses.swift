#if CommandLineTool
  import NIOCore

  /// HTTP/1.1 responses as they were put on the wire, for interactions that are served repeatedly.
  ///
  /// The library's `ReadAhead` makes other things, Foundation's responses, and before they are asked
  /// for; it keeps none, as a test serves most interactions once.
  struct RenderedResponses {
    /// How many bytes are kept; what one interaction takes is at most a sixteenth of it.
    static let limit = 8 << 20

    private var buffers: [Int: ByteBuffer] = [:]
    private var size = 0

    /// The bytes of an interaction, by its position in the cassette.
    func bytes(at index: Int) -> ByteBuffer? { buffers[index] }

    /// Keeps the bytes of an interaction, in place of all others once the limit is reached.
    mutating func keep(_ buffer: ByteBuffer, at index: Int) {
      guard buffer.readableBytes <= Self.limit / 16 else { return }
      if size + buffer.readableBytes > Self.limit {
        buffers.removeAll()
        size = 0
      }
      size += buffer.readableBytes - (buffers[index]?.readableBytes ?? 0)
      buffers[index] = buffer
    }
  }
#endif
