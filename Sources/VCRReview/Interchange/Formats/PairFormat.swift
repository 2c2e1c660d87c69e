import VCRCore

/// Pairs of `request` and `response` as Ruby VCR, vcrpy, go-vcr and their like write them.
///
/// They differ only in names (`uri` and `url`, `status: {code: 200}` and `code: 200`), by which
/// they are recognised.
struct PairFormat: ForeignFormat {
  static let tools = [
    // `RequestMatcherRegistry::DEFAULT_MATCHERS` is `[:method, :uri]`, of URIs that WebMock spells.
    ForeignTool(
      "Ruby VCR", reads: "YAML and JSON, VCR 1 to 6, charsets, reason phrase, version, time",
      losing: "ERB, regular expressions",
      matching: [.method, .scheme, .host, .port, .path, .webMockQuery],
      besides: "`method, url` where the queries are not as WebMock spells them"),
    // `default_matcher`; before version 2 method and URI. webmockr's `normalize_uri` leaves out the
    // port, in a recording as well.
    ForeignTool(
      "R vcr", reads: "YAML and JSON, `raw_gzip`, time", losing: "bodies on disk (`file`)",
      matching: [.method, .scheme, .host, .path, .query]),
    ForeignTool(
      newerR, reads: "as R vcr", losing: "as R vcr",
      matching: [.method, .scheme, .host, .path, .query, .json]),
    // `Cassette.default_cassette_options['match_requests_on']` is `['method', 'uri']`.
    ForeignTool(betamax, reads: "reason phrase, time", matching: .standard),
    // `VCR(match_on:)` is method, scheme, host, port, path and query.
    ForeignTool(
      python,
      reads: "YAML and JSON, versions before 1.0, too, `parsed_body`, httpx's `content`, reason "
        + "phrase",
      losing: "objects of Python but those of bytes, texts and header fields", matching: .standard),
    // `DefaultMatcher` compares method and URL up to version 3.2.0 and all there is from 3.2.1 on,
    // whose files are the same, so the looser one counts. Of several that match, those with the
    // same body are served first.
    ForeignTool(
      "go-vcr", reads: "versions 1 to 3, trailers, duration", matching: .standard,
      besides: "from version 3.2.1 on as go-vcr 4, which the file does not say"),
    // `defaultMatcher`; what is ignored here it ignores on demand, which the file does not say.
    ForeignTool(
      newerGo, reads: "as go-vcr",
      matching: [.method, .url, .body, .headers(ignoring: ["Authorization", "User-Agent"])]),
    // All of `availableRequestMatchers` are enabled; `RequestMatcher::matchHeaders`.
    ForeignTool(
      php, reads: "reason phrase, version, `post_fields`",
      losing: "`post_files`, what its encrypted storage keeps",
      matching: [.method, .url, .body, .headers(ignoring: ["Accept-Encoding"])],
      besides: "any scheme"),
    // `OkReplayConfig.DEFAULT_MATCH_RULE` and Betamax's own are method and URI.
    ForeignTool(
      java, reads: "tapes of Betamax and OkReplay, charsets, time", matching: .standard),
    ForeignTool(
      other, reads: "EasyVCR for Java, Scotch and others with `request` and `response`"),
  ]

  private static let newerR = "R vcr 2"
  private static let newerGo = "go-vcr 4"
  private static let betamax = "Betamax"
  private static let python = "vcrpy"
  private static let php = "PHP-VCR"
  private static let java = "Betamax for Java"

  let name: String
  let list: ForeignValue

  /// True for recordings that may be meant as ERB templates of Ruby.
  private let mayBeTemplate: Bool

  /// True when some tool writes a form or JSON as a structure in place of a body.
  private let mayBeStructure: Bool

