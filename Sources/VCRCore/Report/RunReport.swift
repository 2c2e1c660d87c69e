import VCRLocks

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The outcome of one run for a cassette, in machine-readable form: written by `vcr record` and
/// `vcr replay`, and for each cassette that a test closed.
///
/// All of its contents are redacted.
package struct RunReport: Sendable, Equatable {
  /// An interaction of the cassette as the run left it.
  package struct Entry: Sendable, Equatable {
    /// Its number, counted from 1.
    package var number: Int
    /// Its method.
    package var method: String
    /// Its URL.
    package var url: String
    /// The digest of its text, which is unique in the cassette: see ``CassetteFile/digests()``.
    package var digest: String
    /// True when the run replayed or recorded it.
    package var isUsed: Bool
  }

  /// A request that was refused because nothing matched it.
  package struct Unmatched: Sendable, Equatable {
    /// Its method.
    package var method: String
    /// Its URL.
    package var url: String
    /// The report that the client got.
    package var report: String
  }

  /// COMMAND, and how the run ended.
  package struct Command: Sendable, Equatable {
    /// COMMAND's name, without its arguments; nil when there was none.
    package var name: String?
    /// The exit status, or 128 plus the signal that ended the process; nil when it was not started.
    package var status: Int32?
    /// The status with which `vcr` exits.
    package var ownStatus: Int32

    /// Creates it.
    package init(name: String?, status: Int32?, ownStatus: Int32) {
      self.name = name
      self.status = status
      self.ownStatus = ownStatus
    }
  }

  /// How COMMAND was kept from reaching the network past the recorder.
  package struct Isolation: Sendable, Equatable {
    /// The means, such as `namespaces`.
    package var rung: String
    /// For a replay, `isolated` when it is proven to have reached nothing but the cassette, or
    /// `not proven`; nil for a recording.
    package var verdict: String?
    /// Why it is not proven; nil when it is.
    package var reason: String?

    /// Creates it.
    package init(rung: String, verdict: String?, reason: String?) {
      self.rung = rung
      self.verdict = verdict
      self.reason = reason
    }

    /// All of it in one line.
    var description: String {
      [verdict, "by \(rung)", reason].compactMap { $0 }.joined(separator: ", ")
    }
  }

  /// The cassette's path within its project, see ``CassetteIdentifier``.
  package var cassette: String
  /// The time at which the run ended.
  package var date: Date
  /// The record mode.
  package var mode: RecordMode
  /// The policy's parts in its own words.
  package var policy: [String]
  /// The number of requests that were replayed from the cassette.
  package var replayed: Int
  /// The number of interactions that were recorded.
  package var recorded: Int
  /// The number of recorded exchanges that failed before a response began.
  package var failed = 0
  /// The number of recorded responses that broke off.
  package var brokenOff = 0
  /// The number of recorded exchanges that their client left before the end.
  package var left = 0
  /// The number of requests whose client vanished while it was sending them.
  package var dropped = 0
  /// The number of requests that were passed through unrecorded.
  package var passedThrough: Int
  /// The number of requests that stubs served.
  package var stubbed: Int
  /// The number of values that were redacted in the recording.
  package var redacted: Int
  /// The number of header fields that were left out of the recording.
  package var leftOutFields = 0
  /// True when an unused interaction is a failure.
  package var requiresAll: Bool
  /// Every interaction of the cassette.
  package var entries: [Entry]
  /// The requests that were refused because nothing matched them, as far as
  /// ``Cassette/Deck/Summary/unmatched`` has them.
  package var unmatched: [Unmatched]
  /// How many more were refused for that.
  package var omitted = 0
  /// Messages that the developer should read.
  package var notices: [String]
  /// COMMAND; nil when a test used the cassette.
  package var command: Command?
  /// How COMMAND was kept from reaching the network; nil when there was none.
  package var isolation: Isolation?
  /// Why the run failed before it had an outcome; nil when it had one.
  package var failure: String?
  /// The name of the scope that the cassette is for; nil for the cassette of a run.
  package var scope: String?
  /// The outcome for the cassette of each scope of the run.
  package var scopes: [RunReport] = []

  /// The number of requests that were refused because nothing matched them.
  var unmatchedCount: Int { unmatched.count + omitted }

  /// The numbers of the interactions that were not used.
  var unused: [Entry] { entries.filter { !$0.isUsed } }
}

