import VCRCore

/// Simulations of Hoverfly (schema versions 1 to 5, and what it exported before): pairs of what
/// matches and what is given, of which those that were captured match the values of one request.
///
/// A pair is served any number of times, but for those of a sequence, and compares what it names
/// alone: without a query any matches. Of several that match Hoverfly serves the one that names
/// most, and of these the first.
struct HoverflyFormat: ForeignFormat {
  static let tools = [
    // `Hoverfly.Save` writes the matchers, and `QueryMatching` compares what they name.
    ForeignTool(
      "Hoverfly",
      reads: "pairs that match one request, as captured, and sequences of them; bodies in files "
        + "beside the simulation, delays",
      losing: "other matchers, state but sequences, templates, what counts for all pairs",
      besides: "what each pair compares; of several the one that names most")
  ]

  let name = "Hoverfly"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    if let pairs = root["data"]?["pairs"] {
      (list, isOld) = (pairs, false)
    } else if let data = root["data"], let first = data.firstMapping,
      first["request"]?["destination"] != nil, first["response"] != nil
    {
      // Before the versions the pairs were the data.
      (list, isOld) = (data, true)
    } else {
      return nil
    }
  }

  /// True for an export from before the versions, of requests that were captured alone.
  private let isOld: Bool

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(["labels", "id"], because: "about the recording, not about the exchange")
      let (written, response) = try members.takeExchange()
      let request = Self.current(written)
      // A part of its state that is no step is a member that is not known.
      let states: [String] = step(of: entry) == nil ? [] : Self.states
      let (asked, match) = try read(request: request, states, log)
      let times = request["requiresState"] == nil ? Int.max : nil
      var seconds: Double?
      return Interaction(
        request: asked,
        outcome: .response(try read(response: response, states, &seconds, log)),
        seconds: seconds, rule: Interaction.Rule(match: match.map(\.description), times: times))
    }
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    for name in ["globalActions", "globalVariables", "globalLiterals"] {
      guard let member = root["data"]?[name] else { continue }
      // The delays stand in lists of their own.
      let lists = member.members.map { $0.map(\.value) } ?? [member]
      guard lists.contains(where: { !$0.elements.isEmpty }) else { continue }
      log.lost(.document, "`\(name)`, which counts for all pairs, is not read", line: member.line)
    }
  }

  /// The members that say in which state a pair is served.
  private static let states: [String] = ["requiresState", "transitionsState", "removesState"]

  func step(of entry: ForeignValue) -> ForeignStep? {
    let required = entry["request"]?["requiresState"]?.members ?? []
    let next = entry["response"]?["transitionsState"]?.members ?? []
    guard required.count == 1, next.count <= 1, let key = required.first?.name,
      next.allSatisfy({ $0.name == key && $0.value.bytes != nil }),
      entry["response"]?["removesState"]?.isVoid ?? true, let state = required[0].value.text
    else { return nil }
    // Hoverfly puts what is named like this into its first state.
    let first = key.hasPrefix("sequence:") ? "1" : nil
    return ForeignStep(of: key, from: first, at: state, to: next.first?.value.text)
  }

  /// The words for matchers in the schema versions 2 to 4, and since.
  private static let matchers = [
    "exactMatch": "exact", "globMatch": "glob", "regexMatch": "regex", "jsonMatch": "json",
    "jsonPathMatch": "jsonpath", "xmlMatch": "xml", "xpathMatch": "xpath",
  ]

  /// A request in the form of version 5: before, each matcher was a member of its own, and those of
  /// the query and of the header fields stood beside them.
  private static func current(_ request: ForeignValue) -> ForeignValue {
    func list(_ value: ForeignValue) -> ForeignValue? {
      let all = (value.members ?? []).filter { $0.value.content != .nothing }
      guard !all.isEmpty, all.allSatisfy({ matchers[$0.name] != nil }) else { return nil }
      let elements = all.map { member in
        let word = ForeignValue(
          .scalar(Array((matchers[member.name] ?? "").utf8)), line: member.value.line, isText: true)
        let parts = [
          ForeignValue.Member(name: "matcher", value: word),
          ForeignValue.Member(name: "value", value: member.value),
        ]
        return ForeignValue(.map(parts), line: member.value.line)
      }
      return ForeignValue(.list(elements), line: value.line)
    }
    guard let members = request.members else { return request }
    var result: [ForeignValue.Member] = []
    for var member in members {
      if let list = list(member.value) {
        if member.name == "query" { member.name = "deprecatedQuery" }
        member.value = list
      } else if let name = ["queriesWithMatchers": "query", "headersWithMatchers": "headers"][
        member.name], let parts = member.value.members
      {
        let matched = parts.map { part in
          ForeignValue.Member(name: part.name, value: list(part.value) ?? part.value)
        }
        let index = result.firstIndex { $0.name == name && $0.value.members != nil }
        let before = index.map { result.remove(at: $0).value.members ?? [] } ?? []
        member = ForeignValue.Member(
          name: name, value: ForeignValue(.map(before + matched), line: member.value.line))
      }
      result.append(member)
    }
    return ForeignValue(.map(result), line: request.line)
  }

  /// True for a request as it was captured in an old version: of these Hoverfly compared neither
  /// the scheme nor the header fields.
  private func isCaptured(_ request: ForeignValue) -> Bool {
    isOld || request["requestType"]?.text == "recording"
  }

  func rank(of entry: ForeignValue) -> Int? {
    guard let request = entry["request"].map(Self.current) else { return 0 }
    // What `StrongestMatch` adds up: two for an exact value, one for any other matcher.
    func strength(_ value: ForeignValue) -> Int {
      if value.bytes != nil { return 2 }
      if let members = value.members, value["matcher"] == nil {
        return members.reduce(0) { $0 + strength($1.value) }
      }
      return (value.members == nil ? value.elements : [value]).reduce(0) { sum, matcher in
        sum + (["exact", "array"].contains(matcher["matcher"]?.text ?? "exact") ? 2 : 1)
      }
    }
    var names = ["method", "destination", "path", "query", "deprecatedQuery", "body"]
    if !isCaptured(request) { names += ["scheme", "headers"] }
    let states = request["requiresState"]?.members?.count ?? 0
    return -names.reduce(states) { $0 + (request[$1].map(strength) ?? 0) }
  }

  /// The request, and what the pair compares of it.
  private func read(
    request: ForeignValue, _ states: [String], _ log: ForeignLog
  ) throws(ForeignEntryError) -> (Interaction.Request, [RequestEquivalence.Part]) {
    try log.reading(request, "its request") { members throws(ForeignEntryError) in
      members.ignore(states, because: "read with the entry, as a step")
      let isCaptured = isCaptured(request)
      if isCaptured {
        members.ignore(["requestType"], because: "that it was captured, not what")
      }
      var match: [RequestEquivalence.Part] = []
      // What a pair does not name may be anything, and is not compared.
      func part(
        _ name: String, or usual: String, comparing parts: [RequestEquivalence.Part],
        _ members: inout ForeignMembers
      ) throws(ForeignEntryError) -> String {
        guard let matchers = members.take(name) else { return usual }
        match += parts
        return String(decoding: try Self.exact(matchers, name), as: UTF8.self)
      }
      let method = try part("method", or: "GET", comparing: [.method], &members)
      let scheme = try part(
        "scheme", or: "http", comparing: isCaptured ? [] : [.scheme], &members)
      let host = try part(
        "destination", or: "localhost", comparing: [.host, .port], &members)
      var url = "\(scheme)://\(host)"
      url += try part("path", or: "/", comparing: [.path], &members)
      let query = Self.query(of: &members, comparing: &match, log)
      if !query.filter({ !$0.isEmpty }).isEmpty { url += "?" + query.joined(separator: "&") }
      var headers: [HeaderField] = []
      let fields = log.members(members.take("headers"), "the header fields", losing: .headers)
      for field in fields {
        let texts = Self.compared(field.value, "a header field", log) ?? []
        headers += texts.map { HeaderField(field.name, bytes: $0) }
      }
      if !headers.isEmpty, !isCaptured { match.append(.headers(headers.map(\.name))) }
      var asked = Interaction.Request(method: method, url: url, headers: HeaderFields(headers))
      if let body = members.take("body"), !body.isVoid,
        let part = Self.read(body: body, into: &asked, log)
      {
        match.append(part)
      }
      return (asked, match)
    }
  }

  /// Reads the matchers of a query, of the whole of it or of its parameters.
  private static func query(
    of members: inout ForeignMembers, comparing match: inout [RequestEquivalence.Part],
    _ log: ForeignLog
  ) -> [String] {
    var query: [String] = []
    for name in ["query", "deprecatedQuery"] {
      guard let value = members.take(name) else { continue }
      guard let pairs = value.members, !pairs.isEmpty else {
        guard let texts = value.isVoid ? [] : compared(value, "its query", log) else { continue }
        match.append(.query)
        query += texts.map { String(decoding: $0, as: UTF8.self) }
        continue
      }
      var names: [String] = []
      for pair in pairs {
        guard let texts = compared(pair.value, "a parameter of its query", log) else { continue }
        names.append(pair.name)
        let form = FormEncoding.encode(texts.map { (name: Array(pair.name.utf8), value: $0) })
        query.append(String(decoding: form, as: UTF8.self))
      }
      if !names.isEmpty { match.append(.query(only: names)) }
    }
    return query
  }

  /// Reads the matcher of a body: its text, JSON, XML or the fields of a form, as captured; nil,
  /// with a loss, for any other, which is not compared.
  private static func read(
    body: ForeignValue, into request: inout Interaction.Request, _ log: ForeignLog
  ) -> RequestEquivalence.Part? {
    let matcher = body.elements.count == 1 ? body.elements[0] : body
    let isWhole = matcher.members?.allSatisfy { isMatcher($0) } ?? true
    let (word, value) = (isWhole ? word(of: matcher) : nil, matcher["value"])
    if word == "json" || word == "xml", let bytes = value?.bytes {
      request.body = Body(bytes)
      if word == "json" { return .json }
      log.lost(
        .member, "that the white space of its body, which is XML, may differ is not read",
        line: matcher.line)
      return .body
    }
    guard word == "form", let fields = value?.members else {
      guard let text = compared(body, "its body", losing: .body, log)?.first else { return nil }
      request.body = Body(text)
      return .body
    }
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    for field in fields {
      guard let texts = compared(field.value, "its body", losing: .body, log) else { return nil }
      pairs += texts.map { (Array(field.name.utf8), $0) }
    }
    request.body = Body(FormEncoding.encode(pairs))
    // Hoverfly writes such a matcher for bodies of this type alone.
    if request.headers["Content-Type"] == nil {
      request.headers.append("Content-Type", FormEncoding.mediaType)
    }
    return .form
  }

  private func read(
    response: ForeignValue, _ states: [String], _ seconds: inout Double?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    var delay: ForeignValue?
    let read = try log.readingResponse(response) {
      members, status, part throws(ForeignEntryError) in
      members.ignore(states, because: "read with the entry, as a step")
      delay = members.numeric("fixedDelay")
      let isBase64 = members.take("encodedBody").map { !$0.isVoid } ?? false
      let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      let body = ForeignBody(part: part, headers: headers, log: log)
      if let templated = members.take("templated"), !templated.isVoid {
        body.loseTemplate("the body of \(part)", at: templated)
      }
      let value = members.take("body")
      var bytes = isBase64 ? try value.map(body.base64) ?? [] : try body.read(value)
      // Hoverfly takes the text where it has both.
      if let file = members.take("bodyFile"), !file.isVoid, bytes.isEmpty {
        bytes = try body.content(
          ofFile: file, in: "bodyFile", folder: "in the simulation's folder"
        ) { log.files.read($0) }
      }
      return Interaction.Response(status: status, headers: headers, body: Body(bytes))
    }
    seconds = ForeignScalars.milliseconds(delay)
    return read
  }

  /// The text that a list of one exact matcher wants, which an address needs.
  private static func exact(
    _ value: ForeignValue, _ name: String
  ) throws(ForeignEntryError) -> [UInt8] {
    let texts: [[UInt8]]
    do throws(Pattern) {
      texts = try Self.texts(value)
    } catch {
      throw ForeignEntryError(
        "its \(name) is matched by `\(PrintableText.line(String(error.word.prefix(20))))`, which "
          + "says what matches and not what was recorded", at: error.matcher)
    }
    guard texts.count == 1 else {
      throw ForeignEntryError("its request has \(texts.count) matchers of its \(name)", at: value)
    }
    return texts[0]
  }

  /// The texts that exact matchers want; nil, with a loss, where one is no exact matcher.
  private static func compared(
    _ value: ForeignValue, _ place: String, losing kind: ForeignLoss.Kind = .member,
    _ log: ForeignLog
  ) -> [[UInt8]]? {
    do throws(Pattern) {
      return try texts(value)
    } catch {
      log.loseMatcher(error.word, of: place, losing: kind, line: error.matcher.line)
      return nil
    }
  }

  /// True for a member of a matcher that says what it wants, and for one that says nothing.
  private static func isMatcher(_ member: ForeignValue.Member) -> Bool {
    ["matcher", "value"].contains(member.name) || member.value.isVoid
  }

  /// The word of a matcher, which `isMatching` in Hoverfly's `field_matcher.go` takes in any case.
  private static func word(of matcher: ForeignValue) -> String? {
    matcher["matcher"].map { ($0.text ?? $0.kind).lowercased() }
  }

  /// A matcher that says what matches and not what was recorded.
  private struct Pattern: Error {
    let word: String
    let matcher: ForeignValue
  }

  /// The texts that exact matchers want: the values that were captured.
  private static func texts(_ value: ForeignValue) throws(Pattern) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    let matchers = value.bytes == nil && value.members == nil ? value.elements : [value]
    for matcher in matchers {
      let more = matcher.members?.first { !isMatcher($0) }?.name
      let word = more ?? word(of: matcher) ?? "exact"
      let values = matcher["value"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? [matcher]
      let wanted = values.compactMap(\.bytes)
      // A pattern without a wildcard matches itself alone.
      let isExact =
        word == "glob" ? !wanted.joined().contains(UInt8(ascii: "*")) : exactWords.contains(word)
      guard isExact, wanted.count == values.count else {
        throw Pattern(word: word, matcher: matcher)
      }
      texts += wanted
    }
    return texts
  }

  private static let exactWords = ["exact", "array"]
}
