import VCRCore

/// Finds secrets in an interaction: the values that the current rules would replace.
struct SecretCheck {
  /// A value that should not be in the cassette.
  struct Leak {
    /// The part of the interaction that holds it.
    var part: Part
    /// Its place in the interaction, for the user.
    var place: String
    /// The value.
    var value: [UInt8]
    /// A description without the value.
    var message: String
    /// The kind of finding.
    var kind = CheckFinding.Kind.secret
  }

  /// A part of an interaction that has its own place in the file.
  enum Part: Equatable {
    case url
    case headers(isResponse: Bool, isTrailer: Bool, index: Int)
    case body(isResponse: Bool)
    /// A message of a WebSocket, counted from 0.
    case webSocketMessage(Int)
    case reason
    case message
    /// None of these, but a line of the file, perhaps within an interaction; both are counted from
    /// 1.
    case unread(line: Int, item: Int?)
  }

  /// Finds what would be replaced.
  let redactor: Redactor

  private var leaks: [Leak] = []
  /// The number of leaks that are counted but not listed.
  private var unlistedCount = 0

  /// Creates a check.
  init(redactor: Redactor) { self.redactor = redactor }

  /// The leaks of an interaction.
  static func leaks(in interaction: Interaction, redactor: Redactor) -> [Leak] {
    var check = SecretCheck(redactor: redactor)
    let redacted = redactor.redacting(interaction)
    check.url(interaction.request.url, redacted.request.url)
    check.message(
      interaction.request.headers, interaction.request.trailers, interaction.request.body,
      redacted.request.headers, redacted.request.trailers, redacted.request.body,
      isResponse: false)
    switch (interaction.outcome, redacted.outcome) {
    case (.response(let old), .response(let new)):
      check.text(.reason, "response status", old.reason ?? "", new.reason ?? "")
      check.message(
        old.headers, old.trailers, old.body, new.headers, new.trailers, new.body, isResponse: true)
      check.webSocketMessages(old.messages, new.messages)
    default: break
    }
    if let old = interaction.outcome.failure, let new = redacted.outcome.failure {
      check.text(.message, "error message", old.message, new.message)
    }
    return check.all
  }

  /// The leaks of each interaction of a file.
  ///
  /// Each is looked at once, and again where a token stands in it that a later one reveals.
  ///
  /// - Parameters:
  ///   - count: The number of interactions.
  ///   - redactor: Finds what would be replaced; it knows all tokens of the file afterwards.
  ///   - interaction: The interaction with an index, nil for one that cannot be read.
  /// - Returns: The leaks of each; none for what cannot be read.
  static func leaks(
    ofInteractions count: Int, redactor: Redactor, _ interaction: (Int) -> Interaction?
  ) -> [[Leak]] {
    var known: [Int?] = []
    var all: [[Leak]] = []
    for index in 0..<count {
      let interaction = interaction(index)
      all.append(interaction.map { leaks(in: $0, redactor: redactor) } ?? [])
      known.append(interaction.map { _ in redactor.tokenCount })
    }
    let last = redactor.tokenCount
    var later = LaterTokens(of: redactor)
    for index in (0..<count).reversed() {
      guard let known = known[index], known < last, let interaction = interaction(index),
        later.stand(in: interaction, after: known)
      else { continue }
      all[index] = leaks(in: interaction, redactor: redactor)
    }
    return all
  }

  /// The leaks of a text that belongs to no message.
  static func leaks(in unread: UnreadText, redactor: Redactor) -> [Leak] {
    var check = SecretCheck(redactor: redactor)
    let text = unread.text
    for edit in unread.secrets(redactor) where !isInPlaceholder(edit.range, text) {
      let place = unread.place(of: edit.range.lowerBound)
      check.add(
        .unread(line: place.line, item: place.item), place.words, text[edit.range],
        edit.bytes, localName: unread.name(before: edit.range.lowerBound))
    }
    return check.all
  }

