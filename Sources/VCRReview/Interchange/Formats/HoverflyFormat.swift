import VCRCore

/// Simulations of Hoverfly (schema version 5): pairs of what matches and what is given, of which those
/// that were captured match each part exactly.
struct HoverflyFormat: ForeignFormat {
  let name = "Hoverfly"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let pairs = root["data"]?["pairs"] else { return nil }
    list = pairs
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      members.ignore(["labels"], because: "about the recording, not about the exchange")
      guard let request = members.take("request"), let response = members.take("response") else {
        throw ForeignEntryError("has no request, or no response")
      }
      return Interaction(
        request: try read(request: request, log),
        outcome: .response(try read(response: response, log)))
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    try log.reading(request, "its request") { members throws(ForeignEntryError) in
      func part(
        _ name: String, _ members: inout ForeignMembers
      ) throws(ForeignEntryError) -> String {
        guard let matchers = members.take(name) else {
          throw ForeignEntryError("its request matches any \(name), so none was recorded")
        }
        return String(decoding: try Self.exact(matchers, name), as: UTF8.self)
      }
      let method = try part("method", &members)
      let scheme = try part("scheme", &members)
      var url = "\(scheme)://" + (try part("destination", &members))
      url += try part("path", &members)
      var query: [String] = []
      for name in ["query", "deprecatedQuery"] {
        guard let value = members.take(name), !value.isVoid else { continue }
        guard let pairs = value.members else {
          query.append(String(decoding: try Self.exact(value, name), as: UTF8.self))
          continue
        }
        for pair in pairs {
          for text in try Self.texts(pair.value, "query") {
            let form = FormEncoding.encode([(name: Array(pair.name.utf8), value: text)])
            query.append(String(decoding: form, as: UTF8.self))
          }
        }
      }
      if !query.filter({ !$0.isEmpty }).isEmpty { url += "?" + query.joined(separator: "&") }
      var headers: [HeaderField] = []
      for field in members.take("headers")?.members ?? [] {
        for text in try Self.texts(field.value, "header field") {
          headers.append(HeaderField(field.name, bytes: text))
        }
      }
      let body = try members.take("body").map { value throws(ForeignEntryError) in
        value.isVoid ? [] : try Self.exact(value, "body")
      }
      return Interaction.Request(
        method: method, url: url, headers: HeaderFields(headers), body: Body(body ?? []))
    }
  }

  private func read(
    response: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    try log.readingResponse(response) { members, status, part throws(ForeignEntryError) in
      if let templated = members.take("templated"), !templated.isVoid {
        log.lost(
          .body, "the body of \(part) is a template, which is kept as it stands and not run",
          line: templated.line)
      }
      let isBase64 = members.take("encodedBody").map { !$0.isVoid } ?? false
      let headers = ForeignHeaders.read(members.take("headers"), of: part, log)
      let body = ForeignBody(part: part, headers: headers, log: log)
      let value = members.take("body")
      let bytes = isBase64 ? try value.map(body.base64) ?? [] : try body.read(value)
      return Interaction.Response(status: status, headers: headers, body: Body(bytes))
    }
  }

  /// The text that a list of one exact matcher wants.
  private static func exact(
    _ value: ForeignValue, _ name: String
  ) throws(ForeignEntryError) -> [UInt8] {
    let texts = try texts(value, name)
    guard texts.count == 1 else {
      throw ForeignEntryError("its request has \(texts.count) matchers of its \(name)", at: value)
    }
    return texts[0]
  }

  /// The texts that exact matchers want: the values that were captured.
  private static func texts(
    _ value: ForeignValue, _ name: String
  ) throws(ForeignEntryError) -> [[UInt8]] {
    var texts: [[UInt8]] = []
    for matcher in value.bytes != nil ? [value] : value.elements {
      let word = matcher["matcher"]?.text ?? "exact"
      let values = matcher["value"].map { $0.elements.isEmpty ? [$0] : $0.elements } ?? [matcher]
      guard ["exact", "array"].contains(word), values.allSatisfy({ $0.bytes != nil }) else {
        throw ForeignEntryError(
          "its \(name) is matched by `\(PrintableText.line(String(word.prefix(20))))`, which says "
            + "what matches and not what was recorded", at: matcher)
      }
      texts += values.map { $0.bytes ?? [] }
    }
    return texts
  }
}
