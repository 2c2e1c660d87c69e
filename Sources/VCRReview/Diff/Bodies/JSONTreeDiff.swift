import VCRCore

/// Finds the differences of two JSON values; arrays are compared by content.
struct JSONTreeDiff {
  /// The depth below which values are compared as a whole.
  private static let depthLimit = 128

  /// The number of places after which the comparison stops.
  private var limit: Int { limits.most(20_000) }

  /// The largest number of moved array elements that are reported one by one.
  private static let moveLimit = 4

  /// Both texts with their hashes.
  struct Texts {
    let old: JSONText
    let new: JSONText
    let oldHashes: JSONHashes
    let newHashes: JSONHashes

    init(_ old: JSONText, _ new: JSONText, isOldKept: [Bool]?, isNewKept: [Bool]?) {
      (self.old, self.new) = (old, new)
      oldHashes = JSONHashes(old, isKept: isOldKept)
      newHashes = JSONHashes(new, isKept: isNewKept, sharing: (old, oldHashes))
    }
  }

  /// The texts that are compared: those of the bodies, or those that stand in two of their strings.
  private var pair: Pair
  private let template: MessageDifference
  /// How much of a change is shown.
  private let limits: DiffLimits
  /// The names of the elements of both texts when these are streams; nil for any other JSON.
  private let streams: (old: [StreamScope], new: [StreamScope])?
  /// True to report equal values that are written differently as well.
  var tellsSpelling = false
  /// True to compare elements of arrays of which nothing is there again.
  var expectsNewIDs = false
  /// False to compare strings as a whole where JSON stands in them, too.
  var looksIntoStrings = true
  private var steps: [PlacedDifference.Step] = []
  private var found: [PlacedDifference] = []

  /// Prepares a comparison.
  ///
  /// - Parameters:
  ///   - old: The old text.
  ///   - new: The new text.
  ///   - side: The message that holds the texts.
  ///   - place: The prefix of the path, such as the name of a form's part.
  ///   - volatile: The paths of volatile values.
  ///   - limits: How much of a change is shown.
  init(
    _ old: JSONText, _ new: JSONText, side: MessageDifference.Side, place: String,
    volatile: [JSONPath], limits: DiffLimits
  ) {
    self.limits = limits
    let choice = volatile.isEmpty ? JSONChoice.all : .ignoring(volatile)
    pair = Pair(
      old, new, isOldKept: choice.keptNodes(of: old), isNewKept: choice.keptNodes(of: new),
      oldStrings: choice.ignoredInStrings(of: old), newStrings: choice.ignoredInStrings(of: new))
    template = MessageDifference(side: side, part: .value, kind: .changed, place: place)
    streams = nil
  }

  /// Prepares a comparison of two streams, whose elements are events or lines.
  ///
  /// - Parameters:
  ///   - old: The old stream.
  ///   - new: The new stream.
  ///   - side: The message that holds them.
  ///   - place: The prefix of the path, such as the name of a form's part.
  ///   - limits: How much of a change is shown.
  init(
    _ old: StreamDocument, _ new: StreamDocument, side: MessageDifference.Side, place: String,
    limits: DiffLimits
  ) {
    self.limits = limits
    pair = Pair(
      old.text, new.text, isOldKept: old.isKept, isNewKept: new.isKept,
      oldStrings: old.strings, newStrings: new.strings)
    template = MessageDifference(side: side, part: .value, kind: .changed, place: place)
    streams = (old.names, new.names)
  }

  /// Two texts with what is volatile in them.
  private struct Pair {
    let texts: Texts
    let isOldKept: [Bool]?
    let isNewKept: [Bool]?
    /// The volatile values in the strings of the old text, by the string.
    let ignoredInOld: [Int: [Int]]
    /// The same of the new text.
    let ignoredInNew: [Int: [Int]]
    /// Both texts without the volatile values in their strings.
    let plain: (old: JSONText, new: JSONText)

    init(
      _ old: JSONText, _ new: JSONText, isOldKept: [Bool]?, isNewKept: [Bool]?,
      oldStrings: [(json: StringJSON, values: [Int])] = [],
      newStrings: [(json: StringJSON, values: [Int])] = []
    ) {
      func values(_ strings: [(json: StringJSON, values: [Int])]) -> [Int: [Int]] {
        Dictionary(uniqueKeysWithValues: strings.map { ($0.json.node, $0.values) })
      }
      (self.isOldKept, self.isNewKept) = (isOldKept, isNewKept)
      texts = Texts(old, new, isOldKept: isOldKept, isNewKept: isNewKept)
      (ignoredInOld, ignoredInNew) = (values(oldStrings), values(newStrings))
      plain = (old.without(oldStrings), new.without(newStrings))
    }
  }

