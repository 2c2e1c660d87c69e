import VCRCore

/// Finds endpoints that have another path: up to three neighbouring segments were replaced, added
/// or removed in the URLs of several interactions (`/v1/users/7` became `/v2/users/7`, or
/// `/api/v2/people/7`).
///
/// Segments that differ in many ways where the others are equal are ids and no rename. Method, all
/// before the path, query and fragment are the same in both states.
struct RenamedEndpoints {
  /// An old and a new interaction of one endpoint.
  struct Pair {
    /// The position of the old interaction.
    var old: Int
    /// The position of the new interaction.
    var new: Int
    /// How the path changed.
    var renaming: Renaming
  }

  /// How a path changed.
  struct Renaming: Hashable {
    /// The number of segments before the changed one.
    var place: Int
    /// The number of those from the beginning that are the same wherever the endpoint was renamed.
    var common: Int
    /// The number of segments that the old path has there.
    var oldCount: Int
    /// The number of segments that the new path has there.
    var newCount: Int
  }

  /// The pairs, in the order of the new interactions.
  private(set) var pairs: [Pair] = []

  /// The fewest interactions in which a change is a rename.
  private static let fewest = 3
  /// The most segments that are looked at from the beginning of a path.
  private static let depthLimit = 12
  /// The most segments that become other ones.
  private static let longestRun = 3
  /// The most values that segments have in one state where the others are equal.
  private static let varietyLimit = 4
  /// The most renames of a cassette.
  private static let limit = 50

  /// Segments that became others; none for those that were added or removed.
  private struct Rule: Hashable {
    var origin: [UInt8]
    var place: Int
    var old: ArraySlice<[UInt8]>
    var new: ArraySlice<[UInt8]>

    /// A text by which rules of equal weight have an order, those of fewer segments first.
    var text: [UInt8] {
      [UInt8(old.count + new.count)] + Array("\(place)".utf8) + [0] + Array(old.joined())
        + [0] + Array(new.joined()) + origin
    }
  }

  /// Where something stands in a path, and all else of the request that must be equal.
  private struct Frame: Hashable {
    var place: Int
    var rest: [UInt8]
  }

  /// Finds the renames among interactions without a partner.
  ///
  /// - Parameters:
  ///   - old: The old requests with their positions, in order.
  ///   - new: The new requests with their positions, in order.
  init(
    old: [(position: Int, request: Interaction.Request)],
    new: [(position: Int, request: Interaction.Request)]
  ) {
    guard old.count >= Self.fewest, new.count >= Self.fewest else { return }
    let (left, right) = (old.map { Endpoint($0.request) }, new.map { Endpoint($0.request) })
    var (freeOld, freeNew) = (Set(left.indices), Set(right.indices))
    for rule in Self.rules(left, right).prefix(Self.limit) {
      var waiting: [[UInt8]: [Int]] = [:]
      for index in left.indices.reversed() where freeOld.contains(index) {
        guard let rest = left[index].rest(rule, rule.old) else { continue }
        waiting[rest, default: []].append(index)
      }
      var found: [(Int, Int)] = []
      for index in right.indices where freeNew.contains(index) {
        guard let rest = right[index].rest(rule, rule.new),
          let partner = waiting[rest]?.popLast()
        else { continue }
        found.append((partner, index))
      }
      guard found.count >= Self.fewest, let first = found.first else { continue }
      let start = right[first.1].segments.prefix(rule.place)
      let common = found.reduce(start.count) { common, pair in
        min(common, zip(start, right[pair.1].segments).prefix { $0 == $1 }.count)
      }
      let renaming = Renaming(
        place: rule.place, common: common, oldCount: rule.old.count, newCount: rule.new.count)
      for (partner, index) in found {
        freeOld.remove(partner)
        freeNew.remove(index)
        pairs.append(
          Pair(old: old[partner].position, new: new[index].position, renaming: renaming))
      }
    }
    pairs.sort { $0.new < $1.new }
  }

