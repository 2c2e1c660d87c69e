import VCRCore

/// Collections of Postman (schema versions 1 and 2), of which each saved example is an interaction.
struct PostmanFormat: ForeignFormat {
  static let tools = [
    ForeignTool(
      "Postman", reads: "saved examples, folders, variables of the collection, duration",
      losing: "requests without an example, scripts, authorization, bodies that Postman makes")
  ]

  let name = "Postman"
  let list: ForeignValue

  /// The variables of the collection.
  private let variables: [String: String]

  /// The number of bytes of the longest name of one.
  private let longestName: Int

  /// False when some variables cannot be read.
  private let isWhole: Bool

  init?(_ root: ForeignValue) {
    // The service hands out collections like this.
    let whole = root["collection"] ?? root
    let old = PostmanVersion1.current(whole)
    let root = old ?? whole
    guard let items = root["item"],
      old != nil || root["info"]?["_postman_id"] != nil
        || root["info"]?["schema"]?.text?.contains("postman.com") == true
    else { return nil }
    let all = root["variable"]
    let entries = all?.elements ?? []
    let pairs = entries.compactMap { variable -> (String, String)? in
      guard let name = variable["key", "id"]?.text, let value = variable["value"]?.text else {
        return nil
      }
      return (name, value)
    }
    variables = Dictionary(pairs) { first, _ in first }
    longestName = pairs.map { $0.0.utf8.count }.max() ?? 0
    let isList = if case .list? = all?.content { true } else { all?.isVoid ?? true }
    isWhole =
      isList
      && entries.allSatisfy {
        $0["key", "id"]?.text != nil && ($0["value"].map { $0.bytes != nil } ?? true)
      }
    list =
      if case .list = items.content {
        ForeignValue(.list(Self.examples(in: items)), line: items.line)
      } else { items }
  }

