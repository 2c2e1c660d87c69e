#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRLocks

extension Cassette {
  /// Decides what happens to each request, the same for every door: replay, record, refuse.
  ///
  /// A deck is opened on one cassette and closed once. It is safe to use from any thread.
  public final class Deck: Sendable {
    /// The decision of what a door is to do with a request.
    package enum Decision: Sendable {
      /// Serve this interaction.
      case replay(Playback)
      /// Serve the response that the door said it has prepared.
      case prepared
      /// Perform the request, then hand the outcome in with the ticket.
      case record(Ticket)
      /// Perform the request and record nothing.
      case passThrough
      /// Report to the client that nothing matches.
      case refuse(UnmatchedRequest)
    }

    /// An interaction that was taken for one request.
    package struct Playback: Sendable {
      /// Its position in the cassette, counted from 0; nil when it was fetched in this very run.
      ///
      /// The same index is always the same interaction for as long as the deck is open, so a door
      /// may cache what it made of it.
      package var index: Int?
      /// The interaction to serve.
      package var interaction: Interaction
      /// The factor of the recorded times to serve it with; nil for at once.
      package var pace: Double?
    }

    /// The right to record one request, which keeps the place it had when it began.
    package struct Ticket: Sendable {
      /// The request as it came in, not redacted.
      package var request: Interaction.Request
      /// The position of its start among all requests of the run.
      var order: Int
      /// The recorded interaction that was served last before it started; -1 for none.
      var anchor: Int
      /// When it started.
      var start: ContinuousClock.Instant
      /// Who decides in place of the policy; nil for the policy.
      var decision: RequestEquivalence.Decision?

      /// Leaves the time before an instant out of the recorded one, in which the request could not
      /// be sent yet.
      package mutating func begin(at instant: ContinuousClock.Instant) {
        start = max(start, instant)
      }
    }

    /// The cassette's path; empty when the deck has stubs alone.
    public let path: String

    /// The path of the file that is recorded to: where the cassette's leads, if that is a link.
    let target: String

    /// How the deck behaves.
    public let options: Options

    /// Where bodies that are too large for the memory go.
    var largeFiles: SideFiles { SideFiles(path: target) }

    /// The cassette that was found; nil when there was none.
    let file: CassetteFile?

    /// The file as it was found; nil when there was none.
    let stamp: FileStamp?

    /// Removes the secrets from everything that reaches the disk or a reader.
    let redactor: Redactor

    /// Takes them out of every message, report and log.
    let readersRedactor: Redactor

    /// The responses that need no cassette.
    let stubList: StubList

    /// True when known requests are replayed.
    let replays: Bool

    /// True when unknown requests are recorded.
    package let records: Bool

    let state: Mutex<DeckState>

    /// The lock of those for whom something is read that decides about their requests.
    let reading = Mutex(())

    /// The recording, behind a lock that only those take who record.
    let recording: Mutex<DeckRecording>

    /// The interactions that are recorded on other threads, for which closing the deck waits.
    let backgroundWork = BackgroundWork()

    /// Finds what differs from a request in secrets alone; nil where such a request is recorded.
    let placeholderMatches: PlaceholderMatches?

    /// The numbers that the cassette has for several values of one name; nil without a cassette.
    let recordedNumbers: RecordedNumbers?

    /// Finds what comes closest to a request that nothing matches; nil without a cassette.
    let nearestRequests: NearestRequests?

    /// The values that the doors keep with the deck, by their types.
    private let kept = Mutex<[ObjectIdentifier: any Sendable]>([:])

    /// How many decoded interactions a repeating deck keeps.
    private static let decodedLimit = 1024

    /// Opens a cassette, which need not exist when the mode records.
    ///
    /// - Parameters:
    ///   - path: The cassette's path; a relative one starts at the current folder.
    ///   - stubs: Responses that come before those of the cassette.
    ///   - options: How the deck behaves.
    /// - Throws: `CassetteError` for a cassette that cannot be read, `DeckError` for one that is
    ///   missing, in use or cannot be written.
    public init(cassette path: String, stubs: [Stub] = [], options: Options = Options()) throws {
      self.path = path
      target = FileSystem.followingLink(path)
      var options = options
      redactor = Redactor(options.redaction, numbersValues: true)
      readersRedactor = options.reportRedaction.map { Redactor($0) } ?? redactor
      stubList = StubList(stubs)
      // Taken first, so that no change after it goes unnoticed.
      stamp = FileStamp(path)
      // An empty file, made by `touch` or a redirection, is treated like a missing cassette.
      let isThere =
        FileSystem.exists(path) && (options.mode == .none || !FileSystem.isEmpty(path))
      // Interactions that other tests of this run have added to a shared cassette are not replayed
      // in the run.
      let file =
        if let place = options.place { place.base } else {
          isThere ? try CassetteFile(reading: path, redaction: options.redaction) : nil
        }
      self.file = file
      options.equivalence = options.policy(for: file?.origin).ignoring(options.volatility)
      self.options = options
      (replays, records) =
        switch options.mode {
        case .none: (true, false)
        case .once: (file != nil, file == nil)
        case .newEpisodes: (true, true)
        case .all, .offline: (false, true)
        }
      try Self.checkOpening(path, file, options, records: records)
      var summary = Summary(cassette: path)
      summary.available = file?.count ?? 0
      summary.notices = try Self.notices(of: file, options, replays: replays, records: records)
      var initial = DeckState(summary: summary, stubs: stubs.count)
      initial.wasDecoded = Array(repeating: false, count: options.repeats ? file?.count ?? 0 : 0)
      let urls = file.map(RecordedURLs.init)
      if let file, replays || options.mode == .offline {
        initial.index = try Self.index(of: file, options)
      }
      placeholderMatches =
        records ? nil : Self.placeholderMatches(among: urls, initial.index, options)
      nearestRequests = urls.map(NearestRequests.init)
      recordedNumbers = file.map {
        RecordedNumbers(
          file: $0, equivalence: options.equivalence, volatility: options.volatility)
      }
      var run: RecordingRun?
      if records && options.isCertainToRecord {
        // A mode that certainly records fails now if it cannot write, and not after the run.
        let started = try Self.startRecording(target, file: file, options)
        if let notice = started.notice { initial.summary.notices.append(notice) }
        run = consume started
      } else if !records, let notice = Self.leftoverNotice(target, path) {
        initial.summary.notices.append(notice)
      }
      state = Mutex(initial)
      recording = Mutex(DeckRecording(run.take()))
    }

