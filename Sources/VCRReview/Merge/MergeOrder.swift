import VCRCore

/// The order of what two sides made of a list.
///
/// Elements are the same number in every list that has them. Two elements that all three lists have
/// stand in the base's order unless a side turned them round. Moves that do not depend on each other
/// come together so, and no side's move is lost. Where both sides put one element in different places,
/// or the pairs that were turned round contradict each other (1 before 2, 2 before 3, 3 before 1) and
/// are no two moves past each other, no order is right and the elements concerned are a conflict.
///
/// What one side alone has follows what it follows there; ours comes first where both add at one
/// place.
enum MergeOrder {
  /// A stretch of the merged list.
  enum Group: Equatable {
    /// One element, whose place is clear.
    case element(Int)
    /// Elements whose order the two sides do not agree on.
    case conflict(Conflict)
  }

  /// What each list has in a conflict, in its own order.
  struct Conflict: Equatable {
    var ours: [Int] = []
    var base: [Int] = []
    var theirs: [Int] = []
  }

  /// Merges three orders.
  ///
  /// - Parameters:
  ///   - base: The common ancestor's elements.
  ///   - ours: Ours.
  ///   - theirs: Theirs.
  ///   - kinds: For each element a number that it shares with those among which the order matters
  ///     even where both sides added them. It is asked for only when it is needed.
  /// - Returns: Every element of ours and theirs once.
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

  /// The same as one list, where an order that is disputed does not matter: ours counts then.
  static func flat(base: [Int], ours: [Int], theirs: [Int]) -> [Int] {
    merge(base: base, ours: ours, theirs: theirs).flatMap { group in
      switch group {
      case .element(let element): [element]
      case .conflict(let conflict):
        conflict.ours + conflict.theirs.filter { !conflict.ours.contains($0) }
      }
    }
  }

  /// For each element of a list its place among them in another list.
  private static func rankings(_ elements: [Int], _ list: [Int]) -> [Int] {
    let places = Lists.places(of: list, count: (elements + list).max().map { $0 + 1 } ?? 0)
    var ranks = [Int](repeating: 0, count: elements.count)
    let sorted = elements.indices.sorted {
      (places[elements[$0]] ?? 0) < (places[elements[$1]] ?? 0)
    }
    for (rank, index) in sorted.enumerated() { ranks[index] = rank }
    return ranks
  }

  /// The three lists, and where each element stands in them.
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

    /// True for what all three lists have.
    private func isCore(_ element: Int) -> Bool {
      old[element] != nil && our[element] != nil && their[element] != nil
    }

    /// Puts what is not in all three lists behind what it follows.
    func addingOthers(to core: [[Int]]) -> [[Int]] {
      /// For each element the group it belongs to, or what it is put behind.
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
        // What our side alone has after an element stays next to it.
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

    /// Joins the groups between two elements of one kind that both sides added, or one of them, and
    /// that stand in another order in each.
    func joiningDisputed(_ groups: [[Int]], _ kinds: () -> [Int]) -> [[Int]] {
      let common = ours.filter { their[$0] != nil }
      let added = common.filter { old[$0] == nil }
      guard !added.isEmpty, common != theirs.filter({ our[$0] != nil }) else { return groups }
      let kinds = kinds()
      guard !kinds.isEmpty else { return groups }
      var place: [Int: Int] = [:]
      for (index, group) in groups.enumerated() { for element in group { place[element] = index } }
      /// For each group the last one that it is joined with.
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

    /// What each list has of some elements.
    func conflict(of members: [Int]) -> Conflict {
      func part(_ places: [Int?]) -> [Int] {
        members.compactMap { member in places[member].map { (member, $0) } }
          .sorted { $0.1 < $1.1 }.map(\.0)
      }
      return Conflict(ours: part(our), base: part(old), theirs: part(their))
    }
  }
}
