import VCRCore

/// A single difference, before equal differences of several elements are combined.
struct PlacedDifference {
  /// One step into a JSON value.
  enum Step: Hashable {
    /// The member with a name.
    case name([UInt8])
    /// The element at an index.
    case index(Int)
    /// The JSON that stands in the string.
    case string
  }

  /// The difference; its `place` is the prefix before the steps.
  var difference: MessageDifference
  /// The steps from the JSON root; empty outside of JSON.
  var steps: [Step] = []
  /// The event or line of a stream that the first step is; nil outside of streams.
  var element: StreamScope?
  /// The positions of the steps that are members named by ids, where a search for noise knows them.
  var renamed: Set<Int> = []

  /// The place as text, with all indices.
  var place: String {
    difference.place + (element?.place(steps.dropFirst()) ?? Self.path(steps))
  }

  /// Steps as a normalised path or its short form (RFC 9535 §2.5.1), with a second path for those
  /// into a string.
  static func path(_ steps: [Step]) -> String {
    steps.map { step in
      switch step {
      case .index(let index): "[\(index)]"
      case .name(let name): JSONPath.step(name)
      case .string: " $"
      }
    }.joined()
  }
}

extension [PlacedDifference] {
  /// The largest number of places that are reported for one interaction.
  private static let limit = 250

  /// The largest number of changes of one kind of place that are shown, each with its values.
  private static let separateLimit = 20

  /// The differences for the reader: the same change in several elements is reported once.
  func grouped(_ limits: DiffLimits) -> [MessageDifference] {
    if count == 1 { return Self.combined(self, limits) }
    var order: [ChangeKind] = []
    var members: [ChangeKind: [PlacedDifference]] = [:]
    for found in self {
      let key = ChangeKind(found)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(found)
    }
    var all = order.flatMap { Self.combined(members[$0] ?? [], limits) }
    let limit = limits.most(Self.limit)
    if all.count > limit {
      let rest = all[limit...].reduce(0) { $0 + $1.count }
      var last = all[limit]
      (last.kind, last.isCut) = (.changed, true)
      (last.place, last.old, last.hunks, last.count) = ("…", nil, [], rest)
      last.new = "\(rest) more places"
      all[limit...] = [last]
    }
    return all
  }

  /// The report of differences whose places are equal apart from indices.
  private static func combined(
    _ group: [PlacedDifference], _ limits: DiffLimits
  ) -> [MessageDifference] {
    guard let first = group.first, !first.steps.isEmpty, group.count > 1 else {
      return group.map(single)
    }
    var order: [ValueKey] = []
    var members: [ValueKey: [PlacedDifference]] = [:]
    for (index, found) in group.enumerated() {
      let key = ValueKey(found.difference, index)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(found)
    }
    // A change that differs from what changed beside it is never shown as the same.
    let shown = order.prefix(limits.most(separateLimit)).map { same(members[$0] ?? []) }
    let rest = order.dropFirst(shown.count).flatMap { members[$0] ?? [] }
    guard !rest.isEmpty else { return shown }
    var joint = same(rest)
    (joint.kind, joint.isCut) = (.changed, true)
    (joint.old, joint.new, joint.hunks) = (nil, "another change each", [])
    return shown + [joint]
  }

  /// The report of differences with equal values.
  private static func same(_ group: [PlacedDifference]) -> MessageDifference {
    guard group.count > 1 else { return single(group[0]) }
    var joint = group[0].difference
    joint.count = group.count
    joint.place += path(ofAll: group)
    return joint
  }

  private static func single(_ found: PlacedDifference) -> MessageDifference {
    var difference = found.difference
    difference.place = found.place
    return difference
  }

  /// The place of all, with `*` or a slice where the indices differ; events of one kind share its
  /// name, whatever their numbers.
  private static func path(ofAll group: [PlacedDifference]) -> String {
    guard let first = group.first else { return "" }
    guard var element = first.element else { return path(ofAll: group, first.steps.indices) }
    if group.contains(where: { $0.element?.number != element.number }) { element.number = nil }
    // The steps that are the name of the event or line, and of its data.
    let own = element.unit == .event ? 2 : 1
    guard first.steps.count > own else { return element.place(first.steps.dropFirst()) }
    return "\(element.words) $" + path(ofAll: group, own..<first.steps.count)
  }

  private static func path(ofAll group: [PlacedDifference], _ positions: Range<Int>) -> String {
    guard let first = group.first else { return "" }
    return positions.map { position -> String in
      guard case .index(let index) = first.steps[position] else {
        return PlacedDifference.path([first.steps[position]])
      }
      let indices = group.compactMap { found -> Int? in
        if case .index(let index) = found.steps[position] { index } else { nil }
      }
      if indices.allSatisfy({ $0 == index }) { return "[\(index)]" }
      let isRun = zip(indices, indices.dropFirst()).allSatisfy { $1 == $0 + 1 }
      let isLast = position == first.steps.count - 1
      return isRun && isLast ? "[\(index):\(index + indices.count)]" : "[*]"
    }.joined()
  }
}

/// The properties that are equal in combined differences.
private struct ChangeKind: Hashable {
  var side: MessageDifference.Side
  var part: MessageDifference.Part
  var kind: MessageDifference.Kind
  /// The place as bytes, so that canonically equivalent spellings stay distinct.
  var place: [UInt8]
  var steps: [PlacedDifference.Step]
  /// The kind of the event as bytes; nil for none.
  var eventKind: [UInt8]?
  var volatility: Volatility.Reason?

  init(_ found: PlacedDifference) {
    let difference = found.difference
    side = difference.side
    part = difference.part
    kind = difference.kind
    place = Array(difference.place.utf8)
    volatility = difference.volatility
    eventKind = found.element?.kind.map { Array($0.utf8) }
    steps = found.steps.map { step -> PlacedDifference.Step in
      if case .index = step { .index(-1) } else { step }
    }
  }
}

/// The values of a difference, which others share where they are shown whole.
private struct ValueKey: Hashable {
  var old: [UInt8]?
  var new: [UInt8]?
  /// The position of one that is not shown in one line.
  var position: Int?

  init(_ difference: MessageDifference, _ position: Int) {
    old = difference.old.map { Array($0.utf8) }
    new = difference.new.map { Array($0.utf8) }
    if difference.isCut || !difference.hunks.isEmpty { self.position = position }
  }
}