    /// Creates a deck of stubs alone, which needs no file and records nothing.
    ///
    /// - Parameters:
    ///   - stubs: The stubs.
    ///   - options: How the deck behaves; the mode has no meaning here.
    public init(stubs: [Stub], options: Options = Options()) {
      (path, target) = ("", "")
      var options = options
      options.mode = .none
      self.options = options
      redactor = Redactor(options.redaction)
      readersRedactor = options.reportRedaction.map { Redactor($0) } ?? redactor
      stubList = StubList(stubs)
      (file, stamp) = (nil, nil)
      (replays, records) = (false, false)
      (placeholderMatches, recordedNumbers, nearestRequests) = (nil, nil, nil)
      state = Mutex(DeckState(summary: Summary(cassette: ""), stubs: stubs.count))
      recording = Mutex(DeckRecording())
    }

    /// Keeps a door's value for as long as the deck lives, for all sessions that use it.
    ///
    /// - Parameter make: Makes it for the first of them; it must not ask for what is kept.
    /// - Returns: The one value of this type.
    package func keep<Value: Sendable>(_ make: () -> Value) -> Value {
      kept.withLock { kept in
        if let value = kept[ObjectIdentifier(Value.self)] as? Value { return value }
        let value = make()
        kept[ObjectIdentifier(Value.self)] = value
        return value
      }
    }

    /// True when the cassette's text names a port, as the URLs of services on this machine do.
    package func names(port: Int) -> Bool {
      guard let text = file?.bytes else { return false }
      let pattern = Array(":\(port)".utf8)
      var start = 0
      while let range = text.firstRange(of: pattern, from: start) {
        start = range.upperBound
        if start == text.count || !text[start].isASCIIDigit { return true }
      }
      return false
    }

    /// A recorded interaction, without taking it.
    ///
    /// - Parameters:
    ///   - item: Its position, counted from 0.
    ///   - size: The most bytes that its text may have.
    /// - Returns: Nil when there is none, it is larger, or it cannot be decoded.
    package func preview(_ item: Int, upTo size: Int) -> Interaction? {
      guard let file, item < file.count, file.text(at: item).count <= size else { return nil }
      guard var interaction = try? file.interaction(at: item) else { return nil }
      // A body in a file is loaded when it is served.
      if case .response(let response) = interaction.outcome, response.body.file != nil {
        return nil
      }
      options.redaction.restore(&interaction.outcome)
      return interaction
    }

    /// Appends an item to the journal.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - settle: Counts it.
    /// - Throws: `DeckError` when the journal cannot be written, or the deck was closed.
    func append(_ item: RecordingRun.Item, _ settle: (inout DeckState) -> Void) throws {
      // Requests that start while this one waits to be written start after its response.
      let next = state.withLock { $0.nextOrder }
      try recording.withLock { recording throws in
        guard !recording.isClosed else { throw closedError }
        try recording.append(
          item, next: next, redactedBy: redactor, start: startRecording
        ) { error in
          DeckError(
            kind: .unwritable, path: JournalPath.beside(target),
            reason: "an interaction could not be recorded: \(error)")
        }
        // Closing the deck waits for this lock, and then finds the interaction counted.
        state.withLock { settle(&$0) }
      }
    }

    /// Returns the interaction to serve in place of a failed request in mode `offline`.
    ///
    /// - Returns: Nil when the failure stands; it is then to be recorded and passed on.
    package func fallback(for ticket: Ticket) throws -> Playback? {
      guard options.mode == .offline else { return nil }
      let incoming = incoming(ticket.request)
      note(incoming.returned)
      let found = try asking { state, compared -> (item: Int, fetched: Interaction?)? in
        if let fetched = state.fetched[key(of: asRecorded(incoming))] { return (-1, fetched) }
        return try takeNumbered(incoming, &state.index, ticket.decision, knowing: compared)
          .map { ($0.item, nil) }
      }
      guard let found else { return nil }
      let playback =
        if let fetched = found.fetched {
          playback(fetched, for: incoming.request, returning: incoming.returned)
        } else {
          try playback(found.item, for: incoming.request, returning: incoming.returned)
        }
      // An interaction that a hook drops is not served.
      if playback != nil { count { $0.replayed += 1 } }
      return playback
    }

