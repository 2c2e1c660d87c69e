package import VCRCore

/// The command that repeats a recorded request with curl, for a POSIX shell.
///
/// The service receives what was recorded: curl's own header fields are switched off if the request
/// did not have them, and neither the shell nor curl interprets any byte. Secrets are variables.
package struct CurlCommand: Sendable {
  /// Comments and the command, with a line feed after each line and without terminal controls.
  package let text: String

  /// Creates the command of an interaction.
  package init(_ interaction: Interaction) {
    var builder = CurlBuilder()
    text = builder.command(interaction)
  }
}

/// Builds the words of a command.
private struct CurlBuilder {
  private var words = ["curl"]
  private var notes: [String] = []
  private var variables: [String] = []

  /// The largest size of an argument in bytes; Linux allows 128 KiB, and more goes through a pipe.
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
    var asked = request
    if GRPCCall(request) != nil, request.headers["te"] == nil {
      asked.headers.append("te", "trailers")
    }
    let input = add(asked, url: url)
    if case .response(let response) = interaction.outcome, response.body.encoding != nil {
      words.append("--compressed")
    }
    addURL(url)
    return text(feeding: input)
  }

  // MARK: - The parts

  /// Adds all but the URL.
  ///
  /// - Returns: The text that the command reads from standard input; nil when it reads nothing.
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
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(ByteSet.token.contains),
        !field.bytes.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D })
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
        line.append(ShellText(field.bytes))
        add("-H", line)
      }
    }
    func isMissing(_ name: String) -> Bool { request.headers[name] == nil }
    if isMissing("Accept") { words.append("-H Accept:") }
    if isMissing("User-Agent") { words.append("-H User-Agent:") }
    if needsBody, isMissing("Content-Type") { words.append("-H Content-Type:") }
    // curl sends `Expect: 100-continue` before a large body, which the recorded client did not.
    if request.body.bytes.count > 1024, isMissing("Expect") { words.append("-H Expect:") }
    if isZipped, isMissing("Content-Encoding") { words.append("-H 'Content-Encoding: gzip'") }
  }

  /// The name and password of Basic credentials whose password is a placeholder (RFC 7617 §2).
  private static func basicCredentials(in field: HeaderField) -> ShellText? {
    guard field.name.equalsIgnoringASCIICase("Authorization"), field.value.hasPrefix("Basic {{")
    else { return nil }
    let credentials = Array(field.value.utf8.dropFirst(6))
    guard Placeholder.end(credentials.view, at: 0) == credentials.count,
      let encoded = ShellText.encoded(credentials), encoded.encoding == "base64",
      case .bytes(let start)? = encoded.content.pieces.first, start.contains(UInt8(ascii: ":"))
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
      if case .bytes(let bytes) = $0 {
        bytes.contains { "[]{}".utf8.contains($0) }
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

  // MARK: - The URL

  /// The URL for curl: without user information and fragment, which are never sent, and with bytes
  /// that a request line cannot hold percent-encoded.
  private static func url(_ url: String) -> [UInt8]? {
    url.withUTF8Span { text in
      let ranges = URLRanges(text)
      guard ranges.hasAuthority, !ranges.host.isEmpty else { return nil }
      var bytes: [UInt8] = []
      let end = ranges.query?.upperBound ?? ranges.path.upperBound
      let start = ranges.userinfo.isEmpty ? nil : ranges.userinfo
      for index in 0..<end {
        // The “@” after it is omitted as well.
        if let start, index >= start.lowerBound, index <= start.upperBound { continue }
        let byte = text[index]
        if byte > 0x20, byte < 0x7F {
          bytes.append(byte)
        } else {
          bytes.appendPercentEncoded(byte)
        }
      }
      return bytes
    }
  }

  private static func scheme(_ url: [UInt8]) -> String {
    String(decoding: url.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).lowercased()
  }
}
