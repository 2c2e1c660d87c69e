import VCRCore

/// Stub mappings of WireMock: a file of one, or of a list, with bodies in the file or in `__files`.
///
/// A stub says what matches: its exact values are the request, and its rule compares those alone.
/// It is served any number of times, by whatever name the service is called, so where it names no
/// host the one by which WireMock is reached on its own machine stands in, which the rule does not
/// compare. Of several that match WireMock serves that with the lowest priority, and of these the
/// one that was added last; vcr serves the first, so they are put in that order.
struct WireMockFormat: ForeignFormat {
  static let title = "WireMock"

  static let tools = [
    ForeignTool(
      title,
      reads: "`mappings` with exact values, bodies in `__files`, in Base64 and as JSON, delays, "
        + "scenarios that WireMock records",
      losing: "patterns and other matchers, templates, faults, scenarios but those whose states "
        + "follow one another",
      besides: "what each stub compares; of several the one with the lowest priority, then the last"
    )
  ]

  let name = title
  let list: ForeignValue

  /// The names that a request's URL may have.
  private static let addresses = [
    "url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate",
  ]

  init?(_ root: ForeignValue) {
    if let mappings = root.members?.last(where: { $0.name == "mappings" })?.value {
      list = mappings
      return
    }
    guard root["response"] != nil, let request = root["request"] else { return nil }
    let address = Self.addresses.lazy.compactMap { request[$0] }.first?.text
    guard request["url"] == nil || address?.hasPrefix("/") == true,
      address != nil || root["uuid", "priority", "persistent"] != nil
    else { return nil }
    list = ForeignValue(.list([root]), line: root.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        ["id", "uuid", "name", "persistent", "insertionIndex", "metadata"],
        because: "about the stub, not about the exchange")
      let (request, response) = try members.takeExchange()
      if let priority = members.take("priority"), Self.rank(priority) == nil {
        log.lost(
          .member, "its priority is no number that WireMock knows, and not read",
          line: priority.line)
      }
      for name in Self.scenario {
        if let word = members.take(name), word.bytes == nil {
          log.lost(.member, "`\(name)` is \(word.kind), and not read", line: word.line)
        }
      }
      var stub = WireMockStub(log: log)
      try stub.read(request)
      var seconds: Double?
      return Interaction(
        request: stub.request, outcome: .response(try read(response: response, &seconds, log)),
        seconds: seconds, rule: Interaction.Rule(match: stub.match.map(\.description), times: .max))
    }
  }

  static var servesLastOfRank: Bool { true }

  func rank(of entry: ForeignValue) -> Int? {
    // The priority of a stub that names none.
    let usual = 5
    return entry["priority"].flatMap(Self.rank) ?? usual
  }

  /// The members that say in which state a stub is served; without a name the states mean nothing.
  private static let scenario = ["scenarioName", "requiredScenarioState", "newScenarioState"]

  func step(of entry: ForeignValue) -> ForeignStep? {
    let (state, next) = (entry["requiredScenarioState"]?.text, entry["newScenarioState"]?.text)
    guard let name = entry["scenarioName"]?.text, state != nil || next != nil else { return nil }
    return ForeignStep(of: name, from: "Started", at: state, to: next)
  }

  /// A priority: an integer of 32 bits, or its text.
  private static func rank(_ priority: ForeignValue) -> Int? {
    priority.text.flatMap { Int32($0) }.map { Int($0) }
  }

  private func read(
    response: ForeignValue, _ seconds: inout Double?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    if response["fault"] != nil {
      throw ForeignEntryError("its response is a fault, of which no bytes are known", at: response)
    }
    if response["proxyBaseUrl"] != nil {
      throw ForeignEntryError("its response is what another service says then", at: response)
    }
    // WireMock's own.
    let usual = ForeignValue(.scalar(Array("200".utf8)), line: response.line)
    let members = (response.members ?? []) + [.init(name: "status", value: usual)]
    let response =
      response.members?.contains { $0.name == "status" } == false
      ? ForeignValue(.map(members), line: response.line) : response
    var delay: ForeignValue?
    let read = try log.readingResponse(response) {
      members, status, part throws(ForeignEntryError) in
      members.ignore(["fromConfiguredStub"], because: "about the stub")
      var isTemplate = false
      let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      let body = ForeignBody(part: part, headers: headers, log: log)
      if let transformers = members.take("transformers"), !transformers.isVoid {
        isTemplate = true
        body.loseTemplate(part, at: transformers)
      }
      delay = members.numeric("fixedDelayMilliseconds")
      let bytes = try body.read(&members, Self.bodyMembers) {
        log.files.read($0, in: "__files", beside: "mappings")
      }
      // A server may run all as templates; what a template asks of the request shows it.
      if !isTemplate, bytes.firstRange(of: Array("{{request.".utf8)) != nil {
        body.loseTemplate(part, at: response)
      }
      let reason = log.text(members.take("statusMessage"), "the reason phrase") ?? ""
      return Interaction.Response(
        status: status, reason: reason.isEmpty ? nil : reason, headers: headers, body: Body(bytes))
    }
    seconds = ForeignScalars.milliseconds(delay)
    return read
  }

  private static let bodyMembers = StubBodyMembers(
    base64: "base64Body", json: "jsonBody", file: "bodyFileName", text: "body",
    folder: "in `__files`")
}

/// The request of a stub, and what the stub compares of it.
struct WireMockStub {
  private(set) var request = Interaction.Request(url: "")
  private(set) var match: [RequestEquivalence.Part] = []

