/// The requests that a run recorded, some of which an interrupted run had recorded before it.
struct RepeatedRequests {
  private let recorded: CassetteFile
  private let equivalence: RequestEquivalence
  /// The interactions by the keys of their requests.
  private var all: [[UInt8]: [Int]] = [:]
  /// The requests for which no older one was found yet.
  private var open: [[UInt8]: [Int]]

  /// Takes the interactions of a run.
  ///
  /// - Parameters:
  ///   - recorded: The interactions.
  ///   - equivalence: The policy by which two requests match.
  /// - Throws: `CassetteError` when one cannot be decoded.
  init(_ recorded: CassetteFile, equivalence: RequestEquivalence) throws {
    self.recorded = recorded
    self.equivalence = equivalence
    for item in 0..<recorded.count {
      all[Self.key(of: try recorded.request(at: item), by: equivalence), default: []].append(item)
    }
    open = all
  }

  /// Whether the run recorded again what an interrupted one left; each interaction counts for one.
  ///
  /// - Parameters:
  ///   - old: The request of what was left.
  ///   - isInterrupted: True for what broke off by the interruption, which any whole one repeats.
  /// - Returns: True when the new one stands for it.
  /// - Throws: `CassetteError` when one cannot be decoded.
  mutating func repeats(_ old: Interaction.Request, isInterrupted: Bool) throws -> Bool {
    let key = Self.key(of: old, by: equivalence)
    if isInterrupted {
      return try all[key, default: []].contains {
        try isEquivalent($0, to: old) && recorded.interaction(at: $0).outcome.failure == nil
      }
    }
    guard let place = try open[key]?.firstIndex(where: { try isEquivalent($0, to: old) }) else {
      return false
    }
    open[key]?.remove(at: place)
    return true
  }

  private func isEquivalent(_ item: Int, to old: Interaction.Request) throws -> Bool {
    try equivalence.areEquivalent(recorded.request(at: item), old)
  }

  private static func key(
    of request: Interaction.Request, by equivalence: RequestEquivalence
  ) -> [UInt8] {
    var key: [UInt8] = []
    // A decision in the place of the policy's parts needs no equal keys.
    if equivalence.decision == nil { equivalence.appendKey(of: request, to: &key) }
    return key
  }
}