  private var texts: Texts { pair.texts }
  private var isOldKept: [Bool]? { pair.isOldKept }
  private var isNewKept: [Bool]? { pair.isNewKept }
  private var old: JSONText { pair.texts.old }
  private var new: JSONText { pair.texts.new }

  /// The differences in the order of the texts.
  mutating func differences() -> [PlacedDifference] {
    compare(0, 0)
    if found.count >= limit {
      var rest = template
      (rest.place, rest.new, rest.isCut) = ("…", "more places, which were not compared", true)
      found.append(PlacedDifference(difference: rest))
    }
    return found
  }

  private mutating func compare(_ left: Int, _ right: Int) {
    guard found.count < limit, steps.count < Self.depthLimit || !isEqual(left, right),
      !isWrittenAlike(left, right)
    else { return }
    if isEqual(left, right) { return compareSpelling(left, right) }
    let kind = old.nodes[left].kind
    let isVolatile = isOldKept?[left] == false || isNewKept?[right] == false
    guard !isVolatile, kind == new.nodes[right].kind, steps.count < Self.depthLimit else {
      return add(.changed, left, right)
    }
    if kind == .string, compareJSON(inStrings: left, right) { return }
    guard kind == .array || kind == .object else { return add(.changed, left, right) }
    if kind == .object { compareMembers(left, right) } else { compareElements(left, right) }
  }

  /// True for two values of which at most the spelling differs.
  private func isEqual(_ left: Int, _ right: Int) -> Bool {
    texts.oldHashes.whole[left] == texts.newHashes.whole[right]
  }

  /// True for two strings that differ in volatile values of the JSON in them alone.
  private func isSameInPlain(_ left: Int?, _ right: Int?) -> Bool {
    guard let left, let right, old.nodes[left].kind == .string else { return false }
    return old.text(of: left) != pair.plain.old.text(of: left)
      && pair.plain.old.text(of: left) == pair.plain.new.text(of: right)
  }

  /// True for two equal values, with the same bytes where spelling counts.
  private func isWrittenAlike(_ left: Int, _ right: Int) -> Bool {
    guard isEqual(left, right) else { return false }
    guard tellsSpelling else { return true }
    let (one, other) = (old.range(of: left), new.range(of: right))
    return one.count == other.count
      && old.bytes.commonPrefixLength(one, new.bytes, other) == one.count
  }

  /// Compares two equal values: `1` and `1.0`, or `é` and its escape, are other bytes.
  private mutating func compareSpelling(_ left: Int, _ right: Int) {
    switch old.nodes[left].kind {
    case .number, .string:
      if isOldKept?[left] != false, isNewKept?[right] != false { add(.changed, left, right) }
    case .object: compareMembers(left, right)
    case .array:
      for (index, pair) in zip(old.children(of: left), new.children(of: right)).enumerated() {
        within(.index(index)) { $0.compare(pair.0, pair.1) }
      }
    case .null, .true, .false: break
    }
  }

  private mutating func compareMembers(_ left: Int, _ right: Int) {
    let candidates = new.children(of: right)
    let members = old.children(of: left)
    // Nearly all objects have their members in the order of their partner.
    let isInOrder =
      members.count == candidates.count
      && zip(members, candidates).allSatisfy { old.hasName($0, of: new, at: $1) }
    if isInOrder {
      for (member, partner) in zip(members, candidates)
      where !isWrittenAlike(member, partner) {
        within(.name(old.name(of: member))) { $0.compare(member, partner) }
      }
      return
    }
    // Members with the same name are paired in their order.
    var others: [[UInt8]: [Int]] = [:]
    for member in candidates.reversed() {
      others[new.name(of: member), default: []].append(member)
    }
    for member in members {
      let name = old.name(of: member)
      let partner = others[name]?.popLast()
      within(.name(name)) { diff in
        if let partner { diff.compare(member, partner) } else { diff.add(.removed, member, nil) }
      }
    }
    var unpaired: Set<Int> = []
    for members in others.values { unpaired.formUnion(members) }
    guard !unpaired.isEmpty else { return }
    for member in candidates where unpaired.contains(member) {
      within(.name(new.name(of: member))) { $0.add(.added, nil, member) }
    }
  }

