import VCRCore

/// Mocks and tests of keploy: a YAML document for each exchange, of which those of HTTP are read.
///
/// keploy keeps the URL as the request line has it, which of a request to a service is a path: the
/// host is that of the header field, where there is one, and no scheme is known. Its rule compares
/// neither.
struct KeployFormat: ForeignFormat {
  static let tools = [
    // `HTTP.match` of its proxy: `SchemaMatch` first, of several the most alike body.
    ForeignTool(
      "keploy", reads: "mocks and tests of kind `Http`, all documents of the file, times",
      losing: "other kinds (databases, gRPC), bodies in files of their own, "
        + "repeated fields, which keploy joins", matching: [.method, .path, .query],
      besides: "of the query the names alone, then the body that is most alike")
  ]

  let name = "keploy"
  let list: ForeignValue

  /// True for the first document of a file of keploy, in which all documents count.
  static func begins(_ document: ForeignValue) -> Bool {
    document["kind"] != nil && document["spec"] != nil
      && document["version"]?.text?.hasPrefix("api.keploy.io/") == true
  }

  init?(_ root: ForeignValue) {
    let documents = root.members == nil ? root.elements : [root]
    guard let first = documents.first, Self.begins(first) else { return nil }
    list = ForeignValue(.list(documents), line: root.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        [
          "version", "name", "curl", "connectionId", "noise", "last_updated", "async", "respType",
        ],
        because: "about the mock, not about the exchange")
      let kind = members.text("kind") ?? "nothing"
      guard kind == "Http", let spec = members.take("spec") else {
        throw ForeignEntryError(
          "is of kind `\(PrintableText.line(String(kind.prefix(20))))`, which is not HTTP/1.1")
      }
      return try exchange(spec, log)
    }
  }

  private func exchange(
    _ spec: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction {
    try log.reading(spec, "it") { members throws(ForeignEntryError) in
      members.ignore(
        ["metadata", "objects", "assertions", "app_port", "resTimestampMock", "req_body_noise"],
        because: "about the mock, not about the exchange")
      let (request, response) = try members.takeExchange("req", "resp")
      let created = members.date("created")
      let began = members.date("reqTimestampMock") ?? created
      var asked = try read(request: request, log)
      var rule: Interaction.Rule?
      if asked.url.hasPrefix("/") {
        // As with a stub of WireMock, a host stands in that the rule does not compare.
        asked.url = "http://localhost\(asked.url)"
        rule = Interaction.Rule(match: ["method", "path", "query"])
      }
      return Interaction(
        request: asked,
        outcome: .response(
          try log.readingResponse(response, status: "status_code") {
            members, status, part throws(ForeignEntryError) in
            if let skipped = members.take("body_skipped"), !skipped.isVoid {
              log.lost(
                .body, "the body of \(part) is not in the recording, only that it had one",
                line: skipped.line)
            }
            members.ignore(["body_size"], because: "the body says it")
            let message = (headers: self.headers(&members, part, log), http: Self.http(&members))
            let reason = log.text(members.take("status_message"), "the reason phrase") ?? ""
            return Interaction.Response(
              status: status, reason: reason.isEmpty ? nil : reason, http: message.http,
              headers: message.headers,
              body: Body(try body(&members, of: part, message.headers, log)))
          }), recordedAt: began, rule: rule)
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(["url_params"], because: "the URL says it")
      guard var url = members.text("url"), let method = members.text("method") else {
        throw ForeignEntryError("its request has no method, or no URL", at: request)
      }
      let headers = self.headers(&members, part, log)
      if url.hasPrefix("/"), let host = headers["Host"] { url = "http://\(host)\(url)" }
      let http = Self.http(&members)
      let body = try body(&members, of: part, headers, log)
      if !body.isEmpty {
        members.ignore(["form"], because: "the fields of the body")
      }
      return Interaction.Request(
        method: method, url: url, http: http, headers: headers, body: Body(body))
    }
  }

  private func headers(
    _ members: inout ForeignMembers, _ part: String, _ log: ForeignLog
  ) -> HeaderFields {
    members.ignore(["timestamp"], because: "about the recording")
    return ForeignHeaders.read(members.take("header"), of: part, log)
  }

  private static func http(_ members: inout ForeignMembers) -> String? {
    members.ignore(["proto_minor"], because: "0 of HTTP/2, 1 of HTTP/1")
    return ForeignScalars.version(members.scalar("proto_major"))
  }

  private func body(
    _ members: inout ForeignMembers, of part: String, _ headers: HeaderFields, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    if let file = members.take("body_ref"), file["path"]?.isVoid == false {
      throw ForeignEntryError("the body of \(part) is in a file of its own (`body_ref`)", at: file)
    }
    return try ForeignBody(part: part, headers: headers, log: log).read(members.take("body"))
  }
}