  /// The renames that may explain at least three interactions, those that explain most first.
  private static func rules(_ old: [Endpoint], _ new: [Endpoint]) -> [Rule] {
    let (left, right) = (frames(old), frames(new))
    var votes: [Rule: Int] = [:]
    for (frame, values) in left where values.count <= varietyLimit {
      guard let others = right[frame], others.count <= varietyLimit else { continue }
      for (value, indices) in values {
        let endpoint = old[indices[0]]
        for (other, partners) in others where other != value {
          let longest = max(value.count, other.count)
          // Where no segment stays, nothing says that both are one endpoint.
          guard longest < 2 || endpoint.segments.count > value.count else { continue }
          let rule = Rule(
            origin: endpoint.origin, place: frame.place, old: value, new: other)
          votes[rule, default: 0] += min(indices.count, partners.count)
        }
      }
    }
    return votes.filter { $0.value >= fewest }.sorted {
      $0.value != $1.value
        ? $0.value > $1.value : $0.key.text.lexicographicallyPrecedes($1.key.text)
    }.map(\.key)
  }

  /// For each place in a path, with all else of the request, the segments there.
  private static func frames(
    _ endpoints: [Endpoint]
  ) -> [Frame: [ArraySlice<[UInt8]>: [Int]]] {
    var frames: [Frame: [ArraySlice<[UInt8]>: [Int]]] = [:]
    for (index, endpoint) in endpoints.enumerated() {
      let count = endpoint.segments.count
      for place in 0...min(count, depthLimit) {
        for end in place...min(count, place + longestRun) {
          let frame = Frame(place: place, rest: endpoint.text(without: place..<end))
          frames[frame, default: [:]][endpoint.segments[place..<end], default: []].append(index)
        }
      }
    }
    return frames
  }

  /// A request as far as it names an endpoint.
  private struct Endpoint {
    /// All before the path.
    var origin: [UInt8]
    /// The segments of the path, from its first slash on.
    var segments: [[UInt8]]
    /// The method, and all after the path.
    var frame: [UInt8]

    init(_ request: Interaction.Request) {
      let url = Array(request.url.utf8)
      let path = URLRanges(url.view).path
      origin = Array(url[..<path.lowerBound])
      segments = RenamedEndpoints.segments(url[path])
      frame = Array(request.method.utf8) + [0] + url[path.upperBound...]
    }

    /// All of it, without some segments.
    func text(without run: Range<Int>) -> [UInt8] {
      var text = frame + [0] + origin
      for (index, segment) in segments.enumerated() where !run.contains(index) {
        text.append(UInt8(ascii: "/"))
        text += segment
      }
      return text
    }

    /// Returns the text that is left when a rule's segments are taken away; nil when the rule is
    /// not about it.
    func rest(_ rule: Rule, _ run: ArraySlice<[UInt8]>) -> [UInt8]? {
      guard origin == rule.origin, segments.dropFirst(rule.place).starts(with: run) else {
        return nil
      }
      return text(without: rule.place..<rule.place + run.count)
    }
  }

  /// The segments of a path, without its first slash.
  private static func segments(_ path: ArraySlice<UInt8>) -> [[UInt8]] {
    path.dropFirst(path.first == UInt8(ascii: "/") ? 1 : 0)
      .split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
  }

  /// Returns the renamed part of the path of a URL: `/v1/…`, or `/users/…/all`.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - renaming: How its path changed.
  ///   - count: The number of segments that the path has there.
  /// - Returns: The words.
  static func words(_ url: String, _ renaming: Renaming, count: Int) -> String {
    let bytes = Array(url.utf8)
    let segments = segments(bytes[URLRanges(bytes.view).path])
      .map { String(decoding: $0, as: UTF8.self) }
    var shown = Array(segments.prefix(renaming.common))
    if renaming.common < renaming.place { shown.append("…") }
    let rest = segments.dropFirst(renaming.place)
    shown += rest.prefix(count)
    if rest.count > count, shown.last != "…" { shown.append("…") }
    return "/" + shown.joined(separator: "/")
  }
}