  /// The listed leaks, and one entry for the number of others.
  private var all: [Leak] {
    guard unlistedCount > 0, let last = leaks.last else { return leaks }
    return leaks + [
      Leak(part: last.part, place: "", value: [], message: "\(unlistedCount) more secrets")
    ]
  }

  /// The largest number of leaks that are listed for an interaction; each takes a search for its
  /// line.
  private static let maximumLeaks = 50

  private mutating func append(_ leak: Leak) {
    if leaks.count < Self.maximumLeaks { leaks.append(leak) } else { unlistedCount += 1 }
  }

  private mutating func webSocketMessages(
    _ old: [Interaction.WebSocketMessage], _ new: [Interaction.WebSocketMessage]
  ) {
    for (index, (old, new)) in zip(old, new).enumerated() where old.content != new.content {
      let place = "message \(index + 1) of the \(old.sender.rawValue)"
      if let before = old.closeWords, let after = new.closeWords {
        text(.webSocketMessage(index), place, before, after)
      } else if let before = old.body, let after = new.body {
        body(before, after, .webSocketMessage(index), place)
      }
    }
  }

  private mutating func message(
    _ headers: HeaderFields, _ trailers: HeaderFields, _ body: Body, _ newHeaders: HeaderFields,
    _ newTrailers: HeaderFields, _ newBody: Body, isResponse: Bool
  ) {
    fields(headers, newHeaders, isResponse: isResponse, isTrailer: false)
    self.body(
      body, newBody, .body(isResponse: isResponse), isResponse ? "response body" : "request body")
    fields(trailers, newTrailers, isResponse: isResponse, isTrailer: true)
  }

  // MARK: - Replacements

  /// The differences between a text and its redacted form: ranges of the text with their
  /// replacements.
  private func replaced(_ old: [UInt8], _ new: [UInt8]) -> [Replacements.Item] {
    guard old != new else { return [] }
    // A placeholder with another name is no secret.
    return TextDifference.edits(from: old, to: new).filter { !Self.isInPlaceholder($0.range, old) }
  }

  private static func isInPlaceholder(_ range: Range<Int>, _ text: [UInt8]) -> Bool {
    func isPart(_ byte: UInt8) -> Bool {
      byte.isASCIIUppercase || byte.isASCIIDigit || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
    }
    var (start, end) = (range.lowerBound, range.upperBound)
    let (floor, ceiling) = (max(0, start - 100), min(text.count, end + 100))
    while start > floor, isPart(text[start - 1]) { start -= 1 }
    while end < ceiling, isPart(text[end]) { end += 1 }
    let whole = text[start..<end]
    return whole.allSatisfy(isPart) && whole.starts(with: "{{".utf8)
      && whole.suffix(2).elementsEqual("}}".utf8)
  }

  private mutating func text(_ part: Part, _ place: String, _ old: String, _ new: String) {
    let bytes = Array(old.utf8)
    for edit in replaced(bytes, Array(new.utf8)) {
      add(part, place, bytes[edit.range], edit.bytes, localName: [])
    }
  }

  private mutating func url(_ old: String, _ new: String) {
    let bytes = Array(old.utf8)
    let edits = replaced(bytes, Array(new.utf8))
    for edit in edits {
      let name = Self.name(before: edit.range.lowerBound, in: bytes)
      let item = name.isEmpty ? "" : " query \(String(decoding: name, as: UTF8.self))"
      add(.url, "request url" + item, bytes[edit.range], edit.bytes, localName: name)
    }
  }

  /// The name of the query item or cookie whose value begins at a position; empty for none.
  private static func name(before index: Int, in text: [UInt8]) -> ArraySlice<UInt8> {
    guard index > 0, text[index - 1] == UInt8(ascii: "=") else { return [] }
    var start = index - 1
    while start > 0, !"?&#; ".utf8.contains(text[start - 1]) { start -= 1 }
    return text[start..<index - 1]
  }

