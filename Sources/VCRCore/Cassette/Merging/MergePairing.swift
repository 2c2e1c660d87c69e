/// Pairs the interactions of a run with those of the cassette that they replace.
///
/// Only equivalent interactions are paired, under the policy or under an old entry's own rule.
/// Concurrent equivalent requests are paired in this order: 1. equal apart from volatile parts, so
/// that a chance order of concurrent requests moves no response to another place; 2. most similar
/// request; 3. recording order. Requests that were sent one after the other keep their order (see
/// `ResponseAlignment`), because a replay serves them in it.
struct MergePairing {
  /// The old interaction that each of the run's interactions is paired with, or nil.
  private(set) var partners: [Int?]

  /// Where an unpaired interaction may be inserted when there are several equivalent ones.
  private(set) var slots: [Int: InsertionSlot] = [:]

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

  private let recorded: CassetteFile
  private let base: CassetteFile
  private let equivalence: RequestEquivalence
  private let volatility: Volatility
  private let spans: [RequestSpan]?
  private let chains: [Int]

  /// The interactions that share a key, each side in its order.
  private struct Group {
    var old: [Int] = []
    var new: [Int] = []

    init(old: [Int], new: [Int]) {
      self.old = old
      self.new = new
    }

    /// Creates a group of at most one interaction per side; -1 stands for none.
    init(_ old: Int32, _ new: Int32) {
      self.init(old: old < 0 ? [] : [Int(old)], new: new < 0 ? [] : [Int(new)])
    }
  }

  /// Two digests of a key, so that two different keys never agree in both by chance.
  private struct KeyDigest: Hashable {
    let first: Int
    let second: Int

    init(_ key: [UInt8]) {
      var hasher = Hasher()
      unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      // The hasher is copied, so that the key is hashed once for both digests.
      var other = hasher
      other.combine(true)
      first = hasher.finalize()
      second = other.finalize()
    }
  }

  /// The interactions by key; most keys have one on each side.
  private struct Keys {
    /// The first interaction of each side, or -1.
    struct Pair {
      package var old: Int32 = -1
      package var new: Int32 = -1
    }

    private var places: [KeyDigest: Int32] = [:]
    private var pairs: [Pair] = []
    /// All interactions of the keys that have several on a side, by the place of the key.
    private var groups: [Int: Group] = [:]
    /// The place of each old interaction's key, or -1.
    private var placeOfOld: [Int32]

    init(capacity: Int) {
      places.reserveCapacity(capacity)
      pairs.reserveCapacity(capacity)
      placeOfOld = Array(repeating: -1, count: capacity)
    }

    /// The keys with exactly one interaction on each side.
    var single: [Pair] {
      pairs.enumerated().filter { $1.old >= 0 && $1.new >= 0 && groups[$0] == nil }.map(\.element)
    }

    /// The groups of all other keys that have new interactions.
    var several: [Group] { groups.values.filter { !$0.new.isEmpty } }

    mutating func addOld(_ item: Int, _ key: KeyDigest) {
      let place = place(of: key)
      placeOfOld[item] = Int32(place)
      if pairs[place].old < 0 {
        pairs[place].old = Int32(item)
        groups[place]?.old.append(item)
      } else {
        var group = groups.removeValue(forKey: place) ?? Group(pairs[place].old, pairs[place].new)
        group.old.append(item)
        groups[place] = group
      }
    }

    mutating func addNew(_ item: Int, _ key: KeyDigest) { addNew(item, at: place(of: key)) }

    /// True when an old interaction takes part under its key.
    func isKeyed(_ old: Int) -> Bool { placeOfOld[old] >= 0 }

    /// The first old interaction with a key.
    func firstOld(_ key: KeyDigest) -> Int? {
      places[key].flatMap { pairs[Int($0)].old < 0 ? nil : Int(pairs[Int($0)].old) }
    }

    /// Adds a new interaction that has the key of an old one.
    mutating func addNew(_ item: Int, likeOld old: Int) { addNew(item, at: Int(placeOfOld[old])) }

    private mutating func addNew(_ item: Int, at place: Int) {
      if pairs[place].new < 0 {
        pairs[place].new = Int32(item)
        groups[place]?.new.append(item)
      } else {
        var group = groups.removeValue(forKey: place) ?? Group(pairs[place].old, pairs[place].new)
        group.new.append(item)
        groups[place] = group
      }
    }

    private mutating func place(of key: KeyDigest) -> Int {
      let next = Int32(pairs.count)
      // One hash lookup both searches and adds.
      let place = { (known: inout Int32) in Int(known) }(&places[key, default: next])
      if place == Int(next) { pairs.append(Pair()) }
      return place
    }
  }

