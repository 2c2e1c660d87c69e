#if CommandLineTool
  package import NIOCore
  package import VCRCore

  extension ProxyServer {
    /// Whose connections a forward proxy takes.
    package enum Clientele: Sendable {
      /// The connections of the user that runs it, of the processes that it started, and of root.
      case user
      /// The connections of the processes that it has started, directly or through others, or that
      /// were started with their environment; where the system does not show them, of those that
      /// send ``credential``.
      case run
    }

    /// Where a server listens and to whom it reports.
    package struct Options: Sendable {
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
      public var limits = Limits()

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
      package var onEvent: @Sendable (Event) -> Void = { _ in }

      /// Called on the server's event loop with each exchange as it ends; nil where nobody wants to
      /// know.
      package var onExchange: (@Sendable (Exchange) -> Void)?

      /// Creates options.
      package init() {}
    }

    /// An exchange that has ended, without secrets.
    package struct Exchange: Sendable {
      /// The method of the request.
      package var method: String
      /// The URL of the request.
      package var url: String
      /// The action: `replayed`, `recorded` or `passed through`.
      package var action: String
      /// The status of the response, or what went wrong; empty when it is not known.
      package var outcome: String
    }

    /// An event that the developer should know about when it happens.
    package enum Event: Sendable {
      /// A request was refused because nothing in the cassette matches it.
      case unmatched(UnmatchedRequest)
      /// A request was refused because it cannot be parsed or served here; the text says why.
      case refused(String)
      /// A request could not be served for another reason, which the text gives.
      case problem(String)
      /// A client does not trust the authority that signed the certificate for a host.
      case untrusted(Distrust)
    }

    /// A client that refuses the certificates of the run, or seems to.
    package struct Distrust: Sendable, Equatable {
      /// The host that it wanted to reach.
      package var host: String
      /// The name that it gave itself when it asked for a tunnel; nil when it did not.
      package var agent: String?
      /// True when it said so by an alert of TLS; false when it opened connections to the host and
      /// sent no request on any of them.
      package var isCertain: Bool

      /// Creates one.
      ///
      /// - Parameters:
      ///   - host: The host that it wanted to reach.
      ///   - agent: The name that it gave itself; nil when it did not.
      ///   - isCertain: True when it said so by an alert of TLS.
      package init(host: String, agent: String?, isCertain: Bool) {
        self.host = host
        self.agent = agent
        self.isCertain = isCertain
      }
    }

    /// The counts of what a server has handled so far.
    package struct Progress: Sendable, Equatable {
      /// Connections from clients, with or without a request.
      package var connections: Int
      /// Requests received.
      package var requests: Int
      /// Tunnels to hosts that are passed through, whose requests are not seen.
      package var tunnels: Int
      /// Requests whose client vanished while it was sending them; they are not recorded.
      package var dropped: Int
      /// Bytes of response bodies sent to clients.
      package var bytes: Int
    }
  }

  /// An invalid setting of the proxy.
  package struct ProxyOptionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The value that was given.
    package var value: String

    /// Creates one.
    ///
    /// - Parameter value: The value that was given.
    package init(value: String) { self.value = value }

    /// The value that was given and what is expected.
    package var description: String {
      let shown = Redaction.standard.redacting(url: value)
      return
        "'\(shown)' is not an origin: give a scheme and a host, such as https://api.example.com"
    }
  }
#endif
