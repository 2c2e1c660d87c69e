#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore

  /// A request that the deck's index does not know: the deck looks through the cassette for it, and
  /// meanwhile the event loop serves all other clients.
  final class PendingDecision: ClientObserver {
    private let unknown: Deck.Unknown
    private let incoming: ClientRequest
    private let connection: ClientConnection
    private var client: (any ClientResponse)?

    init(
      _ unknown: Deck.Unknown, _ incoming: ClientRequest, to client: any ClientResponse,
      from connection: ClientConnection
    ) {
      self.unknown = unknown
      self.incoming = incoming
      self.connection = connection
      self.client = client
    }

    /// Has the deck decide, then does what it decided.
    func start() {
      client?.live = self
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      let (deck, unknown) = (connection.proxy.deck, unknown)
      DispatchQueue.global().async {
        let result = Result {
          try deck.settle(unknown, prepared: { _ in Deck.Decision?.none })
        }
        eventLoop.execute { bound.value.end(result) }
      }
    }

    func clientWritabilityChanged(isWritable: Bool) {}

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func end(_ result: Result<Deck.Served<Deck.Decision>, any Error>) {
      guard let client else { return }
      clientGone()
      switch result {
      case .success(let served): connection.carryOut(served, incoming, to: client)
      case .failure(let error): connection.refuse("\(error)", to: client)
      }
    }
  }
#endif
