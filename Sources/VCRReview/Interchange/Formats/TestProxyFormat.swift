import VCRCore

/// Recordings of the test proxy through which the SDKs of Azure are tested, in all their languages.
struct TestProxyFormat: ForeignFormat {
  static let title = "Azure test proxy"

  static let tools = [
    // `RecordMatcher` compares these, credentials after its sanitizers have replaced them.
    ForeignTool(
      title, reads: "bodies as text, lines, JSON and Base64",
      losing: "`Variables`; recordings of its predecessors, which name no host",
      matching: [
        .method, .url, .body,
        .headers(ignoring: [
          "Authorization", "Content-Length", "Date", "If-None-Match", "Origin", "Referer",
          "Request-Id", "traceparent", "User-Agent", "x-ms-client-id", "x-ms-client-request-id",
          "x-ms-date", "x-ms-useragent", "x-ms-version",
        ]),
      ])
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let entries = root["Entries"],
      entries.firstMapping?["RequestUri"] != nil || entries.isVoid && root["Variables"] != nil
    else { return nil }
    list = entries
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      guard let url = members.text("RequestUri") else {
        throw ForeignEntryError("its request has no URL")
      }
      guard url.contains("://") else {
        throw ForeignEntryError(
          "its request has a path without a host, as the predecessors of the test proxy wrote it")
      }
      let method = log.method(&members, "RequestMethod", of: entry)
      let (asked, sent) = try message(&members, "Request", of: "its request", log)
      guard let status = members.status("StatusCode") else {
        throw ForeignEntryError("its response has no status")
      }
      let (answered, came) = try message(&members, "Response", of: "its response", log)
      return Interaction(
        request: Interaction.Request(method: method, url: url, headers: asked, body: Body(sent)),
        outcome: .response(
          Interaction.Response(status: status, headers: answered, body: Body(came))))
    }
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    guard let variables = root["Variables"], !variables.isVoid else { return }
    log.remark("`Variables`, which the tests ask the proxy for")
  }

  /// The header fields and the body of a message, as `RecordEntry.DeserializeBody` reads it: JSON
  /// as a structure, a text of several lines as a list of them, other bytes in Base64.
  private func message(
    _ members: inout ForeignMembers, _ prefix: String, of part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> (HeaderFields, [UInt8]) {
    let headers = ForeignHeaders.read(members.take(prefix + "Headers"), of: part, log)
    guard let value = members.take(prefix + "Body") else { return (headers, []) }
    switch value.content {
    case .list(let lines):
      guard lines.allSatisfy({ $0.bytes != nil }) else {
        throw ForeignEntryError("the body of \(part) is a list of other than lines", at: value)
      }
      return (headers, lines.flatMap { $0.bytes ?? [] })
    case .scalar(let bytes) where value.isText:
      guard !Self.isText(headers) else { return (headers, bytes) }
      return (headers, try ForeignBody(part: part, headers: headers, log: log).base64(value))
    default: return (headers, ForeignStructure.json(value, .javaScript))
    }
  }

  /// True for a message whose body is a text by its type, as `ContentTypeUtilities` has it.
  private static func isText(_ headers: HeaderFields) -> Bool {
    let types = headers.values("Content-Type")
    guard types.count == 1, let type = types.first?.lowercased() else { return false }
    return type.contains("; charset=utf-8")
      || ["text/", "application/json", "application/x-www-form-urlencoded"]
        .contains(where: type.hasPrefix)
      || ["json", "xml", "-urlencoded"].contains(where: type.hasSuffix)
  }
}
