/// Finds the recorded interaction for a request, at a cost that does not depend on how many there
/// are, and keeps count of what was served.
///
/// Interactions that share a key form a chain in recorded order. A chain of one is answered from
/// its key alone; a longer one is sorted once, when it is first asked for, into queues by body and
/// headers, so that each of any number of identical requests is found in constant time.
struct DeckIndex: Sendable {
  private let file: CassetteFile
  private var equivalence: RequestEquivalence
  private let repeats: Bool
  private let volatility: Volatility
  /// What is done to requests before they are matched; nil where only a request that matches as it
  /// is may be answered, as the others can be recorded.
  private let redaction: Redaction?

  /// The first item of each key's chain.
  private var heads: [Int: Int32] = [:]
  /// The next item of the same chain, or -1.
  private var next: [Int32]
  /// How often each item may still be served.
  private var remaining: [Int32]
  private var isServed: [Bool]
  private var ruled: [RuledEntry] = []
  private var shelves: [Int: Shelf] = [:]
  private var secondChance: SecondChance?

  /// Indexes every interaction of a cassette.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy.
  ///   - repeats: Whether an item that was used up may be served again.
  ///   - redaction: What is done to requests before they are matched, where a request may also get
  ///     the answer to one that differs in nothing but a secret; nil where it may not.
  ///   - volatility: What does not count when the most alike of equivalent ones is chosen.
  /// - Throws: `CassetteError` when an item cannot be parsed as far as its request.
  init(
    file: CassetteFile, equivalence: RequestEquivalence, repeats: Bool, redaction: Redaction? = nil,
    volatility: Volatility = .standard
  ) throws {
    self.volatility = volatility
    self.file = file
    self.redaction = redaction
    self.equivalence = equivalence
    self.repeats = repeats
    next = Array(repeating: -1, count: file.count)
    remaining = Array(repeating: 1, count: file.count)
    isServed = Array(repeating: false, count: file.count)
    heads.reserveCapacity(file.count)
    var key: [UInt8] = []
    // From the last to the first, so that each chain comes out in recorded order.
    for item in stride(from: file.count - 1, through: 0, by: -1) {
      guard let hash = try hash(ofItem: item, key: &key) else { continue }
      next[item] = heads[hash] ?? -1
      heads[hash] = Int32(item)
    }
    ruled.reverse()
  }

  /// Takes the best unused interaction for a request, already redacted.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - decision: Who decides in place of the policy; nil for the policy.
  /// - Returns: The item's position, or nil when nothing is left that matches.
  /// - Throws: `CassetteError` when an interaction cannot be parsed as far as its request.
  mutating func take(
    _ request: Interaction.Request, deciding decision: RequestEquivalence.Decision? = nil
  ) throws -> Int? {
    equivalence.decision = decision
    var key: [UInt8] = []
    equivalence.appendKey(of: request, to: &key)
    if let item = try takeKeyed(request, key: key) { return item }
    for entry in ruled where remaining[entry.item] > 0 || repeats {
      if try entry.matches(request, in: file) { return serve(entry.item) }
    }
    if decision != nil {
      // It may find equivalent what the policy tells apart.
      let ruled = Set(ruled.map(\.item))
      let others = remaining.indices.lazy.filter { !ruled.contains($0) }
      if let item = try takeBest(of: others, for: request) { return item }
    }
    return try takeWithOtherSecrets(request)
  }

  /// Takes the first item that differs in secrets alone.
  private mutating func takeWithOtherSecrets(_ request: Interaction.Request) throws -> Int? {
    guard let redaction else { return nil }
    var chance = try secondChance ?? makeSecondChance(redaction)
    chance.equivalence = equivalence
    secondChance = chance
    var last: Int?
    for item in chance.candidates(for: request) where remaining[item] > 0 || repeats {
      guard try chance.isEquivalent(request, toItem: item) else { continue }
      if remaining[item] > 0 { return serve(item) }
      last = item
    }
    return last.map { serve($0) }
  }

  private func makeSecondChance(_ redaction: Redaction) throws -> SecondChance {
    let ruled = Set(ruled.map(\.item))
    return try SecondChance(
      file: file, items: (0..<file.count).filter { !ruled.contains($0) },
      equivalence: equivalence, redaction: redaction)
  }

  /// True when the item is equivalent to the request under the rule that holds for the item.
  func isEquivalent(
    _ request: Interaction.Request, toItem item: Int,
    deciding decision: RequestEquivalence.Decision? = nil
  ) throws -> Bool {
    if let entry = ruled.first(where: { $0.item == item }) {
      return try entry.matches(request, in: file)
    }
    return equivalence.deciding(by: decision).areEquivalent(request, try file.request(at: item))
  }

