import VCRCore

/// HTTP archives (HAR 1.2), as JSON and as YAML.
struct HARFormat: ForeignFormat {
  static let tools = [
    ForeignTool(
      "HAR",
      reads: "JSON, alone or in a call, and YAML, WebSockets, posted fields, `textJSON`, duration, "
        + "time",
      losing: "phases of the duration, cache, pages, what tools add as `_…`; bodies that the tool "
        + "did not keep"),
    // `HarBackend` compares what a POST carries, too, but the boundary of its parts.
    ForeignTool(
      playwright, reads: "as HAR; bodies in files beside the archive", losing: "as HAR",
      matching: .standard, besides: "of a POST with a body that, too"),
    // `matchRequestsBy`: all but the fragment.
    ForeignTool(
      polly, reads: "as HAR", losing: "as HAR",
      matching: [
        .method, .url, .body,
        .headers(ignoring: ["Accept-Encoding", "Authorization", "Cookie", "User-Agent"]),
      ], besides: "of header fields all, before `beforePersist` masks some"),
  ]

  private static let playwright = "HAR of Playwright"
  private static let polly = "HAR of Polly.JS"

  let name: String
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let log = root["log"], let entries = log["entries"] else {
      // An entry alone, as people copy it out of an archive, or some.
      guard let first = root.firstMapping ?? root.members.map({ _ in root }),
        first["startedDateTime"] != nil, first["request"]?["url"] != nil,
        first["response"]?["content"] != nil
      else { return nil }
      (list, name) = (
        root.members == nil ? root : ForeignValue(.list([root]), line: root.line), "HAR"
      )
      return
    }
    list = entries
    name =
      switch log["creator"]?["name"]?.text {
      case "Playwright": Self.playwright
      case "Polly.JS": Self.polly
      default: "HAR"
      }
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    log.loseLists(of: root["log"], besides: ["entries", "pages"])
    let pages = root["log"]?["pages"]?.elements.count ?? 0
    guard pages > 0 else { return }
    log.remark("\(Quantity.of(pages, "page")) of a browser")
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      let messages = members.take("_webSocketMessages")
      members.ignore(prefix: "_", because: "left to each tool by the specification")
      members.ignore(
        ["cache", "timings", "pageref", "connection", "serverIPAddress", "comment"],
        because: "about the browser, not about the exchange")
      let (request, response) = try members.takeExchange()
      let asked = try read(request: request, log)
      var read = Interaction(
        request: asked, outcome: .response(try read(response: response, to: asked, log)),
        seconds: ForeignScalars.milliseconds(members.numeric("time")),
        recordedAt: members.date("startedDateTime"))
      if name == Self.playwright, asked.method == "POST", !asked.body.isEmpty {
        read.rule = Interaction.Rule(match: ["method", "url", "multipart"])
      }
      guard let messages, !messages.isVoid else { return read }
      return try HARWebSocket.read(messages, into: read, log)
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(prefix: "_", because: "left to each tool by the specification")
      members.ignore(
        [
          "headersSize", "comment", "connection", "settingEncodeUrl", "startedDateTime", "time",
        ], because: "the header fields say it, or it is the tool's own")
      guard let url = members.text("url"), let method = members.text("method"), !url.isEmpty,
        !method.isEmpty
      else {
        throw ForeignEntryError("its request has no method, or no URL", at: request)
      }
      if let query = members.take("queryString"), !query.isVoid, !Self.holds(url, query) {
        log.lost(
          .member, "`queryString` of its request is not in its URL, and not read", line: query.line)
      }
      var headers = headers(&members, of: part, log)
      readCookies(&members, as: "Cookie", &headers, log)
      let body = HARBody(part: part, headers: headers, log: log)
      let size = members.number("bodySize")
      return Interaction.Request(
        method: method, url: url, http: ForeignScalars.version(members.scalar("httpVersion")),
        headers: headers,
        body: Body(try body.posted(members.take("postData"), transferred: size, in: request)))
    }
  }

  /// True when a URL has all items of a query, whose names may be as they were sent or decoded.
  ///
  /// Polly.JS has one item for all names that begin alike (`page[size]`), and WebPageTest names as
  /// PHP spells them, with `_` for a point.
  private static func holds(_ url: String, _ query: ForeignValue) -> Bool {
    guard case .list(let items) = query.content else { return false }
    let bytes = Array(url.utf8)
    guard let range = URLRanges(bytes.view).query else { return false }
    let pairs = QueryPairs(bytes.view, in: range)
    let spelled = pairs.pairs.map { Array(pairs.name($0)) }
    func ofPHP(_ name: [UInt8]) -> [UInt8] { name.map { ". ".utf8.contains($0) ? 0x5F : $0 } }
    let names = Set(
      spelled + spelled.map(ofPHP) + spelled.map { Array($0.prefix { $0 != UInt8(ascii: "[") }) })
    return items.allSatisfy { item in
      guard let name = item["name"]?.bytes else { return item.isVoid }
      if name.isEmpty { return true }
      var decoded: [UInt8] = []
      decoded.appendPercentDecoded(name.view, name.indices, isForm: true)
      return names.contains(name) || names.contains(decoded)
    }
  }

  /// Reads the cookies of a message whose header fields lack them.
  private func readCookies(
    _ members: inout ForeignMembers, as name: String, _ headers: inout HeaderFields,
    _ log: ForeignLog
  ) {
    guard headers[name] == nil else {
      members.ignore(["cookies"], because: "the header fields hold them")
      return
    }
    let cookies = log.elements(members.take("cookies"), "its cookies", losing: .headers)
    let pairs = cookies.compactMap { cookie -> String? in
      guard let word = cookie["name"]?.text, !word.isEmpty else {
        log.lost(.headers, "a cookie has no name, and is not read", line: cookie.line)
        return nil
      }
      func value(_ name: String) -> String {
        log.text(cookie[name], "`\(name)` of a cookie") ?? ""
      }
      var text = "\(word)=\(value("value"))"
      guard name == "Set-Cookie" else { return text }
      for attribute in ["path", "domain", "sameSite"] {
        let value = value(attribute)
        if value.isEmpty { continue }
        text += "; \(attribute.prefix(1).uppercased())\(attribute.dropFirst())=\(value)"
      }
      if let date = log.time(cookie["expires"], "the end of a cookie") {
        text += "; Expires=\(HTTPDate.text(date))"
      }
      if cookie["secure"]?.isVoid == false { text += "; Secure" }
      if cookie["httpOnly"]?.isVoid == false { text += "; HttpOnly" }
      return text
    }
    if name == "Set-Cookie" {
      for pair in pairs { headers.append(name, pair) }
    } else if !pairs.isEmpty {
      headers.append(name, pairs.joined(separator: "; "))
    }
  }

  /// The fields of a message.
  ///
  /// Browsers join those of one name by line feeds, which no value has (RFC 9110 §5.5).
  private func headers(
    _ members: inout ForeignMembers, of part: String, _ log: ForeignLog
  ) -> HeaderFields {
    let joined = ForeignHeaders.read(members.take("headers"), of: part, log)
    let end = UInt8(ascii: "\n")
    guard joined.fields.contains(where: { $0.bytes.contains(end) }) else { return joined }
    return HeaderFields(
      joined.fields.flatMap { field in
        field.bytes.contains(end)
          ? field.bytes.split(separator: end).map { line in
            HeaderField(field.name, bytes: line.last == 0x0D ? line.dropLast() : line)
          } : [field]
      })
  }

  private func read(
    response: ForeignValue, to request: Interaction.Request, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    return try log.reading(response, part) { members throws(ForeignEntryError) in
      members.ignore(prefix: "_", because: "left to each tool by the specification")
      members.ignore(
        ["headersSize", "comment"], because: "the header fields say it")
      // Browsers write 0 for a request without a response.
      guard let status = ForeignScalars.status(members.take("status")) else {
        throw ForeignEntryError("its request got no response", at: response)
      }
      var headers = headers(&members, of: part, log)
      readCookies(&members, as: "Set-Cookie", &headers, log)
      if let target = members.take("redirectURL"), !target.isVoid, headers["Location"] == nil,
        (300..<400).contains(status)
      {
        log.lost(
          .headers, "`redirectURL` of its response is not in a field Location, and not read",
          line: target.line)
      }
      let mayHaveBody = request.method != "HEAD" && status >= 200 && ![204, 304].contains(status)
      let body = HARBody(part: part, headers: headers, log: log)
      let size = members.number("bodySize")
      let reason = members.text("statusText") ?? ""
      return Interaction.Response(
        status: status, reason: reason.isEmpty ? nil : reason,
        http: ForeignScalars.version(members.scalar("httpVersion")), headers: headers,
        body: Body(
          try body.content(
            members.take("content"), transferred: size, mayHaveBody: mayHaveBody, in: response)))
    }
  }
}
