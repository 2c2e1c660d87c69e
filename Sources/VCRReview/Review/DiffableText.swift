package import VCRCore

/// A cassette as text for a diff by lines: each interaction as HTTP, without volatile parts.
///
/// An interaction begins in column 1 with its method and URL, and everything else is indented, so
/// that a hunk header can name the request. Nothing is numbered, so that an additional interaction
/// changes no line of the others. Bodies keep their stored layout, which suits a comparison by
/// lines.
package struct DiffableText {
  /// The text.
  package private(set) var text = ""

  let volatility: Volatility
  /// The volatile places of the message of a WebSocket that is shown; nil while none is.
  var messagePaths: [JSONPath]?

  /// The type of the body that is shown, which says where its fields are.
  var bodyType: MediaType?

  /// Creates the text of a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path, for messages.
  ///   - content: The file's content.
  ///   - redaction: The rules whose secrets are not shown.
  ///   - isStandard: True when those are the built-in ones, so that a cassette that evidently holds
  ///     none of their secrets need not be decoded.
  ///   - volatility: The parts that are omitted.
  /// - Throws: `CassetteError` when the cassette cannot be read.
  package init(
    path: String, content: [UInt8], redaction: Redaction, isStandard: Bool,
    volatility: Volatility = .standard
  ) throws {
    self.volatility = volatility
    let content = try SideFileNames.replacing(in: content, path: path)
    let file = try CassetteFile(path: path, content: content)
    var shown = file
    var hasRemaining = false
    var screen = CheckScreen()
    if !isStandard || !screen.isClean(content.view) {
      let result = try CassetteRedactor(redaction).redact(content, path: path)
      if result.isChanged { shown = try CassetteFile(path: path, content: result.content) }
      hasRemaining = !result.outcome.remaining.isEmpty
    }
    try appendHeading(of: shown)
    let comments = Dictionary(
      grouping: UnreadPieces(shown, items: 0..<shown.count).all.filter { $0.piece.isComment },
      by: \.number)
    for comment in comments[0] ?? [] { line(comment: comment.piece) }
    for index in 0..<shown.count {
      let (tree, node) = try shown.node(ofItem: index)
      append(item: node, of: tree, comments: comments[index + 1] ?? [])
      // The removal of a secret from the file is a change that a reviewer must see.
      if shown !== file, shown.text(at: index) != file.text(at: index) {
        line("(secrets that the file holds here are not shown; to replace them: vcr redact)")
      }
      text += "\n"
    }
    // Secrets may also be in a method or in the name of a header field.
    if hasRemaining { text = redaction.redacting(text: text) }
  }

  /// The top-level keys that this version does not know.
  private mutating func appendHeading(of file: CassetteFile) throws {
    guard let tree = try? YAMLParser.parse(file.prologueForRewriting), !tree.nodes.isEmpty else {
      return
    }
    var other: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(
      of: YAMLTree.root, indent: 0, except: { tree.key($0, as: HeadingKey.self) != nil }, to: &other
    )
    guard !other.isEmpty else { return }
    text += PrintableText.line(String(decoding: other, as: UTF8.self), keeping: ["\n"]) + "\n"
  }

  // MARK: - An interaction

  private mutating func append(
    item: Int, of tree: YAMLTree, comments: [UnreadPieces.Placed]
  ) {
    if let request = tree.value(ItemKey.request, in: item) {
      let method = tree.value(RequestKey.method, in: request).map(tree.string) ?? "GET"
      let url = tree.value(RequestKey.url, in: request).map(tree.string) ?? ""
      let version = tree.value(RequestKey.http, in: request).map { " " + tree.string($0) } ?? ""
      text += PrintableText.line("\(method) \(url)\(version)") + "\n"
      for comment in comments { line(comment: comment.piece) }
      appendOther(
        tree, item,
        except: [ItemKey.request, .response, .messages, .error, .left, .seconds, .recordedAt])
      appendMessage(tree, request, known: [RequestKey.method, .url, .http])
    }
    if let response = tree.value(ItemKey.response, in: item) {
      text += "\n"
      let version = tree.value(ResponseKey.http, in: response).map(tree.string) ?? "HTTP/1.1"
      let status = tree.value(ResponseKey.status, in: response).map { " " + tree.string($0) } ?? ""
      line(version + status)
      appendMessage(
        tree, response,
        known: [ResponseKey.status, .http, .awaits, .headerOrder, .length, .trailerOrder])
    }
    if let messages = tree.value(ItemKey.messages, in: item), !tree.isScalar(messages) {
      var counts: [Interaction.WebSocketMessage.Sender: Int] = [:]
      for message in tree.children(messages) {
        appendWebSocketMessage(tree, message, &counts)
      }
    }
    if let failure = tree.value(ItemKey.error, in: item) {
      text += "\n"
      let words = [ErrorKey.code, .domain, .number, .message].map { key in
        tree.value(key, in: failure).map(tree.string) ?? ""
      }
      let hasResponse = tree.value(ItemKey.response, in: item) != nil
      let kind = hasResponse ? "broken off" : "failed"
      line("\(kind): \(words[0]) (\(words[1]) \(words[2])): \(words[3])")
      appendOther(tree, failure, except: [ErrorKey.code, .domain, .number, .message])
    }
    if let left = tree.value(ItemKey.left, in: item) {
      text += "\n"
      line("left by the \(tree.string(left))")
    }
  }

  private mutating func appendWebSocketMessage(
    _ tree: YAMLTree, _ message: Int, _ counts: inout [Interaction.WebSocketMessage.Sender: Int]
  ) {
    guard tree.nodes[message].kind == .mapping else { return }
    defer { messagePaths = nil }
    let senders: [(key: MessageKey, sender: Interaction.WebSocketMessage.Sender, mark: String)] = [
      (.client, .client, ">"), (.service, .service, "<"),
    ]
    for (key, sender, mark) in senders {
      guard let body = tree.value(key, in: message) else { continue }
      counts[sender, default: 0] += 1
      messagePaths = volatility.paths(ofMessage: counts[sender] ?? 1, sender)
      text += "\n"
      guard tree.isScalar(body) else {
        line(mark)
        appendBody(tree, body)
        continue
      }
      let content = masked(tree.content(body))
      line("\(mark) \(Self.escaped(String(decoding: content, as: UTF8.self)))")
    }
    if let close = tree.value(MessageKey.close, in: message) {
      let sender = tree.value(MessageKey.by, in: message).map(tree.string) ?? ""
      text += "\n"
      line("close \(tree.string(close)) by the \(sender)")
    }
    appendOther(tree, message, except: MessageKey.allCases)
  }

  private mutating func appendMessage(_ tree: YAMLTree, _ message: Int, known: [some CassetteKeys])
  {
    guard tree.nodes[message].kind == .mapping else { return }
    // Requests and responses have the same keys for sections and body.
    let sections = [ResponseKey.headers, .body, .trailers].map(\.rawValue)
    appendOther(tree, message, except: known.map(\.rawValue) + sections)
    if let headers = tree.value(ResponseKey.headers, in: message) { appendFields(tree, headers) }
    if let body = tree.value(ResponseKey.body, in: message), tree.nodes[body].kind == .mapping {
      text += "\n"
      bodyType = type(ofBodyIn: message, of: tree)
      appendBody(tree, body)
      bodyType = nil
    }
    if let trailers = tree.value(ResponseKey.trailers, in: message) {
      text += "\n"
      appendFields(tree, trailers)
    }
  }

  private mutating func appendFields(_ tree: YAMLTree, _ section: Int) {
    guard tree.nodes[section].kind == .mapping else { return }
    for key in tree.children(section) {
      let name = tree.string(key)
      guard volatility.reason(ofHeader: name) == nil else { continue }
      let value = tree.value(ofKey: key)
      let values =
        tree.nodes[value].kind == .sequence ? Array(tree.children(value)) : [value]
      for value in values {
        let field = tree.fieldValue(value, of: name)
        line("\(field?.spelling ?? name): \(field.map { tree.string($0.value) } ?? "")")
      }
    }
  }

  /// Appends the keys that have no special form in this text.
  private mutating func appendOther(
    _ tree: YAMLTree, _ mapping: Int, except known: [some CassetteKeys]
  ) { appendOther(tree, mapping, except: known.map(\.rawValue)) }

  private mutating func appendOther(_ tree: YAMLTree, _ mapping: Int, except known: [String]) {
    guard tree.nodes[mapping].kind == .mapping else { return }
    var other: [UInt8] = []
    YAMLTreeWriter(tree: tree).pairs(
      of: mapping, indent: 0, except: { known.contains(tree.string($0)) }, to: &other)
    lines(other[...])
  }

  // MARK: - Bodies

  private mutating func appendBody(_ tree: YAMLTree, _ body: Int) {
    for key in tree.children(body) {
      let value = tree.value(ofKey: key)
      let name = tree.key(key, as: BodyKey.self)
      switch name {
      case .json, .jsonSpaced, .jsonFolded, .jsonSpacedFolded, .text:
        let isText = name == .text
        let content = tree.content(value)
        if name?.jsonForm?.isFolded == true {
          // Its values are found in its whole strings.
          let masked = masked(FoldedJSON.joining(content)[...])
          lines(FoldedJSON.folding(Array(masked)).map { $0[...] } ?? masked)
        } else {
          lines(masked(content))
        }
        // Different bodies must not look equal.
        if name?.jsonForm?.isSpaced == true { line("(with spaces)") }
        let isUsuallyEnded = isText && content.dropLast().contains(UInt8(ascii: "\n"))
        if (content.last == UInt8(ascii: "\n")) != isUsuallyEnded {
          line(isUsuallyEnded ? "(no line feed at the end)" : "(a line feed at the end)")
        }
      case .form where appendForm(tree, value): continue
      case .multipart where appendParts(tree, value): continue
      case .lines:
        for element in tree.children(value) { line(Self.escaped(tree.string(element))) }
      case .chunks:
        appendChunks(tree, value, in: body)
      case .base64: line(Self.binary(tree.content(value)))
      // It is no part of what the body says.
      case .encoded: continue
      case _ where tree.isScalar(value): line("(\(tree.string(key)): \(tree.string(value)))")
      default:
        var other: [UInt8] = []
        if tree.nodes[value].kind == .mapping {
          YAMLTreeWriter(tree: tree).pairs(of: value, indent: 0, to: &other)
          lines(other[...])
        } else {
          for element in tree.children(value) { other += YAMLTreeWriter(tree: tree).item(element) }
          lines(other[...])
        }
      }
    }
  }

  /// A placeholder for binary content: its size, and a digest.
  static func binary(_ base64: ArraySlice<UInt8>) -> String {
    let digits = base64.filter { $0 > 0x20 }
    let padding = digits.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    // As long as nobody finds two contents with the same on purpose.
    let digest = SHA256.hexadecimal(Base64Text.decode(digits.view, in: digits.indices) ?? digits)
    return "(\(max(0, digits.count / 4 * 3 - padding)) bytes, not text; SHA-256 "
      + "\(digest.prefix(40)))"
  }

  // MARK: - Lines

  mutating func line(_ content: String) {
    text += content.isEmpty ? "\n" : "  \(PrintableText.unmistakable(content, keeping: ["\t"]))\n"
  }

  private mutating func line(comment: UnreadPieces.Piece) {
    line("# " + String(decoding: comment.text, as: UTF8.self))
  }

  mutating func lines(_ content: ArraySlice<UInt8>) {
    for line in content.lines {
      let isEnded = line.last == UInt8(ascii: "\n")
      self.line(String(decoding: isEnded ? line.dropLast() : line, as: UTF8.self))
    }
  }

  /// A text with escaped line ends.
  static func escaped(_ text: String) -> String {
    let letters: [Unicode.Scalar] = ["n", "r", "\n", "\r"]
    let text = PrintableText.doublingBackslashes(in: text) { letters.contains($0[$1]) }
    return String(
      text.unicodeScalars.reduce(into: String.UnicodeScalarView()) { out, scalar in
        switch scalar {
        case "\n": out.append(contentsOf: "\\n".unicodeScalars)
        case "\r": out.append(contentsOf: "\\r".unicodeScalars)
        default: out.append(scalar)
        }
      })
  }
}
