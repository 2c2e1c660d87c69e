/// The differences of two requests in one part of a policy, and their weight.
struct AspectDifferences {
  /// The weight of the part, greater than that of all lighter ones together.
  let weight: Int

  /// The places; at least one.
  let differences: [RequestEquivalence.Difference]

  /// The distance of the two requests in this part: its weight, and a little for each place.
  var distance: Int { weight + weight / 100 * min(extent, 99) }

  /// The number of places that count: in a path its segments, elsewhere the differences.
  private let extent: Int

  /// Finds the differences of a part in which the two requests do not agree.
  init(
    _ part: RequestEquivalence.Part, incoming: Interaction.Request, recorded: Interaction.Request
  ) {
    weight = Self.weight(of: part)
    var found: [RequestEquivalence.Difference]
    var extent: Int?
    switch part.aspect {
    case .method:
      found = [
        .init(
          part: "method", recorded: Excerpt.line(recorded.method.utf8),
          incoming: Excerpt.line(incoming.method.utf8))
      ]
    case .scheme, .host, .port, .path, .url:
      let (old, new) = (part.normalForm(of: recorded), part.normalForm(of: incoming))
      found = [
        .init(
          part: Self.name(of: part), recorded: Excerpt.value(old), incoming: Excerpt.value(new))
      ]
      extent = Self.differingSegments(old, new)
    case .query(let choice):
      found = PairDifferences.find(
        part: "query", recorded: Self.query(recorded, choice),
        incoming: Self.query(incoming, choice))
    case .webMockQuery(let choice):
      found = PairDifferences.find(
        part: "query", recorded: Self.webMockQuery(recorded, choice),
        incoming: Self.webMockQuery(incoming, choice))
    case .headers(let choice):
      found = choice.names(in: [recorded.headers, incoming.headers]).compactMap { name in
        let (old, new) = (recorded.headers[name], incoming.headers[name])
        guard old != new else { return nil }
        return .init(
          part: "header", place: name, recorded: old.map { Excerpt.line($0.utf8) },
          incoming: new.map { Excerpt.line($0.utf8) })
      }
    case .cookies(let choice):
      found = Self.cookies(
        RequestEquivalence.Part.cookies(of: recorded, choosing: choice),
        RequestEquivalence.Part.cookies(of: incoming, choosing: choice))
    case .custom(let label, _):
      found = [.init(part: label, recorded: nil, incoming: nil)]
    case .body, .json, .form, .multipart, .graphql:
      found = BodyDifferences.find(part, incoming: incoming, recorded: recorded)
    }
    if found.isEmpty {
      found = [.init(part: part.description, recorded: nil, incoming: nil)]
    }
    differences = found
    self.extent = extent ?? found.count
  }

  /// The name of a part without what it ignores.
  private static func name(of part: RequestEquivalence.Part) -> String {
    if case .path = part.aspect { "path" } else { part.description }
  }

  private static func weight(of part: RequestEquivalence.Part) -> Int {
    switch part.aspect {
    case .host: 100_000_000
    case .path: 10_000_000
    case .method: 4_000_000
    case .scheme, .port, .url: 900_000
    case .query, .webMockQuery: 200_000
    case .body, .json, .form, .multipart, .graphql: 20_000
    case .custom: 10_000
    case .headers, .cookies: 1_000
    }
  }

  private static func query(_ request: Interaction.Request, _ choice: QueryPairs.Choice)
    -> QueryPairs
  {
    request.url.withUTF8Span { text in
      QueryPairs(text, in: URLRanges(text).query ?? 0..<0, choosing: choice)
    }
  }

  /// The pairs as they are compared, so that those alone are named which make a difference.
  private static func webMockQuery(
    _ request: Interaction.Request, _ choice: QueryPairs.Choice
  ) -> QueryPairs {
    let text = WebMockQuery.text(of: Array(request.url.utf8).view, choosing: choice)
    return QueryPairs(text.view, in: text.indices)
  }

  private static func cookies(
    _ recorded: [(name: [UInt8], value: [UInt8])], _ incoming: [(name: [UInt8], value: [UInt8])]
  ) -> [RequestEquivalence.Difference] {
    var names: [[UInt8]] = []
    for (name, _) in recorded + incoming where !names.contains(name) { names.append(name) }
    return names.compactMap { name in
      func values(_ cookies: [(name: [UInt8], value: [UInt8])]) -> String? {
        let values = cookies.filter { $0.name == name }.map { Excerpt.line($0.value) }
        return values.isEmpty ? nil : values.joined(separator: ", ")
      }
      let (old, new) = (values(recorded), values(incoming))
      guard old != new else { return nil }
      return .init(
        part: "cookies", place: CookiePlace.text(name), recorded: old, incoming: new)
    }
  }

  private static func differingSegments(_ left: [UInt8], _ right: [UInt8]) -> Int {
    let left = left.split(separator: UInt8(ascii: "/"))
    let right = right.split(separator: UInt8(ascii: "/"))
    let same = zip(left, right).count { $0 == $1 }
    return max(left.count, right.count) - same
  }
}
