import VCRCore

/// Descriptions of a service in OpenAPI 3 and Swagger 2, of which each operation whose response has
/// an example is a stub.
///
/// An example is what the service may say, not what it said. Of the responses of an operation the
/// first success is served, to any request with its method and its path, any number of times and by
/// whatever name the service is called; where no server is named, the machine itself stands in.
struct OpenAPIFormat: ForeignFormat {
  static let title = "OpenAPI"

  static let tools = [
    ForeignTool(
      title,
      reads: "as stubs, examples of responses in versions 3 and Swagger 2, JSON and YAML, with "
        + "those of parameters in the path and of requests",
      losing: "responses without an example, further ones of an operation, schemas",
      besides: "method and path")
  ]

  let name = title
  let list: ForeignValue

  private let document: OpenAPIDocument

  init?(_ root: ForeignValue) {
    guard root["openapi", "swagger"]?.text != nil, let paths = root["paths"]?.members else {
      return nil
    }
    let document = OpenAPIDocument(root: root)
    self.document = document
    let entries = paths.flatMap { document.responses(of: $0) }
    guard let first = entries.first(where: { document.example(of: $0) != nil }) else { return nil }
    list = ForeignValue(.list(entries), line: first.line)
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    let response = document.resolved(entry["response"] ?? entry)
    let example = document.example(of: entry)
    guard example != nil || response["content"] == nil && entry["is_first"] != nil else {
      throw ForeignEntryError("is a response without an example")
    }
    guard entry["is_first"] != nil else {
      throw ForeignEntryError("is a further response of an operation, of which one is served")
    }
    guard let status = ForeignScalars.status(entry["status"]) else {
      throw ForeignEntryError("is a response without a number as its status")
    }
    var headers: HeaderFields = [:]
    let fields = log.members(
      response["headers"], "the header fields of its response", losing: .headers)
    for field in fields where field.name.lowercased() != "content-type" {
      let value = document.value(of: document.resolved(field.value))
      if let text = log.text(value, "the example of a header field of its response") {
        headers.append(field.name, text)
      }
    }
    var body: [UInt8] = []
    if let example {
      headers.append("Content-Type", example.type)
      body = try Self.bytes(example, of: "its response")
      if example.hasMore {
        log.lost(
          .member, "of several examples of its response the first is served",
          line: example.value.line)
      }
    }
    return Interaction(
      request: try request(entry, log),
      outcome: .response(
        Interaction.Response(status: status, headers: headers, body: Body(body))),
      rule: Interaction.Rule(match: ["method", "path"], times: .max))
  }

  /// The request of an operation.
  private func request(
    _ entry: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let (operation, item) = (entry["operation"] ?? entry, entry["item"] ?? entry)
    var path = entry["path"]?.text ?? ""
    let parameters =
      (operation["parameters"]?.elements ?? [])
      + (item["parameters"]?.elements ?? [])
    for parameter in parameters.map(document.resolved) where parameter["in"]?.text == "path" {
      let value = document.value(of: parameter) ?? document.usualValue(of: parameter)
      guard let name = parameter["name"]?.text, let bytes = value?.bytes else { continue }
      path = path.replacing("{\(name)}", with: Self.encoded(bytes))
    }
    if path.contains("{") {
      log.lost(
        .member, "a parameter of its path has no example, and stands there by its name",
        line: entry.line)
    }
    var request = Interaction.Request(
      method: (entry["method"]?.text ?? "get").uppercased(),
      url: document.address(operation, item) + path)
    if let example = document.requestExample(of: operation) {
      request.headers.append("Content-Type", example.type)
      request.body = Body(try Self.bytes(example, of: "its request"))
    }
    return request
  }

  /// A text as a part of a path.
  private static func encoded(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.appendPercentEncoded(bytes, keeping: .unreserved)
    return String(decoding: text, as: UTF8.self)
  }

  /// The body that an example stands for: a value, or the text of one.
  private static func bytes(
    _ example: OpenAPIDocument.Example, of part: String
  ) throws(ForeignEntryError) -> [UInt8] {
    let (value, type) = (example.value, MediaType(example.type))
    if type.isJSON {
      if let bytes = value.bytes, let json = try? ForeignValue(json: bytes), json.bytes == nil {
        return bytes
      }
      return ForeignStructure.json(value, .javaScript)
    }
    if let bytes = value.bytes { return bytes }
    if type.isForm, let fields = ForeignStructure.formFields(value) {
      return ForeignStructure.form(fields)
    }
    throw ForeignEntryError(
      "the example of \(part) is \(value.kind), of which vcr knows no text of its type", at: value)
  }
}
