/// Reads JSON text into nodes without recursion.
package struct JSONReader {
  private var nodes: [JSONText.Node] = []
  private var open: [Int] = []

  /// The position that reading has reached; for text that is not JSON, the position of the fault.
  package private(set) var index = 0

  /// True when the text has more values than allowed.
  package private(set) var isFull = false

  private let maximumCount: Int
  private let mayBeCutOff: Bool
  private let isLenient: Bool

  /// The position of the first comma after which a container ends; nil for none.
  package private(set) var lastComma: Int?

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - maximumCount: The most values that a text may hold.
  ///   - mayBeCutOff: True to read the beginning of a text, too: what is open where it is cut off
  ///     ends there.
  ///   - isLenient: True to take line ends and tabs in strings for what they are, and to pass over
  ///     a comma before the end of a container.
  package init(maximumCount: Int = .max, mayBeCutOff: Bool = false, isLenient: Bool = false) {
    self.maximumCount = maximumCount
    self.mayBeCutOff = mayBeCutOff
    self.isLenient = isLenient
  }

  private static let quote = UInt8(ascii: "\"")

  /// The nodes of a text, or nil when it is not JSON within the limits.
  package mutating func read(_ text: Span<UInt8>) -> [JSONText.Node]? {
    guard text.count > 0, text.count < Int(UInt32.max) else { return nil }
    // A text with a limit is large, and its nodes are never copied to make room for more: what is
    // not used of the room takes no memory.
    let room = maximumCount == .max ? text.count / 12 : min(maximumCount, text.count / 2)
    nodes.reserveCapacity(room + 1)
    skipWhiteSpace(text)
    guard readValue(text, name: nil) else { return cutOff(text) }
    while let container = open.last {
      guard continueContainer(text, container) else { return cutOff(text) }
    }
    skipWhiteSpace(text)
    return index == text.count ? nodes : nil
  }

  /// The nodes of a text that ends where reading stopped; nil for one that goes on, which is no
  /// JSON.
  private mutating func cutOff(_ text: Span<UInt8>) -> [JSONText.Node]? {
    guard mayBeCutOff, isNearEnd(text), !isFull, !nodes.isEmpty else { return nil }
    for container in open {
      nodes[container].end = UInt32(text.count)
      nodes[container].next = UInt32(nodes.count)
    }
    return nodes
  }

  /// True when less is left than the longest escape of a string has, so that one may be cut off.
  private func isNearEnd(_ text: Span<UInt8>) -> Bool { text.count - index < 6 }

  /// Reads the next part of an open array or object: its end, or a member.
  private mutating func continueContainer(_ text: Span<UInt8>, _ container: Int) -> Bool {
    let isObject = nodes[container].kind == .object
    skipWhiteSpace(text)
    if close(container, text) { return true }
    if nodes.count > container + 1 {
      guard index < text.count, text[index] == UInt8(ascii: ",") else { return false }
      let comma = index
      index += 1
      skipWhiteSpace(text)
      if isLenient, close(container, text) {
        lastComma = lastComma ?? comma
        return true
      }
    }
    guard isObject else { return readValue(text, name: nil) }
    guard index < text.count, text[index] == Self.quote else { return false }
    let start = index
    guard let hasEscapes = JSONString.skip(text, &index, allowsLineSpacing: isLenient)
    else { return false }
    let name = Name(range: start..<index, hasEscapes: hasEscapes)
    skipWhiteSpace(text)
    guard index < text.count, text[index] == UInt8(ascii: ":") else { return false }
    index += 1
    skipWhiteSpace(text)
    return readValue(text, name: name)
  }

  /// Ends an array or object whose closing bracket is next; false for anything else.
  private mutating func close(_ container: Int, _ text: Span<UInt8>) -> Bool {
    let bracket = nodes[container].kind == .object ? UInt8(ascii: "}") : UInt8(ascii: "]")
    guard index < text.count, text[index] == bracket else { return false }
    index += 1
    nodes[container].end = UInt32(index)
    nodes[container].next = UInt32(nodes.count)
    open.removeLast()
    return true
  }

  /// The place of a member's name, quotes included.
  private struct Name {
    var range: Range<Int>
    var hasEscapes: Bool
  }

  /// Reads a whole scalar, or the opening bracket of an array or object.
  private mutating func readValue(_ text: Span<UInt8>, name: Name?) -> Bool {
    guard index < text.count else { return false }
    let start = index
    var kind = JSONText.Kind.null
    var hasEscapes = false
    switch text[index] {
    case Self.quote:
      guard let escapes = JSONString.skip(text, &index, allowsLineSpacing: isLenient)
      else {
        if mayBeCutOff, isNearEnd(text), index >= start + 2 {
          append(.string, from: start, hasEscapes: true, name: name)
        }
        return false
      }
      kind = .string
      hasEscapes = escapes
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < JSONText.depthLimit else { return false }
      kind = text[index] == UInt8(ascii: "{") ? .object : .array
      index += 1
      open.append(nodes.count)
    case UInt8(ascii: "t"):
      kind = .true
      guard text.skip("true", &index) else { return false }
    case UInt8(ascii: "f"):
      kind = .false
      guard text.skip("false", &index) else { return false }
    case UInt8(ascii: "n"):
      guard text.skip("null", &index) else { return false }
    default:
      kind = .number
      guard JSONNumber.skip(text, &index) else { return false }
    }
    guard nodes.count < maximumCount else {
      isFull = true
      return false
    }
    append(kind, from: start, hasEscapes: hasEscapes, name: name)
    return true
  }

  private mutating func append(
    _ kind: JSONText.Kind, from start: Int, hasEscapes: Bool, name: Name?
  ) {
    nodes.append(
      JSONText.Node(
        kind: kind, hasEscapes: hasEscapes, nameHasEscapes: name?.hasEscapes ?? false,
        start: UInt32(start), end: UInt32(index), nameStart: UInt32(name?.range.lowerBound ?? 0),
        nameEnd: UInt32(name?.range.upperBound ?? 0), next: UInt32(nodes.count + 1)))
  }

  private mutating func skipWhiteSpace(_ text: Span<UInt8>) {
    while index < text.count {
      guard JSONLayout.isWhiteSpace(text[index]) else { return }
      index += 1
    }
  }
}
