#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore

  /// A request that is not in the deck's index: the deck searches the cassette on another thread,
  /// so that the event loop can serve other clients meanwhile.
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

    /// Lets the deck decide, then carries out its decision.
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