  /// Compares the JSON that stands in two strings.
  ///
  /// - Returns: False for strings that are compared as a whole: those that hold no JSON of one
  ///   kind, stand in such a string themselves, or are fields of an event beside its data, for
  ///   whose places there is no name.
  private mutating func compareJSON(inStrings left: Int, _ right: Int) -> Bool {
    guard looksIntoStrings, !steps.contains(.string), !isOtherField,
      let before = StringJSON(in: old, at: left), let after = StringJSON(in: new, at: right),
      before.text.nodes[0].kind == after.text.nodes[0].kind
    else { return false }
    let (outer, count) = (pair, found.count)
    pair = Pair(
      before.text, after.text,
      isOldKept: outer.ignoredInOld[left].map(before.text.marks(except:)),
      isNewKept: outer.ignoredInNew[right].map(after.text.marks(except:)))
    within(.string) { $0.compare(0, 0) }
    pair = outer
    // White space or the order of members may differ beside what is volatile.
    let isTold = found[count...].contains { $0.difference.volatility == nil }
    if !isTold, !isSameInPlain(left, right) { add(.changed, left, right) }
    return true
  }

  /// True in a field of an event that is not its data.
  private var isOtherField: Bool {
    guard streams?.new.first?.unit == .event, steps.count > 1 else { return false }
    return steps[1] != .name(Array(EventField.data.rawValue.utf8))
  }

  private mutating func compareElements(_ left: Int, _ right: Int) {
    let pairing = JSONElementPairing(
      texts, left, right, expectsNewIDs: expectsNewIDs,
      areEvents: steps.isEmpty && streams?.new.first?.unit == .event)
    for (index, element) in pairing.old.enumerated() where pairing.partners[index] == nil {
      within(.index(index)) { $0.add(.removed, element, nil) }
    }
    let listsMoves = pairing.moved.count <= Self.moveLimit
    for (index, element) in pairing.new.enumerated() {
      guard let partner = pairing.newPartners[index] else {
        within(.index(index)) { $0.add(.added, nil, element) }
        continue
      }
      if listsMoves, pairing.moved.contains(index) { addMove(from: partner, to: index) }
      within(.index(index)) { $0.compare(pairing.old[partner], element) }
    }
    if !listsMoves {
      var difference = template
      difference.kind = .moved
      difference.count = pairing.moved.count
      if steps.isEmpty, let unit = streams?.new.first?.unit {
        difference.place += "\(unit.rawValue)s"
      } else {
        difference.place += place(steps, isOld: false) + "[*]"
      }
      found.append(PlacedDifference(difference: difference))
    }
  }

  /// The place of a value, as text.
  private func place(_ steps: [PlacedDifference.Step], isOld: Bool) -> String {
    guard let element = element(isOld: isOld, steps) else {
      return "$" + PlacedDifference.path(steps)
    }
    return element.place(steps.dropFirst())
  }

  /// The event or line in which a value is; nil outside of streams.
  private func element(isOld: Bool, _ steps: [PlacedDifference.Step]) -> StreamScope? {
    guard let streams, case .index(let index)? = steps.first else { return nil }
    return isOld ? streams.old[index] : streams.new[index]
  }

  private mutating func within(
    _ step: PlacedDifference.Step, _ body: (inout JSONTreeDiff) -> Void
  ) {
    guard found.count < limit else { return }
    steps.append(step)
    body(&self)
    steps.removeLast()
  }

  private mutating func addMove(from: Int, to: Int) {
    var difference = template
    difference.kind = .moved
    difference.place += place(steps + [.index(to)], isOld: false)
    (difference.old, difference.new) = ("[\(from)]", "[\(to)]")
    if steps.isEmpty, let streams, let old = streams.old[from].number,
      let new = streams.new[to].number
    {
      (difference.old, difference.new) = ("\(old)", "\(new)")
    }
    found.append(PlacedDifference(difference: difference))
  }

  private mutating func add(_ kind: MessageDifference.Kind, _ left: Int?, _ right: Int?) {
    var difference = template
    difference.kind = kind
    let element = element(isOld: kind == .removed, steps)
    if element == nil { difference.place += "$" }
    difference.show(
      left.map { old.text(of: $0) }, right.map { new.text(of: $0) }, areJSON: true, limits: limits)
    let isVolatile =
      left.map { isOldKept?[$0] == false } ?? false
      || right.map { isNewKept?[$0] == false } ?? false || isSameInPlain(left, right)
    if isVolatile { difference.volatility = .named }
    found.append(PlacedDifference(difference: difference, steps: steps, element: element))
  }
}
