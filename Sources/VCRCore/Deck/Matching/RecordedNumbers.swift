import VCRLocks

/// The numbers that a cassette has behind the names of its placeholders, looked up when a request
/// is the first to need them.
final class RecordedNumbers: Sendable {
  private struct Found: Sendable {
    var highest: [[UInt8]: Int]?
    var keys: Set<Int>?
  }

  private let file: CassetteFile
  private let equivalence: RequestEquivalence
  private let found = Mutex(Found())

  /// Creates it for a cassette, without looking at it yet.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy.
  init(file: CassetteFile, equivalence: RequestEquivalence) {
    self.file = file
    self.equivalence = equivalence
  }

  /// The highest number behind each name that has any.
  var highest: [[UInt8]: Int] {
    found.withLock { found in
      if let highest = found.highest { return highest }
      var highest: [[UInt8]: Int] = [:]
      for item in 0..<file.count {
        for name in PlaceholderNames.all(in: file.text(at: item)) {
          guard let parts = ValueNumbers.parts(of: name) else { continue }
          highest[parts.name] = max(parts.number, highest[parts.name] ?? 1)
        }
      }
      found.highest = highest
      return highest
    }
  }

  /// True when the cassette has a request of the same users that the policy finds equivalent by its
  /// key.
  func hasRequest(_ request: Interaction.Request) -> Bool {
    func hash(_ request: Interaction.Request) -> Int {
      var key: [UInt8] = []
      equivalence.appendKey(of: request, to: &key)
      let users = PlaceholderNames.all(in: request).filter { ValueNumbers.parts(of: $0) != nil }
      return users.reduce(key.seededHash) { $0 &+ $1.seededHash }
    }
    return found.withLock { found in
      let keys =
        found.keys ?? Set((0..<file.count).compactMap { try? file.request(at: $0) }.map(hash))
      found.keys = keys
      return keys.contains(hash(request))
    }
  }

  /// The names of the placeholders in an item's request.
  ///
  /// - Throws: `CassetteError` when it cannot be parsed as far as its request.
  func names(ofItem item: Int) throws -> [[UInt8]] {
    PlaceholderNames.all(in: try file.request(at: item))
  }
}
