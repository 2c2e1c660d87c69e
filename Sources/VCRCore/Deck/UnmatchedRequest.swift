/// A request that no unused interaction of the cassette matches: the facts for tests and reports,
/// and the text for people.
public struct UnmatchedRequest: Error, Sendable, Equatable, CustomStringConvertible {
  /// Why nothing matched.
  public enum Reason: Sendable, Equatable {
    /// The cassette holds nothing for the request's host.
    case unknownHost
    /// The host is known, but nothing like the request was recorded.
    case neverRecorded
    /// Matching interactions exist and have all been replayed.
    case usedUp
    /// The same URL was recorded with other methods.
    case otherMethod([String])
    /// A recorded request differs in one part alone.
    case differs(part: String)
  }

  /// An interaction that came close.
  public struct Candidate: Sendable, Equatable {
    /// The interaction's position in the cassette, counted from 1.
    public var number: Int
    /// Its request as `METHOD URL`, redacted.
    public var request: String
    /// Where it differs; empty when it matches but has been replayed already.
    public var differences: [RequestEquivalence.Difference]
    /// True when it has been replayed already.
    public var isUsed: Bool
  }

  /// The request's method.
  public var method: String
  /// The request's URL, redacted.
  public var url: String
  /// The cassette's path.
  public var cassette: String
  /// How many interactions the cassette holds.
  public var count: Int
  /// The policy in its own words.
  public var policy: String
  /// Why nothing matched.
  public var reason: Reason
  /// At most three candidates, closest first.
  public var candidates: [Candidate]

  /// The report, as the client and the developer see it.
  public var description: String { "No recorded interaction matches  \(method) \(url)" }
}