  /// Pairs two files.
  ///
  /// - Parameters:
  ///   - recorded: The run's interactions in the order in which their requests started.
  ///   - base: The current cassette.
  ///   - equivalence: The policy.
  ///   - volatility: The parts that may differ between two interactions that are the same.
  ///   - counted: The run's interactions that are paired at all; nil for all of them.
  ///   - spans: The span of each of the run's requests; nil when all may have been concurrent.
  /// - Throws: `CassetteError` when an item of either cannot be decoded.
  init(
    _ recorded: CassetteFile, with base: CassetteFile, equivalence: RequestEquivalence,
    volatility: Volatility, only counted: Set<Int>? = nil, spans: [RequestSpan]? = nil
  ) throws {
    self.recorded = recorded
    self.base = base
    self.equivalence = equivalence
    self.volatility = volatility
    self.spans = spans
    chains = spans.map(Self.chains) ?? []
    partners = Array(repeating: nil, count: recorded.count)
    var keys = Keys(capacity: base.count)
    var ruled: [(entry: CustomMatchEntry, remaining: Int)] = []
    var servings: [Int: Int] = [:]
    var key: [UInt8] = []
    for old in 0..<base.count {
      let rule = try base.rule(at: old)
      if let times = rule?.times { servings[old] = times }
      if let rule, rule.match != nil || rule.isPattern {
        let entry = try CustomMatchEntry(item: old, rule: rule, in: base)
        ruled.append((entry, rule.times ?? 1))
      } else {
        guard let digest = try Self.key(of: old, in: base, equivalence, &key) else { continue }
        keys.addOld(old, digest)
      }
    }
    let needsOnlyFirstLines = equivalence.needsOnlyMethodAndURL
    // Most new interactions follow each other as the old ones do.
    var next = 0
    for new in 0..<recorded.count where counted?.contains(new) ?? true {
      if needsOnlyFirstLines, next < base.count, keys.isKeyed(next),
        recorded.hasSameMethodAndURL(at: new, as: base, at: next)
      {
        keys.addNew(new, likeOld: next)
        next += 1
        continue
      }
      guard let digest = try Self.key(of: new, in: recorded, equivalence, &key) else { continue }
      keys.addNew(new, digest)
      next = (keys.firstOld(digest) ?? next) + 1
    }
    for group in keys.single {
      if equivalence.isFullyKeyed {
        partners[Int(group.new)] = Int(group.old)
      } else {
        try pair(Group(old: [Int(group.old)], new: [Int(group.new)]), servings: servings)
      }
    }
    for group in keys.several { try pair(group, servings: servings) }
    try pairByDecision(apart: Set(ruled.map(\.entry.item)), only: counted)
    guard !ruled.isEmpty else { return }
    for new in partners.indices where partners[new] == nil && counted?.contains(new) ?? true {
      let request = try recorded.request(at: new)
      for index in ruled.indices where ruled[index].remaining > 0 {
        guard try ruled[index].entry.matches(request, in: base) else { continue }
        ruled[index].remaining -= 1
        partners[new] = ruled[index].entry.item
        break
      }
    }
  }

  /// Pairs interactions that are equivalent although their keys differ, because a decision replaces
  /// the policy.
  private mutating func pairByDecision(apart ruled: Set<Int>, only counted: Set<Int>?) throws {
    guard equivalence.decision != nil else { return }
    let taken = Set(partners.compactMap { $0 })
    var left = (0..<base.count).filter { !taken.contains($0) && !ruled.contains($0) }
    for new in partners.indices where partners[new] == nil && counted?.contains(new) ?? true {
      guard let place = try left.firstIndex(where: { try mayPair(new, with: $0) }) else { continue }
      partners[new] = left.remove(at: place)
    }
  }

  /// The key of an item, from its first lines alone where the policy needs no more; nil when the
  /// side file that holds the request's body is missing.
  private static func key(
    of item: Int, in file: CassetteFile, _ equivalence: RequestEquivalence, _ key: inout [UInt8]
  ) throws -> KeyDigest? {
    key.removeAll(keepingCapacity: true)
    if equivalence.needsOnlyMethodAndURL {
      let isDone: Void? = unsafe file.withMethodAndURL(at: item) { method, url in
        unsafe equivalence.appendKey(method: method, url: url, to: &key)
      }
      if isDone != nil { return KeyDigest(key) }
    }
    let request = try file.readingUnlessSideFileMissing(at: item) { reader throws(YAMLFault) in
      try reader.request()
    }
    guard let request else { return nil }
    equivalence.appendKey(of: request, to: &key)
    return KeyDigest(key)
  }

  private mutating func pair(_ group: Group, servings: [Int: Int]) throws {
    guard !equivalence.isFullyKeyed, group.new.count > 1 else {
      return try pairEquivalent(group, servings: servings)
    }
    for part in try equivalent(in: group) { try pairEquivalent(part, servings: servings) }
  }

