#if CommandLineTool
  package import NIOCore
  package import VCRCore

  /// Where a server listens and to whom it reports.
  package struct ProxyOptions: Sendable {
    /// The address to listen on; the default can be reached from this machine alone.
    package var host = "127.0.0.1"

    /// The port to listen on; 0 takes a free one.
    package var port = 0

    /// The origin (`https://api.example.com`) that requests in origin form are for, which makes
    /// the server a reverse proxy for this origin alone; nil for a forward proxy.
    package var reverseOrigin: String?

    /// True when a reverse proxy is a forward proxy for those of ``clientele``, whose settings
    /// send all their traffic here.
    package var alsoForwards = false

    /// Whose connections a forward proxy takes.
    package var clientele = Clientele.user

    /// How much of a request is read before it is refused.
    package var limits = ProxyLimits()

    /// The deck that decides about the requests to other services than ``reverseOrigin``; nil
    /// where the run's own deck does.
    package var outgoing: Deck?

    /// Who opens and closes the cassettes of scopes; nil when the run has none.
    package var scopes: (any ScopeKeeper)?

    /// The path at which scopes begin and end.
    package var scopePath = ""

    /// False to parse and decide about each request, whether its bytes are known or not; for
    /// tests.
    package var knowsRequests = true

    /// The event loops to take the server's one loop from; nil for a thread of its own.
    package var group: (any EventLoopGroup)?

    /// Called on the server's event loop with each event that the developer should know about.
    package var onEvent: @Sendable (ProxyEvent) -> Void = { _ in }

    /// Called on the server's event loop with each exchange as it ends; nil where nobody wants to
    /// know.
    package var onExchange: (@Sendable (ProxyExchange) -> Void)?

    /// Creates options.
    package init() {}
  }
#endif
