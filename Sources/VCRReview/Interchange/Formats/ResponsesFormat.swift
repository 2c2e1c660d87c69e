import VCRCore

/// What the recorder of `responses` (Python) writes: a list of responses, each with the method and
/// the URL that it is served for.
struct ResponsesFormat: ForeignFormat {
  static let title = "responses"

  static let tools = [
    // `FirstMatchRegistry.find`: of several that match each once, and the last again.
    ForeignTool(
      title, reads: "YAML and JSON, `content_type`",
      losing: "requests but their method and URL, reason phrase, time: never recorded",
      matching: .standard, besides: "of several the last again and again")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let entries = root["responses"], entries.firstMapping?["response"]?["url"] != nil,
      entries.firstMapping?["request"] == nil
    else { return nil }
    var last: [String: Int] = [:]
    for (index, entry) in entries.elements.enumerated() { last[Self.key(of: entry)] = index }
    let elements = entries.elements.enumerated().map { index, entry in
      guard let members = entry.members, last[Self.key(of: entry)] == index else { return entry }
      let mark = ForeignValue(.scalar([]), line: entry.line)
      return ForeignValue(.map(members + [.init(name: Self.isLast, value: mark)]), line: entry.line)
    }
    // This is not the list of the file, so that no part of it is read without the rest.
    list = ForeignValue(.list(elements), line: root.line)
  }

  /// The member of an entry that is the last one with its method and URL.
  private static let isLast = "is_last"

  private static func key(of entry: ForeignValue) -> String {
    let response = entry["response"]
    return "\(response?["method"]?.text ?? "") \(response?["url"]?.text ?? "")"
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      guard let recorded = members.take("response") else {
        throw ForeignEntryError("has no response")
      }
      var request = Interaction.Request(url: "")
      let response = try log.readingResponse(recorded) {
        part, status, name throws(ForeignEntryError) in
        part.ignore(["auto_calculate_content_length"], because: "the body says it")
        guard let url = part.text("url") else {
          throw ForeignEntryError("its request has no URL", at: recorded)
        }
        request = Interaction.Request(method: log.method(&part, of: recorded), url: url)
        var headers = ForeignHeaders.read(part.take("headers"), of: name, log)
        if let type = part.text("content_type"), headers["Content-Type"] == nil {
          headers.append("Content-Type", type)
        }
        let body = ForeignBody(part: name, headers: headers, log: log)
        return Interaction.Response(
          status: status, headers: headers, body: Body(try body.read(part.take("body"))))
      }
      return Interaction(
        request: request, outcome: .response(response),
        rule: members.take(Self.isLast) == nil ? nil : Interaction.Rule(times: .max))
    }
  }
}
