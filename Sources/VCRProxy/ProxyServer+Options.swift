#if CommandLineTool
  package import NIOCore
  package import VCRCore

  extension ProxyServer {
    /// Where a server listens and to whom it reports.
    package struct Options: Sendable {
      /// The address to listen on; the default can be reached from this machine alone.
      package var host = "127.0.0.1"

      /// The port to listen on; 0 takes a free one.
      package var port = 0

      /// The origin (`https://api.example.com`) that requests in origin form are for, which makes
      /// the server a reverse proxy for this origin alone; nil for a forward proxy.
      package var reverseOrigin: String?

      /// True when a reverse proxy is a forward proxy for the user that runs it, whose programs were
      /// told to send all their traffic here.
      package var forwardsForOwnUser = false

      /// How much of a request is read before it is refused.
      public var limits = Limits()

      /// The event loops to take the server's one loop from; nil for a thread of its own.
      package var group: (any EventLoopGroup)?

      /// Called on the server's event loop with each event that the developer should know about.
      package var onEvent: @Sendable (Event) -> Void = { _ in }

      /// Creates options.
      package init() {}
    }

    /// An event that the developer should know about when it happens.
    package enum Event: Sendable {
      /// A request was refused because nothing in the cassette matches it.
      case unmatched(UnmatchedRequest)
      /// A request was refused because it cannot be parsed or served here; the text says why.
      case refused(String)
      /// A request could not be served for another reason, which the text gives.
      case problem(String)
      /// A client does not trust the authority that signed the certificate for this host.
      case untrusted(host: String)
    }

    /// What a server has handled so far.
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

    /// The value that was given and what is expected.
    package var description: String {
      let shown = Redaction.standard.redacting(url: value)
      return
        "'\(shown)' is not an origin: give a scheme and a host, such as https://api.example.com"
    }
  }
#endif
