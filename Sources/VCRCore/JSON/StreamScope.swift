/// The events or lines of a stream, the messages of a WebSocket, the item of a query, the field of
/// a form or the part of a multipart body to which a path belongs, as it is written before its `$`:
/// `event $.id`, `event(content_block_delta) $.delta.text`, `event(14) $.id`,
/// `line(3) $.total`, `message(2 service) $.id`, `query(variables) $.id`, `form(payload) $.id`,
/// `part(meta) $.at`, `part(file) Content-Type`.
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
    case event, line, message, query, form, part
    /// A match of a pattern in text that is none of the others, such as HTML.
    case text

    /// The beginning of a place that names one of them: `form(`.
    package var opening: String { rawValue + "(" }
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

  /// True for a unit whose pieces have names alone, as pairs and parts do.
  var hasNameAlone: Bool { [.query, .form, .part].contains(unit) }

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
    let units = [Unit.event, .line, .message, .query, .form, .part]
    guard let unit = units.first(where: { text.hasPrefix($0.rawValue) }) else { return nil }
    var reader = StreamScopeReader(text, unit)
    guard let next = reader.rest.first, next == "(" || next == " " else { return nil }
    if next == "(" { try reader.readChoice() }
    try reader.readTarget()
    return (reader.scope, reader.rest)
  }
}