  /// True when the item may not be served again.
  func isUsedUp(_ item: Int) -> Bool { remaining[item] <= 0 }

  /// The positions of the items that were never served.
  var unserved: [Int] { isServed.indices.filter { !isServed[$0] } }

  // MARK: - Building

  /// The hash of the key of an item, or nil when the item brings its own rule and is set aside.
  private mutating func hash(ofItem item: Int, key: inout [UInt8]) throws -> Int? {
    key.removeAll(keepingCapacity: true)
    if equivalence.needsOnlyMethodAndURL {
      let equivalence = equivalence
      let isDone: Void? = unsafe file.withMethodAndURL(at: item) { method, url in
        unsafe equivalence.appendKey(method: method, url: url, to: &key)
      }
      if isDone != nil { return Self.digest(key) }
    }
    if let rule = try file.rule(at: item) {
      remaining[item] = Int32(clamping: rule.times ?? 1)
      if rule.match != nil || rule.isPattern {
        ruled.append(try RuledEntry(item: item, rule: rule, in: file))
        return nil
      }
    }
    equivalence.appendKey(of: try file.request(at: item), to: &key)
    return Self.digest(key)
  }

  // MARK: - Taking

  private mutating func takeKeyed(_ request: Interaction.Request, key: [UInt8]) throws -> Int? {
    let hash = Self.digest(key)
    guard let head = heads[hash] else { return nil }
    let first = Int(head)
    if next[first] < 0 {
      guard remaining[first] > 0 || repeats, try accepts(request, key: key, item: first) else {
        return nil
      }
      return serve(first)
    }
    guard equivalence.isFullyKeyed else {
      let chain = sequence(first: first) { [next] in next[$0] < 0 ? nil : Int(next[$0]) }
      return try takeBest(of: chain, for: request)
    }
    // The shelf is taken out while it changes, so that it is never copied.
    var shelf = try shelves.removeValue(forKey: hash) ?? makeShelf(key: key, from: first)
    defer { shelves[hash] = shelf }
    guard
      let item = shelf.take(
        Likeness(request, volatility), remaining: remaining, repeats: repeats)
    else { return nil }
    return serve(item)
  }

  /// Takes one of several items under a policy with a closure: each unused item is asked, the best
  /// agreement wins.
  private mutating func takeBest(
    of items: some Sequence<Int>, for request: Interaction.Request
  ) throws -> Int? {
    let wanted = Likeness(request, volatility)
    var best: (item: Int, agreement: Int)?
    var last: Int?
    for item in items {
      guard remaining[item] > 0 || repeats else { continue }
      let recorded = try file.request(at: item)
      guard equivalence.areEquivalent(request, recorded) else { continue }
      last = item
      guard remaining[item] > 0 else { continue }
      let agreement = wanted.agreement(with: Likeness(recorded, volatility))
      if agreement > best?.agreement ?? -1 { best = (item, agreement) }
    }
    guard let chosen = best?.item ?? (repeats ? last : nil) else { return nil }
    return serve(chosen)
  }

  private func makeShelf(key: [UInt8], from first: Int) throws -> Shelf {
    var shelf = Shelf()
    var item = first
    var recordedKey: [UInt8] = []
    while item >= 0 {
      let recorded = try file.request(at: item)
      recordedKey.removeAll(keepingCapacity: true)
      equivalence.appendKey(of: recorded, to: &recordedKey)
      if recordedKey == key { shelf.append(item, Likeness(recorded, volatility)) }
      item = Int(next[item])
    }
    return shelf
  }

  /// The digest of a key, under the process's own seed; an array's own hash takes byte by byte.
  static func digest(_ key: [UInt8]) -> Int {
    var hasher = Hasher()
    unsafe key.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }

  /// Two different keys may share a hash, so the winner's key is compared in full.
  private func accepts(_ request: Interaction.Request, key: [UInt8], item: Int) throws -> Bool {
    guard equivalence.isFullyKeyed else {
      return equivalence.areEquivalent(request, try file.request(at: item))
    }
    var recorded: [UInt8] = []
    if equivalence.needsOnlyMethodAndURL {
      let isDone: Void? = unsafe file.withMethodAndURL(at: item) { method, url in
        unsafe equivalence.appendKey(method: method, url: url, to: &recorded)
      }
      if isDone != nil { return recorded == key }
    }
    equivalence.appendKey(of: try file.request(at: item), to: &recorded)
    return recorded == key
  }

  private mutating func serve(_ item: Int) -> Int {
    if remaining[item] > 0 && remaining[item] != Int32.max { remaining[item] -= 1 }
    isServed[item] = true
    return item
  }
}
