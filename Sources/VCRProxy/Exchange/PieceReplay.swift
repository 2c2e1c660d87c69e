#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves a recorded response piece by piece, as fast as the client takes it.
  ///
  /// A large body is thus never in memory a second time, and a body that breaks off does so after
  /// its last byte. Of a response that began before its request had ended, each piece is sent after
  /// as many messages of the request as the service had when it sent the piece.
  final class PieceReplay: ClientObserver {
    /// The size in bytes above which a body is not written at once.
    static let threshold = 1 << 20

    private static let pieceSize = 256 << 10

    private let response: Interaction.Response
    private let end: (any ClientResponse) -> Void
    private var client: (any ClientResponse)?
    /// How many messages of the request have arrived; nil when the response waits for none.
    private var messages: Int?
    private var nextChunk = 0
    private var offset = 0
    private var isSending = false

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - client: The client.
    ///   - end: Ends the response, once all of it was sent.
    init(
      _ response: Interaction.Response, to client: any ClientResponse,
      end: @escaping (any ClientResponse) -> Void
    ) {
      self.response = response
      self.end = end
      self.client = client
    }

    /// Sends the head and as much of the body as the client takes and is due.
    ///
    /// - Parameter messages: How many messages of the request have arrived; nil when the response
    ///   waits for none.
    func start(messages: Int? = nil) {
      self.messages = messages
      client?.live = self
      client?.begin(messages == nil ? response.head(ofSize: response.body.count) : response)
      send()
    }

    /// Sends what is due after more messages of the request; `Int.max` is the whole request.
    func received(messages: Int) {
      self.messages = messages
      send()
    }

    func clientWritabilityChanged(isWritable: Bool) { if isWritable { send() } }

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func send() {
      // Sending may change the writability, which calls back here.
      guard !isSending else { return }
      isSending = true
      while let client, client.isWritable, let end = nextEnd() {
        let piece = ByteBuffer(bytes: response.body.bytes[offset..<end])
        offset = end
        nextChunk += 1
        client.send(piece)
      }
      isSending = false
      guard isWhole, let client else { return }
      clientGone()
      end(client)
    }

    /// Where the next piece ends; nil when none is due.
    private func nextEnd() -> Int? {
      let count = response.body.bytes.count
      guard messages != nil else {
        return offset < count ? min(offset + Self.pieceSize, count) : nil
      }
      let chunks = response.body.chunks
      guard nextChunk < chunks.count, isDue(chunks[nextChunk].awaits) else { return nil }
      return min(offset + chunks[nextChunk].length, count)
    }

    private var isWhole: Bool {
      guard messages != nil else { return offset == response.body.bytes.count }
      return nextChunk == response.body.chunks.count && isDue(response.awaits)
    }

    private func isDue(_ awaited: Int?) -> Bool { (awaited ?? .max) <= messages ?? .max }
  }
#endif