  private mutating func fields(
    _ old: HeaderFields, _ new: HeaderFields, isResponse: Bool, isTrailer: Bool
  ) {
    let kind = (isResponse ? "response " : "request ") + (isTrailer ? "trailer " : "header ")
    for (index, field) in old.fields.enumerated() {
      let part = Part.headers(isResponse: isResponse, isTrailer: isTrailer, index: index)
      let value = Array(field.value.utf8)
      let name = Array(field.name.utf8)
      let isCookie = CookiePlace.isResponse(field.name) != nil
      guard index < new.fields.count, new.fields[index].value != field.value else { continue }
      for edit in replaced(value, Array(new.fields[index].value.utf8)) {
        let old = value[edit.range]
        // Most cookies hold harmless settings such as a colour or a language.
        if isCookie,
          !CookieLikeness.mayIdentifySession(
            Self.name(before: edit.range.lowerBound, in: value), old)
        {
          // Its settings may be secrets, of which the redactor remembers the cookie as a whole.
          let value = String(decoding: old, as: UTF8.self)
          text(part, kind + field.name, value, redactor.redaction.redacting(text: value))
          continue
        }
        add(part, kind + field.name, old, edit.bytes, localName: name[...])
      }
    }
  }

  /// The largest number of leaks of a body that are listed with their path; each takes a pass over
  /// the body.
  private static let maximumPaths = 20

  private mutating func body(_ old: Body, _ new: Body, _ part: Part, _ place: String) {
    guard !old.isEmpty else { return }
    let edits = replaced(old.bytes, new.bytes)
    var json: JSONText?
    var paths = 0
    func path(_ offset: Int) -> (words: String, name: [UInt8]) {
      guard paths < Self.maximumPaths else { return (place, []) }
      paths += 1
      if json == nil { json = JSONText(old.bytes) }
      guard let found = json?.path(to: offset) else { return (place, []) }
      return (place + " " + found.path, found.name)
    }
    for edit in edits {
      let found = path(edit.range.lowerBound)
      add(part, found.words, old.bytes[edit.range], edit.bytes, localName: found.name[...])
    }
  }

  private mutating func add(
    _ part: Part, _ place: String, _ value: ArraySlice<UInt8>, _ placeholder: [UInt8],
    localName: ArraySlice<UInt8>
  ) {
    let name = Self.name(ofPlaceholder: placeholder)
    let isPassword =
      CredentialNames.isPassword(localName) || CredentialNames.isPassword(name[...])
    let secret = Self.withoutScheme(value, ofPassword: isPassword)
    let local = localName.map {
      $0.isASCIIAlphanumeric ? $0.asciiUppercased : UInt8(ascii: "_")
    }
    let isNamed = !local.isEmpty && name.reversed().starts(with: local.reversed())
    let isMeant =
      isNamed || name.starts(with: "COOKIE".utf8) || name.elementsEqual("USERINFO".utf8)
    let isByName = isMeant || StandardSecrets.names.contains(name.view, in: name.indices)
    let isDummy = isByName && DummyValue.isEvident(secret)
    // People choose passwords that are short or dictionary words.
    let isDoubtful =
      isDummy && isMeant && !DummyValue.isMark(secret)
      && (CredentialNames.isPassword(localName) || CodeNames.contains(localName))
    if isByName ? isDummy && !isDoubtful : DummyValue.isEvidentToken(secret) { return }
    // A value that is a secret by its name in one place is found in other places as well.
    let what =
      isDoubtful
      ? "may be a real password, though it is short or looks made up"
      : isMeant
        ? "is a secret by its name"
        : isByName
          ? "is the secret \(String(decoding: name, as: UTF8.self))"
          : "looks like \(Self.words(for: name))"
    append(
      Leak(
        part: part, place: place, value: Array(value), message: what + Self.masked(secret),
        kind: isDoubtful ? .dummy : .secret))
  }

  // MARK: - Words

