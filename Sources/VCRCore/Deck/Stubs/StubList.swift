/// The stubs of a deck: finds those that serve a URL, the plain ones at a cost that does not depend
/// on how many there are.
struct StubList: Sendable {
  /// The stubs in the order given.
  let stubs: [Stub]

  /// True when code of the user has a part in one of them.
  let asksUser: Bool

  private var plain: [[UInt8]: [Int]] = [:]
  private var patterns: [Int] = []
  private static let policy: RequestEquivalence = [.url]

  /// Creates a list of stubs.
  init(_ stubs: [Stub]) {
    self.stubs = stubs
    asksUser = stubs.contains { $0.asksUser }
    for (index, stub) in stubs.enumerated() {
      if stub.isPattern {
        patterns.append(index)
      } else {
        plain[Self.key(of: stub.url), default: []].append(index)
      }
    }
  }

  /// True when there is none.
  var isEmpty: Bool { stubs.isEmpty }

  /// The stubs that serve a request, in the order given, used up or not.
  ///
  /// - Parameters:
  ///   - request: The request, not redacted: a stub's condition sees what the client sent.
  ///   - recorded: Whether those are wanted that stand in for the service, or the others.
  /// - Returns: Their positions.
  func candidates(for request: Interaction.Request, recorded: Bool) -> [Int] {
    var found = plain[Self.key(of: request.url)] ?? []
    for index in patterns
    where RequestEquivalence.matchesPattern(url: request.url, pattern: stubs[index].url) {
      found.append(index)
    }
    return found.sorted().filter {
      stubs[$0].isRecorded == recorded && stubs[$0].accepts(request)
    }
  }

  private static func key(of url: String) -> [UInt8] {
    var key: [UInt8] = []
    policy.appendKey(of: Interaction.Request(url: url), to: &key)
    return key
  }
}
