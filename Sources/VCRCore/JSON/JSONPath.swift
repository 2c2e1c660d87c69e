extension Cassette {
  /// A path to values of a JSON text.
  ///
  /// The part of RFC 9535 that names places is supported: `$`, `.name`, `['name']`, `[0]`, `[-1]`,
  /// `[1:3]`, `[*]`, `.*`, `..name` and lists in brackets such as `['a','b']`. Filters (`[?…]`) are
  /// not supported.
  ///
  /// A path that begins with `event` or `line` belongs to the events or lines of a stream:
  /// `event $.id`, `event(content_block_delta) $.delta.text`, `line(3) $.total`. Without a path
  /// after it the whole event is meant (`event(ping)`), and with the name of a field its value
  /// (`event id`). One that begins with `message` belongs to the messages of WebSockets
  /// (`message(service) $.id`). A path without any of these belongs to a body of JSON, and to each
  /// event, line and message.
  ///
  /// A second path after a space goes into JSON that stands in a string: `$.arguments $.city`.
  ///
  /// In other text, such as HTML, a pattern names places: `text(/rendered in ([0-9.]+) s/)` means
  /// what is in its first group, or without one all that it matches.
  ///
  /// In source code a path is written as a literal; other text is read by `init(parsing:)`.
  public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// One step from a list of values to the next.
    struct Segment: Sendable, Hashable {
      /// True for `..`: the selectors apply to the values and to everything within them.
      var isDescendant: Bool
      /// The selectors; at least one.
      var selectors: [Selector]
    }

    /// The part of one value that a segment selects.
    enum Selector: Sendable, Hashable {
      /// The member of an object with that name.
      case name([UInt8])
      /// The element of an array, counted from its end when negative.
      case index(Int)
      /// Every member or element.
      case wildcard
      /// Elements of an array, as in RFC 9535 §2.3.4.
      case slice(start: Int?, end: Int?, step: Int)
    }

    /// The path as it was written.
    public let description: String

    /// The events or lines to which the path belongs; nil for any JSON.
    package let scope: StreamScope?

    /// The steps from the whole text.
    let segments: [Segment]

    /// The steps from the whole of the JSON that stands in the strings to which the others lead;
    /// nil where those lead to the values that are meant.
    let stringSegments: [Segment]?

    /// Reads a path.
    ///
    /// - Parameter text: The path.
    /// - Throws: `JSONPathError` with the column of the fault.
    public init(parsing text: String) throws(JSONPathError) {
      let scoped = try StreamScope.parse(text)
      scope = scoped?.scope
      if let scoped, scoped.scope.target != .json {
        (segments, stringSegments) = ([], nil)
      } else {
        var parser = JSONPathParser(text, from: text.count - (scoped?.rest ?? text[...]).count)
        (segments, stringSegments) = try parser.parse()
      }
      description = text
    }

    /// The same steps in any JSON.
    var withoutScope: JSONPath { JSONPath(description, scope: nil, segments, stringSegments) }

    private init(
      _ description: String, scope: StreamScope?, _ segments: [Segment],
      _ stringSegments: [Segment]?
    ) {
      (self.description, self.scope) = (description, scope)
      (self.segments, self.stringSegments) = (segments, stringSegments)
    }

    /// True for a word that is meant as a path, and not as a name.
    package static func isPath(_ word: String) -> Bool {
      word.hasPrefix("$")
        || [
          "event(", "event ", "line(", "line ", "message(", "message ", "query(", "form(", "part(",
          "part ",
          TextPattern.opening,
        ].contains { word.hasPrefix($0) }
    }

    /// The pattern of a place in text; nil for any other place.
    package var pattern: TextPattern? {
      if case .pattern(let pattern)? = scope?.target { pattern } else { nil }
    }

    /// The name that a path of one step selects; nil for any other path.
    var onlyName: String? {
      guard stringSegments == nil, segments.count == 1, !segments[0].isDescendant,
        segments[0].selectors.count == 1,
        case .name(let name) = segments[0].selectors[0]
      else { return nil }
      return String(decoding: name, as: UTF8.self)
    }

    /// The indices of the selected values among the nodes of a text, ascending and distinct.
    ///
    /// - Parameter text: The text. A path that belongs to the parts of a stream selects none of it,
    ///   nor does one into strings, see ``StringJSON``.
    /// - Returns: The indices.
    package func select(in text: JSONText) -> [Int] {
      scope == nil ? select(in: text, from: 0) : []
    }

    /// The indices of the values that the steps select from one value, whatever the path belongs
    /// to.
    package func select(in text: JSONText, from root: Int) -> [Int] {
      stringSegments == nil ? Self.select(segments, in: text, from: root) : []
    }

    /// The indices of the strings within one value into which the path goes, whatever it belongs
    /// to.
    func strings(in text: JSONText, from root: Int) -> [Int] {
      guard stringSegments != nil else { return [] }
      return Self.select(segments, in: text, from: root).filter { text.nodes[$0].kind == .string }
    }

    /// The indices of the values that the path selects in the JSON that stands in such a string.
    func select(inString text: JSONText) -> [Int] {
      stringSegments.map { Self.select($0, in: text, from: 0) } ?? []
    }

    private static func select(
      _ segments: [Segment], in text: JSONText, from root: Int
    ) -> [Int] {
      var selected = [root]
      for segment in segments {
        guard !selected.isEmpty else { break }
        var next: [Int] = []
        for index in segment.isDescendant ? descendants(of: selected, in: text) : selected {
          for selector in segment.selectors { selector.apply(to: index, of: text, into: &next) }
        }
        next.sort()
        var previous = -1
        next.removeAll { index in
          defer { previous = index }
          return index == previous
        }
        selected = next
      }
      return selected
    }

    /// The values and all values within them, each once, however the values are nested.
    private static func descendants(of selected: [Int], in text: JSONText) -> [Int] {
      var all: [Int] = []
      var end = 0
      for index in selected where index >= end {
        end = Int(text.nodes[index].next)
        all.append(contentsOf: index..<end)
      }
      return all
    }
  }
}

