#if Recording
  import VCRCore

  /// A proxy through which services are reached.
  package struct UpstreamProxy: Sendable, Hashable {
    /// Who named a proxy.
    package enum Source: Sendable, Hashable {
      /// The run of `vcr` around this one.
      case outerRun
      /// A variable of the environment.
      case variable(String)
    }

    /// Where it listens.
    package var address: Upstream.Address
    /// What it asks for: user and password with a colon between them; nil for nothing.
    package var credential: String?
    /// Who named it.
    package var source: Source

    /// Creates a proxy.
    package init(_ address: Upstream.Address, credential: String?, source: Source) {
      self.address = address
      self.credential = credential
      self.source = source
    }

    /// The field by which the proxy knows its client (RFC 9110 §11.7.2); nil for none.
    var authorization: HeaderField? {
      credential.map { HeaderField("Proxy-Authorization", BasicCredential.fieldValue(of: $0)) }
    }

    /// Its host and port, and who named it, for messages: nothing of its credential.
    var words: String {
      switch source {
      case .outerRun: "the proxy \(address.place), of the vcr run around this one,"
      case .variable(let name): "the proxy \(address.place), which \(name) names,"
      }
    }
  }

  /// A variable that names a proxy which cannot be used.
  package struct UnusableProxy: Error, Sendable, Hashable, CustomStringConvertible {
    /// The variable.
    package var variable: String

    /// What it must hold; its value may have a password in it.
    package var description: String {
      "\(variable) names no proxy that can be used: it takes http://HOST:PORT, or "
        + "http://USER:PASSWORD@HOST:PORT"
    }
  }

  extension Upstream.Address {
    /// Host and port for messages and for a request line.
    var place: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
  }
#endif