  init?(_ root: ForeignValue) {
    func member(_ name: String) -> ForeignValue? {
      root.members?.last { $0.name == name }?.value
    }
    if let entries = member("http_interactions") {
      // Ruby writes `VCR 6.0.0`, R `VCR-vcr/2.0.0`, before that `vcr/1.0` in each entry.
      let writer = root["recorded_with"] ?? entries.firstMapping?["recorded_with"]
      let words = writer?.text ?? "VCR"
      let isRuby = words == "VCR" || words.hasPrefix("VCR ")
      let version = words.split(separator: "/").dropFirst().first?.split(separator: ".").first
      let isNewer = version.flatMap { Int($0) }.map { $0 > 1 } ?? false
      name =
        words.contains("betamax")
        ? Self.betamax : isRuby ? "Ruby VCR" : isNewer ? Self.newerR : "R vcr"
      (list, mayBeTemplate, mayBeStructure) = (entries, isRuby, false)
    } else if root["vcr"] == nil, let entries = member("interactions") ?? member("records") {
      let first = entries.firstMapping
      let request = first?["request"]
      let isTape = first?["recorded"] != nil
      let isGo = root["version"] != nil && request?["url"] != nil
      let isPython = request?["uri"] != nil
      // Earlier versions write members that are empty, too.
      let isNewer = request?["proto"] != nil && request?["request_uri"] == nil
      let go = isNewer ? Self.newerGo : "go-vcr"
      (name, list) = (isGo ? go : isTape ? Self.java : isPython ? Self.python : Self.other, entries)
      (mayBeTemplate, mayBeStructure) = (false, !isTape)
    } else if let first = root.firstMapping, first["request"] != nil || first["response"] != nil {
      let isPHP =
        first["curl_info"] != nil || first["response"]?["curl_info"] != nil
        || first["response"]?["status"]?["http_version"] != nil
      let isOldPython = first["request"]?["protocol"] != nil && first["request"]?["uri"] == nil
      name = isPHP ? Self.php : isOldPython ? Self.python : Self.other
      (list, mayBeTemplate, mayBeStructure) = (root, !isOldPython, false)
    } else if root["response"]?.members != nil, root["request"]?["url", "uri"]?.text != nil {
      // A file for each exchange.
      list = ForeignValue(.list([root]), line: root.line)
      (name, mayBeTemplate, mayBeStructure) = (Self.other, false, true)
    } else {
      return nil
    }
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    if root["request"] == nil {
      log.loseLists(of: root, besides: ["http_interactions", "interactions", "records"])
    }
    // Ruby and R write it last, and end the text with a line feed.
    let last = root["http_interactions"]?.elements.last
    guard log.isCutInLine, let last, root["recorded_with"] == nil, last["recorded_with"] == nil
    else { return }
    log.lost(
      .document,
      "the file ends within a line and without `recorded_with`, as one does that is cut short: its "
        + "last interaction may be incomplete", line: last.line)
  }

  /// The name of a response for messages.
  private static let response = "its response"

