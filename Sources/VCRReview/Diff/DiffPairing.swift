#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import VCRCore

/// Pairs the interactions of two states of a cassette that are the same one.
///
/// Items with equal texts are paired first, without decoding them. The others are paired by the
/// policy's key; among several with one key, first those with equal content, then those with equal
/// requests, then the rest in order. Remaining items are paired if they evidently are the same
/// request at the same position with a different query or body, or at a different host.
struct DiffPairing {
  /// For each new item, the position of the old one.
  private(set) var partners: [Int?]
  /// For each old item, the position of the new one.
  private(set) var newPartners: [Int?]
  /// For each new item, true when its text equals its partner's.
  private(set) var isIdentical: [Bool]

  private let old: Side
  private let new: Side
  private let equivalence: RequestEquivalence
  private let volatility: Volatility

  /// How many items ahead an equal text is looked for before all texts are hashed.
  private static let lookahead = 4

  /// Pairs the items of two files.
  ///
  /// - Throws: `CassetteError` when an item cannot be decoded.
  init(
    _ old: CassetteFile, _ new: CassetteFile, equivalence: RequestEquivalence,
    volatility: Volatility
  ) throws {
    (self.old, self.new) = (Side(old), Side(new))
    self.equivalence = equivalence
    self.volatility = volatility
    partners = Array(repeating: nil, count: new.count)
    newPartners = Array(repeating: nil, count: old.count)
    isIdentical = Array(repeating: false, count: new.count)
    pairNeighbours()
    settleRuns()
    pairTexts()
    try pairKeys()
    try pairNear { Self.nearKey($0, withHost: true) }
    try pairNear { Self.nearKey($0, withHost: false) }
  }

  private mutating func join(_ left: Int, _ right: Int) {
    partners[right] = left
    newPartners[left] = right
  }

  private var oldLeft: [Int] { newPartners.indices.filter { newPartners[$0] == nil } }
  private var newLeft: [Int] { partners.indices.filter { partners[$0] == nil } }

  // MARK: - Texts

  /// Pairs equal texts in order, which costs no more than comparing the bytes of both files.
  private mutating func pairNeighbours() {
    var (left, right) = (0, 0)
    while left < newPartners.count, right < partners.count {
      if let skip = skip(left, right) {
        left += skip.old
        right += skip.new
        join(left, right)
        isIdentical[right] = true
      }
      left += 1
      right += 1
    }
  }

  /// The number of items on either side before the next one that both have.
  private func skip(_ left: Int, _ right: Int) -> (old: Int, new: Int)? {
    if areSame(left, right) { return (0, 0) }
    for step in 1...Self.lookahead {
      if right + step < partners.count, areSame(left, right + step) { return (0, step) }
      if left + step < newPartners.count, areSame(left + step, right) { return (step, 0) }
    }
    return nil
  }

  /// Moves the unpaired items of a sequence of equal items to the same position in both states.
  ///
  /// When one of 500 equal items changed, the pass in order takes the new text as added and the
  /// last of the sequence as removed. The items between have equal texts, so each can take the
  /// partner of its predecessor instead.
  private mutating func settleRuns() {
    for right in partners.indices where partners[right] == nil {
      guard right + 1 < partners.count, let left = partners[right + 1] else { continue }
      var count = 0
      while right + 1 + count < partners.count, left + count + 1 < newPartners.count,
        partners[right + 1 + count] == left + count, isIdentical[right + 1 + count],
        areSame(left + count + 1, right + 1 + count)
      {
        count += 1
        guard newPartners[left + count] == nil else { continue }
        for step in 0..<count { join(left + step + 1, right + 1 + step) }
        newPartners[left] = nil
        break
      }
    }
    for left in newPartners.indices where newPartners[left] == nil {
      guard left + 1 < newPartners.count, let right = newPartners[left + 1] else { continue }
      var count = 0
      while left + 1 + count < newPartners.count, right + count + 1 < partners.count,
        newPartners[left + 1 + count] == right + count, isIdentical[right + count],
        areSame(left + 1 + count, right + count + 1)
      {
        count += 1
        guard partners[right + count] == nil else { continue }
        for step in 0..<count {
          join(left + 1 + step, right + step + 1)
          isIdentical[right + step + 1] = true
        }
        partners[right] = nil
        isIdentical[right] = false
        break
      }
    }
  }

  private mutating func pairTexts() {
    let (left, right) = (oldLeft, newLeft)
    guard !left.isEmpty, !right.isEmpty else { return }
    var places: [Int: [Int]] = [:]
    places.reserveCapacity(left.count)
    for index in left.reversed() { places[old.digest(index), default: []].append(index) }
    for index in right {
      let digest = new.digest(index)
      guard let place = places[digest]?.last, areSame(place, index) else { continue }
      places[digest]?.removeLast()
      join(place, index)
      isIdentical[index] = true
    }
  }

  private func areSame(_ left: Int, _ right: Int) -> Bool {
    unsafe old.withBytes(left) { left in
      unsafe new.withBytes(right) { right in
        guard left.count == right.count, let from = left.baseAddress, let to = right.baseAddress
        else { return false }
        return unsafe memcmp(from, to, left.count) == 0
      }
    }
  }

  /// A file with access to the bytes of its items.
  private struct Side {
    let file: CassetteFile
    /// The texts of the items, for a file in another layout.
    let texts: [ArraySlice<UInt8>]

    init(_ file: CassetteFile) {
      self.file = file
      let isScanned = file.count == 0 || file.range(ofItem: 0) != nil
      texts = isScanned ? [] : (0..<file.count).map { file.text(at: $0) }
    }

