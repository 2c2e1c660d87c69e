#if Recording
  import VCRCore

  /// Distinguishes a response of the proxy that forwards requests from one of the service.
  ///
  /// An error that a proxy names as its own is certain; by its status alone a response may be of
  /// either.
  struct ForwardedResponse {
    let response: Interaction.Response
    let proxy: UpstreamProxy

    /// Why the response is none of the service; nil when it is one, or may be.
    var fault: TunnelError? {
      guard let status = response.status else { return nil }
      let line = ["HTTP/1.1 \(status)", response.reason].compactMap { $0 }.joined(separator: " ")
      if status == 407 { return .refusal(by: proxy, line, response.headers.fields) }
      guard let error = ownError else { return nil }
      return .responded(proxy, "\(line) (\(error))")
    }

    /// The error that the proxy names as its own.
    private var ownError: String? {
      let hops = hops
      // Each intermediary adds a member behind those nearer to the service (RFC 9209 §2).
      if let member = Self.split(values("Proxy-Status"), at: ",").last {
        let parts = Self.split(member, at: ";")
        let name = Self.unquoted(parts.first ?? "")
        let error = parts.dropFirst().first { $0.hasPrefix("error=") }?.dropFirst("error=".count)
        if let error, isName(of: name, lastHop: hops.last) { return String(error) }
      }
      // Squid marks the errors that it makes. A second hop may be another one, before the service.
      let squid = values("X-Squid-Error")
      return squid.isEmpty || hops.count > 1 ? nil : squid
    }

    /// True for a name of the proxy: where it listens, or what it calls itself in `Via`.
    private func isName(of name: String, lastHop: String?) -> Bool {
      let own = [proxy.address.host, proxy.address.place, lastHop].compactMap { $0 }
      return own.contains { $0.equalsIgnoringASCIICase(name) }
    }

    /// Who has forwarded the response, the proxy nearest to us last (RFC 9110 §7.6.3).
    private var hops: [String] {
      Self.split(values("Via"), at: ",").compactMap { hop in
        hop.split(separator: " ").dropFirst().first.map(String.init)
      }
    }

    private func values(_ name: String) -> String {
      response.headers.values(name).joined(separator: ",")
    }

    /// Divides a text at a separator that stands in no quotes (RFC 9651 §4.2) and no comment.
    private static func split(_ text: String, at separator: Character) -> [String] {
      var parts = [""]
      var (isQuoted, isEscaped, depth) = (false, false, 0)
      for character in text {
        let isPlain = !isQuoted && depth == 0
        if isPlain, character == separator {
          parts.append("")
          continue
        }
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = !isPlain
        } else if character == "\"", depth == 0 {
          isQuoted.toggle()
        } else if !isQuoted, character == "(" || character == ")" {
          depth = max(0, depth + (character == "(" ? 1 : -1))
        }
        parts[parts.count - 1].append(character)
      }
      return parts.map { part in
        let isSpace = { (character: Character) in character == " " || character == "\t" }
        return String(part.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
      }.filter { !$0.isEmpty }
    }

    private static func unquoted(_ text: String) -> String {
      guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
      var isEscaped = false
      return String(
        text.dropFirst().dropLast().filter { character in
          isEscaped = character == "\\" && !isEscaped
          return !isEscaped
        })
    }
  }
#endif
