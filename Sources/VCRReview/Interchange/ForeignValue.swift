import VCRCore

/// A value of another tool's recording, from YAML, JSON or TOML, and the line in which it begins.
///
/// Other tools use syntax that our cassettes never contain (anchors, tags, binary scalars), so
/// their files are not read with the parser for cassettes.
struct ForeignValue: Sendable, Equatable {
  /// The content of a value.
  enum Content: Sendable, Equatable {
    /// Nothing: `null`, `~` or an empty plain scalar.
    case nothing
    /// The bytes of a scalar, which need not be text because of YAML's `!!binary`.
    case scalar([UInt8])
    /// A list.
    case list([ForeignValue])
    /// Names and values, in order.
    case map([Member])
    /// A scalar that cannot be read, with the reason, which stands elsewhere: all others take one
    /// word, and a recording has millions of them.
    indirect case unreadable(String)
  }

  /// A name of a mapping and its value.
  struct Member: Sendable, Equatable {
    var name: String
    var value: ForeignValue
  }

  /// The content of the value.
  var content: Content

  /// The line it begins in, counted from 1.
  var line: Int {
    get { Int(shortLine) }
    set { shortLine = UInt32(clamping: newValue) }
  }

  /// The line in half a word, so that a value takes two words in all.
  private var shortLine: UInt32

  /// True for a scalar that is text by its syntax: quoted, tagged as text, or a JSON string.
  var isText = false

  /// True for a list or mapping that stands for an object of a language, of which its members alone
  /// say little.
  var isObject = false

  /// Creates a value.
  init(_ content: Content, line: Int, isText: Bool = false) {
    self.content = content
    shortLine = UInt32(clamping: line)
    self.isText = isText
  }

  /// The members of a mapping; nil for anything else.
  var members: [Member]? {
    guard case .map(let members) = content else { return nil }
    return members
  }

  /// The value of the first of these members that exists and is not null; nil for none.
  subscript(names: String...) -> ForeignValue? {
    guard case .map(let members) = content else { return nil }
    for name in names {
      // Of duplicate members the last one counts, as in Ruby, Python and Go.
      if let found = members.last(where: { $0.name == name })?.value, found.content != .nothing {
        return found
      }
    }
    return nil
  }

  /// The elements of a list; none for anything else.
  var elements: [ForeignValue] {
    guard case .list(let elements) = content else { return [] }
    return elements
  }

  /// The first element of a list that is a mapping; nil for none.
  ///
  /// The first element of all says nothing about a recording where it is damaged.
  var firstMapping: ForeignValue? { elements.first { $0.members != nil } }

  /// A scalar's bytes; nil for anything else.
  var bytes: [UInt8]? {
    guard case .scalar(let bytes) = content else { return nil }
    return bytes
  }

  /// A scalar as text; nil for anything else.
  var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }

  /// A scalar as a number; nil for anything else, and for one that no size, time or code has.
  var number: Double? {
    text.flatMap { Double($0) }.flatMap { $0.magnitude < Self.endOfNumbers ? $0 : nil }
  }

  /// The end of the numbers that integers and times hold in all units.
  private static let endOfNumbers = 1e15

  /// True for a value without information: null, an empty text, list or mapping, `false` and `0`.
  var isVoid: Bool {
    switch content {
    case .nothing: true
    case .scalar(let bytes):
      bytes.isEmpty
        || !isText && ["false", "0", "0.0", "no"].contains { bytes.elementsEqual($0.utf8) }
    case .list(let elements): elements.isEmpty
    case .map(let members): members.isEmpty
    case .unreadable: false
    }
  }

  /// A description for messages, such as `a list`.
  var kind: String {
    switch content {
    case .nothing: "nothing"
    case .scalar: "a text"
    case .list: "a list"
    case .map: "a mapping"
    case .unreadable(let reason): reason
    }
  }
}
