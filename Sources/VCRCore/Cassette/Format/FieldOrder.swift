/// The order of a section's fields on the wire, where others came between those of one name.
///
/// A section of a cassette has the fields of one name together. What a client could see of another
/// order stands beside it: the names, with spaces in between (`Set-Cookie Vary Set-Cookie`), from
/// the first field that the section has elsewhere to the last. Each name takes the next field of
/// that name in any case. A name that takes none is passed over, and a field that none takes comes
/// before or behind them all, as it stands to the first of them: a person may add and remove fields
/// without a look at their order, and those of one name never change theirs (RFC 9110 §5.3).
package struct FieldOrder {
  private let names: [[UInt8]]

  /// Reads the names of an order.
  package init(_ words: String) {
    names = words.split(separator: " ").map { Self.key(String($0)) }
  }

  /// The names of an order.
  ///
  /// - Parameters:
  ///   - fields: The fields in their order on the wire.
  ///   - groups: The same fields as the section has them; those of one name in their order.
  /// - Returns: Nil where the section itself has that order, or a name cannot be told from others.
  static func words(of fields: [HeaderField], in groups: [[HeaderField]]) -> String? {
    guard groups.count < fields.count else { return nil }
    let (keys, written) = (fields.map { key($0.name) }, groups.joined().map { key($0.name) })
    let moved = keys.indices.filter { keys[$0] != written[$0] }
    guard var start = moved.first, let last = moved.last else { return nil }
    var first: [[UInt8]: Int] = [:]
    for (place, key) in keys.enumerated() where first[key] == nil { first[key] = place }
    // As each name takes the next field, the order begins with the first of each.
    var place = last
    while place >= start {
      start = min(start, first[keys[place]] ?? start)
      place -= 1
    }
    let names = fields[start...last].map(\.name)
    guard names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }) else { return nil }
    return names.joined(separator: " ")
  }

  /// The places in a section of its fields, in their order on the wire.
  ///
  /// - Parameter names: The names of the fields as the section has them.
  /// - Returns: A place for each field.
  package func places(of names: [String]) -> [Int] {
    var waiting: [[UInt8]: [Int]] = [:]
    for (place, name) in names.enumerated().reversed() {
      waiting[Self.key(name), default: []].append(place)
    }
    let taken = self.names.compactMap { waiting[$0]?.popLast() }
    let first = taken.min() ?? 0
    let isTaken = Set(taken)
    return Array(0..<first) + taken + (first..<names.count).filter { !isTaken.contains($0) }
  }

  /// The fields of a section in their order on the wire.
  func arranged(_ section: HeaderFields) -> HeaderFields {
    HeaderFields(places(of: section.fields.map(\.name)).map { section.fields[$0] })
  }

  /// A name without its case, which has no meaning (RFC 9110 §5.1).
  private static func key(_ name: String) -> [UInt8] { name.utf8.map(\.asciiLowercased) }
}
