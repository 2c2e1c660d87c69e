#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore

  /// Serves a response whose body is in a file, piece by piece, as fast as the client takes it.
  ///
  /// The file is read, checked and rid of placeholders beside the event loop, one piece at a time.
  final class FileReplay: ClientObserver {
    private let response: Interaction.Response
    private let proxy: ProxyContext
    private let deck: Deck
    private let end: (any ClientResponse) -> Void
    private var client: (any ClientResponse)?
    private let source: Source
    private var isHeadSent = false
    /// How many bytes of the body were not sent yet.
    private var left = 0
    /// True while a piece is being read.
    private var isReading = false

    /// The body, which one piece at a time is read from.
    private final class Source: @unchecked Sendable {
      // It is used by the one piece of work that `isReading` allows.
      var replay: BodyReplay?
    }

    /// The result of a read.
    private enum Step: Sendable {
      case begin(count: Int)
      case piece(ByteBuffer)
      case end
      case failure(String)
    }

    /// Creates a replay.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - client: The client.
    ///   - proxy: The proxy.
    ///   - deck: The deck that the response comes from.
    ///   - end: Ends the response, once all of it was sent.
    init(
      _ response: Interaction.Response, to client: any ClientResponse, from proxy: ProxyContext,
      _ deck: Deck, end: @escaping (any ClientResponse) -> Void
    ) {
      self.response = response
      self.end = end
      self.client = client
      self.proxy = proxy
      self.deck = deck
      source = Source()
    }

    /// Sends the head and as much of the body as the client takes.
    func start() {
      client?.live = self
      let (deck, response) = (deck, response)
      read { source in
        source.replay = try deck.replay(ofBodyOf: response)
        return .begin(count: source.replay?.count ?? 0)
      }
    }

    func clientWritabilityChanged(isWritable: Bool) { if isWritable { readNext() } }

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func readNext() {
      // The last piece waits for the end, so a client that is full of it has to get that.
      guard isHeadSent, let client, client.isWritable || left <= 0 else { return }
      read { source in
        guard let piece = try source.replay?.next() else { return .end }
        return .piece(ByteBuffer(bytes: piece))
      }
    }

    private func read(_ step: @escaping @Sendable (Source) throws -> Step) {
      guard !isReading else { return }
      isReading = true
      let eventLoop = proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      DispatchQueue.global().async { [source] in
        let result: Step
        do { result = try step(source) } catch { result = .failure("\(error)") }
        eventLoop.execute { bound.value.take(result) }
      }
    }

    private func take(_ step: Step) {
      isReading = false
      guard let client else { return }
      switch step {
      case .begin(let count):
        isHeadSent = true
        left = count
        client.begin(response.head(ofSize: count))
        readNext()
      case .piece(let bytes):
        left -= bytes.readableBytes
        client.send(bytes)
        readNext()
      case .end:
        clientGone()
        end(client)
      case .failure(let reason):
        clientGone()
        proxy.report(.problem(reason))
        guard !isHeadSent else { return client.abort(nil) }
        client.respond(
          FailureResponse.text(
            status: 501, reason: "Not Implemented", reason, to: client, from: proxy.deck),
          index: nil)
      }
    }
  }
#endif
