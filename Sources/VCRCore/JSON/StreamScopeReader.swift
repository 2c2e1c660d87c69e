/// Reads the scope at the beginning of a path, after the word for its unit.
struct StreamScopeReader {
  /// The scope as far as it was read.
  private(set) var scope: StreamScope
  /// The text that was not read yet.
  private(set) var rest: Substring

  private let text: String
  private var unit: StreamScope.Unit { scope.unit }

  /// Prepares to read.
  ///
  /// - Parameters:
  ///   - text: The path.
  ///   - unit: The unit whose word the path begins with.
  init(_ text: String, _ unit: StreamScope.Unit) {
    self.text = text
    scope = StreamScope(unit: unit)
    rest = text.dropFirst(unit.rawValue.count)
  }

  /// Reads which of the units are meant, in parentheses: a number, a kind, or both.
  ///
  /// - Throws: `JSONPathError` for a fault.
  mutating func readChoice() throws(JSONPathError) {
    rest.removeFirst()
    rest = rest.drop { $0 == " " }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    let after = rest[digits.endIndex...].first
    if !digits.isEmpty, after == " " || after == ")" {
      guard let number = Int(digits), number > 0 else {
        throw fault("\(unit.rawValue)s are counted from 1")
      }
      scope.number = number
      rest = rest[digits.endIndex...].drop { $0 == " " }
    }
    if let quote = rest.first, quote == "'" || quote == "\"" {
      scope.kind = try quoted(by: quote)
    } else {
      let word = rest.prefix { $0 != ")" && $0 != " " }
      if !word.isEmpty { scope.kind = String(word) }
      rest = rest[word.endIndex...]
    }
    rest = rest.drop { $0 == " " }
    guard rest.first == ")" else { throw fault("the parenthesis is not closed") }
    rest.removeFirst()
    try checkChoice()
  }

  /// A kind in quotes, whose quotes and escapes are those of a name in brackets.
  private mutating func quoted(by quote: Character) throws(JSONPathError) -> String {
    var end = rest.index(after: rest.startIndex)
    while end < rest.endIndex, rest[end] != quote {
      let isEscape = rest[end] == "\\"
      end = rest.index(after: end)
      if isEscape, end < rest.endIndex { end = rest.index(after: end) }
    }
    guard end < rest.endIndex, let name = try? JSONPath(parsing: "$[" + rest[...end] + "]").onlyName
    else { throw fault("the quote is not closed") }
    rest = rest[rest.index(after: end)...]
    return name
  }

  private func checkChoice() throws(JSONPathError) {
    guard scope.number != nil || scope.kind != nil else {
      throw fault("say which: event(ping), or event(14), or event for all")
    }
    guard unit != .line || scope.kind == nil else { throw fault("a line has a number alone") }
    guard !scope.hasNameAlone || scope.number == nil else {
      throw fault("a field has a name; one of digits stands in quotes: \(unit.rawValue)('7')")
    }
    guard unit != .message || scope.kind.map({ ["client", "service"].contains($0) }) != false else {
      throw fault("a message is one of the client, or of the service")
    }
  }

  /// Reads the part of the unit that is meant, up to the `$` of a path of JSON.
  ///
  /// - Throws: `JSONPathError` for a fault.
  mutating func readTarget() throws(JSONPathError) {
    rest = rest.drop { $0 == " " }
    switch rest.first {
    case "$" where ![.query, .form].contains(unit) || scope.kind != nil: scope.target = .json
    case nil where scope.number != nil || scope.kind != nil:
      scope.target = .whole
    case nil: throw fault("name a place, such as \(unit.rawValue) $.id")
    default:
      let isQuoted = rest.first == "["
      let field = isQuoted ? (try? JSONPath(parsing: "$\(rest)"))?.onlyName ?? "" : String(rest)
      if unit == .part, !field.isEmpty, field.utf8.allSatisfy(ByteSet.token.contains) {
        scope.target = .header(field)
        return
      }
      guard unit == .event, let field = EventField(rawValue: String(rest)), field != .comment else {
        throw fault(
          [.query, .form].contains(unit)
            ? "expected a path such as $.id"
            : unit == .part
              ? "expected a path such as $.id, or a header field of the part, such as Content-Type"
              : "expected a path such as $.id, or a field: event, id, retry, data")
      }
      scope.target = .field(field)
    }
  }

  private func fault(_ reason: String) -> JSONPathError {
    JSONPathError(path: text, column: text.count - rest.count + 1, reason: reason)
  }
}
