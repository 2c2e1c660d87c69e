import VCRCore

/// Recordings of RecorderSession (Swift): one exchange per file, with URLs in parts.
struct RecorderSessionFormat: ForeignFormat {
  static let tools = [ForeignTool("RecorderSession", reads: "one exchange per file")]

  let name = "RecorderSession"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard root["request"]?["httpMethod"] != nil, root["response"] != nil else { return nil }
    list = ForeignValue(.list([root]), line: root.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(["name"], because: "the name of the file")
      let (asked, came) = try members.takeExchange()
      let added = ForeignHeaders.read(
        members.take("additionalRequestHeaders"), of: "its request", log)
      let request = try log.reading(asked, "its request") {
        part throws(ForeignEntryError) -> Interaction.Request in
        guard let url = try Self.url(part.take("url"), log) else {
          throw ForeignEntryError("its request has no URL", at: asked)
        }
        let own = ForeignHeaders.read(part.take("allHTTPHeaderFields"), of: "its request", log)
        let headers = HeaderFields(
          own.fields + added.fields.filter { own[$0.name] == nil })
        return Interaction.Request(
          method: log.method(&part, "httpMethod", of: asked), url: url, headers: headers)
      }
      let content = members.take("body")
      let response = try log.reading(came, "its response") {
        part throws(ForeignEntryError) -> Interaction.Response in
        part.ignore(
          ["url", "mimeType", "expectedContentLength", "suggestedFilename", "textEncodingName"],
          because: "the request and the header fields say it")
        guard let status = ForeignScalars.status(part.take("statusCode")) else {
          throw ForeignEntryError("its response has no status", at: came)
        }
        let headers = ForeignHeaders.read(part.take("allHeaderFields"), of: "its response", log)
        return Interaction.Response(
          status: status, headers: headers,
          body: Body(
            try Self.body(
              content, ForeignBody(part: "its response", headers: headers, log: log))))
      }
      return Interaction(request: request, outcome: .response(response))
    }
  }

  /// A URL: a text, or its parts.
  private static func url(
    _ value: ForeignValue?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> String? {
    guard let value else { return nil }
    if let text = value.text { return text }
    return try log.reading(value, "its URL") { members throws(ForeignEntryError) in
      guard let scheme = members.text("scheme"), let host = members.text("host") else {
        return nil
      }
      let port = members.text("port").map { ":" + $0 } ?? ""
      let path = members.text("path") ?? ""
      let query = members.text("query").map { "?" + $0 } ?? ""
      return "\(scheme)://\(host)\(port)\(path)\(query)"
    }
  }

  /// A body: its type and its content.
  private static func body(
    _ value: ForeignValue?, _ body: ForeignBody
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    return try body.log.reading(value, "the body of \(body.part)", losing: .body) {
      members throws(ForeignEntryError) in
      let type = members.take("type")?.text
      guard let payload = members.take("payload") else { return [] }
      switch type {
      case "json": return ForeignStructure.json(payload, .javaScript)
      case "text": return try body.read(payload)
      case "data": return try body.base64(payload)
      default:
        throw ForeignEntryError(
          "the body of \(body.part) is of a type that vcr does not know", at: value)
      }
    }
  }
}
