#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// A request about which the deck decides on another thread, so that the event loop can serve
  /// other clients meanwhile: one that is not in the deck's index, so that the whole cassette is
  /// searched, or one with a body of more than a few KiB.
  final class PendingDecision: ClientObserver {
    private let incoming: ClientRequest
    private let connection: ClientConnection
    private var client: (any ClientResponse)?

    init(
      _ incoming: ClientRequest, to client: any ClientResponse, from connection: ClientConnection
    ) {
      self.incoming = incoming
      self.connection = connection
      self.client = client
    }

    /// Lets the deck decide, then carries out its decision.
    ///
    /// - Parameter decide: Begins it on another thread, with what takes the decision.
    func start(
      _ decide: (@escaping @Sendable (Result<Deck.Decision, any Error>) -> Void) -> Void
    ) {
      client?.live = self
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      decide { result in eventLoop.execute { bound.value.end(result) } }
    }

    func clientWritabilityChanged(isWritable: Bool) {}

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func end(_ result: Result<Deck.Decision, any Error>) {
      guard let client else { return }
      clientGone()
      switch result {
      case .success(let decision): connection.carryOut(decision, incoming, to: client)
      case .failure(let error): connection.refuse("\(error)", to: client)
      }
    }
  }
#endif