  /// Splits a group into equivalent interactions: under a policy with a closure a common key is not
  /// enough, and without any key all interactions are in one group.
  private func equivalent(in group: Group) throws -> [Group] {
    var parts: [(request: Interaction.Request, group: Group)] = []
    // Most old interactions follow each other as the new ones do.
    var next = 0
    func place(_ areEquivalent: (Interaction.Request) -> Bool) -> Int? {
      if next < parts.count, areEquivalent(parts[next].request) { return next }
      return parts.firstIndex { areEquivalent($0.request) }
    }
    for new in group.new {
      let request = try recorded.request(at: new)
      if let found = parts.lastIndex(where: { equivalence.areEquivalent(request, $0.request) }) {
        parts[found].group.new.append(new)
      } else {
        parts.append((request, Group(old: [], new: [new])))
      }
    }
    for old in group.old {
      let request = try base.request(at: old)
      guard let found = place({ equivalence.areEquivalent($0, request) }) else { continue }
      parts[found].group.old.append(old)
      next = found + 1
    }
    return parts.map(\.group)
  }

  private mutating func pairEquivalent(_ group: Group, servings: [Int: Int]) throws {
    // An old entry that may be served several times takes as many of the new interactions.
    var old = group.old.flatMap { item in
      Array(repeating: item, count: min(servings[item] ?? 1, group.new.count))
    }
    var new = group.new
    guard !old.isEmpty else { return noteSlots(new) }
    guard spans != nil, new.count > 1 else { return try pairByContent(&old, &new) }
    // A replay compares the contents of requests first; only among equal requests does the order
    // count.
    var fingerprints = Fingerprints()
    for item in old {
      fingerprints.old[item] = try fingerprints.old[item] ?? fingerprint(base, item)
    }
    for item in new { fingerprints.new[item] = try fingerprint(recorded, item) }
    let oldByRequest = Dictionary(grouping: old) { fingerprints.old[$0]?.request ?? 0 }
    let newByRequest = Dictionary(grouping: new) { fingerprints.new[$0]?.request ?? 0 }
    for (request, new) in newByRequest {
      guard let old = oldByRequest[request] else { continue }
      try pairInOrder(old, new, fingerprints)
    }
    old.removeAll { newByRequest[fingerprints.old[$0]?.request ?? 0] != nil }
    new.removeAll { oldByRequest[fingerprints.new[$0]?.request ?? 0] != nil }
    try pairInOrder(old, new, fingerprints)
    for new in newByRequest.values { noteSlots(new) }
  }

  /// The fingerprints of the interactions of a group.
  private struct Fingerprints {
    var old: [Int: ResponseAlignment.Fingerprint] = [:]
    var new: [Int: ResponseAlignment.Fingerprint] = [:]
  }

  private func fingerprint(
    _ file: CassetteFile, _ item: Int
  ) throws -> ResponseAlignment.Fingerprint {
    let interaction = try file.readingUnlessSideFileMissing(at: item) { reader throws(YAMLFault) in
      try reader.interaction()
    }
    guard let interaction else { return .init(content: ~item, request: ~item) }
    return .init(
      content: volatility.digest(interaction),
      request: RequestFingerprint(interaction.request, volatility).body)
  }

  /// The new interactions in the order in which they were sent, overlapping ones together.
  private func runs(_ new: [Int]) -> [[Int]] {
    guard let spans else { return [new] }
    var runs: [[Int]] = []
    var end = Int.min
    for item in new {
      if spans[item].start >= end { runs.append([]) }
      runs[runs.count - 1].append(item)
      end = max(end, spans[item].end)
    }
    return runs
  }

  /// The new interactions, together as long as some request of the run was in flight without a gap.
  private func chainedRuns(_ new: [Int]) -> [[Int]] {
    var runs: [[Int]] = []
    var last = -1
    for item in new {
      if chains[item] != last { runs.append([]) }
      last = chains[item]
      runs[runs.count - 1].append(item)
    }
    return runs
  }

  /// For each request the number of the period in which some request was always in flight.
  private static func chains(_ spans: [RequestSpan]) -> [Int] {
    var (number, end) = (0, 0)
    return spans.map { span in
      if span.start >= end { number += 1 }
      end = max(end, span.end)
      return number
    }
  }

  /// Pairs new interactions with old ones so that sequential ones stay in order.
  private mutating func pairInOrder(
    _ old: [Int], _ new: [Int], _ fingerprints: Fingerprints
  ) throws {
    guard !old.isEmpty, !new.isEmpty else { return }
    var (left, right) = (old, new)
    let runs = runs(new)
    guard runs.count > 1 else { return try pairByContent(&left, &right) }
    // Two requests that overlap only through a chain of others may have been concurrent. When all
    // of them equal the old interactions, their order was chance.
    let chained = chainedRuns(new)
    if old.count == new.count, chained.count < runs.count {
      try align(old, new, chained, fingerprints)
      let isSame = new.allSatisfy { item in
        partners[item].map { fingerprints.old[$0]?.content == fingerprints.new[item]?.content }
          ?? false
      }
      if isSame { return }
      for item in new { partners[item] = nil }
    }
    try align(old, new, runs, fingerprints)
  }

