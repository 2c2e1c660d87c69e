/// Pairs the interactions of two states of a cassette that are the same one.
///
/// Re-recording, diff and three-way merge call the steps that they need, in their order. An item
/// with a partner takes no part in later steps:
///
/// - `matchTexts` pairs equal texts without decoding them.
/// - `matchKeys` pairs requests with equal keys under the policy; of several with one key those
///   first that are alike in more (`Likeness`).
/// - `matchRecording` does so for a run and the cassette it recorded to, whose order counts.
/// - `matchVersions` does so for two versions, of which each may have added, removed and changed
///   some.
/// - `matchNeighbours` pairs what is evidently the same request at the same position.
/// - `matchChangedRequests` pairs what two versions of one interaction have in common when the
///   request itself was changed.
package struct InteractionMatcher {
  /// For each new item, the position of its old partner.
  package internal(set) var partnersOfNew: [Int?]
  /// For each old item, the position of its new partner.
  package internal(set) var partnersOfOld: [Int?]
  /// For each new item, true when it was paired by its text.
  package private(set) var isIdentical: [Bool]
  /// Where an unpaired new item may be inserted when there are several equivalent ones.
  var slots: [Int: InsertionSlot] = [:]

  /// Numbers of items that are paired by their keys only with one of the same number; 0 for others.
  package var sections: (old: [Int: Int], new: [Int: Int]) = ([:], [:])

  let old: Version
  let new: Version
  let equivalence: RequestEquivalence
  let volatility: Volatility
  /// The items that take part in no step.
  private(set) var isExcluded: (old: [Bool], new: [Bool])

  /// Prepares the pairing of two states, in which no item has a partner yet.
  ///
  /// - Parameters:
  ///   - old: The old state.
  ///   - new: The new state.
  ///   - equivalence: The policy by which requests match.
  ///   - volatility: The parts that may differ between two interactions that are the same.
  package init(
    _ old: Version, _ new: Version, equivalence: RequestEquivalence, volatility: Volatility
  ) {
    (self.old, self.new) = (old, new)
    self.equivalence = equivalence.ignoring(volatility)
    self.volatility = volatility
    partnersOfNew = Array(repeating: nil, count: new.count)
    partnersOfOld = Array(repeating: nil, count: old.count)
    isIdentical = Array(repeating: false, count: new.count)
    isExcluded = (
      Array(repeating: false, count: old.count), Array(repeating: false, count: new.count)
    )
  }

  /// Leaves items out of all further steps.
  ///
  /// - Parameters:
  ///   - old: True for an old item that is left out.
  ///   - new: True for a new item that is left out.
  package mutating func exclude(
    old: (Int) -> Bool = { _ in false }, new: (Int) -> Bool = { _ in false }
  ) {
    for item in partnersOfOld.indices where old(item) { isExcluded.old[item] = true }
    for item in partnersOfNew.indices where new(item) { isExcluded.new[item] = true }
  }

  mutating func join(_ left: Int, _ right: Int) {
    partnersOfNew[right] = left
    partnersOfOld[left] = right
  }

  /// The old items that still take part.
  package var remainingOld: [Int] {
    partnersOfOld.indices.filter { partnersOfOld[$0] == nil && !isExcluded.old[$0] }
  }

  /// The new items that still take part.
  package var remainingNew: [Int] {
    partnersOfNew.indices.filter { partnersOfNew[$0] == nil && !isExcluded.new[$0] }
  }

  // MARK: - Texts

  /// Pairs items with equal texts, in order where possible.
  package mutating func matchTexts() {
    let (left, right) = (remainingOld, remainingNew)
    let texts = EqualTexts(old: left.map(old.text), new: right.map(new.text))
    for (place, partner) in texts.partnersOfNew.enumerated() {
      guard let partner else { continue }
      join(left[partner], right[place])
      isIdentical[right[place]] = true
    }
  }

  // MARK: - Keys

  /// The parts that interactions with one key may have in common, by which their pairs are chosen.
  package enum Likeness {
    /// Everything but volatile parts.
    case content
    /// The request, but for volatile parts.
    case request
    /// The body and the header fields of the request, but for volatile parts.
    case bodyAndHeaders
    /// The body of the request, but for volatile parts.
    case body
    /// The body of the request, but for volatile parts, and its users.
    case bodyAndUsers
    /// Nothing more than the key.
    case key
  }

  /// Pairs items whose requests have equal keys under the policy.
  ///
  /// - Parameter likenesses: The parts that a pair has to have in common besides: first all pairs
  ///   that agree in the first are made, in order, then those that agree in the next.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package mutating func matchKeys(by likenesses: [Likeness]) throws {
    let groups = try groups()
    for group in 0..<groups.count {
      // A single pair need not be decoded when the key alone makes it one in the end.
      if likenesses.last == .key, let pair = groups.singlePair(group), equivalence.isFullyKeyed {
        join(pair.old, pair.new)
      } else {
        try matchAlike(groups.old[group], groups.new[group], by: likenesses)
      }
    }
  }

  /// The remaining items by their keys.
  func groups() throws -> KeyGroups {
    var groups = KeyGroups(oldCount: old.count, newCount: new.count)
    let (left, right) = (remainingOld, remainingNew)
    guard !right.isEmpty else { return groups }
    var buffer: [UInt8] = []
    for item in left {
      guard let key = try key(of: item, in: old, &buffer) else { continue }
      groups.addOld(item, key)
    }
    // Most new interactions follow each other as the old ones do.
    let needsOnlyFirstLines = equivalence.needsOnlyMethodAndURL && !new.needsWholeRequest
    var next = left.first ?? 0
    for item in right {
      if needsOnlyFirstLines, groups.isKeyed(next), let file = new.file, let other = old.file,
        file.hasSameMethodAndURL(at: item, as: other, at: next)
      {
        groups.addNew(item, likeOld: next)
        next += 1
        continue
      }
      guard let key = try key(of: item, in: new, &buffer) else { continue }
      groups.addNew(item, key)
      next = (groups.firstOld(key) ?? next) + 1
    }
    groups.sort()
    return groups
  }

  /// A digest that equals that of another item when both have the same key; for an item that cannot
  /// be read, a digest of its text.
  package func key(ofOld item: Int) -> Int { digest(of: item, in: old) }

  /// A digest as for an old item.
  package func key(ofNew item: Int) -> Int { digest(of: item, in: new) }

  private func digest(of item: Int, in version: Version) -> Int {
    var buffer: [UInt8] = []
    return (try? key(of: item, in: version, &buffer))?.first ?? Array(version.text(item)).seededHash
  }

  /// The key of an item, from its first lines alone where the policy needs no more; nil when its
  /// request cannot be read.
  private func key(
    of item: Int, in version: Version, _ key: inout [UInt8]
  ) throws -> KeyDigest? {
    key.removeAll(keepingCapacity: true)
    let rule = try version.rule(item)
    if rule == nil, equivalence.needsOnlyMethodAndURL, !version.needsWholeRequest {
      let isDone: Void? = unsafe version.file?.withMethodAndURL(at: item) { method, url in
        unsafe equivalence.appendKey(method: method, url: url, to: &key)
      }
      if isDone != nil { return KeyDigest(key) }
    }
    guard let request = try version.request(item) else { return nil }
    if let rule {
      key.append(0)
      for word in (rule.match ?? []) + [rule.isPattern ? "pattern" : "", request.method] {
        key.appendDelimited { $0 += Array(word.utf8) }
      }
      key += Array(request.url.utf8)
    } else {
      equivalence.appendKey(of: request, to: &key)
    }
    return KeyDigest(key)
  }

  /// Pairs items with one key.
  ///
  /// - Parameters:
  ///   - old: The old items; one that is given several times may get as many partners.
  ///   - new: The new items.
  ///   - likenesses: The parts that a pair has to have in common, from one round to the next.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  mutating func matchAlike(_ old: [Int], _ new: [Int], by likenesses: [Likeness]) throws {
    guard !old.isEmpty, !new.isEmpty else { return }
    var (old, new) = (old, new)
    let (ofOld, ofNew) = (
      Self.divided(try digests(of: old, in: self.old, likenesses), by: sections.old),
      Self.divided(try digests(of: new, in: self.new, likenesses), by: sections.new)
    )
    for round in likenesses.indices {
      var queues: [Int: [Int]] = [:]
      // Places are added from last to first, so that each queue is consumed from its end.
      for place in old.indices.reversed() {
        guard let digest = ofOld[old[place]]?[round] else { continue }
        queues[digest, default: []].append(place)
      }
      var isTaken = Array(repeating: false, count: old.count)
      var left: [Int] = []
      for item in new {
        if let digest = ofNew[item]?[round],
          let place = try takeFirst(of: &queues[digest, default: []], of: old, for: item)
        {
          isTaken[place] = true
          join(old[place], item)
        } else {
          left.append(item)
        }
      }
      new = left
      old = old.indices.filter { !isTaken[$0] }.map { old[$0] }
      guard !old.isEmpty, !new.isEmpty else { return }
    }
  }

  /// Digests that are equal only where those and the sections of two items are.
  private static func divided(
    _ digests: [Int: [Int?]], by sections: [Int: Int]
  ) -> [Int: [Int?]] {
    guard !sections.isEmpty else { return digests }
    return Dictionary(
      uniqueKeysWithValues: digests.map { item, values in
        (item, values.map { $0.map { $0 ^ (sections[item] ?? 0) &* 0x9E37_79B9 } })
      })
  }

  /// For each item the digests that it shares with those to which it has the likenesses, in their
  /// order; nil for what cannot be read.
  func digests(
    of items: [Int], in version: Version, _ likenesses: [Likeness]
  ) throws -> [Int: [Int?]] {
    if likenesses == [.key] { return Dictionary(items.map { ($0, [0]) }) { known, _ in known } }
    var digests: [Int: [Int?]] = [:]
    for item in items where digests[item] == nil {
      let interaction = likenesses.contains(.content) ? try version.interaction(item) : nil
      let request = try interaction?.request ?? version.request(item)
      let fingerprint = request.map { RequestFingerprint($0, volatility) }
      digests[item] = likenesses.map { likeness in
        switch likeness {
        case .content: interaction.map(volatility.digest)
        case .request: request.map(volatility.digest)
        case .bodyAndHeaders: fingerprint.map { $0.body ^ $0.headers &* 31 }
        case .body: fingerprint?.body
        case .bodyAndUsers: fingerprint.map { $0.bareBody ^ $0.users.hashValue &* 31 }
        case .key: 0
        }
      }
    }
    return digests
  }

  /// Takes the first of a queue that a new item may be paired with.
  private func takeFirst(of queue: inout [Int], of old: [Int], for item: Int) throws -> Int? {
    if equivalence.isFullyKeyed { return queue.popLast() }
    let found = try queue.lastIndex { try mayPair(item, with: old[$0]) }
    return found.map { queue.remove(at: $0) }
  }

  /// True when two items with a common key are equivalent, for which the key is not enough under a
  /// policy with a closure.
  func mayPair(_ item: Int, with other: Int) throws -> Bool {
    guard !equivalence.isFullyKeyed else { return true }
    guard let request = try new.request(item), let recorded = try old.request(other) else {
      return false
    }
    return equivalence.areEquivalent(request, recorded)
  }
}