/// The short name of ``Cassette/JSONPath`` within this package.
package typealias JSONPath = Cassette.JSONPath

extension [JSONPath] {
  /// The paths that may select something in a message of a WebSocket, those that belong to messages
  /// as paths of any JSON.
  ///
  /// - Parameters:
  ///   - number: Its number among those of its sender, counted from 1; nil when that is not known,
  ///     so that it may be any.
  ///   - sender: Who sent it.
  /// - Returns: The paths.
  package func inMessage(_ number: Int?, of sender: String) -> [JSONPath] {
    flatMap { path -> [JSONPath] in
      guard let scope = path.scope, scope.unit == .message else { return [path] }
      guard scope.holds(.message, number: number ?? scope.number ?? 0, kind: sender) else {
        return []
      }
      return scope.target == .whole ? Self.wholeMessage : [path.withoutScope]
    }
  }

  /// True when all that a message of a WebSocket says is named, whatever it is.
  ///
  /// - Parameters:
  ///   - number: Its number among those of its sender, counted from 1; nil when that is not known,
  ///     so that it may be any.
  ///   - sender: Who sent it.
  /// - Returns: True when a path names the message, and no place in it.
  package func nameAll(ofMessage number: Int?, of sender: String) -> Bool {
    contains { path in
      guard let scope = path.scope, scope.unit == .message, scope.target == .whole else {
        return false
      }
      return scope.holds(.message, number: number ?? scope.number ?? 0, kind: sender)
    }
  }

  /// All that a message says, as JSON or as other text.
  private static let wholeMessage: [JSONPath] = ["$", "text(/[\\s\\S]+/)"]
}

extension JSONPath: ExpressibleByStringLiteral {
  /// Creates a path from a literal in source code.
  ///
  /// > Precondition: The literal is a path. Use `init(parsing:)` for text that may not be one.
  ///
  /// - Parameter value: The path.
  public init(stringLiteral value: String) {
    do {
      try self.init(parsing: value)
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

extension JSONPath.Selector {
  /// Adds the parts of one value that the selector selects.
  fileprivate func apply(to index: Int, of text: JSONText, into selected: inout [Int]) {
    let node = text.nodes[index]
    switch (self, node.kind) {
    case (.name(let name), .object):
      var child = index + 1
      while child < Int(node.next) {
        if text.hasName(child, name) { selected.append(child) }
        child = Int(text.nodes[child].next)
      }
    case (.wildcard, .object), (.wildcard, .array):
      selected.append(contentsOf: text.children(of: index))
    case (.index(let position), .array):
      let children = text.children(of: index)
      let offset = position < 0 ? children.count + position : position
      if children.indices.contains(offset) { selected.append(children[offset]) }
    case (.slice(let start, let end, let step), .array):
      let children = text.children(of: index)
      selected.append(
        contentsOf: Self.offsets(start, end, step, of: children.count).map { children[$0] })
    default:
      break
    }
  }

  /// The offsets of a slice (RFC 9535 §2.3.4.2.2).
  private static func offsets(_ start: Int?, _ end: Int?, _ step: Int, of count: Int)
    -> StrideTo<Int>
  {
    func normalized(_ offset: Int) -> Int { offset < 0 ? count + offset : offset }
    if step > 0 {
      let lower = min(max(normalized(start ?? 0), 0), count)
      let upper = min(max(normalized(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    guard step < 0 else { return stride(from: 0, to: 0, by: 1) }
    let upper = min(max(normalized(start ?? count - 1), -1), count - 1)
    let lower = min(max(end.map(normalized) ?? -1, -1), count - 1)
    return stride(from: upper, to: lower, by: step)
  }
}