    /// Notes that a fault of the recorder's own kept an exchange out of the recording.
    func refused(_ failure: Interaction.Failure, _ ticket: Ticket) -> DeckError {
      state.withLock { state in
        state.fault = state.fault ?? failure.message
        state.faultCount += 1
      }
      let request = "\(ticket.request.method) \(shown(url: ticket.request.url))"
      return DeckError(
        kind: .incomplete, path: path, reason: "\(request) is not recorded: \(failure.message)")
    }

    // MARK: - Parts of a decision

    /// Begins a recording that did not begin with the deck.
    func startRecording() throws -> RecordingRun {
      let run = try Self.startRecording(target, file: file, options)
      if let notice = run.notice { count { $0.notices.append(notice) } }
      return run
    }

    /// True when an interaction is served as it stands in the cassette, and at once.
    var servesUnchanged: Bool {
      options.hooks.beforeReplay == nil && options.latency.pace == nil
    }

    /// Returns the interaction of the cassette to serve.
    ///
    /// - Parameters:
    ///   - item: Its position.
    ///   - request: The request, redacted.
    ///   - own: What the client has made itself and gets back.
    /// - Returns: The interaction; nil when a hook drops it.
    /// - Throws: `CassetteError` when the interaction cannot be decoded.
    func playback(
      _ item: Int, for request: Interaction.Request, returning own: ReturnedValues
    ) throws -> Playback? {
      let interaction: Interaction
      do {
        interaction = try decoded(item)
      } catch {
        count { $0.unreadable += 1 }
        throw error
      }
      guard options.hooks.beforeReplay == nil else {
        return playback(interaction, for: request, returning: own)
      }
      return restored(interaction, at: item, returning: own)
    }

    /// Returns the interaction to serve that the door must not cache; nil when a hook drops it.
    private func playback(
      _ interaction: Interaction, for request: Interaction.Request, returning own: ReturnedValues
    ) -> Playback? {
      guard let hook = options.hooks.beforeReplay else {
        return restored(interaction, at: nil, returning: own)
      }
      return hook(interaction, request).map { restored($0, at: nil, returning: own) }
    }

    /// An interaction with the secrets that have values, and what the client has made itself, back
    /// in the place of their placeholders.
    private func restored(
      _ interaction: Interaction, at item: Int?, returning own: ReturnedValues
    ) -> Playback {
      var interaction = interaction
      options.redaction.restore(&interaction.outcome)
      let isOwn = restore(&interaction.outcome, returning: own)
      return Playback(
        index: isOwn ? nil : item, interaction: interaction, pace: options.latency.pace)
    }

    /// Decoding is done outside the lock; only a repeating deck keeps what it has decoded twice.
    private func decoded(_ item: Int) throws -> Interaction {
      guard let file else {
        throw DeckError.missing(path)
      }
      guard options.repeats else { return try file.interaction(at: item) }
      if let known = state.withLock({ $0.decoded[item] }) { return known }
      let interaction = try file.interaction(at: item)
      state.withLock { state in
        // A door that keeps what it made of the interaction does not ask again.
        guard state.wasDecoded[item] else { return state.wasDecoded[item] = true }
        if state.decoded.count >= Self.decodedLimit { state.decoded.removeAll() }
        state.decoded[item] = interaction
      }
      return interaction
    }

    /// Changes the counts.
    func count(_ change: (inout Summary) -> Void) { state.withLock { change(&$0.summary) } }

    /// The policy of the session that decided about the recorded requests.
    var policy: RequestEquivalence {
      options.equivalence.deciding(by: state.withLock { $0.decision })
    }

    /// The error of a request after closing.
    var closedError: DeckError {
      DeckError(kind: .inUse, path: path, reason: "the cassette was closed already")
    }

    func key(of request: Interaction.Request) -> [UInt8] {
      var key: [UInt8] = []
      options.equivalence.appendKey(of: request, to: &key)
      return key
    }

    func passesThrough(_ request: Interaction.Request) -> Bool {
      if let hook = options.hooks.passthrough, hook(request) { return true }
      guard !options.passthroughHosts.isEmpty else { return false }
      return options.passesThrough(host: RequestEquivalence.host(of: request.url))
    }

    /// True when a host is the one named, or below it where the name begins with `*.`.
    package static func matches(host: String, pattern: String) -> Bool {
      if pattern.hasPrefix("*.") {
        return host.lowercased().hasSuffix(pattern.dropFirst().lowercased())
      }
      return host.equalsIgnoringASCIICase(pattern)
    }
  }
}

/// The short name of ``Cassette/Deck`` within this package.
package typealias Deck = Cassette.Deck
