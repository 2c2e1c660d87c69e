#if CommandLineTool
  import VCRCore

  /// A request as a client sent it, without the fields that concern one hop alone.
  struct ClientRequest {
    /// The request that the deck sees and the service receives.
    var request: Interaction.Request

    /// True when the client accepts trailer fields (RFC 9110 §10.1.4).
    var wantsTrailers = false

    /// The client's `Upgrade`, when it asks for a protocol that cannot be recorded.
    var upgrade: String?
  }

  /// The `Connection` field (RFC 9110 §7.6.1), and others that list tokens.
  enum ConnectionField {
    /// The names and options that a `Connection` field lists, in lower case.
    static func tokens(_ value: String) -> [String] {
      value.split(separator: ",").map { token in
        String(token.drop(while: \.isWhitespace)).lowercased().trimmingTrailingSpaces()
      }
    }
  }

  extension String {
    /// The string without spaces and tabs at its end.
    func trimmingTrailingSpaces() -> String {
      var bytes = utf8[...]
      while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
      return String(Substring(bytes))
    }
  }
#endif
