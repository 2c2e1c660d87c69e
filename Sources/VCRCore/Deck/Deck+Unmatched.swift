import VCRLocks

extension Deck {
  /// How many of the nearest recorded requests are compared in full: by a policy that reads more
  /// than method and URL, by which they are near, and by others.
  private static let examined = (bodies: 64, urls: 32)

  /// The facts about a request that nothing unused matches; the request is redacted already.
  func unmatched(
    _ incoming: Incoming, _ decision: RequestEquivalence.Decision?
  ) -> UnmatchedRequest {
    let policy = options.equivalence.deciding(by: decision)
    let request = incoming.values.numbered(
      incoming.request, incoming.values.slots.map { redactor.number(of: $0) ?? 1 })
    let near = nearest(to: request, provenUsers(of: incoming), policy)
    let candidates = near.prefix(3).map { candidate(of: $0, for: request, policy) }
    return UnmatchedRequest(
      method: request.method, url: shown(url: request.url), cassette: path, count: file?.count ?? 0,
      policy: policy, reason: reason(for: request, near: near),
      candidates: candidates, stubCount: stubList.stubs.count,
      stubs: nearestStubs(to: request), advice: options.advice, refusal: options.refusal,
      isOfOtherTool: file?.origin != nil)
  }

  /// A recorded request that comes close.
  private struct Near {
    var distance: Int
    var item: Int
    var request: Interaction.Request
    var isUsed: Bool
    /// The parts in which it differs.
    var parts: Set<String>
    /// The users, where requests match but are of two users.
    var users: RequestEquivalence.Difference?
  }

  /// The recorded requests that come closest: those whose method and URL are most alike are
  /// compared part by part.
  private func nearest(
    to request: Interaction.Request, _ users: ProvenUsers?, _ policy: RequestEquivalence
  ) -> [Near] {
    let count = policy.needsOnlyMethodAndURL ? Self.examined.urls : Self.examined.bodies
    let items = nearestRequests?.items(for: request, upTo: count) ?? []
    return items.compactMap { near(request, users, item: $0, policy) }.sorted {
      $0.distance != $1.distance ? $0.distance < $1.distance : $0.item < $1.item
    }
  }

  private func near(
    _ request: Interaction.Request, _ users: ProvenUsers?, item: Int, _ policy: RequestEquivalence
  ) -> Near? {
    guard let recorded = compared(item, policy) else { return nil }
    let (rule, isUsed) = state.withLock { state in
      (state.index?.rule(of: item), state.index?.isUsedUp(item) ?? false)
    }
    var near = Near(distance: 0, item: item, request: recorded, isUsed: isUsed, parts: [])
    guard rule?.matches(request, recorded) ?? policy.areEquivalent(request, recorded) else {
      let distance = policy.distance(incoming: request, recorded: recorded)
      (near.distance, near.parts) = (max(1, distance.value), distance.parts)
      return near
    }
    if rule == nil, let users, let names = try? recordedNumbers?.names(ofItem: item),
      let other = userDifference(of: users, in: names)
    {
      near.users = other
      (near.distance, near.parts) = (1, ["user"])
    }
    return near
  }

  /// Makes the candidate of a report from a recorded request.
  private func candidate(
    of near: Near, for request: Interaction.Request, _ policy: RequestEquivalence
  ) -> UnmatchedRequest.Candidate {
    let differences =
      near.distance == 0
      ? []
      : near.users.map { [$0] }
        ?? shownDifferences(incoming: request, recorded: near.request, policy)
    return UnmatchedRequest.Candidate(
      number: near.item + 1, request: "\(near.request.method) \(shown(url: near.request.url))",
      differences: differences, isUsed: near.isUsed)
  }

  /// A recorded request, as far as a policy compares it: to parse all of 64 takes a debug build
  /// longer than all else of a report.
  private func compared(
    _ item: Int, _ policy: RequestEquivalence
  ) -> Interaction.Request? {
    if policy.needsOnlyMethodAndURL, policy.isFullyKeyed, policy.decision == nil {
      let start = unsafe file?.withMethodAndURL(at: item) { method, url in
        unsafe Interaction.Request(
          method: String(decoding: method, as: UTF8.self), url: String(decoding: url, as: UTF8.self)
        )
      }
      if let start { return start }
    }
    return try? file?.request(at: item)
  }

  private func reason(for request: Interaction.Request, near: [Near]) -> UnmatchedRequest.Reason {
    guard file != nil || path.isEmpty else { return .noCassette }
    guard let closest = near.first else { return .neverRecorded }
    if closest.distance == 0 { return .usedUp }
    let host = RequestEquivalence.host(of: request.url)
    guard near.contains(where: { RequestEquivalence.host(of: $0.request.url) == host }) else {
      return .unknownHost
    }
    let sameURL = near.filter { $0.parts == ["method"] }
    if !sameURL.isEmpty {
      var methods: [String] = []
      for near in sameURL where !methods.contains(near.request.method) {
        methods.append(near.request.method)
      }
      return .otherMethod(methods)
    }
    if closest.parts.count == 1, let part = closest.parts.first, part != "path", part != "host" {
      return .differs(part: part)
    }
    return .neverRecorded
  }
}
