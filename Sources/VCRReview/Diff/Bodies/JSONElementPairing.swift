import VCRCore

/// Pairs the elements of two arrays that are the same thing.
///
/// Equal elements are paired first, in order and then anywhere. Then follow objects with an
/// identifying member (`id`, `key`, `name` …), elements that share half of their content, and
/// finally the remaining elements between the same neighbours, one by one.
struct JSONElementPairing {
  /// The old elements' nodes.
  let old: [Int]
  /// The new elements' nodes.
  let new: [Int]
  /// For each old element, the position of the new one.
  private(set) var partners: [Int?]
  /// For each new element, the position of the old one.
  private(set) var newPartners: [Int?]
  /// The new positions of pairs that are out of order.
  private(set) var moved: Set<Int> = []

  private let diff: JSONTreeDiff.Texts
  /// True for elements that may be others in all that they hold.
  private let expectsNewIDs: Bool
  /// True for the events of two streams: the id of one says where to resume, and not what it is.
  private let areEvents: Bool

  /// The members that identify an object, the most reliable first.
  private static let identities: [[UInt8]: Int] = Dictionary(
    uniqueKeysWithValues: [
      "id", "_id", "uuid", "guid", "key", "name", "slug", "sku", "code", "login", "email", "href",
      "url", "path", "title",
    ].enumerated().map { (Array($1.utf8), $0) })

  /// The number of an element's members that are examined to find a similar element.
  private static let memberLimit = 64

  /// The number of elements with an equal member that are considered.
  private static let candidateLimit = 8

  /// Pairs the elements of two arrays, or the events of two streams.
  init(
    _ diff: JSONTreeDiff.Texts, _ left: Int, _ right: Int, expectsNewIDs: Bool,
    areEvents: Bool = false
  ) {
    (self.diff, self.expectsNewIDs, self.areEvents) = (diff, expectsNewIDs, areEvents)
    old = diff.old.children(of: left)
    new = diff.new.children(of: right)
    partners = Array(repeating: nil, count: old.count)
    newPartners = Array(repeating: nil, count: new.count)
    let oldHashes = old.map { diff.oldHashes.stable[$0] }
    let newHashes = new.map { diff.newHashes.stable[$0] }
    let inOrder = SequenceAlignment.matches(oldHashes, newHashes)
    for pair in inOrder { join(pair.old, pair.new) }
    guard inOrder.count < max(old.count, new.count) else { return }
    if inOrder.count < min(old.count, new.count) {
      pairEqual(oldHashes, newHashes)
      let names = pairByIdentity()
      pairByLikeness()
      pairNeighbours(inOrder, names)
    }
    moved = SequenceAlignment.moved(newPartners)
  }

  private mutating func join(_ left: Int, _ right: Int) {
    partners[left] = right
    newPartners[right] = left
  }

  private var oldLeft: [Int] { old.indices.filter { partners[$0] == nil } }
  private var newLeft: [Int] { new.indices.filter { newPartners[$0] == nil } }

  private mutating func pairEqual(_ oldHashes: [Int], _ newHashes: [Int]) {
    var places: [Int: [Int]] = [:]
    for index in oldLeft.reversed() { places[oldHashes[index], default: []].append(index) }
    for index in newLeft {
      if let place = places[newHashes[index]]?.popLast() { join(place, index) }
    }
  }

  // MARK: - Identity

  /// Pairs objects by the first identifying member that all of them have with distinct values.
  ///
  /// - Returns: The identifying value of each old and each new element.
  private mutating func pairByIdentity() -> (old: [Int: Int], new: [Int: Int]) {
    let left = oldLeft.map { ($0, names(diff.old, diff.oldHashes, old[$0])) }
    let right = newLeft.map { ($0, names(diff.new, diff.newHashes, new[$0])) }
    for rank in 0..<Self.identities.count {
      guard let olds = Self.distinct(left, rank), let news = Self.distinct(right, rank) else {
        continue
      }
      for (value, index) in news {
        if let partner = olds[value] { join(partner, index) }
      }
      return (
        Dictionary(uniqueKeysWithValues: olds.map { ($1, $0) }),
        Dictionary(uniqueKeysWithValues: news.map { ($1, $0) })
      )
    }
    return ([:], [:])
  }