  /// A credential without its scheme; for Basic credentials, the decoded password.
  ///
  /// A password may have a space, and what is before it is then no scheme.
  private static func withoutScheme(
    _ value: ArraySlice<UInt8>, ofPassword isPassword: Bool
  ) -> ArraySlice<UInt8> {
    let text = Array(value)
    let rest =
      isPassword
      ? Credentials.afterScheme(text.view, in: text.indices, known: true)
      : Credentials.afterScheme(text.view, in: text.indices)
    guard Credentials.isScheme("basic", text.view, 0..<max(0, rest.lowerBound - 1)),
      let pair = Credentials.basic(text.view, in: rest),
      let colon = pair.firstIndex(of: UInt8(ascii: ":"))
    else { return text[rest] }
    let password = pair[(colon + 1)...]
    // API keys are sent as user names without a password.
    return password.count > 1 ? password : pair[..<colon]
  }

  /// The name in a placeholder, the innermost one if they are nested.
  private static func name(ofPlaceholder placeholder: [UInt8]) -> [UInt8] {
    let text = Placeholder.decoded(placeholder)
    var start = 0
    for index in text.indices {
      if text[index...].starts(with: "{{".utf8) { start = index + 2 }
      if text[index...].starts(with: "%7B%7B".utf8) { start = index + 6 }
    }
    return Array(
      text[start...].prefix {
        $0.isASCIIUppercase || $0.isASCIIDigit || $0 == UInt8(ascii: "_")
      })
  }

  /// A placeholder name such as `GITHUB_TOKEN` in words for the user.
  private static func words(for name: [UInt8]) -> String {
    var words = String(decoding: name, as: UTF8.self).split(separator: "_").map { word in
      spellings[String(word)] ?? word.lowercased()
    }
    guard let first = words.first, let initial = first.first else { return "a secret" }
    // Names of providers are capitalised.
    if words.count > 1, first == first.lowercased(), !spellings.values.contains(first) {
      words[0] = first.prefix(1).uppercased() + first.dropFirst()
    }
    let article = "AEIOUaeiou".contains(initial) ? "an " : "a "
    return article + words.joined(separator: " ")
  }

  private static let spellings = [
    "API": "API", "AWS": "AWS", "ID": "id", "JWT": "JSON Web Token", "GITHUB": "GitHub",
    "GITLAB": "GitLab", "NPM": "npm", "PYPI": "PyPI", "OPENAI": "OpenAI", "XAI": "xAI",
    "DIGITALOCEAN": "DigitalOcean", "SENDGRID": "SendGrid", "HUBSPOT": "HubSpot", "AGE": "age",
    "RUBYGEMS": "RubyGems", "EASYPOST": "EasyPost", "PRIVATE": "private", "BEARER": "bearer",
    "BASIC": "Basic", "LANGSMITH": "LangSmith", "OPENROUTER": "OpenRouter",
    "PLANETSCALE": "PlanetScale", "ONEPASSWORD": "1Password", "HUGGINGFACE": "Hugging Face",
  ]

  /// Enough of a value for its owner to recognise it: at most four characters and a quarter.
  private static func masked(_ value: ArraySlice<UInt8>) -> String {
    let shown = value.prefix(min(4, value.count / 4)).map { byte -> UInt8 in
      byte > 0x20 && byte < 0x7F ? byte : UInt8(ascii: "?")
    }
    return " (\(String(decoding: shown, as: UTF8.self))…, \(value.count) characters)"
  }
}

extension JSONText {
  /// The path of the innermost value at an offset, and the name of the closest enclosing member.
  func path(to offset: Int) -> (path: String, name: [UInt8])? {
    guard !nodes.isEmpty, range(of: 0).contains(offset) else { return nil }
    var path = "$"
    var name: [UInt8] = []
    var node = 0
    while nodes[node].kind == .array || nodes[node].kind == .object {
      let isArray = nodes[node].kind == .array
      var child = node + 1
      var index = 0
      let end = Int(nodes[node].next)
      while child < end, Int(nodes[child].end) <= offset {
        child = Int(nodes[child].next)
        index += 1
      }
      guard child < end, Int(nodes[child].start) <= offset else { break }
      if isArray {
        path += "[\(index)]"
      } else {
        name = self.name(of: child)
        path += JSONPath.step(name)
      }
      node = child
    }
    return (path, name)
  }
}
