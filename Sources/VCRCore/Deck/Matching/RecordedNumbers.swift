import VCRLocks

/// The numbers that a cassette has behind the names of its placeholders, looked up when a request
/// is the first to need them.
final class RecordedNumbers: Sendable {
  private struct Found: Sendable {
    var highest: [[UInt8]: Int]?
    var keys: Set<Int>?
    /// The users of the requests that are the same without their numbers.
    var users: [Int: Set<Int>]?
  }

  private let file: CassetteFile
  private let equivalence: RequestEquivalence
  private let volatility: Volatility
  private let found = Mutex(Found())

  /// Creates it for a cassette, without looking at it yet.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy.
  ///   - volatility: The parts that may differ between two requests that are the same.
  init(file: CassetteFile, equivalence: RequestEquivalence, volatility: Volatility) {
    self.file = file
    self.equivalence = equivalence
    self.volatility = volatility
  }

  /// True once the whole cassette was looked through for them.
  var areRead: Bool { found.withLock { $0.highest != nil } }

  /// The highest number behind each name that has any.
  var highest: [[UInt8]: Int] {
    found.withLock { found in
      if let highest = found.highest { return highest }
      var highest: [[UInt8]: Int] = [:]
      func take(_ names: [[UInt8]]) {
        for name in names {
          guard let parts = ValueNumbers.parts(of: name) else { continue }
          highest[parts.name] = max(parts.number, highest[parts.name] ?? 1)
        }
      }
      for item in 0..<file.count { take(PlaceholderNames.all(in: file.text(at: item))) }
      // In Base64 that is broken into lines and in UTF-16 the text of an item shows no number.
      let digests = file.valueDigests?.all ?? [:]
      if digests.contains(where: { $1.count > 1 && highest[$0] == nil }) {
        for item in 0..<file.count {
          if let request = try? file.request(at: item) { take(PlaceholderNames.all(in: request)) }
        }
      }
      found.highest = highest
      return highest
    }
  }

  /// True when the cassette has a request of the same users that the policy finds equivalent by its
  /// key.
  func hasRequest(_ request: Interaction.Request) -> Bool {
    func hash(_ request: Interaction.Request) -> Int { key(of: request) &+ Self.users(of: request) }
    return found.withLock { found in
      let keys =
        found.keys ?? Set((0..<file.count).compactMap { try? file.request(at: $0) }.map(hash))
      found.keys = keys
      return keys.contains(hash(request))
    }
  }

  /// The users of the cassette's requests that the policy finds equivalent to one without numbers,
  /// and that have the same body.
  ///
  /// What users send beside their secrets, such as their names, tells them apart also where the
  /// policy does not compare it.
  func users(ofRequestsLike request: Interaction.Request) -> Set<Int> {
    let bare = PlaceholderRenaming { ValueNumbers.parts(of: $0)?.name }
    func content(_ request: Interaction.Request) -> Int {
      var hasher = Hasher()
      hasher.combine(key(of: request))
      hasher.combine(RequestFingerprint(request, volatility).body)
      return hasher.finalize()
    }
    return found.withLock { found in
      let users =
        found.users
        ?? (0..<file.count).compactMap { try? file.request(at: $0) }.reduce(into: [:]) {
          $0[content(bare.applied(to: $1)), default: []].insert(Self.users(of: $1))
        }
      found.users = users
      return users[content(request)] ?? []
    }
  }

  /// A digest of the numbered placeholders of a request.
  static func users(of request: Interaction.Request) -> Int {
    PlaceholderNames.all(in: request).filter { ValueNumbers.parts(of: $0) != nil }
      .reduce(0) { $0 &+ $1.seededHash }
  }

  private func key(of request: Interaction.Request) -> Int {
    var key: [UInt8] = []
    equivalence.appendKey(of: request, to: &key)
    return key.seededHash
  }

  /// The names of the placeholders in an item's request.
  ///
  /// - Throws: `CassetteError` when it cannot be parsed as far as its request.
  func names(ofItem item: Int) throws -> [[UInt8]] {
    PlaceholderNames.all(in: try file.request(at: item))
  }
}
