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
      var bytes: ByteBuffer
      /// The number of bytes of the head, with the empty line that ends it.
      let headSize: Int
      /// The number of bytes of the body.
      let bodySize: Int
    }

    /// The most bytes that are kept; one interaction may take a block at most.
    static let limit = 16 << 20

    /// The bytes of one block.
    ///
    /// A buffer alone takes up to twice the bytes that it holds, so responses are moved into blocks,
    /// and dropped with them.
    private static let blockSize = 256 << 10

    private var responses: [Int: Response] = [:]
    /// The interactions whose responses are in each full block.
    private var blocks: [[Int]] = []
    /// The interactions whose responses are in no block yet, and their size in bytes.
    private var loose: (interactions: [Int], size: Int) = ([], 0)
    private var generator = SystemRandomNumberGenerator()

    /// The response of an interaction, by its position in the cassette.
    subscript(index: Int) -> Response? { responses[index] }

    /// Keeps the response of an interaction.
    ///
    /// Where the limit would be exceeded, any others are dropped: a client that goes through a larger
    /// cassette in turn would find none if the oldest ones were.
    mutating func keep(_ response: Response, at index: Int) {
      let count = response.bytes.readableBytes
      guard count <= Self.blockSize, responses[index] == nil else { return }
      if loose.size + count > Self.blockSize { fillBlock() }
      loose.interactions.append(index)
      loose.size += count
      responses[index] = response
    }

    private mutating func fillBlock() {
      var block = ByteBufferAllocator().buffer(capacity: Self.blockSize)
      for index in loose.interactions {
        guard var response = responses[index] else { continue }
        block.writeBuffer(&response.bytes)
      }
      for index in loose.interactions {
        guard let count = responses[index]?.bytes.readableBytes,
          let bytes = block.readSlice(length: count)
        else { continue }
        responses[index]?.bytes = bytes
      }
      blocks.append(loose.interactions)
      loose = ([], 0)
      guard blocks.count >= Self.limit / Self.blockSize else { return }
      blocks.swapAt(Int.random(in: blocks.indices, using: &generator), blocks.count - 1)
      for index in blocks.removeLast() { responses[index] = nil }
    }
  }
#endif
