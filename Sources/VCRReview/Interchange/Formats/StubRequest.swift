import VCRCore

/// The request of a stub, and what the stub compares of it.
///
/// What a stub does not name may be anything. Where it names no host, the one by which its server
/// is reached on its own machine stands in, which is not compared.
struct StubRequest {
  /// The request, with what the stub wants.
  var request = Interaction.Request(url: "http://localhost/")

  /// The parts that the stub compares.
  private(set) var match: [RequestEquivalence.Part] = []

  /// The rule of an interaction with the request.
  ///
  /// - Parameter times: The number of times that it is served; any number unless one is given.
  /// - Returns: The rule.
  func rule(times: Int = .max) -> Interaction.Rule {
    Interaction.Rule(match: match.map(\.description), times: times)
  }

  /// Compares a part.
  mutating func compare(_ part: RequestEquivalence.Part) { match.append(part) }

  /// Wants a method.
  mutating func want(method: String) {
    request.method = method.uppercased()
    match.append(.method)
  }

  /// Wants a path, behind an address that is not compared.
  mutating func want(path: String, at address: String = "http://localhost") {
    request.url = address + (path.hasPrefix("/") ? path : "/" + path)
    match.append(.path)
  }

  /// Wants items of the query; others do not count.
  mutating func want(query pairs: [(name: String, value: String)]) {
    guard !pairs.isEmpty else { return }
    append(query: pairs)
    match.append(.query(only: Self.names(pairs.map(\.name))))
  }

  /// The items of a query by their names, each with a text or several.
  ///
  /// - Parameters:
  ///   - value: The mapping that holds them.
  ///   - log: The log of losses.
  /// - Returns: The items.
  static func pairs(
    of value: ForeignValue, _ log: ForeignLog
  ) -> [(name: String, value: String)] {
    let place = "the items of its query"
    return log.members(value, place).flatMap { pair -> [(name: String, value: String)] in
      if let text = pair.value.text { return [(pair.name, text)] }
      let values = log.elements(pair.value, place)
      return values.compactMap { value in
        log.text(value, "an item of its query").map { (pair.name, $0) }
      }
    }
  }

  /// Adds items to the query of the URL.
  mutating func append(query pairs: [(name: String, value: String)]) {
    guard !pairs.isEmpty else { return }
    let form = FormEncoding.encode(pairs.map { (Array($0.name.utf8), Array($0.value.utf8)) })
    request.url += (request.url.contains("?") ? "&" : "?") + String(decoding: form, as: UTF8.self)
  }

  /// Wants header fields; others do not count, and neither do those that describe the transfer or
  /// the connection, which another client has others of.
  mutating func want(_ fields: HeaderFields) {
    request.headers = HeaderFields(request.headers.fields + fields.fields)
    guard let part = RequestEquivalence.Part.headers.limited(toFieldsOf: [fields]) else { return }
    match.append(part)
  }

  /// Wants a body: JSON as a value, any other by its bytes.
  mutating func want(body: [UInt8], isJSON: Bool) {
    request.body = Body(body)
    match.append(isJSON ? .json : .body)
  }

  /// Wants the fields of a form; others do not count, unless the form is meant as a whole.
  mutating func want(formOf body: [UInt8], isWhole: Bool = false) {
    request.body = Body(body)
    if request.headers["Content-Type"] == nil {
      request.headers.append("Content-Type", FormEncoding.mediaType)
    }
    let fields = QueryPairs(body.view, in: body.indices)
    let names = fields.pairs.map { String(decoding: fields.name($0), as: UTF8.self) }
    match.append(isWhole ? .form : .form(only: Self.names(names)))
  }

  /// Wants the members of an object of JSON, whatever others there are in it and in objects within;
  /// of any other body all.
  mutating func want(membersOf body: [UInt8]) {
    var paths: [JSONPath] = []
    guard let json = try? ForeignValue(json: body), json.members?.isEmpty == false,
      Self.collect(json, at: "$", into: &paths)
    else { return want(body: body, isJSON: true) }
    request.body = Body(body)
    match.append(.json(only: paths))
  }

  /// The most members that are compared one by one.
  private static let mostMembers = 200

  /// Collects the places of values that are no objects with members; false where there are too
  /// many.
  private static func collect(
    _ value: ForeignValue, at path: String, into paths: inout [JSONPath]
  ) -> Bool {
    guard let members = value.members, !members.isEmpty else {
      guard let found = try? JSONPath(parsing: path), paths.count < mostMembers else {
        return false
      }
      paths.append(found)
      return true
    }
    return members.allSatisfy { member in
      collect(member.value, at: path + JSONPath.step(Array(member.name.utf8)), into: &paths)
    }
  }

  /// The names, each once.
  static func names(_ names: [String]) -> [String] {
    names.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}
