import VCRCore

/// The merged order of a list that two sides changed.
///
/// An element has the same number in every list that contains it. Two elements that all three lists
/// contain keep the base's order unless a side swapped them. Independent moves are thus combined,
/// and no side's move is lost. If both sides move one element to different places, or if the
/// swapped pairs contradict each other (1 before 2, 2 before 3, 3 before 1) and are not just two
/// moves past each other, no order is right and the elements concerned are a conflict.
///
/// An element that only one side has follows its predecessor on that side; our elements come first
/// where both sides add at one place.
enum MergeOrder {
  /// A section of the merged list.
  enum Group: Equatable {
    /// One element with a definite position.
    case element(Int)
    /// Elements whose order conflicts.
    case conflict(Conflict)
  }

  /// The elements of a conflict in each list's own order.
  struct Conflict: Equatable {
    var ours: [Int] = []
    var base: [Int] = []
    var theirs: [Int] = []
  }

  /// Merges three orders.
  ///
  /// - Parameters:
  ///   - base: The common ancestor's elements.
  ///   - ours: Our elements.
  ///   - theirs: Their elements.
  ///   - kinds: For each element, a number that it shares with those whose relative order matters
  ///     even if both sides added them. Evaluated only when needed.
  /// - Returns: Every element of either side once.
  static func merge(
    base: [Int], ours: [Int], theirs: [Int], kinds: () -> [Int] = { [] }
  ) -> [Group] {
    let lists = Lists(base: base, ours: ours, theirs: theirs)
    let core = base.filter { lists.our[$0] != nil && lists.their[$0] != nil }
    var groups = CoreOrder.groups(
      our: rankings(core, ours), their: rankings(core, theirs)
    ).map { $0.map { core[$0] } }
    groups = lists.addingOthers(to: groups)
    return lists.joiningDisputed(groups, kinds).map { members in
      members.count == 1 ? .element(members[0]) : .conflict(lists.conflict(of: members))
    }
  }

  /// The merged order as one list in which conflicts are resolved in favour of our order.
  static func flat(base: [Int], ours: [Int], theirs: [Int]) -> [Int] {
    merge(base: base, ours: ours, theirs: theirs).flatMap { group in
      switch group {
      case .element(let element): [element]
      case .conflict(let conflict):
        conflict.ours + conflict.theirs.filter { !conflict.ours.contains($0) }
      }
    }
  }

  /// For each element of a list, its relative position in another list.
  private static func rankings(_ elements: [Int], _ list: [Int]) -> [Int] {
    let places = Lists.places(of: list, count: (elements + list).max().map { $0 + 1 } ?? 0)
    var ranks = [Int](repeating: 0, count: elements.count)
    let sorted = elements.indices.sorted {
      (places[elements[$0]] ?? 0) < (places[elements[$1]] ?? 0)
    }
    for (rank, index) in sorted.enumerated() { ranks[index] = rank }
    return ranks
  }

  /// The three lists, and the position of each element in them.
  private struct Lists {
    let ours: [Int]
    let theirs: [Int]
    let old: [Int?]
    let our: [Int?]
    let their: [Int?]

    init(base: [Int], ours: [Int], theirs: [Int]) {
      let count = (base + ours + theirs).max().map { $0 + 1 } ?? 0
      (self.ours, self.theirs) = (ours, theirs)
      old = Self.places(of: base, count: count)
      our = Self.places(of: ours, count: count)
      their = Self.places(of: theirs, count: count)
    }

    static func places(of list: [Int], count: Int) -> [Int?] {
      var places = [Int?](repeating: nil, count: count)
      for (place, element) in list.enumerated() { places[element] = place }
      return places
    }

    /// For each element, true when all three lists contain it.
    private func isCore(_ element: Int) -> Bool {
      old[element] != nil && our[element] != nil && their[element] != nil
    }

    /// Inserts the elements that are not in all three lists after their predecessors.
    func addingOthers(to core: [[Int]]) -> [[Int]] {
      /// For each element, its group, or the group after which it is inserted.
      var groups: [[Int]] = []
      var following: [Int: [Int]] = [:]
      var anchor = -1
      for element in ours {
        if isCore(element) {
          anchor = element
        } else {
          following[anchor, default: []].append(element)
        }
      }
      func add(_ members: [Int]) {
        let others = members.flatMap { following[$0] ?? [] }
        if members.count > 1 {
          groups.append(members + others)
        } else {
          groups += [members] + others.map { [$0] }
        }
      }
      groups += (following[-1] ?? []).map { [$0] }
      core.forEach(add)

      var theirFollowing: [Int: [Int]] = [:]
      anchor = -1
      for element in theirs {
        if our[element] != nil {
          anchor = element
        } else {
          theirFollowing[anchor, default: []].append(element)
        }
      }
      var merged: [[Int]] = []
      var waiting = theirFollowing[-1] ?? []
      for group in groups {
        // Elements that only our side has after an element stay next to it.
        if !(group.count == 1 && their[group[0]] == nil) {
          merged += waiting.map { [$0] }
          waiting = []
        }
        if group.count > 1 {
          merged.append(group + group.flatMap { theirFollowing[$0] ?? [] })
        } else {
          merged.append(group)
          waiting += theirFollowing[group[0]] ?? []
        }
      }
      return merged + waiting.map { [$0] }
    }

    /// Joins the groups between two elements of one kind whose order differs between the sides and
    /// of which both sides added at least one.
    func joiningDisputed(_ groups: [[Int]], _ kinds: () -> [Int]) -> [[Int]] {
      let common = ours.filter { their[$0] != nil }
      let added = common.filter { old[$0] == nil }
      guard !added.isEmpty, common != theirs.filter({ our[$0] != nil }) else { return groups }
      let kinds = kinds()
      guard !kinds.isEmpty else { return groups }
      var place: [Int: Int] = [:]
      for (index, group) in groups.enumerated() { for element in group { place[element] = index } }
      /// For each group, the last one that it is joined with.
      var reach = Array(groups.indices)
      for one in added {
        for other in common where kinds[one] == kinds[other] {
          guard let a = our[one], let b = our[other], let c = their[one], let d = their[other],
            a < b && c > d || a > b && c < d, let i = place[one], let j = place[other]
          else { continue }
          reach[min(i, j)] = max(reach[min(i, j)], i, j)
        }
      }
      var joined: [[Int]] = []
      var end = -1
      for (index, group) in groups.enumerated() {
        if index <= end { joined[joined.count - 1] += group } else { joined.append(group) }
        end = max(end, reach[index])
      }
      return joined
    }

    /// The given elements in each list's order.
    func conflict(of members: [Int]) -> Conflict {
      func part(_ places: [Int?]) -> [Int] {
        members.compactMap { member in places[member].map { (member, $0) } }
          .sorted { $0.1 < $1.1 }.map(\.0)
      }
      return Conflict(ours: part(our), base: part(old), theirs: part(their))
    }
  }
}