  /// The values of an object's identifying members, by their rank.
  private func names(_ text: JSONText, _ hashes: JSONHashes, _ node: Int) -> [Int: Int] {
    guard text.nodes[node].kind == .object else { return [:] }
    var names: [Int: Int] = [:]
    for member in text.children(of: node).prefix(Self.memberLimit) {
      let kind = text.nodes[member].kind
      guard kind == .string || kind == .number, let rank = Self.identities[text.name(of: member)]
      else { continue }
      names[rank] = hashes.whole[member]
    }
    return names
  }

  /// The elements by their identifying values; nil when one has none or two have equal ones.
  private static func distinct(_ elements: [(Int, [Int: Int])], _ rank: Int) -> [Int: Int]? {
    var places: [Int: Int] = [:]
    for (index, names) in elements {
      guard let name = names[rank], places.updateValue(index, forKey: name) == nil else {
        return nil
      }
    }
    return places.isEmpty ? nil : places
  }

  // MARK: - Similarity

  private mutating func pairByLikeness() {
    let (left, right) = (oldLeft, newLeft)
    guard !left.isEmpty, !right.isEmpty else { return }
    var places: [Int: [Int]] = [:]
    var counts: [Int: Int] = [:]
    for index in left {
      let parts = parts(diff.old, diff.oldHashes, old[index])
      counts[index] = parts.count
      for part in parts where (places[part]?.count ?? 0) < Self.candidateLimit {
        places[part, default: []].append(index)
      }
    }
    for index in right {
      let parts = parts(diff.new, diff.newHashes, new[index])
      guard parts.count > 1 else { continue }
      var votes: [Int: Int] = [:]
      for part in parts {
        for place in places[part] ?? [] where partners[place] == nil {
          votes[place, default: 0] += 1
        }
      }
      let best = votes.max { ($0.value, $1.key) < ($1.value, $0.key) }
      guard let best, best.value * 2 >= max(parts.count, counts[best.key] ?? 0) else { continue }
      join(best.key, index)
    }
  }

  private func parts(_ text: JSONText, _ hashes: JSONHashes, _ node: Int) -> Set<Int> {
    let kind = text.nodes[node].kind
    guard kind == .object || kind == .array else { return [] }
    return Set(
      text.children(of: node).prefix(Self.memberLimit).map {
        JSONHashes.member(text, $0, hashes.stable[$0])
      })
  }

  // MARK: - Neighbours

  /// Pairs the remaining elements between the same equal neighbours, if both sides have equally
  /// many and no identifying value contradicts it, unless all elements have new ones.
  private mutating func pairNeighbours(
    _ inOrder: [SequenceAlignment.Pair], _ names: (old: [Int: Int], new: [Int: Int])
  ) {
    var gaps: [Int: (old: [Int], new: [Int])] = [:]
    var count = 0
    for index in oldLeft {
      while count < inOrder.count, inOrder[count].old < index { count += 1 }
      gaps[count, default: ([], [])].old.append(index)
    }
    count = 0
    for index in newLeft {
      while count < inOrder.count, inOrder[count].new < index { count += 1 }
      gaps[count, default: ([], [])].new.append(index)
    }
    // Where no element is there again, ids may be others each time.
    let mayBeRenewed = !partners.contains { $0 != nil }
    for gap in gaps.values where gap.old.count == gap.new.count {
      for (left, right) in zip(gap.old, gap.new) {
        let isOther =
          areEvents
          ? kind(diff.old, diff.oldHashes, old[left]) != kind(diff.new, diff.newHashes, new[right])
          : names.old[left] != nil && names.new[right] != nil
        if !isOther || mayBeRenewed && isRenewed(left, right) { join(left, right) }
      }
    }
  }

  /// A hash of the kind of an event; nil for none.
  private func kind(_ text: JSONText, _ hashes: JSONHashes, _ node: Int) -> Int? {
    text.children(of: node).first { text.name(of: $0) == Array(EventField.event.rawValue.utf8) }
      .map { hashes.whole[$0] }
  }

  /// True for two objects with the same members, one of which is equal where one must be.
  private func isRenewed(_ left: Int, _ right: Int) -> Bool {
    let (before, after) = (old[left], new[right])
    return diff.old.children(of: before).map(diff.old.name(of:))
      == diff.new.children(of: after).map(diff.new.name(of:))
      && (expectsNewIDs
        || !parts(diff.old, diff.oldHashes, before).isDisjoint(
          with: parts(diff.new, diff.newHashes, after)))
  }
}