  /// Pairs new interactions with old ones in the order of their runs.
  private mutating func align(
    _ old: [Int], _ new: [Int], _ runs: [[Int]], _ fingerprints: Fingerprints
  ) throws {
    var (left, right) = (old, new)
    var sequence = new
    if runs.contains(where: { $0.count > 1 }) {
      // Overlapping interactions take the order of the old ones they would be paired with.
      try pairByContent(&left, &right)
      sequence = runs.flatMap { run in
        run.sorted { (partners[$0] ?? .max, $0) < (partners[$1] ?? .max, $1) }
      }
      for item in new { partners[item] = nil }
    }
    let alignment = ResponseAlignment(
      old: old.compactMap { fingerprints.old[$0] },
      new: sequence.compactMap { fingerprints.new[$0] })
    for pair in try alignment.pairs(mayPair: { try mayPair(sequence[$0], with: old[$1]) }) {
      partners[sequence[pair.new]] = old[pair.old]
    }
  }

  private func mayPair(_ new: Int, with old: Int) throws -> Bool {
    // With a closure in the policy a common key is not enough.
    guard !equivalence.isFullyKeyed else { return true }
    return equivalence.areEquivalent(try recorded.request(at: new), try base.request(at: old))
  }

  /// Notes where unpaired interactions may be inserted among new ones with equal requests.
  private mutating func noteSlots(_ new: [Int]) {
    guard new.count > 1, new.contains(where: { partners[$0] == nil }) else { return }
    let runs = runs(new)
    var before = Int.max
    var limits: [Int] = []
    for run in runs.reversed() {
      limits.append(before)
      before = run.compactMap { partners[$0] }.reduce(before, min)
    }
    var after = -1
    for (run, before) in zip(runs, limits.reversed()) {
      for item in run where partners[item] == nil {
        slots[item] = InsertionSlot(group: new[0], after: after, before: before)
      }
      after = run.compactMap { partners[$0] }.reduce(after, max)
    }
  }

  /// Pairs interactions of equal content first, whatever their order.
  private mutating func pairByContent(_ old: inout [Int], _ new: inout [Int]) throws {
    let volatility = volatility
    try pair(&old, &new) { file, item in
      let interaction = try file.readingUnlessSideFileMissing(at: item) {
        reader throws(YAMLFault) in
        try reader.interaction()
      }
      return interaction.map { volatility.digest($0) } ?? ~item
    }
    guard !old.isEmpty, !new.isEmpty else { return }
    func likeness(_ file: CassetteFile, _ item: Int) throws -> RequestFingerprint? {
      try file.readingUnlessSideFileMissing(at: item) { reader throws(YAMLFault) in
        try reader.request()
      }
      .map { RequestFingerprint($0, volatility) }
    }
    try pair(&old, &new) { file, item in
      try likeness(file, item).map { $0.body ^ $0.headers &* 31 } ?? ~item
    }
    try pair(&old, &new) { try likeness($0, $1)?.body ?? ~$1 }
    try pair(&old, &new) { _, _ in 0 }
  }

  /// Pairs interactions of equal likeness in their order and removes them from the lists.
  private mutating func pair(
    _ old: inout [Int], _ new: inout [Int], likeness: (CassetteFile, Int) throws -> Int
  ) throws {
    guard !old.isEmpty, !new.isEmpty else { return }
    var queues: [Int: [Int]] = [:]
    // Places are added from last to first, so that each queue is consumed from its end.
    var known: [Int: Int] = [:]
    for place in old.indices.reversed() {
      let item = old[place]
      let digest = try known[item] ?? likeness(base, item)
      known[item] = digest
      queues[digest, default: []].append(place)
    }
    var taken: Set<Int> = []
    var left: [Int] = []
    for item in new {
      let digest = try likeness(recorded, item)
      if let place = try partner(of: item, in: &queues[digest, default: []], old) {
        taken.insert(place)
        partners[item] = old[place]
      } else {
        left.append(item)
      }
    }
    new = left
    old = old.indices.filter { !taken.contains($0) }.map { old[$0] }
  }

  /// The first of a queue that a new interaction may be paired with.
  private func partner(of item: Int, in queue: inout [Int], _ old: [Int]) throws -> Int? {
    if equivalence.isFullyKeyed { return queue.popLast() }
    let found = try queue.lastIndex { try mayPair(item, with: old[$0]) }
    return found.map { queue.remove(at: $0) }
  }
}