extension RunReport {
  /// The report of a run that failed before it had an outcome.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - options: The options of the run.
  ///   - failure: The reason of the failure, without secrets.
  ///   - command: COMMAND.
  package init(cassette path: String, options: Deck.Options, failure: String, command: Command) {
    self.init(
      cassette: CassetteIdentifier.name(ofCassette: path),
      date: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
      mode: options.mode, policy: options.equivalence.words, replayed: 0,
      recorded: 0, passedThrough: 0, stubbed: 0, redacted: 0, requiresAll: options.requiresAll,
      entries: [], unmatched: [], notices: [], command: command, failure: failure)
  }
}

extension Deck {
  /// The outcome of the run for the cassette, once the deck was closed.
  ///
  /// - Parameter summary: The result of closing the deck.
  /// - Returns: The report, without secrets.
  /// - Throws: `CassetteError` when the cassette cannot be read again.
  package func report(_ summary: Summary) throws -> RunReport {
    RunReport(
      cassette: CassetteIdentifier.name(ofCassette: path),
      date: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)),
      mode: options.mode, policy: policy.words,
      replayed: summary.replayed, recorded: summary.recorded, failed: summary.failed,
      brokenOff: summary.brokenOff, left: summary.left,
      passedThrough: summary.passedThrough, stubbed: summary.stubbed, redacted: summary.redacted,
      leftOutFields: summary.leftOutFields, requiresAll: options.requiresAll,
      entries: try reportEntries(summary),
      unmatched: summary.unmatched.map {
        .init(method: $0.method, url: $0.url, report: $0.description)
      },
      omitted: summary.misses.omitted,
      notices: summary.notices.map { shown(text: $0) })
  }

  private func reportEntries(_ summary: Summary) throws -> [RunReport.Entry] {
    let isWritten = summary.recorded > 0 && summary.journal == nil
    guard let now = isWritten ? try CassetteFile(path: path) : file else { return [] }
    let digests = now.digests()
    let used = try usedItems(of: now, digests, isWritten: isWritten, unused: Set(summary.unused))
    return try digests.indices.map { item in
      let request = try now.request(at: item)
      return RunReport.Entry(
        number: item + 1, method: request.method, url: shown(url: request.url),
        digest: digests[item], isUsed: used(item))
    }
  }

  /// Decides which interactions of the cassette, in its current state, the run has used.
  private func usedItems(
    of now: CassetteFile, _ digests: [String], isWritten: Bool, unused: Set<Int>
  ) throws -> (Int) -> Bool {
    let isIndexed = file != nil && (replays || options.mode == .offline)
    guard isWritten else { return { isIndexed && !unused.contains($0 + 1) } }
    let old = isIndexed ? file?.digests() ?? [] : []
    switch options.mode {
    case .none, .once, .all:
      // Interactions that did not occur again have been removed from the file.
      return { _ in true }
    case .newEpisodes:
      let left = Set(old.indices.filter { unused.contains($0 + 1) }.map { old[$0] })
      return { !left.contains(digests[$0]) }
    case .offline:
      let served = Set(old.indices.filter { !unused.contains($0 + 1) }.map { old[$0] })
      let fetched = state.withLock { Set($0.fetched.keys) }
      let keys = try digests.indices.map { item in
        var key: [UInt8] = []
        options.equivalence.appendKey(of: try now.request(at: item), to: &key)
        return key
      }
      return { served.contains(digests[$0]) || fetched.contains(keys[$0]) }
    }
  }
}
