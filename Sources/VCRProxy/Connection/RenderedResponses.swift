#if CommandLineTool
  import NIOCore

  /// The encoded HTTP/1.1 responses of interactions that are served repeatedly.
  ///
  /// The library's `ReadAhead` makes other things, Foundation's responses, and before they are asked
  /// for; it keeps none, as a test serves most interactions once.
  struct RenderedResponses {
    /// The most bytes that are kept; one interaction may take at most a sixteenth of it.
    static let limit = 8 << 20

    private var buffers: [Int: ByteBuffer] = [:]
    private var size = 0

    /// The bytes of an interaction, by its position in the cassette.
    func bytes(at index: Int) -> ByteBuffer? { buffers[index] }

    /// Keeps the bytes of an interaction; drops all others first when the limit would be exceeded.
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
