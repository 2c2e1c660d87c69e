import VCRLocks

extension Deck {
  /// How many of the nearest recorded requests are compared in full.
  private static let examined = 64

  /// The facts about a request that nothing unused matches; the request is redacted already.
  func unmatched(
    _ incoming: Incoming, _ decision: RequestEquivalence.Decision?
  ) -> UnmatchedRequest {
    let policy = options.equivalence.deciding(by: decision)
    let request = incoming.values.numbered(
      incoming.request, incoming.values.slots.map { redactor.number(of: $0) ?? 1 })
    let near = nearest(to: request, provenUsers(of: incoming), policy)
    let candidates = near.prefix(3).map(\.candidate)
    return UnmatchedRequest(
      method: request.method, url: shown(url: request.url), cassette: path, count: file?.count ?? 0,
      policy: policy, reason: reason(for: request, near: near),
      candidates: Array(candidates), stubCount: stubList.stubs.count,
      stubs: nearestStubs(to: request), advice: options.advice)
  }

  private struct Near {
    var distance: Int
    var candidate: UnmatchedRequest.Candidate
    var request: Interaction.Request
  }

  /// The recorded requests that come closest: those whose method and URL are most alike are
  /// compared part by part.
  private func nearest(
    to request: Interaction.Request, _ users: ProvenUsers?, _ policy: RequestEquivalence
  ) -> [Near] {
    let items = nearestRequests?.items(for: request, upTo: Self.examined) ?? []
    return items.compactMap { near(request, users, item: $0, policy) }.sorted {
      $0.distance != $1.distance
        ? $0.distance < $1.distance : $0.candidate.number < $1.candidate.number
    }
  }

  private func near(
    _ request: Interaction.Request, _ users: ProvenUsers?, item: Int, _ policy: RequestEquivalence
  ) -> Near? {
    guard let recorded = compared(item, policy) else { return nil }
    let (rule, isUsed) = state.withLock { state in
      (state.index?.rule(of: item), state.index?.isUsedUp(item) ?? false)
    }
    let isMatch = rule?.matches(request, recorded) ?? policy.areEquivalent(request, recorded)
    var differences =
      isMatch ? [] : shownDifferences(incoming: request, recorded: recorded, policy)
    if isMatch, rule == nil, let users, let names = try? recordedNumbers?.names(ofItem: item),
      let other = users.other(in: names)
    {
      differences = [
        .init(
          part: "user", recorded: Self.shown(other.recorded),
          incoming: other.incoming.map(Self.shown) ?? "another one")
      ]
    }
    return Near(
      distance: isMatch
        ? min(1, differences.count)
        : max(1, policy.distance(incoming: request, recorded: recorded)),
      candidate: UnmatchedRequest.Candidate(
        number: item + 1, request: "\(recorded.method) \(shown(url: recorded.url))",
        differences: differences, isUsed: isUsed),
      request: recorded)
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
    let sameURL = near.filter {
      !$0.candidate.differences.isEmpty
        && $0.candidate.differences.allSatisfy { $0.part == "method" }
    }
    if !sameURL.isEmpty {
      var methods: [String] = []
      for near in sameURL where !methods.contains(near.request.method) {
        methods.append(near.request.method)
      }
      return .otherMethod(methods)
    }
    let parts = Set(closest.candidate.differences.map(\.part))
    if parts.count == 1, let part = parts.first, part != "path", part != "host" {
      return .differs(part: part)
    }
    return .neverRecorded
  }
}