  /// The name for a format of many tools that cannot be distinguished.
  private static let other = "another tool"

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(
        [
          "recorded_with", "id", "index", "type", "name", "description", "comment", "timestamp",
          "tags", "curl_info",
        ], because: "about the recording, not about the exchange")
      let (request, response) = try members.takeExchange()
      let duration = members.goDuration("duration")
      let (asked, match) = try read(request: request, log)
      var interaction = Interaction(
        request: asked, outcome: .response(.init(status: nil)),
        recordedAt: members.date("recorded_at", "recordedAt", "recorded"),
        rule: match.map { Interaction.Rule(match: $0.map(\.description)) })
      var seconds: Double?
      interaction.outcome = .response(
        try read(response: response, &seconds, log))
      interaction.seconds = (seconds ?? duration).flatMap { $0 > 0 ? $0 : nil }
      if mayBeTemplate { noteTemplates(in: interaction, at: entry, log) }
      return interaction
    }
  }

  /// The request, and what is compared of it where that is not what the tool compares of all.
  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> (Interaction.Request, [RequestEquivalence.Part]?) {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(
        [
          "content_length", "transfer_encoding", "remote_addr", "request_uri",
          "proto_major", "proto_minor", "id", "curl_options",
        ], because: "the URL, the version and the header fields say it, or it is the client's own")
      guard let url = members.take("uri", "url") ?? Self.joined(&members, at: request.line) else {
        throw ForeignEntryError("its request has no URL", at: request)
      }
      guard let address = url.text, !address.isEmpty else {
        throw ForeignEntryError("its URL is \(url.kind), not a text", at: url)
      }
      let written = log.method(&members, of: request)
      // Ruby writes a symbol.
      let isSymbol = written.utf8.first == UInt8(ascii: ":")
      let method = (isSymbol ? String(written.dropFirst()) : written).uppercased()
      var headers = headers("requestHeaders", of: part, &members, log)
      // Go keeps the field apart, whose value may be another one than the URL has.
      if let host = members.text("host"), !host.isEmpty, headers["Host"] == nil,
        RequestEquivalence.host(of: "http://\(host)") != RequestEquivalence.host(of: address)
      {
        headers.append("Host", host)
      }
      var body: [UInt8] = []
      var isUnreadable = false
      do throws(ForeignEntryError) {
        body = try self.body(of: part, headers, &members, log)
      } catch {
        // The response can be replayed; only the body cannot be compared.
        log.lost(.body, error.description, line: error.line ?? request.line)
        isUnreadable = true
      }
      if !body.isEmpty || method == "GET" || method == "HEAD" {
        members.ignore(["form", "post_fields"], because: "the fields of the body, or of the query")
      } else if let form = request["form"], GoForm.isQuery(form, of: address) {
        members.ignore(["form"], because: "the fields of the query")
      }
      var asked = Interaction.Request(
        method: method, url: address, http: ForeignScalars.version(members.scalar("proto")),
        headers: headers, body: Body(body),
        trailers: ForeignHeaders.read(members.take("trailer"), of: part, log))
      if isUnreadable { return (asked, [.method, .url]) }
      guard name == Self.php, body.isEmpty, request["post_fields"]?.isVoid == false,
        members.has("post_fields")
      else { return (asked, nil) }
      if request["post_files"]?.isVoid ?? true, let fields = request["post_fields"],
        let match = PHPVCRMessage.put(fields, into: &asked)
      {
        members.ignore(["post_fields"], because: "the body is made of them")
        return (asked, match)
      }
      // A body that is not there cannot be compared.
      return (asked, [.method, .url])
    }
  }

  /// The URL whose parts stand apart, as vcrpy wrote it before version 1.0; nil where one is
  /// missing.
  private static func joined(_ members: inout ForeignMembers, at line: Int) -> ForeignValue? {
    guard let scheme = members.text("protocol"), let host = members.text("host"),
      let path = members.text("path")
    else { return nil }
    let port = members.scalar("port")?.text
    let usual = ["http": "80", "https": "443"][scheme]
    let authority = port.flatMap { $0 == usual ? nil : "\(host):\($0)" } ?? host
    return ForeignValue(.scalar(Array("\(scheme)://\(authority)\(path)".utf8)), line: line)
  }

  private func read(
    response: ForeignValue, _ seconds: inout Double?,
    _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = Self.response
    var duration: Double?
    let read = try log.reading(response, part) {
      members throws(ForeignEntryError) -> Interaction.Response in
      members.ignore(
        [
          "url", "uri", "content_length", "transfer_encoding", "proto_major", "proto_minor",
          "uncompressed", "id", "curl_info",
        ],
        because: "the request, the version and the header fields say it, or it is the client's own")
      duration = members.goDuration("duration")
      var http = members.scalar("http_version", "httpVersion", "proto", "protocol")
      var code = members.status("code", "status_code", "statusCode")
      var reason: String?
      if let status = members.take("status") {
        if status.bytes != nil {
          code = code ?? ForeignScalars.status(status)
          reason = ForeignScalars.reason(status)
        } else {
          try log.reading(status, "its status") { words throws(ForeignEntryError) in
            words.ignore(
              ["explanation", "category", "success"], because: "what the code means, for people")
            code = words.status("code", "status_code") ?? code
            // R's `message` is a sentence then.
            let message = words.text("message")
            reason = words.text("reason") ?? message
            http = words.scalar("http_version") ?? http
          }
        }
      }
      guard let code else {
        throw ForeignEntryError("its response has no status", at: response)
      }
      reason = members.text("reason") ?? reason
      http = http ?? response["body"]?["http_version"]
      let headers = headers("responseHeaders", of: part, &members, log)
      var body = Body(try body(of: part, headers, &members, log))
      // Ruby VCR takes the coding away, and the field with it, and notes it here.
      let about = members.take("adapter_metadata")
      _ = log.members(about, "the data of the adapter of \(part)")
      let coding = log.text(about?["vcr_decompressed"], "`vcr_decompressed` of \(part)")
      if headers["Content-Encoding"] == nil, !body.isEmpty { body.encoding = coding }
      return Interaction.Response(
        status: code, reason: reason.flatMap { $0.isEmpty ? nil : $0 },
        http: ForeignScalars.version(http), headers: headers, body: body,
        trailers: ForeignHeaders.read(members.take("trailer"), of: part, log))
    }
    seconds = duration
    return read
  }

  /// The header fields of a message; tools of .NET write those about the content apart.
  private func headers(
    _ name: String, of part: String, _ members: inout ForeignMembers, _ log: ForeignLog
  ) -> HeaderFields {
    let isLatin1 = self.name == Self.betamax
    let value = members.take("headers", name)
    var own = ForeignHeaders.read(value, of: part, isLatin1: isLatin1, log)
    if self.name == Self.php {
      for field in own.fields where PHPVCRMessage.isEncrypted(field.bytes) {
        log.lost(
          .headers, "the field `\(field.name)` of \(part) is encrypted, and left out",
          line: value?.line ?? 1)
        own.remove(field.name)
      }
    }
    guard let others = members.take("contentHeaders") else { return own }
    let content = ForeignHeaders.read(others, of: part, log)
    return HeaderFields(own.fields + content.fields)
  }

  /// The body of a message, in any of its members.
  private func body(
    of part: String, _ headers: HeaderFields, _ members: inout ForeignMembers, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    // The serializer of pydantic-ai writes parsed JSON, and reads it back with `json.dumps`.
    if let parsed = members.take("parsed_body") { return ForeignStructure.json(parsed, .python) }
    // An early form of vcrpy for httpx writes `content`.
    let value = members.take("body", "content")
    // In a response of vcrpy or go-vcr a structure is known only where a text should stand.
    let isKnown = part != Self.response || name == Self.other || value?["string"] != nil
    let body = ForeignBody(
      part: part, headers: headers, mayBeStructure: mayBeStructure && isKnown,
      marksUTF16: name == Self.betamax, log: log)
    if name == Self.php, let value, let text = value.bytes, PHPVCRMessage.isEncrypted(text) {
      throw ForeignEntryError(
        "the body of \(part) is encrypted, and only PHP-VCR reads it", at: value)
    }
    if name == Self.php, part == Self.response, let value, let text = value.bytes,
      PHPVCRMessage.isBase64(headers, text)
    {
      return try body.base64(value)
    }
    let bytes = try body.read(value)
    guard name == Self.java, let value else { return bytes }
    // A text is written in the encoding of the file, and sent in its own.
    let charset = MediaType(headers)?.parameter("charset") ?? ""
    return try body.transcoded(bytes, to: charset, at: value)
  }

  /// Notes the templates that Ruby's ERB would have replaced; vcr runs no code of a recording.
  private func noteTemplates(
    in interaction: Interaction, at entry: ForeignValue, _ log: ForeignLog
  ) {
    func note(_ part: String, _ text: [UInt8], _ kind: ForeignLoss.Kind, at value: ForeignValue?) {
      guard Self.hasPercentSign(text.view),
        let start = text.firstRange(of: Array("<%".utf8)),
        text[start.upperBound...].firstRange(of: Array("%>".utf8)) != nil
      else { return }
      log.lost(
        kind, "\(part) has ERB (<%= … %>), which is kept as it stands and not run",
        line: value?.line ?? entry.line)
    }
    let request = entry["request"]
    let response = entry["response"]
    let url = interaction.request.url
    // Few parts have such a mark, so that most need no copy.
    if url.withUTF8Span(Self.hasPercentSign) {
      note("its URL", Array(url.utf8), .member, at: request?["uri", "url"])
    }
    note("the body of its request", interaction.request.body.bytes, .body, at: request?["body"])
    func note(_ part: String, _ fields: HeaderFields, at value: ForeignValue?) {
      for field in fields.fields where field.value.withUTF8Span(Self.hasPercentSign) {
        note(part, field.bytes, .headers, at: value?["headers"])
      }
    }
    note("a header field of its request", interaction.request.headers, at: request)
    guard case .response(let recorded) = interaction.outcome else { return }
    note("a header field of its response", recorded.headers, at: response)
    // Scripts, and pages with scripts, have templates of their own, which are filled in browsers.
    let body = recorded.body.bytes
    let type = recorded.headers["Content-Type"].map { Array($0.lowercased().utf8) }
    if Self.hasPercentSign(body.view), type?.firstRange(of: Array("javascript".utf8)) == nil,
      body.firstRange(of: Array("<script".utf8)) == nil
    {
      note("the body of its response", body, .body, at: response?["body"])
    }
  }

  private static func hasPercentSign(_ text: Span<UInt8>) -> Bool {
    text.firstIndex(of: UInt8(ascii: "%"), in: 0..<text.count) != nil
  }
}
