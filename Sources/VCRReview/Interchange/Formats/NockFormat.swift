import VCRCore

/// Recordings of nock (JavaScript): a list of `scope`, `path` and `response`.
struct NockFormat: ForeignFormat {
  static let tools = [
    // `Interceptor.match` and `matchBody`: a body that is JSON is compared as a value.
    ForeignTool(
      "nock", reads: "bodies as text, JSON and digits", losing: "reason phrase, never recorded",
      matching: [.method, .url, .json], besides: "`reqheaders`, where they were recorded")
  ]

  let name = "nock"
  let list: ForeignValue

  init?(_ root: ForeignValue) {
    guard let first = root.firstMapping, first["scope"] != nil, first["path"] != nil else {
      return nil
    }
    list = root
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      guard let scope = members.text("scope"), let path = members.text("path") else {
        throw ForeignEntryError("its request has no URL")
      }
      guard let status = ForeignScalars.status(members.take("status")) else {
        throw ForeignEntryError("its response has no status")
      }
      let headers = ForeignHeaders.read(
        members.take("rawHeaders", "headers").map(Self.pairs), of: "its response",
        isLatin1: true, log)
      let asked = ForeignHeaders.read(
        members.take("reqheaders"), of: "its request", isLatin1: true, log)
      let isBinary = members.take("responseIsBinary").map { !$0.isVoid } ?? false
      let request = ForeignBody(part: "its request", headers: asked, log: log)
      let response = ForeignBody(part: "its response", headers: headers, log: log)
      // Where a definition has no body, nock compares none.
      let rule = members.has("body") ? nil : Interaction.Rule(match: ["method", "url"])
      return Interaction(
        request: Interaction.Request(
          method: (members.text("method") ?? "GET").uppercased(),
          url: Self.withoutDefaultPort(scope) + path, headers: asked,
          body: Body(try bytes(members.take("body"), request, isBinary: false, isCoded: false))),
        outcome: .response(
          Interaction.Response(
            status: status, headers: headers,
            body: Body(
              try bytes(
                members.take("response"), response, isBinary: isBinary,
                isCoded: headers["Content-Encoding"] != nil)))), rule: rule)
    }
  }

  /// A list of alternating names and values, as pairs.
  private static func pairs(_ value: ForeignValue) -> ForeignValue {
    let elements = value.elements
    guard elements.count % 2 == 0, elements.allSatisfy({ $0.bytes != nil }) else { return value }
    if elements.isEmpty { return value }
    let pairs = stride(from: 0, to: elements.count, by: 2).map { index in
      ForeignValue(.list([elements[index], elements[index + 1]]), line: elements[index].line)
    }
    return ForeignValue(.list(pairs), line: value.line)
  }

  /// A URL without the default port, which nock always writes.
  private static func withoutDefaultPort(_ scope: String) -> String {
    for (scheme, port) in [("https://", ":443"), ("http://", ":80")]
    where scope.hasPrefix(scheme) && scope.hasSuffix(port) {
      return String(scope.dropLast(port.count))
    }
    return scope
  }

  /// A body: a text, JSON as a structure, hexadecimal digits, or the chunks of an encoded body,
  /// each in hexadecimal digits.
  private func bytes(
    _ value: ForeignValue?, _ body: ForeignBody, isBinary: Bool, isCoded: Bool
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    let pieces = value.bytes != nil ? [value] : value.elements
    if isBinary || isCoded, !pieces.isEmpty {
      let decoded = pieces.map { $0.bytes.flatMap { [UInt8](hexadecimal: $0) } }
      if decoded.allSatisfy({ $0 != nil }) { return decoded.flatMap { $0 ?? [] } }
      guard !isBinary else {
        throw ForeignEntryError(
          "the body of \(body.part) is not the hexadecimal digits that it says it is", at: value)
      }
    }
    if value.bytes != nil { return try body.read(value) }
    return ForeignStructure.json(value, .javaScript)
  }
}
