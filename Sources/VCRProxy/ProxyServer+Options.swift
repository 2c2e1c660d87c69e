#if CommandLineTool
  public import NIOCore
  public import VCRCore

  extension ProxyServer {
    /// Where a server listens and whom it tells.
    public struct Options: Sendable {
      /// The address to listen on; only this machine can reach the default.
      public var host = "127.0.0.1"

      /// The port to listen on; 0 takes a free one.
      public var port = 0

      /// The origin (`https://api.example.com`) that requests in origin form are meant for, which
      /// makes the server a reverse proxy for it, and for nothing else; nil for a forward proxy.
      public var reverseOrigin: String?

      /// True when a reverse proxy is a forward proxy for the user that runs it, whose programs were
      /// told to send all their traffic here.
      package var forwardsForOwnUser = false

      /// The event loops to take the server's one loop from; nil for a thread of its own.
      public var group: (any EventLoopGroup)?

      /// Called with what the developer should know, on the server's event loop.
      public var onEvent: @Sendable (Event) -> Void = { _ in }

      /// Creates options.
      public init() {}
    }

    /// What the developer should know as it happens.
    public enum Event: Sendable {
      /// A request was refused because nothing in the cassette matches it.
      case unmatched(UnmatchedRequest)
      /// A request was refused because it is none that can be read or served here, in words.
      case refused(String)
      /// A request could not be served for another reason, in words.
      case problem(String)
      /// A client does not trust the authority that vouches for this host.
      case untrusted(host: String)
    }

    /// How much has gone through a server.
    public struct Progress: Sendable, Equatable {
      /// Connections of clients, whether a request came on them or not.
      public var connections: Int
      /// Requests taken in.
      public var requests: Int
      /// Tunnels to hosts that are let through, whose requests nobody sees.
      public var tunnels: Int
      /// Exchanges that failed and were recorded so.
      public var failed: Int
      /// Requests that a client did not send to the end, and responses that it did not take to the
      /// end, of which nothing was recorded.
      public var brokenOff: Int
      /// Bytes of response bodies sent to clients.
      public var bytes: Int
    }
  }

  /// A setting that makes no sense.
  public struct ProxyOptionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was given.
    public var value: String

    /// What was given and what is expected.
    public var description: String {
      let shown = Redaction.standard.redacting(url: value)
      return
        "'\(shown)' is not an origin: give a scheme and a host, such as https://api.example.com"
    }
  }
#endif
