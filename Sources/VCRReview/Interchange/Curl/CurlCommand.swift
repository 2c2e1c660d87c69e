package import VCRCore

/// The command that repeats a recorded request with curl, for a POSIX shell.
///
/// What arrives is what was recorded: curl's own header fields are switched off where the request did
/// not have them, and no octet is left to the shell or to curl to interpret. Secrets are variables.
package struct CurlCommand: Sendable {
  /// Comments and the command, each line ended; nothing in it acts on a terminal.
  package let text: String

  /// Creates the command of an interaction.
  package init(_ interaction: Interaction) {
    var builder = CurlBuilder()
    text = builder.command(interaction)
  }
}

/// Puts the words of a command together.
private struct CurlBuilder {
  private var words = ["curl"]
  private var notes: [String] = []
  private var variables: [String] = []

  /// One argument of a program holds 128 KiB on Linux; more goes through a pipe.
  private static let longestArgument = 96 << 10

  /// The text of an interaction's command.
  mutating func command(_ interaction: Interaction) -> String {
    let request = interaction.request
    guard let url = Self.url(request.url), ["http", "https"].contains(Self.scheme(url)) else {
      return "# curl cannot send this: the URL is not one of HTTP\n"
    }
    if interaction.rule?.isPattern == true {
      notes.append("the URL is a pattern: put what is asked for in its place")
    }
    let input = add(request, url: url)
    if case .response(let response) = interaction.outcome, response.body.encoding != nil {
      words.append("--compressed")
    }
    addURL(url)
    return text(feeding: input)
  }

  // MARK: - The parts

  /// Adds all but the URL.
  ///
  /// - Returns: What the command reads from standard input; nil when it reads nothing.
  private mutating func add(_ request: Interaction.Request, url: [UInt8]) -> String? {
    let needsBody = !request.body.isEmpty || ["POST", "PUT", "PATCH"].contains(request.method)
    if request.method == "HEAD", !needsBody {
      words.append("--head")
    } else if request.method != (needsBody ? "POST" : "GET") {
      add("-X", ShellText(request.method))
    }
    switch request.http {
    case "HTTP/1.0": words.append("--http1.0")
    case "HTTP/2":
      words.append(Self.scheme(url) == "https" ? "--http2" : "--http2-prior-knowledge")
    case "HTTP/3": words.append("--http3")
    default: break
    }
    let isZipped = request.body.encoding?.lowercased() == "gzip"
    addFields(request, needsBody: needsBody, isZipped: isZipped)
    if !request.trailers.isEmpty { notes.append("curl sends no trailers, so those are missing") }
    return needsBody
      ? addBody(request.body, MediaType(request.headers), isZipped: isZipped) : nil
  }

