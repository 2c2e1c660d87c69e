import VCRCore

/// Recordings of EasyVCR for .NET: a list, its names with a capital, header fields in two mappings.
struct EasyVCRFormat: ForeignFormat {
  static let tools = [
    // `MatchRules.Default` is `ByMethod().ByFullUrl()`.
    ForeignTool(
      "EasyVCR", reads: "reason phrase, version, duration, time", matching: .standard,
      besides: "the path in any case")
  ]

  let name = "EasyVCR"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let first = root.firstMapping, first["Request"] != nil || first["Response"] != nil
    else { return nil }
    list = root
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      let (request, response) = try members.takeExchange("Request", "Response")
      return Interaction(
        request: try read(request: request, log),
        outcome: .response(try read(response: response, log)),
        seconds: ForeignScalars.milliseconds(members.numeric("Duration")),
        recordedAt: members.date("RecordedAt"))
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      guard let url = members.text("Uri"), let method = members.text("Method") else {
        throw ForeignEntryError("its request has no method, or no URL", at: request)
      }
      let headers = headers("RequestHeaders", of: part, &members, log)
      return Interaction.Request(
        method: method, url: url, headers: headers,
        body: Body(try body(of: part, headers, &members, log)))
    }
  }

  private func read(
    response: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    return try log.reading(response, part) { members throws(ForeignEntryError) in
      let status = try members.take("Status").map { value throws(ForeignEntryError) in
        try log.reading(value, "its status") { members throws(ForeignEntryError) in
          (code: ForeignScalars.status(members.take("Code")), reason: members.scalar("Message"))
        }
      }
      guard let code = status?.code else {
        throw ForeignEntryError("its response has no status", at: response)
      }
      let headers = headers("ResponseHeaders", of: part, &members, log)
      return Interaction.Response(
        status: code, reason: ForeignScalars.reason(status?.reason),
        http: ForeignScalars.version(members.scalar("HttpVersion")), headers: headers,
        body: Body(try body(of: part, headers, &members, log)))
    }
  }

  private func headers(
    _ name: String, of part: String, _ members: inout ForeignMembers, _ log: ForeignLog
  ) -> HeaderFields {
    let own = ForeignHeaders.read(members.take(name), of: part, log)
    let content = ForeignHeaders.read(members.take("ContentHeaders"), of: part, log)
    return HeaderFields(own.fields + content.fields)
  }

  private func body(
    of part: String, _ headers: HeaderFields, _ members: inout ForeignMembers, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    members.ignore(["BodyContentType"], because: "the header fields say it")
    return try ForeignBody(part: part, headers: headers, log: log).read(members.take("Body"))
  }
}
