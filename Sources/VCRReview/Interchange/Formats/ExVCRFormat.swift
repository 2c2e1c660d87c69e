import VCRCore

/// Recordings of ExVCR (Elixir): a list, with what went wrong in place of a response.
struct ExVCRFormat: ForeignFormat {
  static let tools = [
    // `Handler.match_response`: the query counts on demand alone.
    ForeignTool(
      "ExVCR", reads: "all adapters, bodies of bytes, failures, reason phrase of httpc",
      losing: "regular expressions, bodies that are terms of Elixir",
      matching: [.method, .scheme, .host, .port, .path],
      besides: "again from the first one after the last")
  ]

  let name = "ExVCR"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let first = root.firstMapping, let request = first["request"],
      let response = first["response"], request["url"] != nil
    else { return nil }
    func has(_ value: ForeignValue, _ name: String) -> Bool {
      value.members?.contains { $0.name == name } ?? false
    }
    guard has(response, "status_code"), has(request, "options") || has(response, "type") else {
      return nil
    }
    list = root
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      let (request, response) = try members.takeExchange()
      return Interaction(
        request: try read(request: request, log), outcome: try outcome(response, log))
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(["options"], because: "the client's own")
      guard let url = members.text("url") else {
        throw ForeignEntryError("its request has no URL", at: request)
      }
      if url.hasPrefix("~r/") {
        throw ForeignEntryError("its URL is a regular expression, which matches many", at: request)
      }
      let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      // The body that a stub compares stands in a member of its own.
      let named = members.take("request_body")
      let content = members.take("body")
      let value = content?.bytes?.isEmpty == true ? named : content ?? named
      var bytes = try ForeignBody(part: part, headers: headers, log: log).read(value)
      if let value, bytes.starts(with: "{:".utf8) {
        log.lost(
          .body, "the body of \(part) is a term of Elixir, of which no bytes are known",
          line: value.line)
        bytes = []
      }
      return Interaction.Request(
        method: (members.text("method") ?? "GET").uppercased(), url: url, headers: headers,
        body: Body(bytes))
    }
  }

  private func outcome(
    _ response: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Outcome {
    let part = "its response"
    return try log.reading(response, part) { members throws(ForeignEntryError) in
      let isFailure = members.text("type") == "error"
      let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      let isBinary = members.take("binary").map { !$0.isVoid } ?? false
      let code = members.take("status_code")
      let value = members.take("body")
      if isFailure {
        if let value, value.members != nil {
          log.lost(.member, "what went wrong is \(value.kind), and not read", line: value.line)
        }
        let words = value.map { [$0] + $0.elements.flatMap { [$0] + $0.elements } } ?? []
        return .failure(Self.failure(words.compactMap(\.text).joined(separator: " ")))
      }
      // httpc gives the whole line.
      let line = code?.elements ?? []
      guard let status = ForeignScalars.status(line.count == 3 ? line[1] : code) else {
        throw ForeignEntryError("\(part) has no status", at: response)
      }
      let reason = line.count == 3 ? line[2].text ?? "" : ""
      let body = ForeignBody(part: part, headers: headers, log: log)
      return .response(
        Interaction.Response(
          status: status, reason: reason.isEmpty ? nil : reason,
          http: line.count == 3 ? ForeignScalars.version(line[0]) : nil, headers: headers,
          body: Body(try isBinary ? term(value, body) : body.read(value))))
    }
  }

  /// The bytes of a binary in the external term format of Erlang, in Base64.
  private func term(
    _ value: ForeignValue?, _ body: ForeignBody
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    let bytes = try body.base64(value)
    // A version, the tag of a binary, and its length.
    let head = 6
    guard bytes.count >= head, bytes[0] == 131, bytes[1] == UInt8(ascii: "m"),
      bytes[2..<head].reduce(0, { $0 << 8 | Int($1) }) == bytes.count - head
    else {
      throw ForeignEntryError(
        "the body of \(body.part) is not the binary of Erlang that it says it is", at: value)
    }
    return Array(bytes[head...])
  }

  /// The failures, by the words of Erlang for them.
  private static let failures: [(word: String, code: FailureCode)] = [
    ("nxdomain", .cannotFindHost), ("econnrefused", .cannotConnectToHost),
    ("timeout", .timedOut), ("closed", .networkConnectionLost),
    ("tls_alert", .secureConnectionFailed),
  ]

  private static func failure(_ text: String) -> Interaction.Failure {
    let code = failures.first { text.contains($0.word) }?.code ?? .unknown
    return Interaction.Failure(code, message: text)
  }
}
