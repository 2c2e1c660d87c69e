/// Finds the recorded interaction for a request, at a cost that does not depend on how many there
/// are, and keeps count of what was served.
///
/// Interactions that share a key form a chain in recorded order. A chain of one needs its key
/// alone. A longer one is sorted once, when it is first needed, into queues by body and headers, so
/// that each of any number of identical requests is found in constant time.
package struct DeckIndex: Sendable {
  private let file: CassetteFile
  private var equivalence: RequestEquivalence
  private let repeats: Bool
  private let volatility: Volatility

  /// The first item of each key's chain.
  private var heads: [Int: Int32] = [:]
  /// The next item of the same chain, or -1.
  private var next: [Int32]
  /// How often each item may still be served.
  private var remaining: [Int32]
  private var isServed: [Bool]
  private var ruled: [CustomMatchEntry] = []
  private var queues: [Int: MatchQueue] = [:]
  /// The names by which digests show the users of the items that were looked at.
  private var users: [Int: [[UInt8]]] = [:]
  /// The hashes of what a policy compares of method and URL; nil until somebody asks.
  private var methodsAndURLs: Set<Int>?
  /// The outcomes that are served before their requests have ended; nil until somebody asks.
  private var early: EarlyOutcomes?
  /// The calls of gRPC; nil until somebody asks.
  private var calls: StreamedCalls?

  /// An item that was taken for a request.
  struct Taken {
    /// Its position.
    var item: Int
    /// True when every request with the same key gets it, as long as it may be served.
    var isOnly = false
  }

  /// Indexes every interaction of a cassette.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy.
  ///   - repeats: Whether an item that was used up may be served again.
  ///   - volatility: The parts that do not count when the most alike of equivalent ones is chosen.
  /// - Throws: `CassetteError` when an item cannot be parsed as far as its request.
  init(
    file: CassetteFile, equivalence: RequestEquivalence, repeats: Bool,
    volatility: Volatility = .standard
  ) throws {
    self.volatility = volatility
    self.file = file
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
  ///   - proven: Whose the request is; nil when that is not known. It gets nothing that was
  ///     recorded for another user, unless the item has a rule of its own.
  /// - Returns: The item, or nil when nothing is left that matches.
  /// - Throws: `CassetteError` when an interaction cannot be parsed as far as its request.
  mutating func take(
    _ request: Interaction.Request, deciding decision: RequestEquivalence.Decision? = nil,
    users proven: ProvenUsers? = nil
  ) throws -> Taken? {
    equivalence.decision = decision
    var key: [UInt8] = []
    equivalence.appendKey(of: request, to: &key)
    if let taken = try takeKeyed(request, proven, key: key) { return taken }
    for entry in ruled where remaining[entry.item] > 0 || repeats {
      if try entry.matches(request, in: file) { return Taken(item: serve(entry.item)) }
    }
    if !equivalence.needsOnlyMethodAndURL, !request.body.isEmpty,
      let item = earlyOutcome(for: request, isCertain: false)
    {
      return Taken(item: serve(item))
    }
    if decision != nil {
      // It may accept requests that the policy distinguishes.
      let ruled = Set(ruled.map(\.item))
      let others = remaining.indices.lazy.filter { !ruled.contains($0) }
      return try takeBest(of: others, for: request, proven).map { Taken(item: $0) }
    }
    return nil
  }

  /// The names of the placeholders by which digests show the user of an item.
  private mutating func users(ofItem item: Int) throws -> [[UInt8]] {
    if let known = users[item] { return known }
    let found = file.users(of: try file.request(at: item))
    users[item] = found
    return found
  }

  /// True when an item is proven to be another user's.
  private mutating func isOthers(_ item: Int, _ proven: ProvenUsers?) throws -> Bool {
    guard let proven else { return false }
    return proven.areOthers(try users(ofItem: item))
  }

  /// False when no item can match a request, whatever its body.
  ///
  /// The first call looks through the cassette when the policy compares more than method and URL.
  mutating func mayHold(_ head: Interaction.Request) -> Bool {
    guard ruled.isEmpty, equivalence.decision == nil else { return true }
    var key: [UInt8] = []
    guard !equivalence.needsOnlyMethodAndURL else {
      equivalence.appendKey(of: head, to: &key)
      var item = heads[key.seededHash].map { Int($0) } ?? -1
      while item >= 0 {
        if remaining[item] > 0 || repeats { return true }
        item = Int(next[item])
      }
      return false
    }
    let policy = RequestEquivalence(equivalence.parts.filter(\.needsOnlyMethodAndURL))
    let known = methodsAndURLs ?? hashes(under: policy)
    methodsAndURLs = known
    policy.appendKey(of: head, to: &key)
    // An item that cannot be read is reported to whoever asks with the body.
    return known?.contains(key.seededHash) ?? true
  }

  /// The items that can match a request, whatever its body, in recorded order; those that were
  /// used up come last, if they may be served again.
  func candidates(for head: Interaction.Request) -> [Int] {
    guard equivalence.needsOnlyMethodAndURL, equivalence.decision == nil else { return [] }
    var key: [UInt8] = []
    equivalence.appendKey(of: head, to: &key)
    var items: [Int] = []
    var item = heads[key.seededHash].map { Int($0) } ?? -1
    while item >= 0 {
      items.append(item)
      item = Int(next[item])
    }
    return items.filter { remaining[$0] > 0 }
      + (repeats ? items.filter { remaining[$0] <= 0 } : [])
  }

  /// The item whose outcome is served to a request before its content has arrived, without taking
  /// it.
  ///
  /// The first call looks through the cassette.
  ///
  /// - Parameters:
  ///   - head: The request without its content.
  ///   - isCertain: True to find one only where no content could decide otherwise.
  /// - Returns: Nil when there is none.
  mutating func earlyOutcome(for head: Interaction.Request, isCertain: Bool) -> Int? {
    guard hasEarlyOutcomes() else { return nil }
    return early?.first(for: head, remaining, repeats: repeats, isCertain: isCertain)
  }

  /// The item whose response began before its request had ended, for a request that has arrived in
  /// part, without taking it.
  ///
  /// - Parameters:
  ///   - request: The request with the body as far as it has arrived.
  ///   - isCertain: True to find one only where nothing else can be served.
  /// - Returns: Nil when there is none.
  mutating func begunOutcome(for request: Interaction.Request, isCertain: Bool) -> Int? {
    guard hasEarlyOutcomes() else { return nil }
    let (file, body) = (file, request.body.bytes)
    return early?.firstBegun(
      for: request, remaining, repeats: repeats, isCertain: isCertain
    ) { item in
      // An item that cannot be read is reported to whoever is served it.
      (try? file.request(at: item).body.bytes.starts(with: body)) ?? false
    }
  }

  /// True when the cassette holds outcomes that came, or began, before their requests had ended.
  ///
  /// The first call looks through the cassette.
  mutating func hasEarlyOutcomes() -> Bool {
    let early = early ?? EarlyOutcomes(in: file, under: equivalence, except: ruledItems)
    if self.early == nil { self.early = early }
    return !early.isEmpty
  }

  /// The recorded calls of gRPC that may be served to one that has arrived in part.
  ///
  /// The first call looks through the cassette.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - isAny: False to find none where all wait for the whole request.
  /// - Returns: The calls, in recorded order.
  mutating func streamedCalls(
    for head: Interaction.Request, isAny: Bool
  ) -> [StreamedCalls.Call] {
    guard equivalence.decision == nil else { return [] }
    makeCalls()
    return calls?.calls(for: head, remaining, repeats: repeats, isAny: isAny) ?? []
  }

  /// True when calls get their responses in recorded order whatever their messages are.
  mutating func areCallsByHead() -> Bool {
    makeCalls()
    return calls?.areByHead ?? false
  }

  /// True when some calls have responses with equal heads.
  mutating func haveOneHead(_ some: [StreamedCalls.Call]) -> Bool {
    calls?.haveOneHead(some, in: file) ?? false
  }

  private mutating func makeCalls() {
    guard calls == nil else { return }
    calls = StreamedCalls(in: file, under: equivalence, except: ruledItems)
  }

  /// The hashes of the keys of all items; nil when one cannot be read.
  private func hashes(under policy: RequestEquivalence) -> Set<Int>? {
    var hashes: Set<Int> = []
    var key: [UInt8] = []
    for item in 0..<file.count {
      key.removeAll(keepingCapacity: true)
      guard (try? file.appendKey(ofItem: item, under: policy, to: &key)) != nil else { return nil }
      hashes.insert(key.seededHash)
    }
    return hashes
  }

  /// Takes an item that is known to match.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - again: True to take it although it was used up.
  /// - Returns: False when it may not be served.
  mutating func take(item: Int, again: Bool) -> Bool {
    guard remaining[item] > 0 || again && repeats else { return false }
    _ = serve(item)
    return true
  }

  /// The items among these that may be served.
  func usable(_ items: [Int]) -> [Int] { items.filter { remaining[$0] > 0 || repeats } }

  /// The items that have rules of their own.
  var ruledItems: Set<Int> { Set(ruled.map(\.item)) }

  /// The rule of an item's own, or nil.
  func rule(of item: Int) -> CustomMatchEntry? { ruled.first { $0.item == item } }

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
      if isDone != nil { return key.seededHash }
    }
    if let rule = try file.rule(at: item) {
      remaining[item] = Int32(clamping: rule.times ?? 1)
      if rule.match != nil || rule.isPattern {
        ruled.append(try CustomMatchEntry(item: item, rule: rule, in: file))
        return nil
      }
    }
    equivalence.appendKey(of: try file.request(at: item), to: &key)
    return key.seededHash
  }

  // MARK: - Taking

  private mutating func takeKeyed(
    _ request: Interaction.Request, _ proven: ProvenUsers?, key: [UInt8]
  ) throws -> Taken? {
    let hash = key.seededHash
    guard let head = heads[hash] else { return nil }
    let first = Int(head)
    if next[first] < 0 {
      guard remaining[first] > 0 || repeats, try accepts(request, key: key, item: first),
        try !isOthers(first, proven)
      else { return nil }
      // The verdict of a closure may change.
      return Taken(item: serve(first), isOnly: equivalence.isFullyKeyed)
    }
    guard equivalence.isFullyKeyed else {
      let chain = sequence(first: first) { [next] in next[$0] < 0 ? nil : Int(next[$0]) }
      return try takeBest(of: chain, for: request, proven).map { Taken(item: $0) }
    }
    // The queue is moved out while it changes, so that it is never copied.
    var queue = try queues.removeValue(forKey: hash) ?? makeQueue(key: key, from: first)
    defer { queues[hash] = queue }
    guard
      let item = queue.take(
        RequestFingerprint(request, volatility), remaining: remaining, repeats: repeats,
        isOthers: proven.map { proven in { proven.areOthers($0) } })
    else { return nil }
    return Taken(item: serve(item))
  }

  /// Takes one of several items under a policy with a closure: the closure is called for each
  /// unused item, and the best agreement wins.
  private mutating func takeBest(
    of items: some Sequence<Int>, for request: Interaction.Request, _ proven: ProvenUsers?
  ) throws -> Int? {
    let wanted = RequestFingerprint(request, volatility)
    var best: (item: Int, agreement: Int)?
    var last: Int?
    for item in items {
      guard remaining[item] > 0 || repeats else { continue }
      let recorded = try file.request(at: item)
      guard equivalence.areEquivalent(request, recorded), try !isOthers(item, proven) else {
        continue
      }
      last = item
      guard remaining[item] > 0 else { continue }
      let agreement = wanted.agreement(with: RequestFingerprint(recorded, volatility))
      if agreement > best?.agreement ?? -1 { best = (item, agreement) }
    }
    guard let chosen = best?.item ?? (repeats ? last : nil) else { return nil }
    return serve(chosen)
  }

  private func makeQueue(key: [UInt8], from first: Int) throws -> MatchQueue {
    var items: [MatchQueue.Item] = []
    var item = first
    var recordedKey: [UInt8] = []
    while item >= 0 {
      let recorded = try file.request(at: item)
      recordedKey.removeAll(keepingCapacity: true)
      equivalence.appendKey(of: recorded, to: &recordedKey)
      if recordedKey == key {
        items.append(
          .init(
            item: item, likeness: RequestFingerprint(recorded, volatility),
            users: file.users(of: recorded)))
      }
      item = Int(next[item])
    }
    return MatchQueue(items)
  }

  /// Two different keys may share a hash, so the winner's key is compared in full.
  private func accepts(_ request: Interaction.Request, key: [UInt8], item: Int) throws -> Bool {
    guard equivalence.isFullyKeyed else {
      return equivalence.areEquivalent(request, try file.request(at: item))
    }
    var recorded: [UInt8] = []
    try file.appendKey(ofItem: item, under: equivalence, to: &recorded)
    return recorded == key
  }

  private mutating func serve(_ item: Int) -> Int {
    if remaining[item] > 0 && remaining[item] != Int32.max { remaining[item] -= 1 }
    isServed[item] = true
    return item
  }
}

extension CassetteFile {
  /// Appends the key of an item's request, without parsing it where method and URL are enough.
  ///
  /// - Throws: `CassetteError` when the item cannot be parsed as far as its request.
  func appendKey(
    ofItem item: Int, under policy: RequestEquivalence, to key: inout [UInt8]
  ) throws {
    if policy.needsOnlyMethodAndURL {
      let isDone: Void? = unsafe withMethodAndURL(at: item) { method, url in
        unsafe policy.appendKey(method: method, url: url, to: &key)
      }
      if isDone != nil { return }
    }
    policy.appendKey(of: try request(at: item), to: &key)
  }

  /// The names of the placeholders by which digests show the user of a recorded request, in order.
  fileprivate func users(of request: Interaction.Request) -> [[UInt8]] {
    guard let valueDigests else { return [] }
    let names = PlaceholderNames.all(in: request).filter { name in
      valueDigests.all[ValueNumbers.parts(of: name)?.name ?? name] != nil
    }
    return Set(names).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
