/// Brings the interactions of a run together with those of the cassette that they take the place of.
///
/// Only equivalent ones are paired, under the policy or under the rule that an old entry has of its
/// own. Of several equivalent ones those are paired first that say the same apart from what is
/// volatile, so that no order in which concurrent requests happened to start moves an answer to
/// another place; then those whose requests are most alike; then the rest in order.
struct MergePairing {
  /// For each of the run's interactions the old one it is paired with, or nil.
  private(set) var partners: [Int?]

  private let recorded: CassetteFile
  private let base: CassetteFile
  private let equivalence: RequestEquivalence
  private let volatility: Volatility

  /// The interactions that share a key, each side in its order.
  private struct Group {
    var old: [Int] = []
    var new: [Int] = []

    init(old: [Int], new: [Int]) {
      self.old = old
      self.new = new
    }

    /// The first of each side, where there is one.
    init(_ old: Int32, _ new: Int32) {
      self.init(old: old < 0 ? [] : [Int(old)], new: new < 0 ? [] : [Int(new)])
    }
  }

  /// Two digests of a key, so that two keys never share both by chance.
  private struct KeyDigest: Hashable {
    let first: Int
    let second: Int

    init(_ key: [UInt8]) {
      first = DeckIndex.digest(key)
      var hasher = Hasher()
      hasher.combine(true)
      unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      second = hasher.finalize()
    }
  }

  /// Which interactions share which key; most keys have one on each side.
  private struct Keys {
    /// The first of each side, or -1.
    struct Pair {
      var old: Int32 = -1
      var new: Int32 = -1
    }

    private var places: [KeyDigest: Int] = [:]
    private var pairs: [Pair] = []
    /// All of the keys that have several on a side, by the place of the key.
    private var groups: [Int: Group] = [:]

    init(capacity: Int) {
      places.reserveCapacity(capacity)
      pairs.reserveCapacity(capacity)
    }

    /// Those that have each other alone.
    var single: [Pair] {
      pairs.enumerated().filter { $1.old >= 0 && $1.new >= 0 && groups[$0] == nil }.map(\.element)
    }

    /// The others.
    var several: [Group] { groups.values.filter { !$0.old.isEmpty && !$0.new.isEmpty } }

    mutating func addOld(_ item: Int, _ key: KeyDigest) {
      add(key, item, \.old, \.old)
    }

    mutating func addNew(_ item: Int, _ key: KeyDigest) {
      add(key, item, \.new, \.new)
    }

    private mutating func add(
      _ key: KeyDigest, _ item: Int, _ first: WritableKeyPath<Pair, Int32>,
      _ all: WritableKeyPath<Group, [Int]>
    ) {
      let next = pairs.count
      let place = places[key, default: next]
      if place == next {
        places[key] = next
        pairs.append(Pair())
      }
      if pairs[place][keyPath: first] < 0 {
        pairs[place][keyPath: first] = Int32(item)
        groups[place]?[keyPath: all].append(item)
      } else {
        var group = groups.removeValue(forKey: place) ?? Group(pairs[place].old, pairs[place].new)
        group[keyPath: all].append(item)
        groups[place] = group
      }
    }
  }

  /// Pairs two files.
  ///
  /// - Parameters:
  ///   - recorded: The run's interactions in the order their requests started.
  ///   - base: The cassette as it is.
  ///   - equivalence: The policy.
  ///   - volatility: What may differ between two that are the same.
  ///   - counted: The run's interactions that are to be paired at all; nil for every one.
  /// - Throws: `CassetteError` when an item of either cannot be decoded.
  init(
    _ recorded: CassetteFile, with base: CassetteFile, equivalence: RequestEquivalence,
    volatility: Volatility, only counted: Set<Int>? = nil
  ) throws {
    self.recorded = recorded
    self.base = base
    self.equivalence = equivalence
    self.volatility = volatility
    partners = Array(repeating: nil, count: recorded.count)
    var keys = Keys(capacity: base.count)
    var ruled: [(entry: RuledEntry, remaining: Int)] = []
    var servings: [Int: Int] = [:]
    for old in 0..<base.count {
      let rule = try base.rule(at: old)
      if let times = rule?.times { servings[old] = times }
      if let rule, rule.match != nil || rule.isPattern {
        let entry = try RuledEntry(item: old, rule: rule, in: base)
        ruled.append((entry, rule.times ?? 1))
      } else {
        keys.addOld(old, try Self.key(of: old, in: base, equivalence))
      }
    }
    for new in 0..<recorded.count where counted?.contains(new) ?? true {
      keys.addNew(new, try Self.key(of: new, in: recorded, equivalence))
    }
    for group in keys.single {
      if equivalence.isFullyKeyed {
        partners[Int(group.new)] = Int(group.old)
      } else {
        try pair(Group(old: [Int(group.old)], new: [Int(group.new)]), servings: servings)
      }
    }
    for group in keys.several { try pair(group, servings: servings) }
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

  /// The key of an item, from its first lines alone where the policy needs no more.
  private static func key(
    of item: Int, in file: CassetteFile, _ equivalence: RequestEquivalence
  ) throws -> KeyDigest {
    var key: [UInt8] = []
    if equivalence.needsOnlyMethodAndURL {
      let isDone: Void? = unsafe file.withMethodAndURL(at: item) { method, url in
        unsafe equivalence.appendKey(method: method, url: url, to: &key)
      }
      if isDone != nil { return KeyDigest(key) }
    }
    equivalence.appendKey(of: try file.request(at: item), to: &key)
    return KeyDigest(key)
  }

  private mutating func pair(_ group: Group, servings: [Int: Int]) throws {
    // An old entry that may be served several times takes as many of the new ones.
    var old = group.old.flatMap { item in
      Array(repeating: item, count: min(servings[item] ?? 1, group.new.count))
    }
    var new = group.new
    let volatility = volatility
    try pair(&old, &new) { volatility.digest(try $0.interaction(at: $1)) }
    guard !old.isEmpty, !new.isEmpty else { return }
    try pair(&old, &new) {
      let likeness = Likeness(try $0.request(at: $1), volatility)
      return likeness.body ^ likeness.headers &* 31
    }
    try pair(&old, &new) { Likeness(try $0.request(at: $1), volatility).body }
    try pair(&old, &new) { _, _ in 0 }
  }

  /// Pairs those of equal likeness in their order and takes them out.
  private mutating func pair(
    _ old: inout [Int], _ new: inout [Int], likeness: (CassetteFile, Int) throws -> Int
  ) throws {
    guard !old.isEmpty, !new.isEmpty else { return }
    var queues: [Int: [Int]] = [:]
    // From the last to the first, so that each queue is taken from its end.
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
    // With a closure in the policy a common key is not enough.
    if equivalence.isFullyKeyed { return queue.popLast() }
    let request = try recorded.request(at: item)
    let found = try queue.lastIndex {
      equivalence.areEquivalent(request, try base.request(at: old[$0]))
    }
    return found.map { queue.remove(at: $0) }
  }
}
