extension RequestEquivalence.Part: CustomStringConvertible {
  /// The part in the words that `RequestEquivalence(parsing:)` reads; a closure by its label.
  public var description: String {
    switch aspect {
    case .method: "method"
    case .scheme: "scheme"
    case .host: "host"
    case .port: "port"
    case .path(let patterns) where patterns.isEmpty: "path"
    case .path(let patterns):
      "path(ignoring \(patterns.map { Self.quoted($0.description) }.joined(separator: ", ")))"
    case .url: "url"
    case .body: "body"
    case .form(let choice): "form\(Self.choice(choice, of: .form))"
    case .multipart(let choice): "multipart\(Self.choice(choice, of: .part))"
    case .graphql: "graphql"
    case .query(.all): "query"
    case .query(.ignoring(let names, let places)):
      "query(ignoring \(Self.list(names, within: places)))"
    case .query(.only(let names)): "query(only \(Self.list(names)))"
    case .webMockQuery(.all): "webmock-query"
    case .webMockQuery(.ignoring(let names, let places)):
      "webmock-query(ignoring \(Self.list(names, within: places)))"
    case .webMockQuery(.only(let names)): "webmock-query(only \(Self.list(names)))"
    case .cookies(.all): "cookies"
    case .cookies(.ignoring(let names, _)): "cookies(ignoring \(Self.cookies(names)))"
    case .cookies(.only(let names)): "cookies(only \(Self.cookies(names)))"
    case .headers(.only(let names)): "headers(\(Self.list(names)))"
    case .headers(.ignoring(let names)) where names.isEmpty: "headers"
    case .headers(.ignoring(let names)): "headers(ignoring \(Self.list(names)))"
    case .json(.all): "json"
    case .json(.ignoring(let paths)): "json(ignoring \(Self.list(paths)))"
    case .json(.only(let paths)): "json(only \(Self.list(paths)))"
    case .custom(let label, _): "custom(\(label))"
    }
  }

  /// The words for the fields or the parts that count; none for all.
  private static func choice(_ choice: QueryPairs.Choice, of unit: StreamScope.Unit) -> String {
    switch choice {
    case .all: ""
    case .ignoring(let names, _): "(ignoring \(list(names, of: unit)))"
    case .only(let names): "(only \(list(names, of: unit)))"
    }
  }

  /// Names of fields or parts, of which one that looks like a place is marked as a name.
  private static func list(_ names: [[UInt8]], of unit: StreamScope.Unit) -> String {
    names.map { name in
      name.starts(with: unit.opening.utf8) ? MarkedName.text(name) : list([name])
    }.joined(separator: ", ")
  }

  private static func list(_ names: [String]) -> String {
    names.map(quoted).joined(separator: ", ")
  }

  private static func list(_ names: [[UInt8]]) -> String {
    names.map { name in
      let text = String(decoding: name, as: UTF8.self)
      // A mark that joins what stands before it would do so with a quote, too, and white space at
      // the end of an item is none of it.
      let isJoining = " \(text)".count == text.count
      return text.isEmpty || isJoining || text.last?.isWhitespace == true
        ? MarkedName.text(name) : quoted(MarkedName.unambiguous(text))
    }.joined(separator: ", ")
  }

  private static func list(_ names: [[UInt8]], within places: [JSONPath]) -> String {
    ([list(names), list(places)].filter { !$0.isEmpty }).joined(separator: ", ")
  }

  private static func cookies(_ names: [[UInt8]]) -> String {
    names.map { CookiePlace.text($0) ?? quoted(String(decoding: $0, as: UTF8.self)) }
      .joined(separator: ", ")
  }

  private static func list(_ paths: [JSONPath]) -> String {
    paths.map(\.description).joined(separator: ", ")
  }

  /// A name, in quotes when it could be read as something else.
  private static func quoted(_ name: String) -> String {
    // Behind a space a comment would begin in YAML.
    let isPlain =
      !name.utf8.starts(with: "#".utf8)
      && name.allSatisfy { !$0.isWhitespace && !",()[]'\\".contains($0) }
    if isPlain, !name.isEmpty { return name }
    var escaped = ""
    for character in name {
      if "'\\".contains(character) { escaped.append("\\") }
      escaped.append(character)
    }
    return "'\(escaped)'"
  }
}
