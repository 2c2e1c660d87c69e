/// Finds the recorded calls of gRPC for one that has arrived in part.
///
/// They are found by the heads of their requests. What is asked about a recorded call again and
/// again is read once, so that thousands of calls of one method cost no more than a few.
struct StreamedCalls: Sendable {
  /// A recorded call, as far as one that has arrived in part is decided by it.
  struct Call: Sendable {
    let item: Int
    /// After how many messages its first response, or its end, came; nil when that was after the
    /// whole request.
    fileprivate(set) var begins: Int?
    /// True for one that its client left before a response came.
    fileprivate(set) var isLeft = false
    /// True for one that ended before its request had: how many messages its client had sent by
    /// then is a matter of chance.
    fileprivate(set) var isCutShort = false

    /// True once so many messages have arrived that its first response, or its end, comes.
    func isDue(after messages: Int) -> Bool { begins.map { $0 <= messages } ?? false }
  }

  /// The calls of one head in recorded order, of which the used ones at the beginning are passed
  /// over once.
  private struct Group: Sendable {
    var calls: [Call] = []
    var start = 0
    /// True when one of them may be served, or end, before its request has.
    var isStreamed = false
  }

  private let heads: HeadEquivalence
  private var groups: [Int: Group] = [:]
  /// The hashes of the heads of responses that were looked at; nil for one that is not sent ahead.
  private var responseHeads: [Int: Int?] = [:]

  /// Collects them.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy. Under one with a closure, which may look at contents, there are
  ///     none.
  ///   - ruled: The items with rules of their own, which are left out.
  init(in file: CassetteFile, under equivalence: RequestEquivalence, except ruled: Set<Int>) {
    heads = HeadEquivalence(equivalence)
    guard equivalence.isFullyKeyed else { return }
    let words = [ResponseKey.awaits.rawValue, ItemKey.error.rawValue, ItemKey.left.rawValue].map {
      Array("\($0):".utf8)
    }
    for item in 0..<file.count where !ruled.contains(item) {
      guard let hash = heads.hash(ofItem: item, in: file) else { continue }
      let text = file.text(at: item)
      let isNamed = words.contains { text.firstRange(of: $0) != nil }
      // An item that cannot be read is reported to whoever is served it.
      let call = Call(item, isNamed ? try? file.interaction(at: item) : nil)
      groups[hash, default: Group()].calls.append(call)
      if call.begins != nil || call.isLeft { groups[hash]?.isStreamed = true }
    }
  }

  /// True when the policy asks nothing about contents, so that a call gets a response in recorded
  /// order even if none begins as it does.
  var areByHead: Bool { heads.isWhole }

  /// The calls that may be served for a request, in recorded order; those that were used up come
  /// last, if they may be served again.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - remaining: How often each item may still be served.
  ///   - held: The items that are served to calls which may be others.
  ///   - repeats: Whether an item that was used up may be served again.
  ///   - isAny: False to find none where all wait for the whole request.
  /// - Returns: The calls.
  mutating func calls(
    for head: Interaction.Request, _ remaining: [Int32], held: Set<Int>, repeats: Bool, isAny: Bool
  ) -> Found {
    var found = Found(areByHead: areByHead)
    let hash = heads.hash(of: head)
    guard let group = groups[hash], isAny || group.isStreamed else { return found }
    func isOver(_ call: Call) -> Bool { remaining[call.item] <= 0 && !held.contains(call.item) }
    var start = group.start
    while start < group.calls.count, isOver(group.calls[start]) { start += 1 }
    groups[hash]?.start = start
    for call in group.calls[start...] where !isOver(call) {
      if remaining[call.item] > 0 { found.calls.append(call) } else { found.held.append(call) }
    }
    if repeats { found.calls += group.calls.filter { remaining[$0.item] <= 0 } }
    return found
  }

  /// Looks again at an item that may be served once more.
  mutating func giveBack(_ item: Int) {
    for (hash, group) in groups {
      let place = group.calls[..<group.start].firstIndex { $0.item == item }
      if let place { groups[hash]?.start = place }
    }
  }

  /// The calls that were found for a request.
  struct Found: Sendable {
    /// Those that may be served, in recorded order; those that were used up come last, if they may
    /// be served again.
    var calls: [Call] = []
    /// Those that are served to calls which may turn out to be others, in recorded order.
    var held: [Call] = []
    /// True when calls get their responses in recorded order whatever their messages are.
    var areByHead = false

    /// All of them.
    var all: some Collection<Call> { [calls, held].joined() }
  }

  /// Whether some calls have responses with equal heads.
  enum EqualHeads {
    /// True when they have, so that the head may be sent before it is known which of them is
    /// served.
    case known(Bool)
    /// These have to be read first.
    case unread([Int])
  }

  /// Tells whether some calls have responses with equal heads; none have not.
  func equalHeads(of calls: [Call]) -> EqualHeads {
    var common: Int?
    for (index, call) in calls.enumerated() {
      guard let known = responseHeads[call.item] else {
        return .unread(calls[index...].map(\.item).filter { responseHeads[$0] == nil })
      }
      guard let hash = known, common == nil || common == hash else { return .known(false) }
      common = hash
    }
    return .known(common != nil)
  }

  /// Takes in the heads of responses that were read.
  ///
  /// - Parameter responseHeads: Their hashes; nil for one that is not sent ahead.
  mutating func learn(responseHeads: [Int: Int?]) {
    self.responseHeads.merge(responseHeads) { known, _ in known }
  }

  /// Reads the heads of responses, up to the first that shows that they are not equal.
  ///
  /// - Parameters:
  ///   - items: The items; one at least.
  ///   - file: The cassette.
  /// - Returns: Their hashes; nil for one that is not sent ahead.
  static func responseHeads(of items: [Int], in file: CassetteFile) -> [Int: Int?] {
    var heads: [Int: Int?] = [:]
    var common: Int?
    for item in items {
      let hash = (try? file.interaction(at: item).outcome).flatMap(hash)
      heads[item] = .some(hash)
      guard let hash, common == nil || common == hash else { break }
      common = hash
    }
    return heads
  }

  /// The hash of the head of a response that has one before its messages; nil for any other
  /// outcome.
  ///
  /// A status in the head is that of a call without messages.
  private static func hash(of outcome: Interaction.Outcome) -> Int? {
    guard case .response(let response) = outcome, response.status == 200, response.interim.isEmpty,
      response.body.encoding == nil, response.body.file == nil,
      GRPCMessages.isMediaType(response.headers["content-type"]),
      response.headers["grpc-status"] == nil, response.headers["content-length"] == nil
    else { return nil }
    var key: [UInt8] = []
    for field in response.headers.fields {
      key += field.name.lowercased().utf8
      key.append(0)
      key += field.bytes
      key.append(0)
    }
    return key.seededHash
  }
}

extension StreamedCalls.Call {
  fileprivate init(_ item: Int, _ interaction: Interaction?) {
    self.item = item
    switch interaction?.outcome.byFinalResponse {
    case .response(let response)?:
      begins = response.body.chunks.lazy.compactMap(\.awaits).first ?? response.awaits
      isCutShort = response.awaits != nil
    case .failure(let failure)?:
      isLeft = failure.isLeft
      // The request has what had been sent by then, and its client may have waited for more.
      if !isLeft, let body = interaction?.request.body, body.file == nil {
        begins = GRPCMessages.ends(in: body.bytes).count
        isCutShort = true
      }
    case nil: break
    }
  }
}
