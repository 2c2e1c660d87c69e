#if CommandLineTool
  import NIOCore

  /// The encoded HTTP/1.1 responses of interactions that are served repeatedly.
  ///
  /// The library's `ReadAhead` makes other things, Foundation's responses, and before they are
  /// asked for; it keeps none, as a test serves most interactions once.
  struct RenderedResponses {
    /// The facts of which a response is made.
    struct Form: Hashable {
      /// The position of the interaction in the cassette.
      let item: Int
      /// True when the response says that the connection is closed behind it.
      let isLast: Bool
    }

    /// A response as it is sent to every client.
    struct Response {
      /// Head and body.
      var bytes: ByteBuffer
      /// The number of bytes of the body.
      let bodySize: Int
      /// The facts of which it is made.
      let form: Form
    }

    /// Where a response is kept, as long as it is.
    struct Place {
      fileprivate let slot: Int
      /// The number of the response, as another one may be kept in the slot later.
      fileprivate let number: Int
    }

    /// The most bytes that are kept; one interaction may take a block at most.
    static let limit = 16 << 20

    /// The bytes of one block.
    ///
    /// A buffer alone takes up to twice the bytes that it holds, so responses are moved into
    /// blocks, and dropped with them.
    private static let blockSize = 256 << 10

    /// The responses with their numbers; slots that are nil are free.
    private var responses: [(response: Response, number: Int)?] = []
    private var freeSlots: [Int] = []
    private var places: [Form: Place] = [:]
    /// How many responses were kept so far.
    private var count = 0
    /// The slots of the responses in each full block.
    private var blocks: [[Int]] = []
    /// The slots of the responses that are in no block yet, and their size in bytes.
    private var loose: (slots: [Int], size: Int) = ([], 0)
    private var generator = SystemRandomNumberGenerator()

    /// The response of that form.
    subscript(form: Form) -> Response? { places[form].flatMap { self[$0] } }

    /// The response that was kept there, if it still is.
    subscript(place: Place) -> Response? {
      guard let (response, number) = responses[place.slot], number == place.number else {
        return nil
      }
      return response
    }

    /// Where the response of that form is kept.
    func place(of form: Form) -> Place? { places[form] }

    /// Keeps a response.
    ///
    /// Where the limit would be exceeded, any others are dropped: a client that goes through a
    /// larger cassette in turn would find none if the oldest ones were.
    mutating func keep(_ response: Response) {
      let size = response.bytes.readableBytes
      guard size <= Self.blockSize, places[response.form] == nil else { return }
      if loose.size + size > Self.blockSize { fillBlock() }
      let slot = freeSlots.popLast() ?? responses.count
      if slot == responses.count { responses.append(nil) }
      responses[slot] = (response, count)
      places[response.form] = Place(slot: slot, number: count)
      count += 1
      loose.slots.append(slot)
      loose.size += size
    }

    private mutating func fillBlock() {
      var block = ByteBufferAllocator().buffer(capacity: Self.blockSize)
      for slot in loose.slots {
        guard var bytes = responses[slot]?.response.bytes else { continue }
        block.writeBuffer(&bytes)
      }
      for slot in loose.slots {
        guard let size = responses[slot]?.response.bytes.readableBytes,
          let bytes = block.readSlice(length: size)
        else { continue }
        responses[slot]?.response.bytes = bytes
      }
      blocks.append(loose.slots)
      loose = ([], 0)
      guard blocks.count >= Self.limit / Self.blockSize else { return }
      blocks.swapAt(Int.random(in: blocks.indices, using: &generator), blocks.count - 1)
      for slot in blocks.removeLast() {
        if let form = responses[slot]?.response.form { places[form] = nil }
        responses[slot] = nil
        freeSlots.append(slot)
      }
    }
  }
#endif
