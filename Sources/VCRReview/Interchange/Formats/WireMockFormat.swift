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
      reads: "`mappings` with exact values, credentials and cookies, fields of forms and parts of "
        + "bodies, bodies in `__files`, in Base64 and as JSON, delays, scenarios that WireMock "
        + "records",
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
