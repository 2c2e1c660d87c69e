import VCRCore

/// Recordings of MockDuck (Swift): one exchange per file, bodies in Base64 or in separate files.
struct MockDuckFormat: ForeignFormat {
  static let tools = [
    // `serializedHashValue`, by which it names files, is of URL and body.
    ForeignTool(
      "MockDuck", reads: "one exchange per file", losing: "bodies in files of their own",
      matching: [.url, .body], besides: "the fragment as well")
  ]

  let name = "MockDuck"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard root["request"]?["url"] != nil, root["response"]?["status_code"] != nil else {
      return nil
    }
    list = ForeignValue(.list([root]), line: root.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      let (asked, came) = try members.takeExchange()
      let request = try log.reading(asked, "its request") {
        part throws(ForeignEntryError) -> Interaction.Request in
        guard let url = part.text("url") else {
          throw ForeignEntryError("its request has no URL", at: asked)
        }
        let headers = ForeignHeaders.read(part.take("headers"), of: "its request", log)
        let body = ForeignBody(part: "its request", headers: headers, log: log)
        return Interaction.Request(
          method: log.method(&part, of: asked), url: url, headers: headers,
          body: Body(try part.take("body", "data").map(body.base64) ?? []))
      }
      let response = try log.reading(came, "its response") {
        part throws(ForeignEntryError) -> Interaction.Response in
        part.ignore(["url"], because: "the request says it")
        guard let status = ForeignScalars.status(part.take("status_code")) else {
          throw ForeignEntryError("its response has no status", at: came)
        }
        let headers = ForeignHeaders.read(part.take("headers"), of: "its response", log)
        let body = ForeignBody(part: "its response", headers: headers, log: log)
        let data = part.take("data")
        if data == nil, let length = headers["Content-Length"], length != "0" {
          throw ForeignEntryError(
            "the body of its response is in a file of its own, beside the recording", at: came)
        }
        return Interaction.Response(
          status: status, headers: headers, body: Body(try data.map(body.base64) ?? []))
      }
      return Interaction(request: request, outcome: .response(response))
    }
  }
}
