#if CommandLineTool
  import VCRCore

  /// What the head of an HTTP/1 request says, told apart by whom it concerns: the service, or this
  /// hop alone (RFC 9110 §7.6.1).
  struct HTTP1RequestFields {
    /// The request without its target and its body.
    var incoming: ClientRequest
    /// True for HTTP/1.0, which knows neither chunks nor interim responses.
    let isOldVersion: Bool
    /// True when the client may send another request on the connection.
    var isKeepAlive: Bool
    /// True when the client holds its body back until it is told to go on (RFC 9110 §10.1.1).
    var expectsContinue = false

    /// Takes a head apart.
    ///
    /// - Parameter head: The head.
    init(_ head: HTTP1RequestHead) {
      isOldVersion = head.isOldVersion
      isKeepAlive = !isOldVersion
      incoming = ClientRequest(
        request: Interaction.Request(method: head.method, url: ""))
      if isOldVersion { incoming.request.http = "HTTP/1.0" }
      if case .length(let count) = head.framing {
        // What a client announces is not yet believed beyond a mebibyte.
        incoming.request.body.bytes.reserveCapacity(min(count, 1 << 20))
      }
      incoming.request.headers.fields.reserveCapacity(head.headers.fields.count)
      var named: [String] = []
      for field in head.headers.fields
      where !isForThisHop(field.name, field.value, naming: &named) {
        incoming.request.headers.fields.append(field)
      }
      // The connection of a coded message that its version does not know is not trusted further
      // (RFC 9112 §6.1).
      if isOldVersion, head.framing == .chunked { isKeepAlive = false }
      if !named.isEmpty {
        let names = Set(named)
        incoming.request.headers.fields.removeAll { names.contains($0.name.lowercased()) }
      }
    }

    /// Takes in a field that concerns this hop.
    private mutating func isForThisHop(
      _ name: String, _ value: String, naming named: inout [String]
    ) -> Bool {
      // The length rules nearly every field out at once.
      switch name.utf8.count {
      case 2 where name.equalsIgnoringASCIICase("te"):
        if ConnectionField.tokens(value).contains("trailers") { incoming.wantsTrailers = true }
      case 6 where name.equalsIgnoringASCIICase("expect"):
        // Answered here, since the deck wants the body before it decides.
        if value.equalsIgnoringASCIICase("100-continue") { expectsContinue = true }
      case 7 where name.equalsIgnoringASCIICase("upgrade"):
        // Other upgrades, such as to HTTP/2 in the clear, are offers that may be passed over
        // (RFC 9110 §7.8).
        if value.lowercased().contains("websocket") { incoming.upgrade = value }
      case 10 where name.equalsIgnoringASCIICase("connection"),
        16 where name.equalsIgnoringASCIICase("proxy-connection"):
        for token in ConnectionField.tokens(value) {
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
