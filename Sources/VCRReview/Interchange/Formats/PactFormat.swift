import VCRCore

/// Contracts of Pact (versions 1 to 4), of which each interaction over HTTP is a stub.
///
/// A contract has an example of what a consumer asks and of what its provider says. It is served to
/// any request with its method, its path, its whole query, the header fields that it names, and its
/// body if it has one; values that its matching rules leave open do not count.
struct PactFormat: ForeignFormat {
  static let title = "Pact"

  static let tools = [
    ForeignTool(
      title, reads: "as stubs, interactions over HTTP in versions 1 to 4",
      losing: "messages, plugins, generators, states of the provider, what values that matching "
        + "rules leave open have to be",
      besides: "what each interaction compares")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard root["consumer"]?["name"] != nil, root["provider"]?["name"] != nil,
      let entries = root["interactions", "messages"]
    else { return nil }
    list = entries
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    var earlier: [[UInt8]: Int] = [:]
    for (index, entry) in (root["interactions"]?.elements ?? []).enumerated() {
      guard let request = entry["request"] else { continue }
      let text = ForeignStructure.json(request, .javaScript)
      if let first = earlier[text] {
        log.lost(
          .document,
          "interaction \(index + 1) asks the same as interaction \(first) in another state of "
            + "the provider, and is not served, as that comes first", line: entry.line)
      } else {
        earlier[text] = index + 1
      }
    }
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    let kind = entry["type"]?.text ?? "Synchronous/HTTP"
    guard kind == "Synchronous/HTTP", entry["request"] != nil else {
      throw ForeignEntryError("is a message, and no exchange over HTTP")
    }
    return try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        [
          "type", "key", "description", "providerState", "provider_state", "providerStates",
          "pending", "comments", "interactionMarkup", "transport", "pluginConfiguration", "_id",
        ], because: "about the contract, not about the exchange")
      let (request, response) = try members.takeExchange()
      let stub = try read(request: request, log)
      // What a provider says if a contract names no status.
      let usual = ForeignValue(.scalar(Array("200".utf8)), line: response.line)
      let came = try log.reading(response, "its response") {
        members throws(ForeignEntryError) -> Interaction.Response in
        members.ignore(
          ["matchingRules", "responseMatchingRules"],
          because: "what a provider may say in place of the example")
        let status = ForeignScalars.status(members.take("status") ?? usual)
        guard let status else {
          throw ForeignEntryError("its response has no status", at: response)
        }
        var headers = ForeignHeaders.read(members.take("headers"), of: "its response", log)
        let body = try body(members.take("body"), &headers, of: "its response", log)
        return Interaction.Response(status: status, headers: headers, body: Body(body ?? []))
      }
      return Interaction(request: stub.request, outcome: .response(came), rule: stub.rule())
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> StubRequest {
    try log.reading(request, "its request") { members throws(ForeignEntryError) in
      var stub = StubRequest()
      let rules = PactRules(members.take("matchingRules", "requestMatchingRules"), log)
      stub.want(method: log.method(&members, of: request))
      stub.want(path: members.text("path") ?? "/")
      if rules.hasPath {
        log.lost(
          .member, "that another path than that of its example may match is not read",
          line: request.line)
      }
      if let query = members.take("query") {
        if let text = query.text {
          if !text.isEmpty { stub.request.url += "?" + text }
        } else {
          stub.append(query: StubRequest.pairs(of: query, log))
        }
      }
      stub.compare(rules.queryNames.isEmpty ? .query : .query(ignoring: rules.queryNames))
      var headers = ForeignHeaders.read(members.take("headers"), of: "its request", log)
      let compared = headers.fields.filter { !rules.fieldNames.contains($0.name.lowercased()) }
      let body = try body(members.take("body"), &headers, of: "its request", log)
      stub.request.headers = headers
      let part = RequestEquivalence.Part.headers.limited(toFieldsOf: [HeaderFields(compared)])
      if let part { stub.compare(part) }
      guard let body else { return stub }
      stub.request.body = Body(body)
      guard MediaType(headers)?.isJSON == true else {
        if !rules.hasBody { stub.compare(.body) }
        return stub
      }
      if let paths = rules.bodyPaths {
        stub.compare(paths.isEmpty ? .json : .json(ignoring: paths))
      }
      return stub
    }
  }

  /// A body: JSON as it is, a text, or in version 4 its content, which may be in Base64; nil where
  /// the contract says nothing of it.
  private func body(
    _ value: ForeignValue?, _ headers: inout HeaderFields, of part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8]? {
    guard let value else { return nil }
    var type: String?
    var isBase64 = false
    var content = value
    if let inner = value["content"], value["contentType", "encoded"] != nil {
      type = value["contentType"]?.text
      isBase64 = value["encoded"].map { !$0.isVoid && $0.text?.lowercased() != "json" } ?? false
      content = inner
    }
    if headers["Content-Type"] == nil {
      headers.append(
        "Content-Type", type ?? (content.bytes == nil ? "application/json" : "text/plain"))
    }
    if isBase64 {
      return try ForeignBody(part: part, headers: headers, log: log).base64(content)
    }
    guard content.isText, let bytes = content.bytes else {
      return ForeignStructure.json(content, .javaScript)
    }
    let kind = MediaType(headers)
    // A text that is JSON is the body itself, and any other a string of JSON.
    if kind?.isJSON == true, (try? ForeignValue(json: bytes)) == nil {
      return ForeignStructure.json(content, .javaScript)
    }
    // Before version 4 nothing but the type says that a body is in Base64.
    let isBinary = Self.binaryTypes.contains { kind?.essence.hasPrefix($0) == true }
    return isBinary ? Base64Lines.decode(bytes[...]) ?? bytes : bytes
  }

  /// The beginnings of the types of bodies that are no text.
  private static let binaryTypes = [
    "image/", "audio/", "video/", "font/", "application/octet-stream", "application/pdf",
    "application/zip", "application/gzip",
  ]
}
