#if CommandLineTool
  import VCRCore

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