  private let log: ForeignLog
  private let part = "its request"
  private var origin = (scheme: "http", host: "localhost", port: "8080")

  init(log: ForeignLog) { self.log = log }

  /// Reads a request.
  ///
  /// - Parameter value: The matchers.
  /// - Throws: An error for a request whose URL could be any of many.
  mutating func read(_ value: ForeignValue) throws(ForeignEntryError) {
    var stub = self
    try log.reading(value, part) { members throws(ForeignEntryError) in
      if let method = log.text(members.take("method"), "its method"), method != "ANY" {
        stub.request.method = method
        stub.match.append(.method)
      }
      stub.readOrigin(&members)
      try stub.readURL(&members, value)
      stub.readHeaders(&members)
      try stub.readBody(members.take("bodyPatterns"))
    }
    self = stub
  }

  private mutating func readOrigin(_ members: inout ForeignMembers) {
    if let scheme = log.text(members.take("scheme"), "its scheme") {
      origin.scheme = scheme
      match.append(.scheme)
    }
    if let matcher = members.take("host"), let host = exact(matcher, "its host") {
      origin = (origin.scheme, host, "")
      match.append(.host)
    }
    if let port = log.text(members.take("port"), "its port") {
      origin.port = port
      match.append(.port)
    }
  }

  private mutating func readURL(
    _ members: inout ForeignMembers, _ value: ForeignValue
  ) throws(ForeignEntryError) {
    match.append(.path)
    var hasWholeQuery = false
    let authority = origin.host + (origin.port.isEmpty ? "" : ":\(origin.port)")
    let address = "\(origin.scheme)://\(authority)"
    if let url = members.text("url") {
      match.append(.query)
      hasWholeQuery = true
      request.url = address + url
    } else if let path = members.text("urlPath") {
      request.url = address + path
    } else {
      throw ForeignEntryError("its request matches many URLs, so none was recorded", at: value)
    }
    var pairs: [(name: [UInt8], value: [UInt8])] = []
    var names: [String] = []
    let parameters = log.members(members.take("queryParameters"), "the parameters of its query")
    for parameter in parameters {
      // Of a name with several values all are listed.
      var all = [parameter.value]
      if case .list(let several)? = parameter.value["hasExactly"]?.content { all = several }
      let texts = all.compactMap { exact($0, "a parameter of its query") }
      guard texts.count == all.count else { continue }
      pairs += texts.map { (Array(parameter.name.utf8), Array($0.utf8)) }
      names.append(parameter.name)
    }
    guard !pairs.isEmpty else { return }
    let mark = request.url.contains("?") ? "&" : "?"
    request.url += mark + String(decoding: FormEncoding.encode(pairs), as: UTF8.self)
    if !hasWholeQuery { match.append(.query(only: names)) }
  }

  private mutating func readHeaders(_ members: inout ForeignMembers) {
    var names: [String] = []
    let fields = log.members(members.take("headers"), "the header fields", losing: .headers)
    for field in fields {
      guard let text = exact(field.value, "a header field") else { continue }
      request.headers.append(field.name, text)
      names.append(field.name)
    }
    if !names.isEmpty { match.append(.headers(names)) }
  }

  private mutating func readBody(_ patterns: ForeignValue?) throws(ForeignEntryError) {
    guard let patterns, !patterns.isVoid else { return }
    guard patterns.elements.count == 1, let pattern = patterns.elements.first else {
      log.lost(.body, "several matchers of its body are not read", line: patterns.line)
      return
    }
    let body = ForeignBody(part: part, headers: request.headers, log: log)
    if let bytes = pattern["binaryEqualTo"] {
      request.body = Body(try body.base64(bytes))
      match.append(.body)
    } else if let json = pattern["equalToJson"] {
      request.body = Body(json.bytes ?? ForeignStructure.json(json, .javaScript))
      let free = JSONUnitPlaceholders(request.body.bytes)
      match.append(free.paths.isEmpty ? .json : .json(ignoring: free.paths))
      if free.hasConditions {
        log.lost(
          .member,
          "the values that `${json-unit.…}` of its body wants are not compared, whatever they are",
          line: pattern.line)
      }
      if pattern["ignoreArrayOrder", "ignoreExtraElements"]?.isVoid == false {
        log.lost(
          .member,
          "that the order of arrays, or further members, of its body may differ is not read",
          line: pattern.line)
      }
    } else if let text = pattern["equalToXml"]?.text {
      request.body = Body(Array(text.utf8))
      match.append(.body)
      log.lost(
        .member, "that the white space of its body, which is XML, may differ is not read",
        line: pattern.line)
    } else if let text = exact(pattern, "its body", losing: .body) {
      request.body = Body(Array(text.utf8))
      match.append(.body)
    }
  }

  /// The text that an exact matcher wants; nil, with a loss, for any other.
  private func exact(
    _ matcher: ForeignValue, _ place: String, losing kind: ForeignLoss.Kind = .member
  ) -> String? {
    let members = matcher.members ?? []
    let ignoresCase = members.contains { $0.name == "caseInsensitive" && !$0.value.isVoid }
    if let text = matcher["equalTo"]?.text, !ignoresCase { return text }
    log.loseMatcher(
      members.first?.name ?? matcher.kind, of: place, losing: kind,
      ignoresCase ? " in any case" : "", line: matcher.line)
    return nil
  }
}
