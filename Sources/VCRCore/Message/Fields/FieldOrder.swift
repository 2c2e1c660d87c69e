/// The order of a section's fields on the wire, where the section alone does not show it.
///
/// A section of a cassette has the fields of one name together, and none that follows from the
/// body: `Content-Encoding` and `Content-Length` come behind all others, unless this says where.
/// What a client could see of another order stands beside the section: the names, with spaces in
/// between (`Set-Cookie Vary Set-Cookie`, `Content-Length ETag`), from the first field that stands
/// elsewhere on. Each name takes the next field of that name in any case. A name that takes none is
/// passed over, and a field that none takes comes before or behind them all, as it stands to the
/// first of them: a person may add and remove fields without a look at their order, and those of
/// one name never change theirs (RFC 9110 §5.3). The codings of a body that came in several fields
/// stand in one value (`encoding: gzip, br`), and the order names each of these fields.
package struct FieldOrder: Sendable {
  /// A field that follows from the body, in their order where no other is known.
  package enum Implied: String, CaseIterable, Sendable {
    case coding = "Content-Encoding"
    case length = "Content-Length"

    /// True for a field of which each of several stays one; a length that was repeated is announced
    /// once.
    fileprivate var mayBeSeveral: Bool { self == .coding }
  }

  /// The names, from the first that stands elsewhere than in the section.
  let names: [String]

  /// Reads the names of an order.
  package init(_ words: String) { names = words.split(separator: " ").map(String.init) }

  /// The order of the fields of a section as they came.
  package init(of section: HeaderFields) { names = section.fields.map(\.name) }

  /// How a field is spelled that follows from the body; nil when its place is that behind all
  /// others.
  package func spelling(of field: Implied) -> String? {
    names.first { $0.equalsIgnoringASCIICase(field.rawValue) }
  }

  private func spellings(of field: Implied) -> [String] {
    names.filter { $0.equalsIgnoringASCIICase(field.rawValue) }
  }

  /// The fields that have a value that follows from the body; none when their place is that behind
  /// all others.
  fileprivate func fields(of field: Implied, _ value: String) -> [HeaderField] {
    let spellings = spellings(of: field)
    // Several fields are one list (RFC 9110 §5.3).
    let values = value.split(
      separator: ",", maxSplits: max(spellings.count - 1, 0), omittingEmptySubsequences: false)
    return zip(spellings, values).map { HeaderField($0, String($1.drop { $0 == " " })) }
  }

  /// The names of an order.
  ///
  /// - Parameters:
  ///   - fields: The fields in their order on the wire.
  ///   - groups: The same fields as the section has them; those of one name in their order.
  ///   - implied: The fields that follow from the body beside them.
  ///   - known: The places of that; nil where nothing is known of them.
  /// - Returns: Nil where the section itself has that order, or a name cannot be told apart from
  ///   others.
  static func words(
    of fields: [HeaderField], in groups: [[HeaderField]], with implied: [Implied] = [],
    at known: FieldOrder? = nil
  ) -> String? {
    var (section, wire) = (HeaderFields(Array(groups.joined())), fields.map(\.name))
    let isSeveral = known.map { $0.insert(implied, into: &wire, &section) } ?? false
    let pairs = zip(wire, section.fields)
    guard isSeveral || pairs.contains(where: { !$0.hasSameUTF8(as: $1.name) }) else { return nil }
    let numbers = numbers(of: wire + section.fields.map(\.name))
    let keys = Array(numbers.prefix(wire.count))
    var sections = Array(repeating: [Int](), count: numbers.count)
    for (place, key) in numbers.dropFirst(keys.count).enumerated().reversed() {
      sections[key].append(place)
    }
    let isRepeated = sections.map { $0.count > 1 }
    // Where the section has the field of each place on the wire.
    let places = keys.map { sections[$0].popLast() ?? 0 }
    let differing = keys.indices.filter {
      places[$0] != $0 || !wire[$0].hasSameUTF8(as: section.fields[$0].name)
        || isSeveral && wire[$0].equalsIgnoringASCIICase(Implied.coding.rawValue)
    }
    guard var start = differing.first, var last = differing.last else { return nil }
    // Fields that come behind them in the section's order need not be named.
    while last > start, places[last] < fields.count, places[last] != start,
      !isRepeated[keys[last]], last + 1 == keys.count || places[last] < places[last + 1]
    {
      last -= 1
    }
    // One that is not named is spelled like those before it, which the order may spell otherwise.
    var before = HeaderFields(fields)
    for field in implied where known?.spelling(of: field) != nil {
      let implied = wire.firstIndex { $0.equalsIgnoringASCIICase(field.rawValue) }
      guard let place = implied else { continue }
      let name = wire[place]
      if !(start...last).contains(place), !before.spelled(field.rawValue).hasSameUTF8(as: name) {
        (start, last) = (min(start, place), max(last, place))
      }
      before.append(name, "")
    }
    // As each name takes the next field, the order begins with the first of each.
    var place = last
    while place >= start {
      start = min(start, keys[place])
      place -= 1
    }
    let names = wire[start...last]
    guard names.allSatisfy({ !$0.isEmpty && !$0.utf8.contains(UInt8(ascii: " ")) })
    else { return nil }
    return names.joined(separator: " ")
  }

  /// Adds the names of fields that follow from the body to those on the wire and to a section.
  ///
  /// The values have no place here: of the fields on the wire the names are enough.
  ///
  /// - Parameters:
  ///   - implied: The fields.
  ///   - wire: The names in their order on the wire.
  ///   - section: The section.
  /// - Returns: True when one of them came in several fields.
  private func insert(
    _ implied: [Implied], into wire: inout [String], _ section: inout HeaderFields
  ) -> Bool {
    var isSeveral = false
    for field in implied where !wire.contains(where: { $0.equalsIgnoringASCIICase(field.rawValue) })
    {
      let spellings = spellings(of: field).prefix(field.mayBeSeveral ? .max : 1)
      guard !spellings.isEmpty else { continue }
      for _ in spellings { section.append(section.spelled(field.rawValue), "") }
      wire += spellings
      wire = places(of: wire).map { [wire] in wire[$0] }
      isSeveral = isSeveral || spellings.count > 1
    }
    return isSeveral
  }

  /// The places in a section of its fields, in their order on the wire.
  ///
  /// - Parameter section: The names of the fields as the section has them.
  /// - Returns: A place for each field.
  package func places(of section: [String]) -> [Int] {
    let taken = names.count <= Self.few ? takenInTurn(of: section) : takenByName(of: section)
    let first = taken.min() ?? 0
    var isTaken = Array(repeating: false, count: section.count)
    for place in taken { isTaken[place] = true }
    return Array(0..<first) + taken + (first..<section.count).filter { !isTaken[$0] }
  }

  /// So many names are looked for one by one, as a replay does for each response.
  private static let few = 16

  private func takenInTurn(of section: [String]) -> [Int] {
    var taken: [(name: String, place: Int)] = []
    for name in names {
      let before = taken.last { $0.name.equalsIgnoringASCIICase(name) }?.place ?? -1
      let place = section[(before + 1)...].firstIndex { $0.equalsIgnoringASCIICase(name) }
      if let place { taken.append((name, place)) }
    }
    return taken.map(\.place)
  }

  private func takenByName(of section: [String]) -> [Int] {
    var waiting: [[UInt8]: [Int]] = [:]
    for (place, name) in section.enumerated().reversed() {
      waiting[Self.key(name), default: []].append(place)
    }
    return names.compactMap { waiting[Self.key($0)]?.popLast() }
  }

  /// The fields of a section in their order on the wire.
  func arranged(_ section: HeaderFields) -> HeaderFields {
    HeaderFields(places(of: section.fields.map(\.name)).map { section.fields[$0] })
  }

  /// A number for each name, the same for names that differ in case alone: where the first of them
  /// stands.
  private static func numbers(of names: [String]) -> [Int] {
    guard names.count > 2 * few else {
      return names.map { name in
        names.firstIndex { $0.equalsIgnoringASCIICase(name) } ?? 0
      }
    }
    var numbers: [[UInt8]: Int] = [:]
    return names.enumerated().map { place, name in
      let key = key(name)
      if let number = numbers[key] { return number }
      numbers[key] = place
      return place
    }
  }

  /// A name without its case, which has no meaning (RFC 9110 §5.1).
  private static func key(_ name: String) -> [UInt8] { name.utf8.map(\.asciiLowercased) }
}

extension HeaderFields {
  /// Adds a field that follows from the body.
  ///
  /// - Parameters:
  ///   - field: The field.
  ///   - value: Its value.
  ///   - order: Where it was on the wire; behind all others where that is not known.
  package mutating func insert(_ field: FieldOrder.Implied, _ value: String, at order: FieldOrder?)
  {
    let fields = order?.fields(of: field, value) ?? []
    guard let order, !fields.isEmpty else { return append(spelled(field.rawValue), value) }
    self.fields += fields
    self = order.arranged(self)
  }
}
