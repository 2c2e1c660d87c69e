#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Synchronization

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
    /// Its position in the cassette, counted from 0; nil when it was fetched in this very run.
    ///
    /// The same index is always the same interaction for as long as the deck is open, so a door may
    /// cache what it made of it.
    public var index: Int?
    /// What to serve.
    public var interaction: Interaction
  }

  /// The right to record one request, which keeps the place it had when it began.
  public struct Ticket: Sendable {
    /// The request as it came in, not redacted.
    public var request: Interaction.Request
    /// The position of its start among all requests of the run.
    var order: Int
    /// The recorded interaction that was served last before it started; -1 for none.
    var anchor: Int
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

  /// The cassette that was found; nil when there was none.
  let file: CassetteFile?

  /// True when known requests are replayed.
  let replays: Bool

  /// True when unknown requests are recorded.
  let records: Bool

  let state: Mutex<DeckState>

  /// How many decoded interactions a repeating deck keeps.
  private static let decodedLimit = 1024

  /// Opens a cassette, which need not exist when the mode records.
  ///
  /// - Throws: `CassetteError` for a cassette that cannot be read, `DeckError` for one that is
  ///   missing, in use or cannot be written.
  public init(cassette path: String, options: Options = Options()) throws {
    self.path = path
    self.options = options
    let file = AtomicFile.exists(path) ? try CassetteFile(path: path) : nil
    self.file = file
    (replays, records) =
      switch options.mode {
      case .none: (true, false)
      case .once: (file != nil, file == nil)
      case .newEpisodes: (true, true)
      case .all, .offline: (false, true)
      }
    if file == nil && !records {
      throw DeckError(
        kind: .missing, path: path,
        reason: "there is no such cassette; to record it: vcr record -c \(path) -- COMMAND")
    }
    var summary = Summary(cassette: path)
    summary.available = file?.count ?? 0
    var initial = DeckState(summary: summary)
    if let file, replays || options.mode == .offline {
      initial.index = try DeckIndex(
        file: file, equivalence: options.equivalence,
        repeats: options.repeats || options.mode == .offline)
    }
    if records && options.mode != .newEpisodes && options.mode != .offline {
      // What records for certain finds out now, not after the run, that it cannot.
      try Self.startRecording(&initial, path: path, file: file, mode: options.mode)
    } else if AtomicFile.exists(Journal.path(besideCassette: path)) {
      initial.summary.notices.append(
        "an unfinished recording lies beside the cassette; to take it up: vcr recover \(path)")
    }
    state = Mutex(initial)
  }

  /// Decides about a request.
  ///
  /// - Throws: `CassetteError` when the interaction that matches cannot be decoded, `DeckError`
  ///   when the deck was closed.
  public func decide(_ request: Interaction.Request) throws -> Decision {
    switch try decide(request, prepared: { _ in Decision?.none }) {
    case .prepared(let decision), .decision(let decision): decision
    }
  }

  /// A decision, or what a door had prepared for the interaction that was taken.
  package enum Served<Prepared> {
    /// What the door had prepared.
    case prepared(Prepared)
    /// What is to be done.
    case decision(Decision)
  }

  /// Decides about a request, without decoding an interaction that the door has prepared already.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - prepared: Asked with the position of the interaction that was taken for the request.
  /// - Returns: What was prepared, or what to do.
  /// - Throws: As ``decide(_:)``.
  package func decide<Prepared>(
    _ request: Interaction.Request, prepared: (Int) -> Prepared?
  ) throws -> Served<Prepared> {
    if passesThrough(request) {
      state.withLock { $0.summary.passedThrough += 1 }
      return .decision(.passThrough)
    }
    let redacted = options.redaction.redacting(request)
    let start = ContinuousClock.now
    let item = try state.withLock { state throws -> Int? in
      guard !state.isClosed else {
        throw DeckError(kind: .inUse, path: path, reason: "the cassette was closed already")
      }
      guard replays, let item = try state.index?.take(redacted) else { return nil }
      state.lastServed = item
      state.summary.replayed += 1
      return item
    }
    if let item {
      if let ready = prepared(item) { return .prepared(ready) }
      return .decision(.replay(try playback(item)))
    }
    if records {
      let ticket = state.withLock { state in
        Ticket(request: request, order: state.takeOrder(), anchor: state.lastServed, start: start)
      }
      return .decision(.record(ticket))
    }
    let report = unmatched(redacted)
    state.withLock { $0.summary.unmatched.append(report) }
    return .decision(.refuse(report))
  }

  /// A recorded interaction, without taking it.
  ///
  /// - Parameters:
  ///   - item: Its position, counted from 0.
  ///   - size: The most bytes that its text may have.
  /// - Returns: Nil when there is none, it is larger, or it cannot be decoded.
  package func preview(_ item: Int, upTo size: Int) -> Interaction? {
    guard let file, item < file.count, file.text(at: item).count <= size else { return nil }
    return try? file.interaction(at: item)
  }

  /// Records what came of a request, redacted, in the journal.
  ///
  /// - Throws: `DeckError` when the journal cannot be written; what was recorded before is kept.
  public func record(_ outcome: Interaction.Outcome, for ticket: Ticket) throws {
    let seconds = (ContinuousClock.now - ticket.start) / .seconds(1)
    let interaction = options.redaction.redacting(
      Interaction(
        request: ticket.request.withoutRedundantHost, outcome: outcome,
        seconds: (seconds * 1000).rounded() / 1000,
        recordedAt: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))))
    try state.withLock { state throws in
      guard !state.isClosed else {
        throw DeckError(kind: .inUse, path: path, reason: "the cassette was closed already")
      }
      if state.run == nil {
        try Self.startRecording(&state, path: path, file: file, mode: options.mode)
      }
      do {
        try state.run?.append(interaction, order: ticket.order, anchor: ticket.anchor)
      } catch {
        throw DeckError(
          kind: .unwritable, path: Journal.path(besideCassette: path),
          reason: "an interaction could not be recorded: \(error)")
      }
      state.summary.recorded += 1
      if options.mode == .offline { state.fetched[key(of: interaction.request)] = interaction }
    }
  }

  /// What to serve in place of a failed request in mode `offline`.
  ///
  /// - Returns: Nil when the failure stands; it is then to be recorded and passed on.
  public func fallback(for ticket: Ticket) throws -> Playback? {
    guard options.mode == .offline else { return nil }
    let redacted = options.redaction.redacting(ticket.request)
    let found = try state.withLock { state throws -> (item: Int, fetched: Interaction?)? in
      if let fetched = state.fetched[key(of: redacted)] {
        state.summary.replayed += 1
        return (-1, fetched)
      }
      guard let item = try state.index?.take(redacted) else { return nil }
      state.summary.replayed += 1
      return (item, nil)
    }
    guard let found else { return nil }
    if let fetched = found.fetched { return Playback(index: nil, interaction: fetched) }
    return try playback(found.item)
  }

  // MARK: - Parts of a decision

  private static func startRecording(
    _ state: inout DeckState, path: String, file: CassetteFile?, mode: RecordMode
  ) throws {
    let run = try RecordingRun(cassette: path, base: file, mode: mode)
    if let notice = run.notice { state.summary.notices.append(notice) }
    state.run = consume run
  }

  /// Decoding is done outside the lock; only a repeating deck keeps what it decoded.
  private func playback(_ item: Int) throws -> Playback {
    guard let file else {
      throw DeckError(kind: .missing, path: path, reason: "there is no such cassette")
    }
    guard options.repeats else {
      return Playback(index: item, interaction: try file.interaction(at: item))
    }
    if let known = state.withLock({ $0.decoded[item] }) {
      return Playback(index: item, interaction: known)
    }
    let interaction = try file.interaction(at: item)
    state.withLock { state in
      if state.decoded.count >= Self.decodedLimit { state.decoded.removeAll() }
      state.decoded[item] = interaction
    }
    return Playback(index: item, interaction: interaction)
  }

  private func key(of request: Interaction.Request) -> [UInt8] {
    var key: [UInt8] = []
    options.equivalence.appendKey(of: request, to: &key)
    return key
  }

  private func passesThrough(_ request: Interaction.Request) -> Bool {
    guard !options.passthroughHosts.isEmpty else { return false }
    let host = RequestEquivalence.host(of: request.url)
    return options.passthroughHosts.contains { Self.matches(host: host, pattern: $0) }
  }

  /// True when a host is the one named, or below it where the name begins with `*.`.
  public static func matches(host: String, pattern: String) -> Bool {
    if pattern.hasPrefix("*.") {
      return host.lowercased().hasSuffix(pattern.dropFirst().lowercased())
    }
    return host.equalsIgnoringASCIICase(pattern)
  }
}
