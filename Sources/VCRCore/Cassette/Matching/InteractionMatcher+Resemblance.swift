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
    /// Method, host, status and bodies, which may be empty.
    case outline
  }

  /// The shortest content in bytes by which a response is recognised.
  private static let shortestContent = 32

  /// Returns the key that two items have in common that resemble each other; nil when an item
  /// cannot be read.
  private func key(
    of item: Int, in version: Version, by resemblance: Resemblance
  ) throws -> [UInt8]? {
    if [.exchange, .content, .outline].contains(resemblance) {
      guard var interaction = try version.interaction(item) else { return nil }
      if resemblance == .outline {
        return Self.outline(of: interaction).map { Array("\(volatility.digest($0))".utf8) }
      }
      (interaction.request.method, interaction.request.url) = ("", "")
      if resemblance == .content {
        guard case .response(let response) = interaction.outcome,
          response.body.count >= Self.shortestContent
        else { return nil }
        interaction = Interaction(
          request: .init(method: "", url: ""),
          outcome: .response(
            .init(status: nil, headers: response.headers.bodyType, body: response.body)))
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

  /// The rest of an exchange without its path, its query and most of its header fields; nil for
  /// one that has no response, or messages in its place.
  private static func outline(of interaction: Interaction) -> Interaction? {
    guard case .response(let response) = interaction.outcome, response.status != 101 else {
      return nil
    }
    let request = interaction.request
    let host = request.url.withUTF8Span { text in
      var host: [UInt8] = []
      host.append(text, URLRanges(text).host)
      return String(decoding: host, as: UTF8.self)
    }
    return Interaction(
      request: .init(
        method: request.method, url: host, headers: request.headers.bodyType, body: request.body),
      outcome: .response(
        .init(
          status: response.status, headers: response.headers.bodyType, body: response.body)))
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
  /// and items between the same neighbours that have most of the request, the content of the
  /// response or the outline of both in common. Of several that resemble each other those that come
  /// first are paired, also where one state has more of them: what is left was added or removed.
  ///
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package mutating func matchChangedRequests() throws {
    for (resemblance, anywhere) in [
      (Resemblance.exchange, false), (.exchange, true), (.path, false), (.url, false),
      (.allButHost, false), (.content, false), (.outline, false),
    ] {
      for group in try groups(by: resemblance, anywhere: anywhere) {
        for (left, right) in zip(group.old, group.new) { join(left, right) }
      }
    }
  }
}
