import VCRCore

/// Mappings of WireMock.Net: a file of one, or of a list, its names with a capital.
///
/// Like a stub of WireMock a mapping says what matches, in its own words: its exact values are the
/// request, and its rule compares those alone. What was recorded through a proxy has patterns in
/// which nothing stands for anything else.
struct WireMockNetFormat: ForeignFormat {
  static let title = "WireMock.Net"

  static let tools = [
    // `MappingMatcher.FindBestMatch`.
    ForeignTool(
      title,
      reads: "mappings with exact values, bodies as text, bytes and JSON and in files beside the "
        + "mapping, delays, scenarios whose states follow one another",
      losing: "patterns and other matchers, transformers, faults, webhooks",
      besides: "what each mapping compares, in any case where it says so; of several the one with "
        + "the lowest priority, then the one that compares most, then the last")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    let first = root.firstMapping ?? root
    guard first["Response"] != nil, let request = first["Request"],
      request["Uri", "Method"] == nil, request["Path", "Url", "Methods"] != nil
    else { return nil }
    list = root.members == nil ? root : ForeignValue(.list([root]), line: root.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        ["Guid", "UpdatedAt", "CreatedAt", "Title", "Description"],
        because: "about the mapping, not about the exchange")
      members.ignore(
        ["Priority", "Scenario", "WhenStateIs", "SetStateTo"],
        because: "read with the entry, as its rank and its step")
      let (request, response) = try members.takeExchange("Request", "Response")
      var match: [RequestEquivalence.Part] = []
      let asked = try read(request: request, &match, log)
      var seconds: Double?
      return Interaction(
        request: asked, outcome: .response(try read(response: response, &seconds, log)),
        seconds: seconds, rule: Interaction.Rule(match: match.map(\.description), times: .max))
    }
  }

  static var servesLastOfRank: Bool { true }

  func rank(of entry: ForeignValue) -> Int? {
    let request = entry["Request"]
    let compared = ["Path", "Url", "Methods", "Body"].count { request?[$0] != nil }
    let others = ["Headers", "Cookies", "Params"].reduce(0) {
      $0 + (request?[$1]?.elements.count ?? 0)
    }
    let priority = entry["Priority"]?.text.flatMap { Int32($0) }.map { Int($0) } ?? 0
    return priority << 16 - min(compared + others, 1 << 16 - 1)
  }

  func step(of entry: ForeignValue) -> ForeignStep? {
    guard let scenario = entry["Scenario"]?.text else { return nil }
    // A scenario begins in no state, in which a mapping without one is served.
    let first = ""
    return ForeignStep(
      of: scenario, from: first, at: entry["WhenStateIs"]?.text ?? first,
      to: entry["SetStateTo"]?.text)
  }

  // MARK: - The request

  /// The request, and what the mapping compares of it.
  private func read(
    request: ForeignValue, _ match: inout [RequestEquivalence.Part], _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    var parts: [RequestEquivalence.Part] = []
    let asked = try log.reading(request, "its request") { members throws(ForeignEntryError) in
      var asked = Interaction.Request(url: "")
      if let methods = members.take("Methods"), !methods.isVoid {
        guard methods.elements.count == 1, let method = methods.elements[0].text else {
          throw ForeignEntryError("its request matches several methods", at: methods)
        }
        asked.method = method.uppercased()
        parts.append(.method)
      }
      asked.url = try address(&members, request, &parts)
      var query: [(name: [UInt8], value: [UInt8])] = []
      var names: [String] = []
      for (name, values) in pairs(members.take("Params"), "a parameter of its query", log) {
        query += values.map { (Array(name.utf8), Array($0.utf8)) }
        names.append(name)
      }
      if !query.isEmpty {
        let mark = asked.url.contains("?") ? "&" : "?"
        asked.url += mark + String(decoding: FormEncoding.encode(query), as: UTF8.self)
        if !parts.contains(where: { $0.description == "url" }) {
          parts.append(.query(only: names))
        }
      }
      var fields: [String] = []
      for (name, values) in pairs(members.take("Headers"), "a header field", log) {
        for value in values { asked.headers.append(name, value) }
        fields.append(name)
      }
      let cookies = pairs(members.take("Cookies"), "a cookie", log).flatMap { name, values in
        values.map { "\(name)=\($0)" }
      }
      if !cookies.isEmpty {
        asked.headers.append("Cookie", cookies.joined(separator: "; "))
        fields.append("Cookie")
      }
      if !fields.isEmpty { parts.append(.headers(fields)) }
      try read(body: members.take("Body"), into: &asked, &parts, log)
      return asked
    }
    match = parts
    return asked
  }

  /// The URL: a mapping names it as a whole, or its path, or neither for any.
  private func address(
    _ members: inout ForeignMembers, _ request: ForeignValue,
    _ parts: inout [RequestEquivalence.Part]
  ) throws(ForeignEntryError) -> String {
    for (name, part) in [("Url", RequestEquivalence.Part.url), ("Path", .path)] {
      guard let value = members.take(name), !value.isVoid else { continue }
      guard let text = Self.exact(value) else {
        throw ForeignEntryError("its request matches many URLs, so none was recorded", at: value)
      }
      parts.append(part)
      // Where a mapping names no host, the one by which the service is reached on its own machine.
      return text.hasPrefix("/") ? "http://localhost" + text : text
    }
    return "http://localhost/"
  }

  /// The names and the exact values of parameters, fields or cookies.
  private func pairs(
    _ list: ForeignValue?, _ place: String, _ log: ForeignLog
  ) -> [(name: String, values: [String])] {
    log.elements(list, "\(place)s").compactMap { pair in
      let matchers = pair["Matchers"]?.elements ?? []
      let values = matchers.compactMap(Self.exact)
      guard let name = pair["Name"]?.text, !values.isEmpty, values.count == matchers.count,
        pair["RejectOnMatch"]?.isVoid ?? true
      else {
        log.loseMatcher(
          matchers.first?["Name"]?.text ?? "no matcher", of: place, line: pair.line)
        return nil
      }
      return (name, values)
    }
  }

  private func read(
    body: ForeignValue?, into request: inout Interaction.Request,
    _ parts: inout [RequestEquivalence.Part], _ log: ForeignLog
  ) throws(ForeignEntryError) {
    guard let body, !body.isVoid else { return }
    let matchers = body["Matchers"]?.elements ?? body["Matcher"].map { [$0] } ?? []
    guard matchers.count == 1, let matcher = matchers.first, let word = matcher["Name"]?.text else {
      log.lost(.body, "several matchers of its body are not read", line: body.line)
      return
    }
    if word == "JsonMatcher", let pattern = matcher["Pattern"] {
      request.body = Body(pattern.bytes ?? ForeignStructure.json(pattern, .javaScript))
      parts.append(.json)
    } else if let text = Self.exact(matcher) {
      request.body = Body(Array(text.utf8))
      parts.append(.body)
    } else {
      log.loseMatcher(word, of: "its body", losing: .body, line: matcher.line)
    }
  }

  /// The text that a matcher, or the only one of several, wants; nil for any other.
  private static func exact(_ value: ForeignValue) -> String? {
    if let text = value.text { return text }
    let matchers = value["Matchers"]?.elements ?? [value]
    guard matchers.count == 1, let matcher = matchers.first, matcher["Patterns"] == nil,
      matcher["RejectOnMatch"]?.isVoid ?? true, let text = matcher["Pattern"]?.text
    else { return nil }
    switch matcher["Name"]?.text {
    case "ExactMatcher": return text
    case "WildcardMatcher": return text.contains { "*?".contains($0) } ? nil : text
    default: return nil
    }
  }

  // MARK: - The response

  private static let bodyMembers = StubBodyMembers(
    base64: "BodyAsBytes", json: "BodyAsJson", file: "BodyAsFile", text: "Body",
    folder: "beside the mapping")

  private func read(
    response: ForeignValue, _ seconds: inout Double?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    for (name, what) in [
      ("Fault", "is a fault, of which no bytes are known"),
      ("ProxyUrl", "is what another service says then"),
    ] where response[name]?.isVoid == false {
      throw ForeignEntryError("\(part) \(what)", at: response)
    }
    var delay: ForeignValue?
    let read = try log.reading(response, part) { members throws(ForeignEntryError) in
      members.ignore(
        ["BodyDestination", "TransformerType", "TransformerReplaceNodeOptions"],
        because: "how the service keeps the body, and transforms it")
      delay = members.numeric("Delay")
      let status = members.status("StatusCode") ?? 200
      let headers = ForeignHeaders.read(members.take("Headers"), of: part, log)
      let trailers = ForeignHeaders.read(members.take("TrailingHeaders"), of: part, log)
      let encoding = members.take("BodyEncoding")?["WebName"]?.text ?? ""
      let body = ForeignBody(part: part, headers: headers, log: log)
      let bytes = try body.read(&members, Self.bodyMembers, encoding: encoding) {
        log.files.read($0)
      }
      let isTemplate = members.take("UseTransformer").map { !$0.isVoid } ?? false
      if isTemplate, bytes.firstRange(of: Array("{{".utf8)) != nil {
        body.loseTemplate(part, at: response)
      }
      return Interaction.Response(
        status: status, headers: headers, body: Body(bytes), trailers: trailers)
    }
    seconds = ForeignScalars.milliseconds(delay)
    return read
  }
}
