/// Finds the recorded interaction for a request, at a cost that does not depend on how many there
/// are, and keeps count of what was served.
///
/// Interactions that share a key form a chain in recorded order. A chain of one needs its key
/// alone. A longer one is sorted once, when it is first needed, into queues by body and headers, so
/// that each of any number of identical requests is found in constant time.
///
/// Once it is made it reads no file: where one has to be read, it throws ``IndexReading``.
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
  /// How often each item was served.
  private var servedCounts: [Int]
  private var ruled: [CustomMatchEntry] = []
  private var queues: [Int: MatchQueue] = [:]
  /// The names by which digests show the users of the items that were looked at.
  private var users: [Int: [[UInt8]]] = [:]
  /// The facts about the recorded requests whose bodies are in files, as far as they were read.
  private var facts: [Int: RequestFacts] = [:]
  /// The hashes of what a policy compares of method and URL, if all can be read; nil until somebody
  /// asks.
  private var methodsAndURLs: Set<Int>??
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
    /// The names of the placeholders in its request, if they were asked for.
    var names: [[UInt8]] = []
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
    servedCounts = Array(repeating: 0, count: file.count)
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
  ///   - isNaming: True to get the names of the placeholders in the item's request, too.
  ///   - compared: The comparisons with the request that were made so far.
  /// - Returns: The item, or nil when nothing is left that matches.
  /// - Throws: `CassetteError` when an interaction cannot be parsed as far as its request,
  ///   ``IndexReading`` when a file has to be read first; nothing is taken then.
  mutating func take(
    _ request: Interaction.Request, deciding decision: RequestEquivalence.Decision? = nil,
    users proven: ProvenUsers? = nil, isNaming: Bool = false,
    knowing compared: ComparedRequests = ComparedRequests()
  ) throws -> Taken? {
    equivalence.decision = decision
    guard var found = try find(request, proven, compared) else { return nil }
    if isNaming { found.names = try names(ofItem: found.item) }
    serve(found.item)
    return found
  }

  private mutating func find(
    _ request: Interaction.Request, _ proven: ProvenUsers?, _ compared: ComparedRequests
  ) throws -> Taken? {
    var key: [UInt8] = []
    equivalence.appendKey(of: request, to: &key)
    if let found = try findKeyed(request, proven, compared, key: key) { return found }
    for entry in ruled where remaining[entry.item] > 0 || repeats {
      let question = ComparedRequests.Question(request: request) {
        entry.matches(request, $0) ? 0 : nil
      }
      if try agrees(entry.item, question, compared) { return Taken(item: entry.item) }
    }
    if !equivalence.needsOnlyMethodAndURL, !request.body.isEmpty,
      let item = try earlyOutcome(for: request, isCertain: false)
    {
      return Taken(item: item)
    }
    if equivalence.decision != nil {
      // It may accept requests that the policy distinguishes.
      let ruled = Set(ruled.map(\.item))
      let others = remaining.indices.lazy.filter { !ruled.contains($0) }
      return try findBest(of: others, for: request, proven, compared)
    }
    return nil
  }

  /// Takes in what was read for the index.
  mutating func learn(_ findings: IndexReading.Findings) {
    switch findings {
    case .requests(let found): facts.merge(found) { known, _ in known }
    // What was used up of those that are there already is known.
    case .earlyOutcomes(let found): early = early ?? found
    case .calls(let found): calls = calls ?? found
    case .methodsAndURLs(let found): methodsAndURLs = .some(found)
    case .responseHeads(let found): calls?.learn(responseHeads: found)
    }
  }

  private func missing(_ subject: IndexReading.Subject) -> IndexReading {
    IndexReading(
      subject: subject, file: file, equivalence: equivalence, volatility: volatility)
  }

  /// The names of the placeholders in an item's request.
  ///
  /// - Throws: As ``take(_:deciding:users:isNaming:knowing:)``.
  func names(ofItem item: Int) throws -> [[UInt8]] {
    if let known = facts[item] { return known.names }
    guard let request = try file.requestWithoutSideFile(at: item) else {
      throw missing(.requests([item], nil))
    }
    return PlaceholderNames.all(in: request)
  }

  /// The names of the placeholders by which digests show the user of an item.
  private mutating func users(ofItem item: Int) throws -> [[UInt8]] {
    if let known = users[item] { return known }
    let found = file.valueDigests == nil ? [] : file.users(among: try names(ofItem: item))
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
  ///
  /// - Throws: ``IndexReading`` then.
  mutating func mayHold(_ head: Interaction.Request) throws -> Bool {
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
    guard let known = methodsAndURLs else { throw missing(.methodsAndURLs(policy)) }
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
  /// - Throws: ``IndexReading`` for the first call.
  mutating func earlyOutcome(for head: Interaction.Request, isCertain: Bool) throws -> Int? {
    guard try hasEarlyOutcomes() else { return nil }
    return early?.first(for: head, remaining, repeats: repeats, isCertain: isCertain)
  }

  /// The item whose response began before its request had ended, for a request that has arrived in
  /// part, without taking it.
  ///
  /// - Parameters:
  ///   - request: The request with the body as far as it has arrived.
  ///   - isCertain: True to find one only where nothing else can be served.
  ///   - compared: The comparisons with the request that were made so far.
  /// - Returns: Nil when there is none.
  /// - Throws: ``IndexReading`` when something has to be read first.
  mutating func begunOutcome(
    for request: Interaction.Request, isCertain: Bool, knowing compared: ComparedRequests
  ) throws -> Int? {
    guard try hasEarlyOutcomes(), var early = early.take() else { return nil }
    // It is moved out while it changes, so that it is never copied.
    defer { self.early = early }
    let body = request.body.bytes
    // An item that cannot be read is reported to whoever is served it.
    let question = ComparedRequests.Question(request: request, skipsUnreadable: true) {
      $0.body.bytes.starts(with: body) ? 0 : nil
    }
    return try early.firstBegun(
      for: request, remaining, repeats: repeats, isCertain: isCertain
    ) { try agrees($0, question, compared) }
  }

  /// True when the cassette holds outcomes that came, or began, before their requests had ended.
  ///
  /// The first call looks through the cassette.
  ///
  /// - Throws: ``IndexReading`` then.
  func hasEarlyOutcomes() throws -> Bool {
    guard let early else { throw missing(.earlyOutcomes(except: ruledItems)) }
    return !early.isEmpty
  }

  /// The recorded calls of gRPC that may be served to one that has arrived in part.
  ///
  /// The first call looks through the cassette.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - held: The items that are served to calls which may turn out to be others.
  ///   - isAny: False to find none where all wait for the whole request.
  /// - Returns: The calls.
  /// - Throws: ``IndexReading`` for the first call.
  mutating func streamedCalls(
    for head: Interaction.Request, held: Set<Int>, isAny: Bool
  ) throws -> StreamedCalls.Found {
    guard equivalence.decision == nil else { return StreamedCalls.Found() }
    guard calls != nil else { throw missing(.calls(except: ruledItems)) }
    return calls?.calls(for: head, remaining, held: held, repeats: repeats, isAny: isAny)
      ?? StreamedCalls.Found()
  }

  /// True when calls get their responses in recorded order whatever their messages are.
  ///
  /// - Throws: ``IndexReading`` for the first call.
  func areCallsByHead() throws -> Bool {
    guard let calls else { throw missing(.calls(except: ruledItems)) }
    return calls.areByHead
  }

  /// True when some calls have responses with equal heads.
  ///
  /// - Throws: ``IndexReading`` when these have to be read first.
  func haveEqualHeads(_ some: [StreamedCalls.Call]) throws -> Bool {
    switch calls?.equalHeads(of: some) {
    case .known(let isOne)?: return isOne
    case .unread(let items)?: throw missing(.responseHeads(items))
    case nil: return false
    }
  }

  /// Takes an item that is known to match.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - again: True to take it although it was used up.
  /// - Returns: False when it may not be served.
  mutating func take(item: Int, again: Bool) -> Bool {
    guard remaining[item] > 0 || again && repeats else { return false }
    serve(item)
    return true
  }

  /// Gives back an item that was taken for a request which was another one's, so that it may be
  /// served as if that had not been.
  mutating func giveBack(_ item: Int) {
    servedCounts[item] -= 1
    let limit = (try? file.rule(at: item)).flatMap { $0?.times } ?? 1
    guard remaining[item] != .max, servedCounts[item] < limit else { return }
    remaining[item] = Int32(clamping: limit - servedCounts[item])
    // They pass over each used item once.
    early?.giveBack(item)
    calls?.giveBack(item)
    var key: [UInt8] = []
    guard let request = try? file.request(at: item) else { return }
    equivalence.appendKey(of: request, to: &key)
    queues[key.seededHash] = nil
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
  var unserved: [Int] { servedCounts.indices.filter { servedCounts[$0] == 0 } }

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

  private mutating func findKeyed(
    _ request: Interaction.Request, _ proven: ProvenUsers?, _ compared: ComparedRequests,
    key: [UInt8]
  ) throws -> Taken? {
    let hash = key.seededHash
    guard let head = heads[hash] else { return nil }
    let first = Int(head)
    if next[first] < 0 {
      guard remaining[first] > 0 || repeats,
        try accepts(request, key: key, item: first, compared), try !isOthers(first, proven)
      else { return nil }
      // The verdict of a closure may change.
      return Taken(item: first, isOnly: equivalence.isFullyKeyed)
    }
    guard equivalence.isFullyKeyed else {
      return try findBest(of: chain(from: first), for: request, proven, compared)
    }
    // The queue is moved out while it changes, so that it is never copied.
    var queue = try queues.removeValue(forKey: hash) ?? makeQueue(key: key, from: first)
    defer { queues[hash] = queue }
    return queue.take(
      RequestFingerprint(request, volatility), remaining: remaining, repeats: repeats,
      isOthers: proven.map { proven in { proven.areOthers($0) } }
    ).map { Taken(item: $0) }
  }

  /// Finds one of several items under a policy with a closure: the closure is called for each
  /// unused item, and the best agreement wins.
  private mutating func findBest(
    of items: some Sequence<Int>, for request: Interaction.Request, _ proven: ProvenUsers?,
    _ compared: ComparedRequests
  ) throws -> Taken? {
    let wanted = RequestFingerprint(request, volatility)
    let question = ComparedRequests.Question(request: request) { [equivalence, volatility] in
      guard equivalence.areEquivalent(request, $0) else { return nil }
      return wanted.agreement(with: RequestFingerprint($0, volatility))
    }
    var best: (item: Int, agreement: Int)?
    var last: Int?
    var unread: [Int] = []
    for item in items {
      guard remaining[item] > 0 || repeats else { continue }
      guard let result = try result(ofItem: item, question, compared) else {
        unread.append(item)
        continue
      }
      guard let agreement = result.agreement, try !isOthers(item, proven) else { continue }
      last = item
      if remaining[item] > 0, agreement > best?.agreement ?? -1 { best = (item, agreement) }
    }
    guard unread.isEmpty else { throw missing(.requests(unread, question)) }
    return (best?.item ?? (repeats ? last : nil)).map { Taken(item: $0) }
  }

  /// The items of a chain.
  private func chain(from first: Int) -> some Sequence<Int> {
    sequence(first: first) { [next] in next[$0] < 0 ? nil : Int(next[$0]) }
  }

  private func makeQueue(key: [UInt8], from first: Int) throws -> MatchQueue {
    var items: [MatchQueue.Item] = []
    var unread: [Int] = []
    for item in chain(from: first) {
      guard
        let found = try facts[item]
          ?? file.requestWithoutSideFile(at: item).map({
            RequestFacts($0, under: equivalence, volatility)
          })
      else {
        unread.append(item)
        continue
      }
      if found.key == key {
        items.append(
          .init(item: item, likeness: found.likeness, users: file.users(among: found.names)))
      }
    }
    guard unread.isEmpty else { throw missing(.requests(unread, nil)) }
    return MatchQueue(items)
  }

  /// Two different keys may share a hash, so the winner's key is compared in full.
  private func accepts(
    _ request: Interaction.Request, key: [UInt8], item: Int, _ compared: ComparedRequests
  ) throws -> Bool {
    guard equivalence.isFullyKeyed else {
      let question = ComparedRequests.Question(request: request) { [equivalence] in
        equivalence.areEquivalent(request, $0) ? 0 : nil
      }
      return try agrees(item, question, compared)
    }
    if let known = facts[item] { return known.key == key }
    // Most requests are spelt as they were recorded.
    if equivalence.needsOnlyMethodAndURL, file.hasMethodAndURL(of: request, ofItem: item) {
      return true
    }
    var recorded: [UInt8] = []
    if !file.appendKeyOfMethodAndURL(ofItem: item, under: equivalence, to: &recorded) {
      guard let request = try file.requestWithoutSideFile(at: item) else {
        throw missing(.requests([item], nil))
      }
      equivalence.appendKey(of: request, to: &recorded)
    }
    return recorded == key
  }

  /// True when the request of an item agrees with one that came in.
  private func agrees(
    _ item: Int, _ question: ComparedRequests.Question, _ compared: ComparedRequests
  ) throws -> Bool {
    guard let result = try result(ofItem: item, question, compared) else {
      throw missing(.requests([item], question))
    }
    return result.agreement != nil
  }

  /// How the request of an item compares; nil when a file has to be read for that.
  private func result(
    ofItem item: Int, _ question: ComparedRequests.Question, _ compared: ComparedRequests
  ) throws -> ComparedRequests.Result? {
    if let known = compared.result(ofItem: item, question) { return known }
    do {
      return try file.requestWithoutSideFile(at: item).map {
        .init(agreement: question.agreement($0))
      }
    } catch {
      guard question.skipsUnreadable else { throw error }
      return .init(agreement: nil)
    }
  }

  private mutating func serve(_ item: Int) {
    if remaining[item] > 0 && remaining[item] != Int32.max { remaining[item] -= 1 }
    servedCounts[item] += 1
  }
}
