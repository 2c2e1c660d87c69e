#if CommandLineTool
  import NIOCore

  /// The encoded HTTP/1.1 responses of interactions that are served repeatedly.
  ///
  /// The library's `ReadAhead` makes other things, Foundation's responses, and before they are asked
  /// for; it keeps none, as a test serves most interactions once.
  struct RenderedResponses {
    /// A response as it is sent to every client that keeps its connection.
    struct Response {
      /// Head and body.
      let bytes: ByteBuffer
      /// The number of bytes of the body.
      let bodySize: Int
    }

    /// The most bytes that are kept; one interaction may take at most a sixteenth of it.
    static let limit = 16 << 20

    private var responses: [Int: Response] = [:]
    /// The interactions in `responses`, for a choice among them.
    private var kept: [Int] = []
    private var size = 0
    private var generator = SystemRandomNumberGenerator()

    /// The response of an interaction, by its position in the cassette.
    subscript(index: Int) -> Response? { responses[index] }

    /// Keeps the response of an interaction.
    ///
    /// Where the limit would be exceeded, any others are dropped: a client that goes through a larger
    /// cassette in turn would find none if the oldest ones were.
    mutating func keep(_ response: Response, at index: Int) {
      let count = response.bytes.readableBytes
      guard count <= Self.limit / 16, responses[index] == nil else { return }
      while size + count > Self.limit, !kept.isEmpty {
        let place = Int.random(in: kept.indices, using: &generator)
        kept.swapAt(place, kept.count - 1)
        guard let dropped = responses.removeValue(forKey: kept.removeLast()) else { break }
        size -= dropped.bytes.readableBytes
      }
      size += count
      kept.append(index)
      responses[index] = response
    }
  }
#endif
