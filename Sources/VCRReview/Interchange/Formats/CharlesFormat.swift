import VCRCore

/// Sessions of Charles as JSON (`.chlsj`): a list of exchanges whose URL stands in parts.
struct CharlesFormat: ForeignFormat {
  static let title = "Charles"

  static let tools = [
    ForeignTool(
      title, reads: "sessions as JSON (`.chlsj`), reason phrase, version, charsets, duration, time",
      losing: "tunnels, WebSockets, sessions in Charles' own format (`.chls`)")
  ]

  let name = title
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let first = root.firstMapping, first["scheme", "host"] != nil,
      first["request"]?["header", "sizes"] != nil
    else { return nil }
    list = root
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        [
          "status", "tunnel", "webSocket", "keptAlive", "remoteAddress", "clientAddress",
          "clientPort", "speeds", "totalSize", "ssl", "alpn", "selected", "notes", "focused",
        ], because: "about the connection, or about the window")
      for (name, what) in [
        ("tunnel", "is a tunnel, of which Charles kept no exchanges"),
        ("webSocket", "is a WebSocket, whose messages vcr does not read there"),
      ] where entry[name]?.isVoid == false { throw ForeignEntryError(what, at: entry) }
      guard let asked = members.take("request"), let came = members.take("response"),
        came["status"]?.isVoid == false
      else { throw ForeignEntryError("has no response") }
      let url = try url(&members, entry)
      let version = members.text("protocolVersion")
      let (times, durations) = (members.take("times"), members.take("durations"))
      for value in [times, durations] { _ = log.members(value, "its times") }
      let time = log.time(times?["start", "requestBegin"], "the time of its request")
      let duration = log.numeric(durations?["total"], "its duration")
      let http = ForeignScalars.version(
        version.map { ForeignValue(.scalar(Array($0.utf8)), line: 0) })
      let request = try log.reading(asked, "its request") {
        part throws(ForeignEntryError) -> Interaction.Request in
        let (_, headers, body) = try message(&part, of: "its request", log)
        return Interaction.Request(
          method: log.method(&members, of: entry), url: url, http: http, headers: headers,
          body: Body(body))
      }
      let response = try log.readingResponse(came) {
        part, status, name throws(ForeignEntryError) in
        let (line, headers, body) = try message(&part, of: name, log)
        let reason = line.split(separator: " ", maxSplits: 2).dropFirst(2).first.map(String.init)
        return Interaction.Response(
          status: status, reason: reason, http: http, headers: headers, body: Body(body))
      }
      return Interaction(
        request: request, outcome: .response(response),
        seconds: ForeignScalars.milliseconds(duration),
        recordedAt: time)
    }
  }

  /// The URL, whose port stands apart where it is not that of the scheme.
  private func url(
    _ members: inout ForeignMembers, _ entry: ForeignValue
  ) throws(ForeignEntryError) -> String {
    guard let scheme = members.text("scheme"), let host = members.text("host") else {
      throw ForeignEntryError("its request has no URL", at: entry)
    }
    let actual = members.scalar("actualPort")?.text
    let port = members.scalar("port")?.text ?? actual
    let usual = ["http": "80", "https": "443", "ws": "80", "wss": "443"][scheme]
    let authority = port.flatMap { $0 == usual ? nil : "\(host):\($0)" } ?? host
    let query = members.text("query").map { "?" + $0 } ?? ""
    return "\(scheme)://\(authority)\(members.text("path") ?? "/")\(query)"
  }

  /// The first line, the header fields and the body of a message.
  private func message(
    _ members: inout ForeignMembers, of part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> (line: String, headers: HeaderFields, body: [UInt8]) {
    members.ignore(
      ["sizes", "mimeType", "charset", "contentEncoding"],
      because: "the header fields and the body say it")
    var line = ""
    var headers: HeaderFields = [:]
    if let header = members.take("header") {
      try log.reading(header, "the header of \(part)", losing: .headers) { header in
        line = header.text("firstLine") ?? ""
        headers = ForeignHeaders.read(header.take("headers"), of: part, log)
      }
    }
    if let trailer = members.take("trailer"), !trailer.isVoid {
      log.lost(.headers, "the trailer fields of \(part) are not read", line: trailer.line)
    }
    guard let value = members.take("body"), !value.isVoid else { return (line, headers, []) }
    let body = ForeignBody(part: part, headers: headers, log: log)
    let bytes = try log.reading(value, "the body of \(part)", losing: .body) {
      words throws(ForeignEntryError) -> [UInt8] in
      words.ignore(["decoded"], because: "the bytes show whether they are still compressed")
      if let text = words.take("encoded") { return try body.base64(text) }
      let charset = words.text("charset") ?? ""
      guard let text = words.scalar("text") else { return [] }
      return try body.transcoded(text.bytes ?? [], to: charset, at: text)
    }
    return (line, headers, bytes)
  }
}
