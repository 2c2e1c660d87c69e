/// The differences of two JSON values, place by place.
struct JSONComparison {
  private let recorded: JSONText
  private let incoming: JSONText
  /// Both texts as they are, and the values in their strings that do not count, by the string; nil
  /// within a string.
  private let whole: (recorded: (JSONText, [Int: [Int]]), incoming: (JSONText, [Int: [Int]]))?
  private let isRecordedKept: [Bool]?
  private let isIncomingKept: [Bool]?
  private var path: [String]
  private var found: [RequestEquivalence.Difference] = []
  private var part = ""

  /// Prepares the comparison of the chosen values of two texts.
  init(
    _ recorded: JSONText, _ incoming: JSONText, choosing choice: JSONChoice = .all,
    root: String = "$"
  ) {
    func ignored(_ text: JSONText) -> [Int: [Int]] {
      Dictionary(
        uniqueKeysWithValues: choice.ignoredInStrings(of: text).map { ($0.json.node, $0.values) })
    }
    self.recorded = choice.withoutIgnoredInStrings(recorded)
    self.incoming = choice.withoutIgnoredInStrings(incoming)
    whole = ((recorded, ignored(recorded)), (incoming, ignored(incoming)))
    isRecordedKept = choice.keptNodes(of: self.recorded)
    isIncomingKept = choice.keptNodes(of: self.incoming)
    path = [root]
  }

  /// Prepares the comparison of the JSON that stands in two strings.
  private init(
    inStrings recorded: StringJSON, _ incoming: StringJSON, _ isRecordedKept: [Bool]?,
    _ isIncomingKept: [Bool]?, root: String
  ) {
    (self.recorded, self.incoming) = (recorded.text, incoming.text)
    (self.isRecordedKept, self.isIncomingKept) = (isRecordedKept, isIncomingKept)
    (whole, path) = (nil, [root])
  }

  /// The differences in the order of the recorded text, at most `BodyDifferences.limit`.
  mutating func differences(part: String) -> [RequestEquivalence.Difference] {
    self.part = part
    let isThere = (isRecordedKept?[0] ?? true, isIncomingKept?[0] ?? true)
    switch isThere {
    case (true, true): compare(0, 0)
    case (true, false): add(0, nil)
    case (false, true): add(nil, 0)
    case (false, false): break
    }
    return found
  }

  private mutating func compare(_ old: Int, _ new: Int) {
    guard found.count < BodyDifferences.limit else { return }
    let kind = recorded.nodes[old].kind
    guard kind == incoming.nodes[new].kind else { return add(old, new) }
    switch kind {
    case .null, .true, .false: break
    case .number, .string:
      if recorded.scalarForm(old) != incoming.scalarForm(new), !addInStrings(old, new) {
        add(old, new)
      }
    case .array: compareElements(old, new)
    case .object: compareMembers(old, new)
    }
  }

  private mutating func compareElements(_ old: Int, _ new: Int) {
    let left = recorded.children(of: old).filter { isRecordedKept?[$0] ?? true }
    let right = incoming.children(of: new).filter { isIncomingKept?[$0] ?? true }
    for index in 0..<max(left.count, right.count) where found.count < BodyDifferences.limit {
      path.append("[\(index)]")
      compareOrAdd(index < left.count ? left[index] : nil, index < right.count ? right[index] : nil)
      path.removeLast()
    }
  }

  private mutating func compareMembers(_ old: Int, _ new: Int) {
    // Members that share a name are paired in their order.
    var right: [[UInt8]: [Int]] = [:]
    let added = incoming.children(of: new).filter { isIncomingKept?[$0] ?? true }
    for member in added.reversed() { right[incoming.name(of: member), default: []].append(member) }
    for member in recorded.children(of: old) where isRecordedKept?[member] ?? true {
      let name = recorded.name(of: member)
      descend(name, member, right[name]?.popLast())
    }
    var unpaired: Set<Int> = []
    for members in right.values { unpaired.formUnion(members) }
    for member in added where unpaired.contains(member) {
      descend(incoming.name(of: member), nil, member)
    }
  }

  private mutating func descend(_ name: [UInt8], _ old: Int?, _ new: Int?) {
    guard found.count < BodyDifferences.limit else { return }
    path.append(JSONPath.step(name))
    compareOrAdd(old, new)
    path.removeLast()
  }

  /// Adds the differences of the JSON that stands in two strings.
  ///
  /// - Returns: False where there are none, as in strings that hold no JSON of one kind.
  private mutating func addInStrings(_ old: Int, _ new: Int) -> Bool {
    guard let (recorded, incoming) = whole, let before = StringJSON(in: recorded.0, at: old),
      let after = StringJSON(in: incoming.0, at: new),
      before.text.nodes[0].kind == after.text.nodes[0].kind
    else { return false }
    var comparison = JSONComparison(
      inStrings: before, after, recorded.1[old].map(before.text.marks(except:)),
      incoming.1[new].map(after.text.marks(except:)), root: path.joined() + " $")
    let differences = comparison.differences(part: part)
    found += differences.prefix(max(0, BodyDifferences.limit - found.count))
    return !differences.isEmpty
  }

  private mutating func compareOrAdd(_ old: Int?, _ new: Int?) {
    if let old, let new { compare(old, new) } else { add(old, new) }
  }

  private mutating func add(_ old: Int?, _ new: Int?) {
    found.append(
      RequestEquivalence.Difference(
        part: part, place: path.joined(),
        recorded: old.map { Excerpt.line((whole?.recorded.0 ?? recorded).text(of: $0)) },
        incoming: new.map { Excerpt.line((whole?.incoming.0 ?? incoming).text(of: $0)) }))
  }
}

extension JSONText {
  /// The normal form of a number or string.
  fileprivate func scalarForm(_ index: Int) -> [UInt8] {
    let node = nodes[index]
    var form: [UInt8] = []
    if node.kind == .number {
      JSONNumber.appendNormalForm(bytes.view, range(of: index), to: &form)
    } else {
      JSONString.appendUnescaped(
        bytes.view, Int(node.start) + 1..<Int(node.end) - 1, to: &form)
    }
    return form
  }
}
