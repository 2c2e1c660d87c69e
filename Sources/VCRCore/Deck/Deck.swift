/// Decides what happens to each request, the same for every door: replay, record, refuse.
///
/// A deck is opened on one cassette and closed once. It is safe to use from any thread.
public final class Deck: Sendable {
  /// How a deck behaves.
  public struct Options: Sendable {
    /// The record mode.
    public var mode: RecordMode
    /// The policy of matching.
    public var equivalence: RequestEquivalence
    /// What never reaches the disk.
    public var redaction: Redaction
    /// True when an interaction that has been used up may be served again.
    public var repeats: Bool
    /// Hosts that reach the network and are never recorded (`api.example.com`, `*.example.com`).
    public var passthroughHosts: [String]

    /// Creates options.
    public init(
      mode: RecordMode = .none, equivalence: RequestEquivalence = .standard,
      redaction: Redaction = .standard, repeats: Bool = false, passthroughHosts: [String] = []
    ) {
      self.mode = mode
      self.equivalence = equivalence
      self.redaction = redaction
      self.repeats = repeats
      self.passthroughHosts = passthroughHosts
    }
  }

  /// What a door is to do with a request.
  public enum Decision: Sendable {
    /// Serve this interaction.
    case replay(Playback)
    /// Perform the request, then hand the outcome in with the ticket.
    case record(Ticket)
    /// Perform the request and record nothing.
    case passThrough
    /// Tell the client that nothing matches.
    case refuse(UnmatchedRequest)
  }

  /// An interaction that was taken for one request.
  public struct Playback: Sendable {
    /// Its position in the cassette, counted from 0. The same index is always the same interaction
    /// for as long as the deck is open, so a door may cache what it made of it.
    public var index: Int
    /// What to serve.
    public var interaction: Interaction
  }

  /// The right to record one request, which keeps the place it had when it began.
  public struct Ticket: Sendable {
    /// The request as it came in, not redacted.
    public var request: Interaction.Request
    /// The position of its start among all requests of the run.
    var order: Int
    /// When it started.
    var start: ContinuousClock.Instant
  }

  /// What a deck did, for the closing line and for reports.
  public struct Summary: Sendable, Equatable {
    /// The cassette's path.
    public var cassette: String
    /// How many requests were served from the cassette.
    public var replayed = 0
    /// How many interactions were recorded.
    public var recorded = 0
    /// How many requests were let through unrecorded.
    public var passedThrough = 0
    /// How many requests were refused.
    public var unmatched: [UnmatchedRequest] = []
    /// The numbers, counted from 1, of the interactions nothing asked for.
    public var unused: [Int] = []
    /// How many interactions the cassette held when it was opened.
    public var available = 0
    /// What the developer should read: a recovered journal, removed interactions.
    public var notices: [String] = []
    /// Where the journal is, when the recording was not kept.
    public var journal: String?
  }

  /// The cassette's path.
  public let path: String

  /// How the deck behaves.
  public let options: Options

  /// Opens a cassette, which need not exist when the mode records.
  ///
  /// - Throws: `CassetteError` for a cassette that cannot be read, `DeckError` for one that is
  ///   missing, in use or cannot be written.
  public init(cassette path: String, options: Options = Options()) throws {
    self.path = path
    self.options = options
  }

  /// Decides about a request.
  ///
  /// - Throws: `CassetteError` when the interaction that matches cannot be decoded.
  public func decide(_ request: Interaction.Request) throws -> Decision { .passThrough }

  /// Records what came of a request, redacted, in the journal.
  ///
  /// - Throws: `DeckError` when the journal cannot be written; what was recorded before is kept.
  public func record(_ outcome: Interaction.Outcome, for ticket: Ticket) throws {}

  /// What to serve in place of a failed request in mode `offline`; nil when the failure stands (it
  /// is then to be recorded and passed on).
  public func fallback(for ticket: Ticket) throws -> Playback? { nil }

  /// Ends the run.
  ///
  /// - Parameter keeping: False when the run failed: the finished cassette then stays as it was and
  ///   the summary says where the journal is.
  /// - Throws: `DeckError` when the cassette could not be written; the journal then stays.
  @discardableResult
  public func close(keeping: Bool = true) throws -> Summary { Summary(cassette: path) }
}
