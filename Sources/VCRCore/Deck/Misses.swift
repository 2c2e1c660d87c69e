/// The requests that nothing matched: the first of them in full, all of them by number.
///
/// A client may ask for as many as it likes, so what is kept of them has bounds.
package struct Misses: Sendable, Equatable {
  /// How many are kept in full, at most.
  package static let limit = 1000

  /// How many of one method and URL are kept in full, at most: a client that asks again and again
  /// does not hide what comes after it.
  package static let limitOfOne = 100

  /// How many bytes of methods and URLs are kept, at most.
  package static let byteLimit = 4 << 20

  /// The requests that are kept in full, in the order in which they came.
  package private(set) var kept: [UnmatchedRequest] = []

  /// How many there were.
  package private(set) var count = 0

  /// How often each method and URL came that is told apart.
  private var times: [String: Int] = [:]

  /// The methods and URLs that came more than once, in the order in which they did so.
  private var repeatedNames: [String] = []

  private var bytes = 0

  /// Creates it without requests.
  package init() {}

  /// True when there was none.
  package var isEmpty: Bool { count == 0 }

  /// How many are not kept in full.
  package var omitted: Int { count - kept.count }

  /// The requests that came more than once, as `METHOD URL`, and how often.
  package var repeated: [(request: String, times: Int)] {
    repeatedNames.map { ($0, times[$0] ?? 0) }
  }

  /// Adds a request.
  package mutating func add(_ request: UnmatchedRequest) {
    count += 1
    guard let times = note(Self.name(of: request), times: 1) else { return }
    if times <= Self.limitOfOne, kept.count < Self.limit { kept.append(request) }
  }

  /// Adds those of another cassette.
  package mutating func add(_ other: Misses) {
    guard !other.isEmpty else { return }
    guard !isEmpty else { return self = other }
    count += other.count
    var fitting: Set<String> = []
    for request in other.kept {
      let name = Self.name(of: request)
      // Of the first with a name it is known how many there were.
      if fitting.insert(name).inserted, note(name, times: other.times[name] ?? 1) == nil {
        continue
      }
      if times[name] != nil, kept.count < Self.limit { kept.append(request) }
    }
  }

  private static func name(of request: UnmatchedRequest) -> String {
    "\(request.method) \(request.url)"
  }

  /// Counts a method and URL; how often it came, or nil when there is no room to tell it apart.
  private mutating func note(_ name: String, times more: Int) -> Int? {
    if let before = times[name] {
      times[name] = before + more
      if before == 1 { repeatedNames.append(name) }
      return before + more
    }
    guard times.count < Self.limit, bytes + name.utf8.count <= Self.byteLimit else { return nil }
    bytes += name.utf8.count
    times[name] = more
    if more > 1 { repeatedNames.append(name) }
    return more
  }

  package static func == (one: Misses, other: Misses) -> Bool {
    one.count == other.count && one.kept == other.kept && one.times == other.times
  }
}