  /// The saved examples of folders and requests, in their order; a request without one stands for
  /// itself.
  private static func examples(in items: ForeignValue) -> [ForeignValue] {
    items.elements.flatMap { item -> [ForeignValue] in
      if let inner = item["item"] {
        if case .list = inner.content { return examples(in: inner) }
        return [item]
      }
      guard let request = item["request"] else { return [item] }
      let responses = item["response"]?.elements ?? []
      if responses.isEmpty { return [item] }
      return responses.map { response in
        var rest = response.members ?? []
        rest.removeAll { $0.name == "originalRequest" }
        let members = [
          ForeignValue.Member(name: "request", value: response["originalRequest"] ?? request),
          ForeignValue.Member(
            name: "response", value: ForeignValue(.map(rest), line: response.line)),
        ]
        return ForeignValue(.map(members), line: response.line)
      }
    }
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    guard let request = entry["request"], let response = entry["response"],
      response.members != nil
    else { throw ForeignEntryError("is a request without a saved example") }
    var seconds: Double?
    let asked = try read(request: request, log)
    if !isWhole, ForeignStructure.json(request, .javaScript).firstRange(of: Array("{{".utf8)) != nil
    {
      log.lost(
        .member, "not all variables of the collection can be read, and its request has some",
        line: request.line)
    }
    return Interaction(
      request: asked,
      outcome: .response(try read(response: response, &seconds, log)), seconds: seconds)
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    if let url = request.text {
      return Interaction.Request(url: address(url, log, at: request.line))
    }
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(["description"], because: "for people")
      let address = members.take("url")
      guard let url = (address?["raw"] ?? address)?.text ?? address.flatMap(Self.joined),
        !url.isEmpty
      else {
        throw ForeignEntryError("its request has no URL", at: request)
      }
      let headers = headers(members.take("header"), of: part, log)
      let body = try members.take("body").map { value throws(ForeignEntryError) in
        try self.body(value, of: part, log)
      }
      let whole = self.address(
        withPath(address?["variable"], url, log), log, at: request.line)
      return Interaction.Request(
        method: members.text("method") ?? "GET", url: whole, headers: headers,
        body: Body(body ?? []))
    }
  }

  /// A URL that stands in parts alone, as the schema lets it; nil where it has no host.
  private static func joined(_ address: ForeignValue) -> String? {
    func words(_ name: String, by separator: String) -> String? {
      guard let value = address[name] else { return nil }
      if let text = value.text { return text }
      let words = value.elements.map { $0.text ?? $0["value"]?.text ?? "" }
      return words.isEmpty ? nil : words.joined(separator: separator)
    }
    guard let host = words("host", by: ".") else { return nil }
    // A variable in the place of the host may have the scheme, too.
    let scheme =
      address["protocol"]?.text.map { $0 + "://" } ?? (host.hasPrefix("{{") ? "" : "http://")
    let port = address["port"]?.text.map { ":" + $0 } ?? ""
    let path = words("path", by: "/").map { $0.hasPrefix("/") ? $0 : "/" + $0 } ?? ""
    let items = (address["query"]?.elements ?? []).filter { $0["disabled"]?.isVoid != false }
    let query = items.compactMap { item in
      item["key"]?.text.map { $0 + (item["value"]?.text.map { "=" + $0 } ?? "") }
    }
    let hash = address["hash"]?.text.map { "#" + $0 } ?? ""
    return "\(scheme)\(host)\(port)\(path)"
      + (query.isEmpty ? "" : "?" + query.joined(separator: "&")) + hash
  }

  /// A URL with the variables of the collection filled in; others are named.
  private func address(_ url: String, _ log: ForeignLog, at line: Int) -> String {
    let whole = filled(url, log, at: line)
    if whole.contains("{{") {
      log.lost(
        .member, "its URL has variables whose values are not in the collection", line: line)
    }
    return whole
  }

  /// A URL with the variables of its path (`/:id`) filled in.
  private func withPath(_ list: ForeignValue?, _ url: String, _ log: ForeignLog) -> String {
    let all = log.elements(list, "the variables of its path")
    guard !all.isEmpty else { return url }
    let entries = Dictionary(all.map { ($0["key", "id"]?.text ?? "", $0) }) { first, _ in first }
    let path = url.prefix { $0 != "?" && $0 != "#" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      guard part.hasPrefix(":"), part.count > 1,
        let entry = entries[String(part.dropFirst())]
      else { return String(part) }
      if let text = entry["value"]?.text { return text }
      log.lost(.member, "a variable of its path has no value", line: entry.line)
      return String(part)
    }
    return parts.joined(separator: "/") + url[path.endIndex...]
  }

  private func read(
    response: ForeignValue, _ seconds: inout Double?, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    let part = "its response"
    var took: ForeignValue?
    let read = try log.reading(response, part) {
      members throws(ForeignEntryError) -> Interaction.Response in
      members.ignore(
        ["id", "uid", "name", "_postman_previewlanguage", "_postman_previewtype", "cookie"],
        because: "about the example, and in the header fields")
      took = members.numeric("responseTime")
      guard let status = ForeignScalars.status(members.take("code")) else {
        throw ForeignEntryError("its response has no status", at: response)
      }
      let headers = headers(members.take("header"), of: part, log)
      let body = ForeignBody(part: part, headers: headers, log: log)
      return Interaction.Response(
        status: status, reason: members.text("status"), headers: headers,
        body: Body(try body.read(members.take("body"))))
    }
    seconds = ForeignScalars.milliseconds(took)
    return read
  }

  /// The header fields that are not switched off.
  private func headers(
    _ value: ForeignValue?, of part: String, _ log: ForeignLog
  ) -> HeaderFields {
    guard let value, case .list(let elements) = value.content else {
      return ForeignHeaders.read(value, of: part, log)
    }
    let used = elements.filter { $0["disabled"]?.isVoid != false }.map { withValues($0, log) }
    return ForeignHeaders.read(ForeignValue(.list(used), line: value.line), of: part, log)
  }

  /// A header field with the variables of the collection filled in.
  private func withValues(_ field: ForeignValue, _ log: ForeignLog) -> ForeignValue {
    guard let members = field.members else { return field }
    let whole = members.map { member -> ForeignValue.Member in
      guard let text = member.value.text, text.contains("{{") else { return member }
      let bytes = Array(filled(text, log, at: member.value.line).utf8)
      return .init(
        name: member.name,
        value: ForeignValue(.scalar(bytes), line: member.value.line, isText: true))
    }
    return ForeignValue(.map(whole), line: field.line)
  }

  private func body(
    _ value: ForeignValue, of part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    if value.isVoid { return [] }
    return try log.reading(value, "the body of \(part)", losing: .body) {
      members throws(ForeignEntryError) in
      members.ignore(["options", "disabled"], because: "about the editor")
      let mode = members.text("mode") ?? "raw"
      switch mode {
      case "raw":
        let text = members.text("raw") ?? ""
        return Array(filled(text, log, at: value.line).utf8)
      case "urlencoded":
        let all = log.elements(
          members.take("urlencoded"), "the fields of the body of \(part)", losing: .body)
        for field in all where field.members == nil {
          log.lost(
            .body, "a field of the body of \(part) is \(field.kind), and not read",
            line: field.line)
        }
        let fields = all.filter { $0.members != nil && $0["disabled"]?.isVoid != false }
        return FormEncoding.encode(
          fields.map { field in
            let text = { (name: String) -> [UInt8] in
              let text = log.text(field[name], "a field of the body of \(part)") ?? ""
              return Array(filled(text, log, at: field.line).utf8)
            }
            return (name: text("key"), value: text("value"))
          })
      case "graphql":
        guard let query = members.take("graphql") else { return [] }
        return try log.reading(query, "the body of \(part)", losing: .body) {
          words throws(ForeignEntryError) in
          var found: [ForeignValue.Member] = []
          for name in ["query", "operationName", "variables"] {
            guard let value = words.take(name) else { continue }
            found.append(.init(name: name, value: name == "variables" ? Self.parsed(value) : value))
          }
          return ForeignStructure.json(
            ForeignValue(.map(found), line: query.line), .javaScript)
        }
      default:
        throw ForeignEntryError(
          "the body of \(part) is made by Postman when it is sent "
            + "(`\(PrintableText.line(String(mode.prefix(20))))`)", at: value)
      }
    }
  }

  /// The JSON of a text, which Postman sends in its place.
  private static func parsed(_ value: ForeignValue) -> ForeignValue {
    guard let bytes = value.bytes, let json = try? ForeignValue(json: bytes) else { return value }
    return json
  }

  /// A text with the variables of the collection filled in, also those in their values.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - log: The log for a text that becomes longer than any that is sent.
  ///   - line: Its line.
  /// - Returns: The text, with what stands for no variable as it is.
  private func filled(_ text: String, _ log: ForeignLog, at line: Int) -> String {
    guard text.contains("{{"), !variables.isEmpty else { return text }
    var bytes = Array(text.utf8)
    // As deep as Postman goes.
    for _ in 0..<19 {
      guard let next = replaced(bytes, log) else {
        log.lost(.member, "its variables make a text of it that nobody sends", line: line)
        return text
      }
      if next == bytes { break }
      bytes = next
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A text with each variable that is known replaced once; nil where it becomes too long.
  private func replaced(_ text: [UInt8], _ log: ForeignLog) -> [UInt8]? {
    let (open, close) = (Array("{{".utf8), Array("}}".utf8))
    var out: [UInt8] = []
    var rest = text[...]
    while let start = rest.firstRange(of: open) {
      // The innermost braces are those of a name, which is short.
      let inner = rest[start.upperBound...].prefix(longestName + close.count)
      guard let end = inner.firstRange(of: close),
        let value = variables[String(decoding: inner[..<end.lowerBound], as: UTF8.self)]
      else {
        out += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      out += rest[..<start.lowerBound]
      out += Array(value.utf8)
      rest = rest[end.upperBound...]
      guard log.takeRoom(value.utf8.count) else { return nil }
    }
    out += rest
    return out
  }
}
