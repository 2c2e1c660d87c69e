import VCRCore

/// Collections of Postman (schema version 2), of which each saved example is an interaction.
struct PostmanFormat: ForeignFormat {
  static let tools = [
    ForeignTool(
      "Postman", reads: "saved examples, folders, variables of the collection, duration",
      losing: "requests without an example, scripts, authorization, bodies that Postman makes")
  ]

  let name = "Postman"
  let list: ForeignValue

  /// The variables of the collection.
  private let variables: [(name: String, value: String)]

  /// False when some variables cannot be read.
  private let isWhole: Bool

  init?(_ root: ForeignValue) {
    guard let items = root["item"],
      root["info"]?["_postman_id"] != nil
        || root["info"]?["schema"]?.text?.contains("postman.com") == true
    else { return nil }
    let all = root["variable"]
    let entries = all?.elements ?? []
    variables = entries.compactMap { variable in
      guard let name = variable["key", "id"]?.text, let value = variable["value"]?.text else {
        return nil
      }
      return ("{{\(name)}}", value)
    }
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
    if let url = request.text { return Interaction.Request(url: filled(url)) }
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      members.ignore(["description"], because: "for people")
      let address = members.take("url")
      guard let url = (address?["raw"] ?? address)?.text, !url.isEmpty else {
        throw ForeignEntryError("its request has no URL", at: request)
      }
      let headers = headers(members.take("header"), of: part, log)
      let body = try members.take("body").map { value throws(ForeignEntryError) in
        try self.body(value, of: part, log)
      }
      return Interaction.Request(
        method: members.text("method") ?? "GET", url: filled(url), headers: headers,
        body: Body(body ?? []))
    }
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
    let used = elements.filter { $0["disabled"]?.isVoid != false }
    return ForeignHeaders.read(ForeignValue(.list(used), line: value.line), of: part, log)
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
      case "raw": return members.text("raw").map { Array(filled($0).utf8) } ?? []
      case "urlencoded":
        let all = log.elements(
          members.take("urlencoded"), "the fields of the body of \(part)", losing: .body)
        let fields = all.filter { $0["disabled"]?.isVoid != false }
        return FormEncoding.encode(
          fields.map { field in
            let text = { (name: String) in
              Array(filled(log.text(field[name], "a field of the body of \(part)") ?? "").utf8)
            }
            return (name: text("key"), value: text("value"))
          })
      case "graphql":
        guard let query = members.take("graphql") else { return [] }
        return ForeignStructure.json(query, .javaScript)
      default:
        throw ForeignEntryError(
          "the body of \(part) is made by Postman when it is sent "
            + "(`\(PrintableText.line(String(mode.prefix(20))))`)", at: value)
      }
    }
  }

  /// A text with the variables of the collection filled in.
  private func filled(_ text: String) -> String {
    guard text.contains("{{") else { return text }
    return variables.reduce(text) { $0.replacing($1.name, with: $1.value) }
  }
}
