/// A query as WebMock takes it apart and puts it together again (`WebMock::Util::QueryMapper`):
/// arrays and hashes of values, whose elements get numbers where they are in others.
package struct WebMockQuery {
  /// An item as it is spelled, with the value that stands behind the name; nil for a name alone.
  package typealias Item = (name: [UInt8], value: [UInt8]?)

  /// The items, in the order in which they are spelled.
  package private(set) var items: [Item] = []

  /// Takes a query apart; nil for one that WebMock refuses, as a value is a text here and a hash
  /// there.
  ///
  /// - Parameter pairs: The decoded items of the query, in their order.
  package init?(_ pairs: [Item]) {
    var root = Value.hash(Entries())
    for pair in pairs {
      let keys = Key.all(of: pair.name)
      guard keys.count <= Self.mostLevels, Self.put(pair.value, at: keys[...], into: &root) else {
        return nil
      }
    }
    guard case .hash(let entries) = root else { return nil }
    var parents: [(name: [UInt8], value: Value)] = []
    for (name, value) in entries.inOrder() {
      switch Self.withoutNumbers(value) {
      case .list(let elements) where elements.isEmpty:
        parents.append((name + Self.ofArray, .nothing))
      case .list(let elements): parents += elements.map { (name + Self.ofArray, $0) }
      case .hash(let entries):
        parents += entries.all.map { (Self.element($0.name, of: name), $0.value) }
      case let value: parents.append((name, value))
      }
    }
    for parent in Self.sorted(parents) { spell(parent.name, parent.value) }
  }

  /// The most arrays and hashes within one another.
  private static let mostLevels = 100

  /// The end of the name of an array.
  private static let ofArray = Array("[]".utf8)

  private static func element(_ key: [UInt8], of name: [UInt8]) -> [UInt8] {
    name + [UInt8(ascii: "[")] + key + [UInt8(ascii: "]")]
  }

  /// A part of a name: that of an element of a hash, or of an array.
  private struct Key {
    var name: [UInt8]
    var isArray: Bool

    /// The parts of a name, of which one begins at each bracket that is not empty.
    static func all(of name: [UInt8]) -> [Key] {
      let (open, close) = (UInt8(ascii: "["), UInt8(ascii: "]"))
      var starts = [0]
      for index in name.indices.dropFirst().dropLast() where name[index] == open {
        if name[index + 1] != open, name[index + 1] != close { starts.append(index) }
      }
      return starts.indices.map { number in
        let part = name[
          starts[number]..<(number + 1 < starts.count ? starts[number + 1] : name.count)]
        return Key(
          name: part.filter { $0 != open && $0 != close },
          isArray: part.suffix(2).elementsEqual(ofArray))
      }
    }
  }

  /// A value, or several under the name of an array or a hash.
  private enum Value: Equatable {
    case nothing
    case text([UInt8])
    case list([Value])
    case hash(Entries)

    /// Nothing within an array or a hash.
    init(of key: Key) { self = key.isArray ? .list([]) : .hash(Entries()) }
  }

  /// The entries of a hash in the order in which they came.
  private struct Entries: Equatable {
    private(set) var all: [Entry] = []
    private var places: [[UInt8]: Int] = [:]

    struct Entry: Equatable {
      let name: [UInt8]
      var value: Value
    }

    func has(_ name: [UInt8]) -> Bool { places[name] != nil }

    /// Changes the value of a name, which is nothing where there is none yet.
    mutating func change(_ name: [UInt8], _ change: (inout Value) -> Bool) -> Bool {
      if let place = places[name] { return change(&all[place].value) }
      places[name] = all.count
      all.append(Entry(name: name, value: .nothing))
      return change(&all[all.count - 1].value)
    }

    /// The entries in the order of their names.
    func inOrder(by key: ([UInt8]) -> [UInt8] = { $0 }) -> [(name: [UInt8], value: Value)] {
      all.map { (key($0.name), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        .map { ($0.1.name, $0.1.value) }
    }

  }

  /// Puts a value where its name says; false where WebMock fails.
  private static func put(
    _ value: [UInt8]?, at keys: ArraySlice<Key>, into place: inout Value
  ) -> Bool {
    guard let key = keys.first else { return false }
    let rest = keys.dropFirst()
    switch place {
    case .hash(var entries):
      place = .nothing
      defer { place = .hash(entries) }
      return entries.change(key.name) { put(value, behind: key, rest, into: &$0) }
    case .list(var elements):
      place = .nothing
      defer { place = .list(elements) }
      func hasKey(_ element: Value) -> Bool {
        if case .hash(let entries) = element { entries.has(key.name) } else { false }
      }
      func isHash(_ element: Value) -> Bool { if case .hash = element { true } else { false } }
      // A value begins a new hash where the last one has its name already.
      let index =
        rest.isEmpty
        ? elements.lastIndex(where: isHash).flatMap { hasKey(elements[$0]) ? nil : $0 }
        : elements.firstIndex(where: hasKey)
      if index == nil { elements.append(.hash(Entries())) }
      let last = index ?? elements.count - 1
      guard case .hash(var entries) = elements[last] else { return false }
      elements[last] = .nothing
      defer { elements[last] = .hash(entries) }
      return entries.change(key.name) {
        // In an array a name alone is an element as well.
        if rest.isEmpty, key.isArray, value == nil {
          $0 = .list([.nothing])
          return true
        }
        return put(value, behind: key, rest, into: &$0)
      }
    case .nothing, .text: return false
    }
  }

  /// Puts a value into the place that a part of its name has.
  private static func put(
    _ value: [UInt8]?, behind key: Key, _ rest: ArraySlice<Key>, into place: inout Value
  ) -> Bool {
    guard rest.isEmpty else {
      if place == .nothing { place = Value(of: key) }
      return put(value, at: rest, into: &place)
    }
    guard key.isArray else {
      place = value.map { .text($0) } ?? .nothing
      return true
    }
    if place == .nothing { place = .list([]) }
    guard let value else { return true }
    switch place {
    case .list(var elements):
      place = .nothing
      elements.append(.text(value))
      place = .list(elements)
    // Ruby appends to a text with the same operator.
    case .text(let text): place = .text(text + value)
    case .nothing, .hash: return false
    }
    return true
  }

  /// A hash of which all names are numbers, as an array; those within it, too.
  private static func withoutNumbers(_ value: Value) -> Value {
    guard case .hash(let entries) = value else { return value }
    let all = entries.inOrder()
    if !all.isEmpty, all.allSatisfy({ !$0.name.isEmpty && $0.name.allSatisfy(\.isASCIIDigit) }) {
      return .list(all.map { withoutNumbers($0.value) })
    }
    var changed = Entries()
    for entry in entries.all {
      _ = changed.change(entry.name) {
        $0 = withoutNumbers(entry.value)
        return true
      }
    }
    return .hash(changed)
  }

  /// The items in the order of their names, and of their values where these can be compared.
  private static func sorted(
    _ items: [(name: [UInt8], value: Value)]
  ) -> [(name: [UInt8], value: Value)] {
    items.sorted { one, other in
      one.name == other.name
        ? order(one.value, other.value) < 0 : one.name.lexicographicallyPrecedes(other.name)
    }
  }

  /// Less than, equal to or more than 0 by the order of two values, which hashes do not have.
  private static func order(_ one: Value, _ other: Value) -> Int {
    switch (one, other) {
    case (.text(let one), .text(let other)):
      return one == other ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
    case (.list(let one), .list(let other)):
      return zip(one, other).lazy.map(order).first { $0 != 0 } ?? one.count - other.count
    default: return 0
    }
  }

  /// Spells a value, with all that is in it.
  private mutating func spell(_ name: [UInt8], _ value: Value) {
    switch value {
    case .nothing: items.append((name, nil))
    case .text(let text): items.append((name, text))
    // Of an array within another one that has no values WebMock leaves nothing but the `&`.
    case .list(let elements) where elements.isEmpty: items.append(([], nil))
    case .list(let elements):
      for (number, element) in elements.enumerated() {
        spell(Self.element(Array("\(number)".utf8), of: name), element)
      }
    case .hash(let entries):
      for entry in entries.inOrder(by: Self.encoded) {
        spell(Self.element(entry.name, of: name), entry.value)
      }
    }
  }

  /// A name as WebMock encodes it before it sorts.
  private static func encoded(_ name: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for byte in name {
      if byte.isASCIIAlphanumeric || "-._~".utf8.contains(byte) {
        text.append(byte)
      } else {
        text.append(UInt8(ascii: "%"))
        text.appendHexadecimal(byte)
      }
    }
    return text
  }
}
