extension InteractionMatcher {
  /// Pairs the interactions of a run, the new ones, with those of the cassette that they replace.
  ///
  /// Only equivalent interactions are paired, under the policy or under an old entry's own rule.
  /// Concurrent equivalent requests are paired in this order: 1. equal apart from volatile parts,
  /// so that a chance order of concurrent requests moves no response to another place; 2. most
  /// similar request; 3. recording order. Requests that were sent one after the other keep their
  /// order (see `ResponseAlignment`), because a replay serves them in it.
  ///
  /// - Parameter spans: The span of each of the run's requests; nil when all may have been
  ///   concurrent.
  /// - Throws: `CassetteError` when an item of either cannot be decoded.
  mutating func matchRecording(spans: [RequestSpan]?) throws {
    let order = spans.map(RecordedOrder.init)
    var ruled: [(entry: CustomMatchEntry, remaining: Int)] = []
    var servings: [Int: Int] = [:]
    for item in 0..<old.count {
      guard let file = old.file, let rule = try file.rule(at: item) else { continue }
      if let times = rule.times { servings[item] = times }
      guard rule.match != nil || rule.isPattern else { continue }
      ruled.append((try CustomMatchEntry(item: item, rule: rule, in: file), rule.times ?? 1))
    }
    let ruledItems = Set(ruled.map(\.entry.item))
    exclude(old: ruledItems.contains)
    let groups = try groups()
    for group in 0..<groups.count {
      if let pair = groups.singlePair(group), equivalence.isFullyKeyed {
        join(pair.old, pair.new)
        continue
      }
      let (left, right) = (groups.old[group], groups.new[group])
      guard !equivalence.isFullyKeyed, right.count > 1 else {
        try matchEquivalent(left, right, servings, order)
        continue
      }
      for part in try equivalent(left, right) {
        try matchEquivalent(part.old, part.new, servings, order)
      }
    }
    try matchByDecision()
    guard !ruled.isEmpty else { return }
    for item in remainingNew {
      guard let request = try new.request(item), let file = old.file else { continue }
      for index in ruled.indices where ruled[index].remaining > 0 {
        guard try ruled[index].entry.matches(request, in: file) else { continue }
        ruled[index].remaining -= 1
        join(ruled[index].entry.item, item)
        break
      }
    }
  }

  /// Pairs interactions that are equivalent although their keys differ, because a decision replaces
  /// the policy.
  private mutating func matchByDecision() throws {
    guard equivalence.decision != nil else { return }
    var left = remainingOld
    for item in remainingNew {
      guard let place = try left.firstIndex(where: { try mayPair(item, with: $0) }) else {
        continue
      }
      join(left.remove(at: place), item)
    }
  }

  /// Splits a group into equivalent interactions: under a policy with a closure a common key is not
  /// enough, and without any key all interactions are in one group.
  private func equivalent(
    _ left: [Int], _ right: [Int]
  ) throws -> [(request: Interaction.Request, old: [Int], new: [Int])] {
    var parts: [(request: Interaction.Request, old: [Int], new: [Int])] = []
    for item in right {
      guard let request = try new.request(item) else { continue }
      if let found = parts.lastIndex(where: { equivalence.areEquivalent(request, $0.request) }) {
        parts[found].new.append(item)
      } else {
        parts.append((request, [], [item]))
      }
    }
    // Most old interactions follow each other as the new ones do.
    var next = 0
    for item in left {
      guard let request = try old.request(item) else { continue }
      let isNext = next < parts.count && equivalence.areEquivalent(parts[next].request, request)
      let found =
        isNext
        ? next : parts.firstIndex { equivalence.areEquivalent($0.request, request) }
      guard let found else { continue }
      parts[found].old.append(item)
      next = found + 1
    }
    return parts
  }

  /// Pairs equivalent interactions.
  private mutating func matchEquivalent(
    _ group: [Int], _ new: [Int], _ servings: [Int: Int], _ order: RecordedOrder?
  ) throws {
    // An old entry that may be served several times takes as many of the new interactions.
    let old = group.flatMap { item in
      Array(repeating: item, count: min(servings[item] ?? 1, new.count))
    }
    guard !old.isEmpty else { return noteSlots(new, order) }
    guard let order, new.count > 1 else { return try matchAlike(old, new) }
    // A replay compares the contents and the header fields of requests first, and then the contents
    // and the users; only among equal requests does the order count.
    let series = try Series(old, new, of: self)
    let rest = try matchEqual(by: \.whole, old, new, series, order)
    let last = try matchEqual(by: \.request, rest.old, rest.new, series, order)
    try matchInOrder(last.old, last.new, series, order)
    for new in Dictionary(grouping: last.new, by: { series.new[$0]?.request ?? 0 }).values {
      noteSlots(new, order)
    }
  }

  /// Pairs interactions whose requests have a digest in common.
  ///
  /// - Returns: Those whose digest no other one has.
  private mutating func matchEqual(
    by digest: KeyPath<ResponseAlignment.Fingerprint, Int>, _ old: [Int], _ new: [Int],
    _ series: Series, _ order: RecordedOrder
  ) throws -> (old: [Int], new: [Int]) {
    let oldGroups = Dictionary(grouping: old) { series.old[$0]?[keyPath: digest] ?? 0 }
    let newGroups = Dictionary(grouping: new) { series.new[$0]?[keyPath: digest] ?? 0 }
    for (request, new) in newGroups {
      guard let old = oldGroups[request] else { continue }
      try matchInOrder(old, new, series, order)
      noteSlots(new, order)
    }
    return (
      old.filter { newGroups[series.old[$0]?[keyPath: digest] ?? 0] == nil },
      new.filter { oldGroups[series.new[$0]?[keyPath: digest] ?? 0] == nil }
    )
  }