  private mutating func addFields(
    _ request: Interaction.Request, needsBody: Bool, isZipped: Bool
  ) {
    for field in request.headers.fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.token.contains),
        !field.octets.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
      else {
        notes.append("a header that cannot be sent is missing: it holds a line end or has no name")
        continue
      }
      if let user = Self.basicCredentials(in: field) {
        add("-u", user)
      } else if field.value.isEmpty {
        add("-H", ShellText(field.name + ";"))
      } else {
        var line = ShellText(field.name + ": ")
        line.append(ShellText(field.octets))
        add("-H", line)
      }
    }
    func isMissing(_ name: String) -> Bool { request.headers[name] == nil }
    if isMissing("Accept") { words.append("-H Accept:") }
    if isMissing("User-Agent") { words.append("-H User-Agent:") }
    if needsBody, isMissing("Content-Type") { words.append("-H Content-Type:") }
    // curl asks before it sends a large body, and the recorded client did not.
    if request.body.bytes.count > 1024, isMissing("Expect") { words.append("-H Expect:") }
    if isZipped, isMissing("Content-Encoding") { words.append("-H 'Content-Encoding: gzip'") }
  }

  /// The name and password of Basic credentials whose password is a placeholder (RFC 7617 §2).
  private static func basicCredentials(in field: HeaderField) -> ShellText? {
    guard field.name.equalsIgnoringASCIICase("Authorization"), field.value.hasPrefix("Basic {{")
    else { return nil }
    let credentials = Array(field.value.utf8.dropFirst(6))
    guard Placeholder.end(credentials.span, at: 0) == credentials.count,
      let encoded = ShellText.encoded(credentials), encoded.encoding == "base64",
      case .octets(let start)? = encoded.content.pieces.first, start.contains(UInt8(ascii: ":"))
    else { return nil }
    return encoded.content
  }

  private mutating func addBody(_ body: Body, _ type: MediaType?, isZipped: Bool) -> String? {
    let text = ShellText(body.bytes)
    remember(text)
    if !text.isLiteral {
      if type?.isForm == true {
        notes.append("a variable within the form is to be percent-encoded")
      } else if JSONText(body.bytes) != nil {
        notes.append(#"a variable within the JSON is to be written as there: \" for ", \\ for \"#)
      }
    }
    if let encoding = body.encoding, !isZipped {
      notes.append("the body was sent as \(encoding.filter { $0.isLetter }), and is sent decoded")
    }
    let isArgument =
      !isZipped && text.isText && !body.bytes.contains(UInt8(ascii: "\r"))
      && body.bytes.count <= Self.longestArgument
    guard isArgument else {
      words.append("--data-binary @-")
      return text.printing + (isZipped ? " | gzip -cn" : "")
    }
    words.append("--data-raw " + text.word)
    return nil
  }

  private mutating func addURL(_ url: [UInt8]) {
    let text = ShellText(url)
    let path = String(decoding: url, as: UTF8.self).lowercased()
    if path.contains("/.") || path.contains("/%2e") { words.append("--path-as-is") }
    let hasBrackets = text.pieces.contains {
      if case .octets(let octets) = $0 {
        octets.contains { "[]{}".utf8.contains($0) }
      } else {
        true
      }
    }
    if hasBrackets { words.append("--globoff") }
    if !text.isLiteral { notes.append("a variable within the URL is to be percent-encoded") }
    remember(text)
    words.append(text.word)
  }

  private mutating func add(_ option: String, _ value: ShellText) {
    remember(value)
    words.append(option + " " + value.word)
  }

  private mutating func remember(_ text: ShellText) {
    for variable in text.variables where !variables.contains(variable) {
      variables.append(variable)
    }
  }

  private func text(feeding input: String?) -> String {
    var output = ""
    if !variables.isEmpty {
      output += "# to be set before: \(variables.joined(separator: " "))\n"
    }
    for note in notes { output += "# \(note)\n" }
    if let input { output += input + " |\n" }
    let line = words.joined(separator: " ")
    let isShort = line.utf8.count <= 80 && !line.contains("\n")
    return output + (isShort ? line : words.joined(separator: " \\\n  ")) + "\n"
  }

  /// What names of header fields are made of (RFC 9110 §5.6.2).
  private static let token = ByteSet(.alphanumeric, "!#$%&'*+-.^_`|~")

  // MARK: - The URL

  /// The URL as curl is to take it: without user information and fragment, which never go on the
  /// wire, and with what no request line holds percent-encoded.
  private static func url(_ url: String) -> [UInt8]? {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      guard ranges.hasAuthority, !ranges.host.isEmpty else { return nil }
      var octets: [UInt8] = []
      let end = ranges.query?.upperBound ?? ranges.path.upperBound
      let start = ranges.userinfo.isEmpty ? nil : ranges.userinfo
      for index in 0..<end {
        // With the “@” behind it.
        if let start, index >= start.lowerBound, index <= start.upperBound { continue }
        let octet = text[index]
        if octet > 0x20, octet < 0x7F {
          octets.append(octet)
        } else {
          octets.appendPercentEncoded(octet)
        }
      }
      return octets
    }
  }

  private static func scheme(_ url: [UInt8]) -> String {
    String(decoding: url.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
  }
}
