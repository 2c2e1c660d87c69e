import VCRCore

/// The parts of a description that a stub is made of; references stand for what they name.
struct OpenAPIDocument: Sendable {
  /// An example of a body.
  struct Example {
    /// Its value.
    let value: ForeignValue
    /// The media type.
    let type: String
    /// True when it is the first of several.
    let hasMore: Bool
  }

  /// The description.
  let root: ForeignValue

  /// The methods that an item of `paths` may have.
  private static let methods: Set<String> = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace", "query",
  ]

  /// How many references may lead to one another.
  private static let longestWay = 10

  /// The value that a reference (`$ref`) within the description names; any other value itself.
  func resolved(_ value: ForeignValue) -> ForeignValue {
    var value = value
    for _ in 0..<Self.longestWay {
      guard let way = value["$ref"]?.text, way.hasPrefix("#/") else { return value }
      var target: ForeignValue? = root
      for part in way.dropFirst(2).split(separator: "/") {
        let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
        target = target?[name]
      }
      guard let target else { return value }
      value = target
    }
    return value
  }

  /// The responses of the operations of a path, each with what its request is made of; that which
  /// is served is marked.
  func responses(of path: ForeignValue.Member) -> [ForeignValue] {
    let item = resolved(path.value)
    return (item.members ?? []).filter { Self.methods.contains($0.name) }.flatMap { operation in
      let responses = operation.value["responses"]?.members ?? []
      let entries = responses.map { response in
        entry([
          ("path", text(path.name)), ("method", text(operation.name)), ("item", item),
          ("operation", operation.value), ("status", text(response.name)),
          ("response", response.value),
        ])
      }
      let number = served(entries)
      return entries.enumerated().map { index, value in
        guard index == number, let members = value.members else { return value }
        return ForeignValue(
          .map(members + [.init(name: "is_first", value: text("true"))]), line: value.line)
      }
    }
  }

  /// The index of the response that is served: the first success with an example, or else without a
  /// content, or else the first with an example.
  private func served(_ entries: [ForeignValue]) -> Int? {
    func isSuccess(_ entry: ForeignValue) -> Bool { entry["status"]?.text?.hasPrefix("2") == true }
    return entries.firstIndex { isSuccess($0) && example(of: $0) != nil }
      ?? entries.firstIndex {
        isSuccess($0) && resolved($0["response"] ?? $0)["content", "schema"] == nil
      } ?? entries.firstIndex { example(of: $0) != nil }
  }

  private func text(_ text: String) -> ForeignValue {
    ForeignValue(.scalar(Array(text.utf8)), line: 1, isText: true)
  }

  private func entry(_ members: [(name: String, value: ForeignValue)]) -> ForeignValue {
    ForeignValue(
      .map(members.map { .init(name: $0.name, value: $0.value) }),
      line: members.last?.value.line ?? 1)
  }

  /// The example of a response; nil for none.
  func example(of entry: ForeignValue) -> Example? {
    let response = resolved(entry["response"] ?? entry)
    if let example = example(in: response["content"]) { return example }
    // Swagger 2 has them by their types, or in the schema.
    if let first = response["examples"]?.members?.first(where: { $0.name.contains("/") }) {
      return Example(value: first.value, type: first.name, hasMore: false)
    }
    guard let value = response["schema"].flatMap({ value(of: resolved($0)) }) else { return nil }
    let types = entry["operation"]?["produces"] ?? root["produces"]
    return Example(
      value: value, type: types?.elements.first?.text ?? "application/json", hasMore: false)
  }

  /// The example of the body of a request; nil for none.
  func requestExample(of operation: ForeignValue) -> Example? {
    operation["requestBody"].flatMap { example(in: resolved($0)["content"]) }
  }

  /// The first example in a content, JSON before others.
  private func example(in content: ForeignValue?) -> Example? {
    let types = content?.members ?? []
    let ordered =
      types.filter { MediaType($0.name).isJSON }
      + types.filter { !MediaType($0.name).isJSON }
    for type in ordered where !type.name.contains("*") {
      let media = resolved(type.value)
      if let value = value(of: media) {
        let count = media["example"] == nil ? media["examples"]?.members?.count ?? 1 : 1
        return Example(value: value, type: type.name, hasMore: count > 1)
      }
    }
    return nil
  }

  /// The first value that a parameter, a content or a schema gives as its example, or else the one
  /// of its schema.
  func value(of value: ForeignValue) -> ForeignValue? {
    if let example = value["example", "x-example"] { return example }
    if let examples = value["examples"] {
      let first =
        examples.elements.first
        ?? examples.members?.lazy.compactMap { resolved($0.value)["value"] }.first
      if let first { return first }
    }
    let schema = value["schema"].map(resolved)
    return schema.flatMap { $0["example"] ?? $0["examples"]?.elements.first }
  }

  /// The value that a parameter without an example has by its schema; nil for none.
  func usualValue(of parameter: ForeignValue) -> ForeignValue? {
    let schema = parameter["schema"].map(resolved) ?? parameter
    return schema["default"] ?? schema["enum"]?.elements.first
  }

  /// The address that comes before the paths of an operation.
  func address(_ operation: ForeignValue, _ item: ForeignValue) -> String {
    let servers = [operation, item, root].lazy.compactMap { $0["servers"]?.elements.first }
    var address = ""
    if let server = servers.first {
      address = server["url"]?.text ?? ""
      for variable in server["variables"]?.members ?? [] {
        let value = variable.value["default"]?.text ?? ""
        address = address.replacing("{\(variable.name)}", with: value)
      }
    } else if let host = root["host"]?.text {
      let scheme = root["schemes"]?.elements.first?.text ?? "https"
      address = "\(scheme)://\(host)" + (root["basePath"]?.text ?? "")
    } else {
      address = root["basePath"]?.text ?? ""
    }
    while address.hasSuffix("/") { address.removeLast() }
    if address.contains("://") { return address }
    return "http://localhost" + (address.isEmpty || address.hasPrefix("/") ? "" : "/") + address
  }
}
