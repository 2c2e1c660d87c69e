import VCRCore

/// Tapes of Talkback (JavaScript): an exchange per file, in JSON5.
struct TalkbackFormat: ForeignFormat {
  static let title = "Talkback"

  static let tools = [
    // `TapeMatcher.sameAs`: of a body that is JSON the value.
    ForeignTool(
      title, reads: "one exchange per file, bodies as text, JSON and Base64, `latency`, time",
      losing: "reason phrase, never recorded; `errorRate`",
      matching: [.method, .url, .json, .headers(ignoring: ["Content-Length", "Host"])])
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let about = root["meta"], about["host"] != nil, root["req"]?["url"] != nil else {
      return nil
    }
    list = ForeignValue(.list([root]), line: root.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      // What else it holds is the project's own.
      let about = members.take("meta")
      let (asked, came) = try members.takeExchange("req", "res")
      let request = try log.reading(asked, "its request") {
        part throws(ForeignEntryError) -> Interaction.Request in
        guard let host = about?["host"]?.text, let path = part.text("url") else {
          throw ForeignEntryError("its request has no URL", at: asked)
        }
        let method = log.method(&part, of: asked)
        let (headers, body) = try message(&part, of: "its request", prefix: "req", about, log)
        return Interaction.Request(
          method: method, url: (host.hasSuffix("/") ? String(host.dropLast()) : host) + path,
          headers: headers, body: Body(body))
      }
      let response = try log.readingResponse(came) {
        part, status, name throws(ForeignEntryError) in
        let (headers, body) = try message(&part, of: name, prefix: "res", about, log)
        return Interaction.Response(status: status, headers: headers, body: Body(body))
      }
      for name in ["errorRate", "latency"] {
        guard let value = about?[name], !value.isVoid, name == "errorRate" || value.number == nil
        else { continue }
        log.lost(.member, "`\(name)` of the tape is not read", line: value.line)
      }
      return Interaction(
        request: request, outcome: .response(response),
        seconds: ForeignScalars.milliseconds(about?["latency"]),
        recordedAt: log.time(about?["createdAt"], "`createdAt` of the tape"))
    }
  }

  /// The header fields and the body of a message.
  ///
  /// A body is a text, or JSON where its type says so, if the tape calls it readable; else it is in
  /// Base64. One in a content coding that the tape calls uncompressed stands there without it.
  private func message(
    _ members: inout ForeignMembers, of part: String, prefix: String, _ about: ForeignValue?,
    _ log: ForeignLog
  ) throws(ForeignEntryError) -> (HeaderFields, [UInt8]) {
    let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
    guard let value = members.take("body") else { return (headers, []) }
    let body = ForeignBody(part: part, headers: headers, log: log)
    func isTrue(_ word: String) -> Bool { about?[prefix + word]?.isVoid == false }
    let isPlain = isTrue("Uncompressed") || ["identity", nil].contains(headers["Content-Encoding"])
    guard isTrue("HumanReadable"), isPlain else { return (headers, try body.base64(value)) }
    // `JSON.stringify(body, null, 2)`.
    let bytes = value.bytes ?? ForeignStructure.json(value, .indented(2))
    return (headers, bytes)
  }
}
