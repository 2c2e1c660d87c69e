/// A request that no unused interaction of the cassette matches.
///
/// The properties are the facts, for tests and reports; `description` is the text for people.
public struct UnmatchedRequest: Error, Sendable, Equatable {
  /// Why nothing matched.
  public enum Reason: Sendable, Equatable {
    /// There is no cassette.
    case noCassette
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
    /// The request was served a recorded WebSocket, on which the client then sent a message that no
    /// recorded one is equivalent to: an excerpt of it, redacted.
    case message(String)
  }

  /// An interaction that came close.
  public struct Candidate: Sendable, Equatable {
    /// The interaction's position in the cassette, counted from 1.
    public var number: Int
    /// Its request as `METHOD URL`, redacted; of a WebSocket the message that came close.
    public var request: String
    /// Where it differs; empty when it matches but has been replayed already.
    public var differences: [RequestEquivalence.Difference]
    /// True when it has been replayed already.
    public var isUsed: Bool
  }

  /// A stub that came close.
  public struct NearStub: Sendable, Equatable {
    /// Its method and URL, redacted.
    public var name: String
    /// How often it was served.
    public var served: Int
    /// How often it may be served; nil for any number of times.
    public var limit: Int?
  }

  /// The request's method.
  public var method: String
  /// The request's URL, redacted.
  public var url: String
  /// The cassette's path; empty when there is none.
  public var cassette: String
  /// How many interactions the cassette holds.
  public var count: Int
  /// The names of the policy's parts, in its own words.
  public var policy: [String]
  /// Why nothing matched.
  public var reason: Reason
  /// At most three candidates, closest first.
  public var candidates: [Candidate]
  /// How many stubs the deck has.
  public var stubCount: Int
  /// At most three stubs, closest first.
  public var stubs: [NearStub]
  /// Who reads the report.
  var advice: Deck.Advice
  /// The reason why the deck may not record, whatever the code says; nil when it may.
  let refusal: Deck.RecordingRefusal?
  /// True where the cassette is another tool's recording, into which nothing is ever recorded.
  let isOfOtherTool: Bool
  /// The policy under which the closest request would match; nil when there is none.
  let remedy: PolicyRemedy?

  init(
    method: String, url: String, cassette: String, count: Int, policy: RequestEquivalence,
    reason: Reason, candidates: [Candidate], stubCount: Int, stubs: [NearStub],
    advice: Deck.Advice, refusal: Deck.RecordingRefusal? = nil, isOfOtherTool: Bool = false
  ) {
    self.isOfOtherTool = isOfOtherTool
    self.method = method
    self.url = url
    self.cassette = cassette
    self.count = count
    self.policy = policy.words
    self.reason = reason
    self.candidates = candidates
    self.stubCount = stubCount
    self.stubs = stubs
    self.advice = advice
    self.refusal = refusal
    remedy =
      if case .differs(let part) = reason {
        PolicyRemedy(policy, part: part, differences: candidates.first?.differences ?? [])
      } else { nil }
  }
}
