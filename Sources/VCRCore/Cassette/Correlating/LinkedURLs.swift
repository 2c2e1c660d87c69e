/// URLs that recorded responses give and later requests follow as they are.
///
/// What stands in such a URL is the service's own: until when it is valid, say, where no name tells
/// that it belongs to the rest.
struct LinkedURLs {
  /// A response that gives a URL, and where.
  private struct Giver {
    let source: Int
    let place: String
  }

  /// For each URL of a request the first request that asks for it.
  private var uses: [String: Int] = [:]
  /// For each URL that is followed the responses that give it, in recorded order.
  private var givers: [String: [Giver]] = [:]
  /// For each response the places of such URLs, and these.
  private var wanted: [Int: [(place: String, url: String)]] = [:]
  /// The live URLs by response and place.
  private var live: [Int: [String: String]] = [:]

  /// Notes the URL of a recorded request; requests are noted in their order.
  mutating func note(_ request: Interaction.Request, at index: Int) {
    for url in FollowedURLs.forms(of: request.url) where uses[url] == nil { uses[url] = index }
  }

  /// Notes a recorded response, after all requests.
  mutating func note(_ response: Interaction.Response, at index: Int) {
    guard !uses.isEmpty else { return }
    // A URL that the client asked for before is its own.
    for (place, url) in GivenURLs(response).places where uses[url.text, default: 0] > index {
      wanted[index, default: []].append((place, url.text))
      givers[url.text, default: []].append(Giver(source: index, place: place))
    }
  }

  /// Learns the URLs of a live response that later requests follow.
  ///
  /// - Parameters:
  ///   - response: The live response.
  ///   - index: The number of the interaction, counted from 0.
  /// - Returns: The times in these URLs, each with the recorded one.
  mutating func learn(
    from response: Interaction.Response, at index: Int
  ) -> [(live: String, recorded: String)] {
    guard let wanted = wanted[index] else { return [] }
    let found = GivenURLs(response).places
    var times: [(live: String, recorded: String)] = []
    for (place, url) in wanted {
      guard let text = found[place]?.text else { continue }
      live[index, default: [:]][place] = text
      let (parts, others) = (URLValues(text).values, URLValues(url).values)
      guard parts.map(\.name) == others.map(\.name) else { continue }
      times += zip(parts, others).filter { part, other in
        part.text != other.text && TimeLikeness.isMoment(part.text)
          && TimeLikeness.isMoment(other.text)
      }.map { ($0.text, $1.text) }
    }
    return times
  }

  /// The responses before a request that may give its URL.
  func givers(of request: Interaction.Request, at index: Int) -> Set<Int> {
    guard !givers.isEmpty else { return [] }
    return Set(
      FollowedURLs.forms(of: request.url).compactMap { form in
        givers[form]?.last { $0.source < index }?.source
      })
  }

  /// The parts of a request's URL that differ in the live URL in its place.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The live texts by the ranges of the parts, and the response that gave them; nil
  ///   where the request follows no URL or one with other parts.
  func liveParts(
    of request: Interaction.Request, at index: Int
  ) -> (texts: [Range<Int>: String], source: Int)? {
    guard !live.isEmpty else { return nil }
    let parts = URLValues(request.url).values
    for url in FollowedURLs.forms(of: request.url) {
      guard let giver = givers[url]?.last(where: { $0.source < index && live[$0.source] != nil }),
        let text = live[giver.source]?[giver.place]
      else { continue }
      let others = URLValues(text).values
      guard others.map(\.name) == parts.map(\.name) else { return nil }
      // A secret is learned by its name.
      let changed = zip(parts, others).filter { part, other in
        part.text != other.text && !part.text.hasDoubleBrace
      }
      let texts = changed.map { ($0.range, $1.text) }
      return (Dictionary(uniqueKeysWithValues: texts), giver.source)
    }
    return nil
  }
}
