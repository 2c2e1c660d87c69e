extension InteractionMatcher {
  /// The part by which an interaction is recognised whose request was changed.
  package enum Resemblance {
    /// Method, host and path.
    case path
    /// Everything of the request but the host.
    case allButHost
    /// The URL, whatever the method.
    case url
    /// Everything but the method and the URL, and but for volatile parts.
    case exchange
    /// The response without its volatile parts, whatever the request.
    case content
  }

  /// The shortest content in bytes by which a response is recognised.
  private static let shortestContent = 32

  /// Returns the key that two items have in common that resemble each other; nil when an item
  /// cannot be read.
  private func key(
    of item: Int, in version: Version, by resemblance: Resemblance
  ) throws -> [UInt8]? {
    if resemblance == .exchange || resemblance == .content {
      guard var interaction = try version.interaction(item) else { return nil }
      (interaction.request.method, interaction.request.url) = ("", "")
      if resemblance == .content {
        guard case .response(let response) = interaction.outcome,
          response.body.count >= Self.shortestContent
        else { return nil }
        // How a body is read depends on its type.
        let type = response.headers["Content-Type"].map { HeaderField("Content-Type", $0) }
        interaction = Interaction(
          request: .init(method: "", url: ""),
          outcome: .response(
            .init(
              status: nil, headers: HeaderFields([type].compactMap(\.self)), body: response.body)))
      }
      return Array("\(volatility.digest(interaction))".utf8)
    }
    guard let request = try version.request(item) else { return nil }
    guard resemblance != .url else { return Array(request.url.utf8) }
    var key = Array(request.method.utf8) + [0]
    request.url.withUTF8Span { text in
      let ranges = URLRanges(text)
      if resemblance == .path {
        key.append(text, ranges.host)
        key.append(0)
        key.append(text, ranges.path)
      } else {
        key.append(text, ranges.path.lowerBound..<text.count)
      }
    }
    return key
  }

  /// A place among the paired items, and what stands there has in common.
  private struct Place: Hashable {
    /// The last old item before it that has a partner.
    var gap: Int
    var key: [UInt8]
  }

  /// The remaining items that resemble each other between the same neighbours, or anywhere.
  private func groups(
    by resemblance: Resemblance, anywhere: Bool
  ) throws -> [(old: [Int], new: [Int])] {
    guard !remainingOld.isEmpty, !remainingNew.isEmpty else { return [] }
    var groups: [Place: (old: [Int], new: [Int])] = [:]
    var order: [Place] = []
    var gap = -1
    for item in partnersOfOld.indices {
      if partnersOfOld[item] != nil {
        if !anywhere { gap = item }
      } else if !isExcluded.old[item], let key = try key(of: item, in: old, by: resemblance) {
        let place = Place(gap: gap, key: key)
        if groups[place] == nil { order.append(place) }
        groups[place, default: ([], [])].old.append(item)
      }
    }
    gap = -1
    for item in partnersOfNew.indices {
      if let partner = partnersOfNew[item] {
        if !anywhere { gap = partner }
      } else if !isExcluded.new[item], let key = try key(of: item, in: new, by: resemblance) {
        groups[Place(gap: gap, key: key)]?.new.append(item)
      }
    }
    return order.compactMap { groups[$0] }
  }

  /// Pairs the remaining items whose requests resemble each other, if both states have equally many
  /// of them between the same neighbours.
  ///
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package mutating func matchNeighbours(by resemblance: Resemblance) throws {
    for group in try groups(by: resemblance, anywhere: false)
    where group.old.count == group.new.count {
      for (left, right) in zip(group.old, group.new) { join(left, right) }
    }
  }

  /// Pairs the remaining items that can be two versions of one interaction of which the URL or the
  /// method was changed, in order.
  ///
  /// Those are items that have all else in common, between the same neighbours or else anywhere,
  /// and items between the same neighbours that have most of the request, or the content of the
  /// response, in common. Of several that
  /// resemble each other those that come first are paired, also where one state has more of them:
  /// what is left was added or removed.
  ///
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package mutating func matchChangedRequests() throws {
    for (resemblance, anywhere) in [
      (Resemblance.exchange, false), (.exchange, true), (.path, false), (.url, false),
      (.allButHost, false), (.content, false),
    ] {
      for group in try groups(by: resemblance, anywhere: anywhere) {
        for (left, right) in zip(group.old, group.new) { join(left, right) }
      }
    }
  }
}
