import VCRCore

/// Recordings of DVR (Swift): bodies of text and JSON as they are, all others in Base64.
///
/// The header fields alone say which: see `Interaction.encodeBody` of DVR.
struct DVRFormat: ForeignFormat {
  static let tools = [
    // `Cassette.interactionForRequest` and `hasHTTPBodyEqualToThatOfRequest`.
    ForeignTool(
      "DVR", reads: "time", losing: "reason phrase, never recorded",
      matching: [.method, .url, .json], besides: "of several the last one")
  ]

  let name = "DVR"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard root["version", "recorded_with"] == nil, let entries = root["interactions"],
      let first = entries.firstMapping, first["request"]?["url"] != nil,
      let response = first["response"], response["url"] != nil, response["status"]?.number != nil,
      root["name"]?.isText == true || first["recorded_at"].map({ !$0.isText }) == true
    else { return nil }
    list = entries
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      let (request, response) = try members.takeExchange()
      let asked = try log.reading(request, "its request") {
        members throws(ForeignEntryError) -> Interaction.Request in
        guard let url = members.text("url") else {
          throw ForeignEntryError("its request has no URL", at: request)
        }
        let headers = ForeignHeaders.read(members.take("headers"), of: "its request", log)
        return Interaction.Request(
          method: log.method(&members, of: request), url: url, headers: headers,
          body: Body(try body(&members, of: "its request", headers, log)))
      }
      let came = try log.readingResponse(response) {
        members, status, part throws(ForeignEntryError) in
        members.ignore(["url"], because: "the request says it")
        let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
        return Interaction.Response(
          status: status, headers: headers,
          body: Body(try body(&members, of: part, headers, log)))
      }
      return Interaction(
        request: asked, outcome: .response(came), recordedAt: members.date("recorded_at"))
    }
  }

  private func body(
    _ members: inout ForeignMembers, of part: String, _ headers: HeaderFields, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    let body = ForeignBody(part: part, headers: headers, log: log)
    guard let value = members.take("body") else { return [] }
    let type = headers["Content-Type"] ?? ""
    if type.hasPrefix("application/json"), value.bytes == nil {
      return ForeignStructure.json(value, .javaScript)
    }
    let isText = type.hasPrefix("text/") || type.hasPrefix("application/json")
    return isText || value.bytes == nil ? try body.read(value) : try body.base64(value)
  }
}
