#if CommandLineTool
  import VCRCore

  /// The header fields of an HTTP/1 request, divided into those for the service and those for this
  /// hop alone (RFC 9110 §7.6.1).
  struct HTTP1RequestFields {
    /// The request without its target and its body.
    var incoming: ClientRequest
    /// True for HTTP/1.0, which has neither chunks nor interim responses.
    let isOldVersion: Bool
    /// True when the client may send another request on the connection.
    var isKeepAlive: Bool
    /// The protocols that the client offers to switch to, in lower case.
    private var offers: [String] = []
    /// The value of `Upgrade`, with the case that the client gave it.
    private var offer = ""
    /// True when `Connection` names `Upgrade`, without which it is none (RFC 9110 §7.8).
    private var isOffer = false

    /// Divides the fields of a head.
    ///
    /// - Parameter head: The head.
    init(_ head: HTTP1RequestHead) {
      isOldVersion = head.isOldVersion
      isKeepAlive = !isOldVersion
      incoming = ClientRequest(
        request: Interaction.Request(method: head.method, url: ""))
      if isOldVersion { incoming.request.http = "HTTP/1.0" }
      if case .length(let count) = head.framing {
        // A client may announce any length, so at most one MiB is reserved for it.
        incoming.request.body.bytes.reserveCapacity(min(count, 1 << 20))
      }
      incoming.request.headers.fields.reserveCapacity(head.headers.fields.count)
      var named: [String] = []
      for field in head.headers.fields
      where !isForThisHop(field.name, field.value, naming: &named) {
        incoming.request.headers.fields.append(field)
      }
      // HTTP/1.0 has no transfer coding; a message that uses one ends its connection (RFC 9112
      // §6.1).
      if isOldVersion, head.framing == .chunked { isKeepAlive = false }
      isOffer = named.contains("upgrade") && !isOldVersion
      if !named.isEmpty {
        let names = Set(named)
        incoming.request.headers.fields.removeAll { names.contains($0.name.lowercased()) }
      }
    }

    /// Other versions of HTTP, also over TLS: a client that offers them goes on without, as this
    /// server ignores the offer (RFC 9110 §7.8, RFC 9113 §3.1).
    private static let ignoredOffers = ["h2c", "h2", "http/", "tls/"]

    /// Takes the protocol that the client wants to switch to; nil for none that it cannot do
    /// without.
    ///
    /// The fields of a handshake are removed from the request.
    ///
    /// - Throws: `HTTP1Refusal` for a handshake that no service would accept.
    mutating func takeUpgrade() throws(HTTP1Refusal) -> ClientRequest.Upgrade? {
      guard isOffer else { return nil }
      if offers.contains(WebSocketHandshake.protocolName) {
        return .webSocket(try WebSocketHandshake(takenFrom: &incoming.request))
      }
      let isOther = offers.contains { offer in
        !Self.ignoredOffers.contains { $0.hasSuffix("/") ? offer.hasPrefix($0) : offer == $0 }
      }
      return isOther ? .other(offer) : nil
    }

    /// True for a field that concerns this hop alone; notes what it says.
    private mutating func isForThisHop(
      _ name: String, _ value: String, naming named: inout [String]
    ) -> Bool {
      var tokens: [String] { value.lowercased().commaSeparatedWords }
      // Comparing the length first is fast, as it excludes nearly every field.
      switch name.utf8.count {
      case 2 where name.equalsIgnoringASCIICase("te"):
        if tokens.contains("trailers") { incoming.wantsTrailers = true }
      case 6 where name.equalsIgnoringASCIICase("expect"):
        // HTTP/1.0 has no expectations (RFC 9110 §10.1.1).
        if !isOldVersion { incoming.expectation = value }
      case 7 where name.equalsIgnoringASCIICase("upgrade"):
        offers += tokens
        offer += (offer.isEmpty ? "" : ", ") + value
      case 10 where name.equalsIgnoringASCIICase("connection"),
        16 where name.equalsIgnoringASCIICase("proxy-connection"):
        for token in tokens {
          switch token {
          case "close": isKeepAlive = false
          case "keep-alive": if isOldVersion { isKeepAlive = true }
          default: named.append(token)
          }
        }
      default: return TransferFields.contains(name, in: .unforwarded)
      }
      return true
    }
  }
#endif