    func withBytes<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      guard let range = file.range(ofItem: index) else {
        return unsafe texts[index].withUnsafeBytes { unsafe body($0) }
      }
      return unsafe file.bytes.withUnsafeBytes {
        unsafe body(UnsafeRawBufferPointer(rebasing: $0[range]))
      }
    }

    func digest(_ index: Int) -> Int {
      unsafe withBytes(index) { bytes in
        var hasher = Hasher()
        unsafe hasher.combine(bytes: bytes)
        return hasher.finalize()
      }
    }
  }

  // MARK: - Keys

  private mutating func pairKeys() throws {
    let (left, right) = (oldLeft, newLeft)
    guard !left.isEmpty, !right.isEmpty else { return }
    var olds: [Int: [Int]] = [:]
    olds.reserveCapacity(left.count)
    var key: [UInt8] = []
    for index in left { olds[try digest(old.file, index, &key), default: []].append(index) }
    var order: [Int] = []
    var news: [Int: [Int]] = [:]
    for index in right {
      let digest = try digest(new.file, index, &key)
      guard olds[digest] != nil else { continue }
      if news[digest] == nil { order.append(digest) }
      news[digest, default: []].append(index)
    }
    for digest in order {
      guard let (left, right) = olds[digest].flatMap({ old in news[digest].map { (old, $0) } })
      else { continue }
      if left.count == 1, right.count == 1 {
        join(left[0], right[0])
      } else {
        try pair(left, right)
      }
    }
  }

  /// Pairs several items with one key.
  private mutating func pair(_ left: [Int], _ right: [Int]) throws {
    let olds = try left.map { ($0, try digests(of: $0, in: old.file)) }
    let news = try right.map { ($0, try digests(of: $0, in: new.file)) }
    pair(olds.map { ($0.0, $0.1.whole) }, news.map { ($0.0, $0.1.whole) })
    pair(olds.map { ($0.0, $0.1.request) }, news.map { ($0.0, $0.1.request) })
    for (from, to) in zip(
      left.filter { newPartners[$0] == nil }, right.filter { partners[$0] == nil })
    {
      join(from, to)
    }
  }

  /// The digests of an item's content, and of its request alone.
  private func digests(of index: Int, in file: CassetteFile) throws -> (whole: Int, request: Int) {
    let interaction = try file.interaction(at: index)
    return (volatility.digest(interaction), volatility.digest(interaction.request))
  }

  /// Pairs the remaining items with equal digests, in order.
  private mutating func pair(_ left: [(Int, Int)], _ right: [(Int, Int)]) {
    var places: [Int: [Int]] = [:]
    for (index, digest) in left.reversed() where newPartners[index] == nil {
      places[digest, default: []].append(index)
    }
    for (index, digest) in right where partners[index] == nil {
      if let place = places[digest]?.popLast() { join(place, index) }
    }
  }

  /// The digest of an item's key under the policy, or under the item's own rule.
  private func digest(_ file: CassetteFile, _ index: Int, _ key: inout [UInt8]) throws -> Int {
    key.removeAll(keepingCapacity: true)
    let rule = try file.rule(at: index)
    if rule == nil, equivalence.needsOnlyMethodAndURL {
      let equivalence = equivalence
      let isDone: Void? = unsafe file.withMethodAndURL(at: index) { method, url in
        unsafe equivalence.appendKey(method: method, url: url, to: &key)
      }
      if isDone != nil { return key.seededHash }
    }
    let request = try file.request(at: index)
    if let rule, rule.match != nil || rule.isPattern {
      key.append(0)
      for word in (rule.match ?? []) + [rule.isPattern ? "pattern" : "", request.method] {
        key.appendDelimited { $0 += Array(word.utf8) }
      }
      key += Array(request.url.utf8)
    } else {
      equivalence.appendKey(of: request, to: &key)
    }
    return key.seededHash
  }

  // MARK: - Near pairs

  /// Pairs remaining items with equal keys, if both states have equally many of them between the
  /// same neighbours.
  private mutating func pairNear(_ key: (Interaction.Request) -> [UInt8]) throws {
    let (left, right) = (oldLeft, newLeft)
    guard !left.isEmpty, !right.isEmpty else { return }
    struct Place: Hashable {
      var gap: Int
      var key: [UInt8]
    }
    // A gap is identified by the last old item before it that has a partner.
    var groups: [Place: (old: [Int], new: [Int])] = [:]
    var order: [Place] = []
    var gap = -1
    for index in newPartners.indices {
      if newPartners[index] != nil {
        gap = index
        continue
      }
      let place = Place(gap: gap, key: key(try old.file.request(at: index)))
      if groups[place] == nil { order.append(place) }
      groups[place, default: ([], [])].old.append(index)
    }
    gap = -1
    for index in partners.indices {
      if let partner = partners[index] {
        gap = partner
        continue
      }
      let place = Place(gap: gap, key: key(try new.file.request(at: index)))
      groups[place]?.new.append(index)
    }
    for place in order {
      guard let group = groups[place], group.old.count == group.new.count else { continue }
      for (from, to) in zip(group.old, group.new) { join(from, to) }
    }
  }

  /// The key of a near pair: method, host and path, or all of the URL except for the host.
  private static func nearKey(_ request: Interaction.Request, withHost: Bool) -> [UInt8] {
    var key = Array(request.method.utf8) + [0]
    request.url.withUTF8Span { text in
      let ranges = URLRanges(text)
      if withHost {
        key.append(text, ranges.host)
        key.append(0)
        key.append(text, ranges.path)
      } else {
        key.append(text, ranges.path.lowerBound..<text.count)
      }
    }
    return key
  }
}
