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
      guard let asked = members.take("request"), let came = members.take("response") else {
        throw ForeignEntryError("has no request, or no response")
      }
      let added = ForeignHeaders.read(
        members.take("additionalRequestHeaders"), of: "its request", log)
      let request = try log.reading(asked, "its request") {
        part throws(ForeignEntryError) -> Interaction.Request in
        guard let url = Self.url(part.take("url")) else {
          throw ForeignEntryError("its request has no URL", at: asked)
        }
        let own = ForeignHeaders.read(part.take("allHTTPHeaderFields"), of: "its request", log)
        let headers = HeaderFields(
          own.fields + added.fields.filter { own[$0.name] == nil })
        return Interaction.Request(
          method: part.take("httpMethod")?.text ?? "GET", url: url, headers: headers)
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
  private static func url(_ value: ForeignValue?) -> String? {
    guard let value else { return nil }
    if let text = value.text { return text }
    guard let scheme = value["scheme"]?.text, let host = value["host"]?.text else { return nil }
    let port = value["port"]?.text.map { ":" + $0 } ?? ""
    let query = value["query"]?.text.map { "?" + $0 } ?? ""
    return "\(scheme)://\(host)\(port)\(value["path"]?.text ?? "")\(query)"
  }

  /// A body: its type and its content.
  private static func body(
    _ value: ForeignValue?, _ body: ForeignBody
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value, let payload = value["payload"] else { return [] }
    switch value["type"]?.text {
    case "json": return ForeignStructure.json(payload, .javaScript)
    case "text": return try body.read(payload)
    case "data": return try body.base64(payload)
    default:
      throw ForeignEntryError(
        "the body of \(body.part) is of a type that vcr does not know", at: value)
    }
  }
}
