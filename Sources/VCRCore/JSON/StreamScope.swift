/// The events or lines of a stream, the messages of a WebSocket, the field of a form or the part of
/// a multipart body to which a path belongs, as it is written before its `$`: `event $.id`,
/// `event(content_block_delta) $.delta.text`, `event(14) $.id`, `line(3) $.total`,
/// `message(2 service) $.id`, `part(meta) $.at`, `part(file) Content-Type`.
///
/// The parentheses hold the number of the event, its kind (its field `event`), or both. That of a
/// message is its number among those of its sender, and its kind who sent it. Without a path the
/// event or message as a whole is meant (`event(ping)`, `message(2 service)`);
/// the name of a field in place of the path means the
/// value of that field (`event id`). Fields of forms and parts have names (`form(csrf)`,
/// `part(token)`), and without a path their whole value is meant; a part has header fields as well
/// (`part(file) Content-Type`), and one that has no name is written `part('')`.
package struct StreamScope: Sendable, Hashable {
  /// The unit into which a stream is divided.
  package enum Unit: String, Sendable, Hashable {
    case event, line, message, form, part
    /// A match of a pattern in text that is none of the others, such as HTML.
    case text
  }

  /// The part of an event or line that is meant.
  package enum Target: Sendable, Hashable {
    /// All of it: whether it is there has no meaning.
    case whole
    /// The value of a field.
    case field(EventField)
    /// The value of a header field of a part, in any case.
    case header(String)
    /// Values of its JSON, which the path selects.
    case json
    /// The matches of a pattern in a text.
    case pattern(TextPattern)
  }

  /// Whether events or lines are meant.
  package var unit: Unit
  /// The number among those of the stream, counted from 1; nil for all.
  package var number: Int?
  /// The kind of the events; nil for all.
  package var kind: String?
  /// The part that is meant.
  package var target = Target.json

  /// Creates the scope of JSON in events or lines.
  package init(unit: Unit, number: Int? = nil, kind: String? = nil) {
    (self.unit, self.number, self.kind) = (unit, number, kind)
  }

  /// True when an event or line is meant.
  ///
  /// - Parameters:
  ///   - unit: The unit into which the stream is divided.
  ///   - number: The number in the stream, counted from 1.
  ///   - kind: The event's kind; nil for none.
  /// - Returns: Whether it is.
  package func holds(_ unit: Unit, number: Int, kind: String?) -> Bool {
    self.unit == unit && (self.number ?? number) == number
      && (self.kind.map { kind?.hasSameUTF8(as: $0) == true } ?? true)
  }

  /// The words for it, as a path begins with them: `event(14 content_block_delta)`.
  package var words: String {
    let kind = kind.map { kind -> String in
      let isPlain =
        !kind.isEmpty && Int(kind) == nil && kind.unicodeScalars.allSatisfy(Self.isPlain)
      let step = JSONPath.step(Array(kind.utf8), isAlwaysQuoted: true)
      return isPlain ? kind : String(step.dropFirst().dropLast())
    }
    let parts = [number.map(String.init), kind].compactMap(\.self)
    return unit.rawValue + (parts.isEmpty ? "" : "(\(parts.joined(separator: " ")))")
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      && (scalar.properties.isAlphabetic || "0123456789._-:/".unicodeScalars.contains(scalar))
  }
}

extension StreamScope {
  /// Reads `text(/…/)`.
  private static func pattern(_ text: String) throws(JSONPathError) -> StreamScope {
    let start = text.index(text.startIndex, offsetBy: TextPattern.opening.count)
    guard let end = TextPattern.end(of: text[start...]), text[end.rest...].isEmpty else {
      throw JSONPathError(
        path: text, column: text.count,
        reason: "a pattern is written text(/…/), with \\/ for a slash within it")
    }
    var scope = StreamScope(unit: .text)
    do {
      scope.target = .pattern(
        try TextPattern(String(text[start..<end.slash]), ignoresCase: end.ignoresCase))
    } catch {
      throw JSONPathError(
        path: text, column: TextPattern.opening.count + error.offset + 1, reason: error.reason)
    }
    return scope
  }

  /// Reads the scope at the beginning of a path.
  ///
  /// - Parameter text: The path.
  /// - Returns: The scope and the rest, which begins with `$` where the target is JSON; nil when
  ///   the path has no scope.
  /// - Throws: `JSONPathError` for a fault within the scope.
  static func parse(_ text: String) throws(JSONPathError) -> (scope: StreamScope, rest: Substring)?
  {
    if text.hasPrefix(TextPattern.opening) { return (try pattern(text), "") }
    let units = [Unit.event, .line, .message, .form, .part]
    guard let unit = units.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    var scope = StreamScope(unit: unit)
    var rest = text.dropFirst(unit.rawValue.count)
    func fault(_ reason: String) -> JSONPathError {
      JSONPathError(path: text, column: text.count - rest.count + 1, reason: reason)
    }
    guard let next = rest.first, next == "(" || next == " " else { return nil }
    if next == "(" {
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
        // The quotes and escapes are those of a name in brackets.
        var end = rest.index(after: rest.startIndex)
        while end < rest.endIndex, rest[end] != quote {
          let isEscape = rest[end] == "\\"
          end = rest.index(after: end)
          if isEscape, end < rest.endIndex { end = rest.index(after: end) }
        }
        guard end < rest.endIndex,
          let name = try? JSONPath(parsing: "$[" + rest[...end] + "]").onlyName
        else { throw fault("the quote is not closed") }
        scope.kind = name
        rest = rest[rest.index(after: end)...]
      } else {
        let word = rest.prefix { $0 != ")" && $0 != " " }
        if !word.isEmpty { scope.kind = String(word) }
        rest = rest[word.endIndex...]
      }
      rest = rest.drop { $0 == " " }
      guard rest.first == ")" else { throw fault("the parenthesis is not closed") }
      rest.removeFirst()
      guard scope.number != nil || scope.kind != nil else {
        throw fault("say which: event(ping), or event(14), or event for all")
      }
      guard unit != .line || scope.kind == nil else { throw fault("a line has a number alone") }
      guard unit != .form && unit != .part || scope.number == nil else {
        throw fault("a field has a name; one of digits stands in quotes: \(unit.rawValue)('7')")
      }
      guard unit != .message || scope.kind.map({ ["client", "service"].contains($0) }) != false
      else { throw fault("a message is one of the client, or of the service") }
    }
    rest = rest.drop { $0 == " " }
    switch rest.first {
    case "$" where unit != .form: scope.target = .json
    case nil where scope.number != nil || scope.kind != nil:
      scope.target = .whole
    case nil: throw fault("name a place, such as \(unit.rawValue) $.id")
    default:
      let isQuoted = rest.first == "["
      let field = isQuoted ? (try? JSONPath(parsing: "$\(rest)"))?.onlyName ?? "" : String(rest)
      if unit == .part, !field.isEmpty, field.utf8.allSatisfy(ByteSet.token.contains) {
        scope.target = .header(field)
        break
      }
      guard unit == .event, let field = EventField(rawValue: String(rest)), field != .comment else {
        throw fault(
          unit == .part
            ? "expected a path such as $.id, or a header field of the part, such as Content-Type"
            : "expected a path such as $.id, or a field: event, id, retry, data")
      }
      scope.target = .field(field)
    }
    return (scope, rest)
  }
}
