import VCRCore

/// A value of another tool's recording, YAML or JSON, without regard to which.
///
/// Other tools write what a cassette of ours never has (anchors, tags, binary scalars), so they are
/// not read with its parser.
enum ForeignValue: Equatable {
  /// Nothing: `null`, `~` or an empty plain scalar.
  case nothing
  /// A scalar: its bytes, which YAML's `!!binary` does not require to be text.
  case scalar([UInt8])
  /// A list.
  case list([ForeignValue])
  /// Names and values, in order.
  case map([(name: String, value: ForeignValue)])

  static func == (a: ForeignValue, b: ForeignValue) -> Bool {
    switch (a, b) {
    case (.nothing, .nothing): true
    case (.scalar(let a), .scalar(let b)): a == b
    case (.list(let a), .list(let b)): a == b
    case (.map(let a), .map(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && $0.value == $1.value }
    default: false
    }
  }

  /// The value under the first of these names that is there and is something; nil for none.
  subscript(names: String...) -> ForeignValue? {
    guard case .map(let members) = self else { return nil }
    for name in names {
      if let found = members.first(where: { $0.name == name })?.value, found != .nothing {
        return found
      }
    }
    return nil
  }

  /// The elements of a list; none for anything else.
  var elements: [ForeignValue] {
    guard case .list(let elements) = self else { return [] }
    return elements
  }

  /// A scalar's bytes; nil for anything else.
  var bytes: [UInt8]? {
    guard case .scalar(let bytes) = self else { return nil }
    return bytes
  }

  /// A scalar as text; nil for anything else.
  var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// A scalar as a number; nil for anything else.
  var number: Double? { text.flatMap { Double($0) } }
}

extension ForeignValue {
  /// Reads JSON; nil when it is none.
  init?(json bytes: [UInt8]) {
    guard let text = JSONText(bytes) else { return nil }
    self = Self.value(0, in: text)
  }

  private static func value(_ index: Int, in text: JSONText) -> ForeignValue {
    switch text.nodes[index].kind {
    case .null: return .nothing
    case .true, .false, .number: return .scalar(Array(text.text(of: index)))
    case .string:
      let range = text.range(of: index)
      var bytes: [UInt8] = []
      JSONString.appendUnescaped(
        text.bytes.span, range.lowerBound + 1..<range.upperBound - 1, to: &bytes)
      return .scalar(bytes)
    case .array: return .list(text.children(of: index).map { value($0, in: text) })
    case .object:
      return .map(
        text.children(of: index).map {
          (String(decoding: text.name(of: $0), as: UTF8.self), value($0, in: text))
        })
    }
  }
}
