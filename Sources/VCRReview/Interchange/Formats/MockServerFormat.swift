import VCRCore

/// Expectations of MockServer, and the requests and responses that it recorded, as its API hands
/// them out in JSON.
///
/// An expectation says what matches: its exact values are the request, and its rule compares those
/// alone. Of several that match that with the highest priority is served, then the first.
struct MockServerFormat: ForeignFormat {
  static let title = "MockServer"

  static let tools = [
    ForeignTool(
      title,
      reads: "expectations with exact values, recorded ones and recorded requests with their "
        + "responses, bodies as text, JSON, XML and Base64, cookies, delays, `times`",
      losing: "regular expressions, schemas and other matchers, templates, callbacks, forwarding, "
        + "errors, `timeToLive`",
      besides: "what each expectation compares; of several the one with the highest priority")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    let first = root.firstMapping ?? root
    // Logs of services have such a request alone.
    let others = (first.members ?? []).filter { $0.name != "httpRequest" }
    guard first["httpRequest"] != nil, others.contains(where: { $0.name.hasPrefix("http") })
    else { return nil }
    list = root.members == nil ? root : ForeignValue(.list([root]), line: root.line)
  }

  func rank(of entry: ForeignValue) -> Int? {
    -(entry["priority"]?.text.flatMap { Int32($0) }.map { Int($0) } ?? 0)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(["id", "timestamp"], because: "about the expectation, not about the exchange")
      members.ignore(["priority"], because: "read with the entry, as its rank")
      for word in entry.members ?? [] where word.name.hasPrefix("http") && !word.value.isVoid {
        guard !["httpRequest", "httpResponse"].contains(word.name) else { continue }
        throw ForeignEntryError(
          "its response is `\(PrintableText.line(String(word.name.prefix(40))))`, of which no bytes "
            + "are known", at: word.value)
      }
      let (request, response) = try members.takeExchange("httpRequest", "httpResponse")
      if let life = members.take("timeToLive"), life["timeToLive"]?.isVoid == false {
        log.lost(.member, "`timeToLive` is not read", line: life.line)
      }
      let times = members.take("times")
      _ = log.members(times, "its `times`")
      let limit =
        times?["unlimited"]?.isVoid == false
        ? nil : log.numeric(times?["remainingTimes"], "`remainingTimes`")?.text.flatMap { Int($0) }
      // What was recorded, and not expected, happened once.
      let isLogged = entry["timestamp"] != nil
      let stub = try read(request: request, isLogged: isLogged, log)
      var delay: ForeignValue?
      let came = try read(response: response, &delay, log)
      let time = log.time(entry["timestamp"], "`timestamp`")
      return Interaction(
        request: stub.request, outcome: .response(came), seconds: Self.seconds(delay, log),
        recordedAt: time,
        rule: isLogged ? nil : stub.rule(times: max(1, limit ?? .max)))
    }
  }

  // MARK: - The request

  private func read(
    request: ForeignValue, isLogged: Bool, _ log: ForeignLog
  ) throws(ForeignEntryError) -> StubRequest {
    try log.reading(request, "its request") { members throws(ForeignEntryError) in
      members.ignore(
        ["keepAlive", "localAddress", "remoteAddress", "clientCertificateChain", "protocol"],
        because: "about the connection")
      var stub = StubRequest()
      let fields = ForeignHeaders.read(members.take("headers"), of: "its request", log)
      let isSecure = members.take("secure").map { !$0.isVoid } ?? false
      let host = fields["Host"] ?? "localhost"
      let address = (isSecure ? "https://" : "http://") + host
      if isSecure { stub.compare(.scheme) }
      if let method = members.text("method"), !method.isEmpty { stub.want(method: method) }
      if let path = members.take("path"), !path.isVoid {
        guard let text = path.text, isLogged || Self.isExact(text) else {
          throw ForeignEntryError("its request matches many URLs, so none was recorded", at: path)
        }
        stub.want(path: text, at: address)
      } else {
        stub.request.url = address + "/"
      }
      let parameters = members.take("queryStringParameters").map { value in
        ForeignHeaders.read(value, of: "the query of its request", log)
      }
      stub.want(
        query: (parameters?.fields ?? []).compactMap { pair in
          guard isLogged || Self.isExact(pair.value) else {
            log.loseMatcher("regex", of: "a parameter of its query", line: request.line)
            return nil
          }
          return (pair.name, pair.value)
        })
      let cookies = members.take("cookies").map { value in
        ForeignHeaders.read(value, of: "the cookies of its request", log).fields
      }
      var wanted = fields
      if fields["Cookie"] == nil, let cookies, !cookies.isEmpty {
        let text = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        wanted.append("Cookie", text)
      }
      stub.want(wanted)
      try read(body: members.take("body"), isLogged: isLogged, into: &stub, log)
      return stub
    }
  }

  /// True for a text that means itself alone when it is taken for a regular expression.
  private static func isExact(_ text: String) -> Bool {
    !text.contains { #"*+?[](){}|^$\"#.contains($0) } && !text.hasPrefix("!")
  }

  private func read(
    body: ForeignValue?, isLogged: Bool, into stub: inout StubRequest, _ log: ForeignLog
  ) throws(ForeignEntryError) {
    guard let body, !body.isVoid else { return }
    let known = ["STRING", "JSON", "XML", "BINARY", "PARAMETERS"]
    if let word = body["type"]?.text, !known.contains(word) || body["not"]?.isVoid == false {
      log.loseMatcher(word, of: "its body", losing: .body, line: body.line)
      return
    }
    let (bytes, type) = try content(of: body, stub.request.headers, "its request", log)
    if stub.request.headers["Content-Type"] == nil, let type {
      stub.request.headers.append("Content-Type", type)
    }
    if body["type"]?.text == "PARAMETERS", !isLogged {
      stub.want(formOf: bytes)
      return
    }
    let isJSON =
      body["type"].map { $0.text == "JSON" } ?? body.bytes.map(ForeignValue.isJSON) ?? true
    // Unless it is told otherwise MockServer lets further members be there.
    if isJSON, !isLogged, body.bytes == nil, body["matchType"]?.text != "STRICT" {
      stub.want(membersOf: bytes)
    } else {
      stub.want(body: bytes, isJSON: isJSON)
    }
  }

  // MARK: - The response

  private func read(
    response: ForeignValue, _ delay: inout ForeignValue?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    var wait: ForeignValue?
    let read = try log.reading(response, part) { members throws(ForeignEntryError) in
      members.ignore(["connectionOptions"], because: "how the connection is kept")
      wait = members.take("delay")
      let usual = ForeignValue(.scalar(Array("200".utf8)), line: response.line)
      guard let status = ForeignScalars.status(members.take("statusCode") ?? usual) else {
        throw ForeignEntryError("\(part) has no status", at: response)
      }
      var headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      if let cookies = members.take("cookies"), headers["Set-Cookie"] == nil {
        for cookie in ForeignHeaders.read(cookies, of: "the cookies of \(part)", log).fields {
          headers.append("Set-Cookie", "\(cookie.name)=\(cookie.value)")
        }
      }
      let reason = members.text("reasonPhrase") ?? ""
      var bytes: [UInt8] = []
      if let body = members.take("body"), !body.isVoid {
        let (content, type) = try content(of: body, headers, part, log)
        bytes = content
        if headers["Content-Type"] == nil, let type { headers.append("Content-Type", type) }
      }
      return Interaction.Response(
        status: status, reason: reason.isEmpty ? nil : reason, headers: headers, body: Body(bytes))
    }
    delay = wait
    return read
  }

  /// The bytes of a body, and its media type where the body says it.
  private func content(
    of value: ForeignValue, _ headers: HeaderFields, _ part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> (bytes: [UInt8], type: String?) {
    if let bytes = value.bytes { return (bytes, nil) }
    let body = ForeignBody(part: part, headers: headers, log: log)
    let type = value["contentType"]?.text
    guard let word = value["type"]?.text,
      value["json", "string", "xml", "base64Bytes", "parameters"] != nil
    else { return (ForeignStructure.json(value, .javaScript), type ?? "application/json") }
    // Recorded bodies have their bytes beside the text.
    if let raw = value["rawBytes"] { return (try body.base64(raw), type) }
    switch word {
    case "BINARY":
      guard let text = value["base64Bytes"] else { break }
      return (try body.base64(text), type)
    case "JSON":
      guard let json = value["json"] else { break }
      return (json.bytes ?? ForeignStructure.json(json, .javaScript), type ?? "application/json")
    case "PARAMETERS":
      guard let fields = value["parameters"] else { break }
      let pairs = ForeignHeaders.read(fields, of: "the fields of \(part)", log).fields
      let form = FormEncoding.encode(pairs.map { (Array($0.name.utf8), $0.bytes) })
      return (form, type ?? FormEncoding.mediaType)
    default:
      if let bytes = value["string", "xml"]?.bytes { return (bytes, type) }
    }
    throw ForeignEntryError("the body of \(part) is in a form that vcr does not know", at: value)
  }

  /// A delay in seconds.
  private static func seconds(_ delay: ForeignValue?, _ log: ForeignLog) -> Double? {
    guard let delay, !delay.isVoid else { return nil }
    let units = [
      "NANOSECONDS": 1e-9, "MICROSECONDS": 1e-6, "MILLISECONDS": 1e-3, "SECONDS": 1, "MINUTES": 60,
    ]
    guard let unit = delay["timeUnit"]?.text.flatMap({ units[$0] }),
      let value = delay["value"]?.number
    else {
      log.lost(.member, "the delay of its response is no time, and not read", line: delay.line)
      return nil
    }
    return value > 0 ? ForeignScalars.seconds(value * unit) : nil
  }
}