  /// Pairs interactions of equal content first, whatever their order.
  private mutating func matchAlike(_ old: [Int], _ new: [Int]) throws {
    try matchAlike(old, new, by: [.content, .bodyAndHeaders, .body, .key])
  }

  /// The fingerprints of equivalent interactions.
  private struct Series {
    var old: [Int: ResponseAlignment.Fingerprint] = [:]
    var new: [Int: ResponseAlignment.Fingerprint] = [:]

    init(_ left: [Int], _ right: [Int], of matcher: InteractionMatcher) throws {
      func fingerprints(
        _ items: [Int], _ version: Version
      ) throws -> [Int: ResponseAlignment.Fingerprint] {
        let digests = try matcher.digests(
          of: items, in: version, [.content, .bodyAndUsers, .bodyAndHeaders])
        return Dictionary(
          uniqueKeysWithValues: digests.map { item, digests in
            let isReadable = digests[0] != nil
            return (
              item,
              .init(
                content: digests[0] ?? ~item, request: isReadable ? digests[1] ?? ~item : ~item,
                whole: isReadable ? digests[2] ?? ~item : ~item)
            )
          })
      }
      old = try fingerprints(left, matcher.old)
      new = try fingerprints(right, matcher.new)
    }
  }

  /// Pairs new interactions with old ones so that sequential ones stay in order.
  private mutating func matchInOrder(
    _ old: [Int], _ new: [Int], _ series: Series, _ order: RecordedOrder
  ) throws {
    guard !old.isEmpty, !new.isEmpty else { return }
    let runs = order.runs(new)
    guard runs.count > 1 else { return try matchAlike(old, new) }
    // Two requests that overlap only through a chain of others may have been concurrent. When all
    // of them equal the old interactions, their order was chance.
    let chained = order.chainedRuns(new)
    if old.count == new.count, chained.count < runs.count {
      try align(old, new, chained, series)
      let isSame = new.allSatisfy { item in
        partnersOfNew[item].map { series.old[$0]?.content == series.new[item]?.content } ?? false
      }
      if isSame { return }
      separate(new)
    }
    try align(old, new, runs, series)
  }

  /// Pairs new interactions with old ones in the order of their runs.
  private mutating func align(
    _ old: [Int], _ new: [Int], _ runs: [[Int]], _ series: Series
  ) throws {
    var sequence = new
    if runs.contains(where: { $0.count > 1 }) {
      // Overlapping interactions take the order of the old ones they would be paired with.
      try matchAlike(old, new)
      sequence = runs.flatMap { run in
        run.sorted { (partnersOfNew[$0] ?? .max, $0) < (partnersOfNew[$1] ?? .max, $1) }
      }
      separate(new)
    }
    let alignment = ResponseAlignment(
      old: old.compactMap { series.old[$0] }, new: sequence.compactMap { series.new[$0] })
    for pair in try alignment.pairs(mayPair: { try mayPair(sequence[$0], with: old[$1]) }) {
      join(old[pair.old], sequence[pair.new])
    }
  }

  /// Gives up the pairs of new interactions.
  private mutating func separate(_ new: [Int]) {
    for item in new {
      if let partner = partnersOfNew[item] { partnersOfOld[partner] = nil }
      partnersOfNew[item] = nil
    }
  }

  /// Notes where unpaired interactions may be inserted among new ones with equal requests.
  private mutating func noteSlots(_ new: [Int], _ order: RecordedOrder?) {
    guard new.count > 1, new.contains(where: { partnersOfNew[$0] == nil }) else { return }
    let runs = order?.runs(new) ?? [new]
    var before = Int.max
    var limits: [Int] = []
    for run in runs.reversed() {
      limits.append(before)
      before = run.compactMap { partnersOfNew[$0] }.reduce(before, min)
    }
    var after = -1
    for (run, before) in zip(runs, limits.reversed()) {
      for item in run where partnersOfNew[item] == nil {
        slots[item] = InsertionSlot(group: new[0], after: after, before: before)
      }
      after = run.compactMap { partnersOfNew[$0] }.reduce(after, max)
    }
  }

  /// The place of a new interaction among equivalent ones.
  struct InsertionSlot {
    /// The number of the group of equivalent interactions.
    var group: Int
    /// The last old interaction that it has to follow, or -1.
    var after = -1
    /// The first old interaction that it has to precede.
    var before = Int.max

    /// The old interaction after which it is inserted.
    ///
    /// - Parameters:
    ///   - place: The old interaction after which it occurred.
    ///   - last: The place of the last insertion of each group.
    /// - Returns: The place, or the nearest that keeps the group in order.
    func fitting(_ place: Int, after last: inout [Int: Int]) -> Int {
      let place = min(max(place, after, last[group] ?? -1), before - 1)
      last[group] = place
      return place
    }
  }
}
