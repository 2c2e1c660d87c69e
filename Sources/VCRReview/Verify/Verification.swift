#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import VCRCore

/// Sends nothing itself: says which requests of a cassette are to be sent to the live service, and
/// what its answers mean.
///
/// Each interaction goes through ``step(_:)`` and, when its request was sent, through
/// ``finish(_:_:with:)``. Values that an answer hands out go into the requests after it.
package struct Verification {
  /// How a verification is done.
  package struct Options: Sendable {
    /// What never reaches the disk or a reader; its named secrets are put back in requests.
    package var redaction = Redaction.standard
    /// When two requests are the same, for writing what drifted.
    package var equivalence = RequestEquivalence.standard
    /// What may differ although the service has not changed.
    package var volatility = Volatility.standard
    /// True when methods that change something at the service are sent as well.
    package var sendsUnsafe = false
    /// Where requests go.
    package var origins: OriginMap?
    /// Which origins get the values of secrets, beside those that `origins` names.
    package var trust = SecretTrust.none
    /// True when what drifted is to be written to the cassette.
    package var isUpdating = false
    /// True when too many requests (429) and failures of the service (5xx) count as its responses, and
    /// errors are written in the place of what was good.
    package var acceptsErrors = false

    /// Creates options.
    package init() {}
  }

  /// What is to be done with an interaction.
  package enum Step: Sendable {
    /// Its request is to be sent, secrets and all.
    case send(Interaction.Request)
    /// It is decided already.
    case done(VerifiedInteraction)
  }

  /// How two interactions are compared; nil when they say the same.
  package typealias Comparison = (Interaction, Interaction) throws -> InteractionChange?

  /// The methods that ask for nothing but an answer (RFC 9110 §9.2.1).
  package static let safeMethods: Set = ["GET", "HEAD", "OPTIONS", "TRACE"]

  private let path: String
  private let file: CassetteFile
  private let options: Options
  private let redactor: Redactor
  private var carryOver: Correlation
  /// Those that were not sent, and need not have been, counted from 0.
  private var skipped: Set<Int> = []
  /// Those of which nothing could be said, counted from 0.
  private var unchecked: Set<Int> = []
  /// The texts of those that drifted, by number counted from 0.
  private var updates: [Int: [UInt8]] = [:]
  /// Keeps recordings from writing the cassette until what drifted is written; nil when nothing is.
  private let hold: UpdateLock?

  /// Opens a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - options: How it is done.
  /// - Throws: `CassetteError` when it cannot be read, `DeckError` when there is none, or it is to be
  ///   updated and is being recorded or has an unfinished recording beside it,
  ///   `OriginMap.Fault` when it is not clear which requests are meant.
  package init(cassette path: String, options: Options) throws {
    guard FileSystem.exists(path) else {
      throw DeckError(kind: .missing, path: path, reason: "there is no such cassette")
    }
    self.path = path
    self.options = options
    hold = options.isUpdating ? try UpdateLock(cassette: path) : nil
    file = try CassetteFile(path: path)
    redactor = Redactor(options.redaction)
    carryOver = try Correlation(file)
    guard let map = options.origins else { return }
    var known: Set<String> = []
    var origins: [String] = []
    for index in 0..<file.count {
      let origin = OriginMap.origin(of: try file.request(at: index).url).map(OriginMap.canonical)
      if let origin, known.insert(origin).inserted { origins.append(origin) }
    }
    try map.check(origins)
  }

  /// How many interactions there are.
  package var count: Int { file.count }

  /// The interactions that must be finished before a request can be made, counted from 0.
  package func sources(of index: Int) throws -> Set<Int> {
    carryOver.sources(of: try file.request(at: index), at: index)
  }

  /// True when a request changes nothing at the service.
  package func isSafe(_ index: Int) throws -> Bool {
    Self.safeMethods.contains(try file.request(at: index).method)
  }

  /// The recorded status of an interaction.
  ///
  /// - Parameter index: The interaction's number, counted from 0.
  /// - Returns: The status; nil where a failure was recorded.
  /// - Throws: `CassetteError` when it cannot be decoded.
  package func recordedStatus(_ index: Int) throws -> Int? {
    Self.status(of: try file.interaction(at: index).outcome)
  }

  private static func status(of outcome: Interaction.Outcome) -> Int? {
    if case .response(let response) = outcome { response.status } else { nil }
  }

  /// Decides about an interaction.
  ///
  /// - Parameter index: Its number, counted from 0.
  /// - Returns: What is to be done.
  /// - Throws: `CassetteError` when it cannot be decoded.
  package mutating func step(_ index: Int) throws -> Step {
    let recorded = try file.request(at: index)
    func done(_ verdict: VerifiedInteraction.Verdict) -> Step {
      if case .unchecked = verdict { unchecked.insert(index) }
      return .done(
        .init(number: index + 1, request: redactor.redacting(recorded), verdict: verdict))
    }
    if try file.rule(at: index)?.isPattern == true {
      skipped.insert(index)
      return done(.skipped("its URL is a pattern"))
    }
    guard let origin = liveOrigin(of: recorded) else {
      skipped.insert(index)
      return done(.skipped("its URL is not one of HTTP"))
    }
    guard options.sendsUnsafe || Self.safeMethods.contains(recorded.method) else {
      skipped.insert(index)
      return done(.skipped("\(recorded.method) is not safe; --unsafe sends it"))
    }
    let carrying = carryOver.carrying(recorded, at: index)
    let isTrusted = options.trust.includes(origin, options.origins)
    if !isTrusted, let source = try stranger(to: origin, among: carrying.sources) {
      return done(
        .unchecked(
          "it carries what the answer to #\(source + 1) of another origin hands out; to send that to "
            + "\(origin): --send-secrets \(origin)"))
    }
    var request = options.origins?.rebased(carrying.request) ?? carrying.request
    let values = try secrets(for: origin, isTrusted: isTrusted)
    request = Self.restored(request, values.sent)
    if let name = recorded.placeholders.first(where: { request.placeholders.contains($0) }) {
      if let source = carryOver.source(ofPlaceholder: name, before: index), skipped.contains(source)
      {
        skipped.insert(index)
        return done(
          .skipped("it needs {{\(name)}} from the answer to #\(source + 1), which was not sent"))
      }
      if let source = carryOver.source(ofPlaceholder: name, before: index),
        unchecked.contains(source)
      {
        return done(
          .unchecked(
            "it needs {{\(name)}} from the answer to #\(source + 1), which could not be checked"))
      }
      guard values.withheld.contains(Array(name.utf8)) else {
        return done(
          .unchecked("{{\(name)}} has no value; set the variable \(name) and say --secret \(name)"))
      }
      return done(
        .unchecked(
          "{{\(name)}} is sent only where you say, as a cassette may name any host; to send it to "
            + "\(origin): --send-secrets \(origin)"))
    }
    return .send(request)
  }

  /// The origin that a recorded request goes to; nil when it is not one of HTTP.
  private func liveOrigin(of recorded: Interaction.Request) -> String? {
    OriginMap.origin(of: options.origins?.rebased(recorded).url ?? recorded.url)
      .map(OriginMap.canonical)
  }

  /// The first of some interactions that went to another origin.
  private func stranger(to origin: String, among sources: Set<Int>) throws -> Int? {
    try sources.sorted().first { liveOrigin(of: try file.request(at: $0)) != origin }
  }

  /// The values of secrets that a request to an origin gets, and the names of those that are known and
  /// that it does not get.
  private func secrets(
    for origin: String, isTrusted: Bool
  ) throws -> (sent: [[UInt8]: [UInt8]], withheld: Set<[UInt8]>) {
    var sent: [[UInt8]: [UInt8]] = [:]
    var withheld: Set<[UInt8]> = []
    for (name, secret) in carryOver.secrets {
      if try isTrusted || stranger(to: origin, among: [secret.source]) == nil {
        sent[name] = secret.bytes
      } else {
        withheld.insert(name)
      }
    }
    for secret in options.redaction.values.secrets {
      if isTrusted {
        sent[secret.name] = secret.bytes
      } else {
        withheld.insert(secret.name)
      }
    }
    return (sent, withheld)
  }

  /// A request with secrets in the place of their placeholders.
  private static func restored(
    _ request: Interaction.Request, _ values: [[UInt8]: [UInt8]]
  ) -> Interaction.Request {
    guard !values.isEmpty else { return request }
    var request = request
    func restoring(_ encoding: DecodedText.Encoding?) -> SecretRestoring {
      SecretRestoring(values: encoding.map { values.mapValues($0.encode) } ?? values)
    }
    request.url = request.url.withUTF8Span { restoring(.percent).find(in: $0) }
      .applied(to: request.url)
    for index in request.headers.fields.indices {
      let value = request.headers.fields[index].value
      request.headers.fields[index].value = value.withUTF8Span { restoring(nil).find(in: $0) }
        .applied(to: value)
    }
    let type = MediaType(request.headers)
    // In a form the placeholder itself says that its secret is encoded.
    let encoding: DecodedText.Encoding? = type?.isJSON == true ? .json : nil
    request.body = restoring(encoding).find(in: request.body.bytes.span).applied(to: request.body)
    return request
  }

  /// Takes in what came of a request that was sent.
  ///
  /// - Parameters:
  ///   - index: The interaction's number, counted from 0.
  ///   - live: The request as it was sent and what came of it, not redacted.
  ///   - comparison: How interactions are compared.
  /// - Returns: What it means.
  /// - Throws: `CassetteError` when the interaction cannot be decoded.
  package mutating func finish(
    _ index: Int, _ live: Interaction, with comparison: Comparison
  ) throws -> VerifiedInteraction {
    let recorded = try file.interaction(at: index)
    let isTrouble = isTrouble(live.outcome, insteadOf: recorded.outcome)
    var carried: [String] = []
    if !isTrouble, case .response(let old) = recorded.outcome,
      case .response(let new) = live.outcome
    {
      carried = carryOver.learn(from: new, insteadOf: old, at: index)
    }
    // First what stands where the recording has a placeholder, as no rule may find it by itself.
    let redacted = redactor.redacting(carryOver.redaction.redacting(live))
    var result = VerifiedInteraction(
      number: index + 1, request: redactor.redacting(recorded.request), verdict: .same,
      carried: carried)
    switch (recorded.outcome, redacted.outcome) {
    case (.failure(let old), .failure(let new)) where old.code == new.code: break
    case (_, .failure(let failure)):
      unchecked.insert(index)
      result.verdict = .unchecked("\(failure.message) (\(failure.code))")
    case (_, .response(let response)) where isTrouble:
      unchecked.insert(index)
      result.verdict = .unchecked(ServiceTrouble.reason(response))
    case (.failure, .response):
      try compare(recorded, redacted.outcome, at: index, with: comparison, into: &result)
    case (.response(let old), .response(let new)):
      let alignment = LiveAlignment(
        exchanges: carryOver.exchanges, origin: options.origins?.origins(of: recorded.request.url))
      try compare(
        recorded, .response(alignment.aligned(new, to: old)), at: index, with: comparison,
        into: &result)
    }
    return result
  }

  /// True for a response that tells of trouble and is not what was recorded.
  private func isTrouble(
    _ live: Interaction.Outcome, insteadOf recorded: Interaction.Outcome
  ) -> Bool {
    guard !options.acceptsErrors, case .response(let response) = live else { return false }
    return ServiceTrouble.isTrouble(response, recorded: Self.status(of: recorded))
  }

  private mutating func compare(
    _ recorded: Interaction, _ outcome: Interaction.Outcome, at index: Int,
    with comparison: Comparison, into result: inout VerifiedInteraction
  ) throws {
    var live = recorded
    live.outcome = outcome
    guard var change = try comparison(recorded, live) else { return }
    let sources = carryOver.sources(of: recorded.request, at: index)
    if let source = sources.sorted().first(where: { skipped.contains($0) }) {
      // That a value is not the one which the request would have carried is not the service's doing.
      result.verdict = .skipped(
        "it differs, and it carries what the answer to #\(source + 1) hands out, which was not sent"
      )
      return
    }
    if let source = sources.sorted().first(where: { unchecked.contains($0) }) {
      unchecked.insert(index)
      result.verdict = .unchecked(
        "it differs, and it carries what the answer to #\(source + 1) hands out, which could not be "
          + "checked")
      return
    }
    change.oldNumber = index + 1
    change.newNumber = index + 1
    result.verdict = .drifted(change)
    let (old, new) = (Self.status(of: recorded.outcome) ?? 0, Self.status(of: outcome) ?? 0)
    if !options.acceptsErrors, (200..<400).contains(old), new >= 400 {
      result.isWithheld = true
      return
    }
    updates[index] = CassetteWriter().item(
      options.volatility.carrying(recorded, into: live))
  }

  // MARK: - Writing

  /// Writes what drifted to the cassette, as a recording would; all else stays as it is.
  ///
  /// - Returns: How many interactions were changed.
  /// - Throws: `DeckError` when it cannot be written.
  package func update() throws -> Int {
    guard !updates.isEmpty else { return 0 }
    let items = (0..<file.count).map { updates[$0]?[...] ?? file.text(at: $0) }
    let live = CassetteContent(prologue: CassetteWriter.prologue[...], items: items)
    let merge = try CassetteMerge(
      CassetteFile(path: path, content: live.bytes), into: file, equivalence: options.equivalence,
      manner: .updating, volatility: options.volatility)
    do throws(SystemError) {
      try SideFiles(path: path).write(merge.files)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "the files beside the cassette could not be written: \(error)")
    }
    try merge.content().write(to: path)
    return merge.updated
  }
}

/// Keeps recordings from a cassette that is being updated, as what they wrote would be lost.
final class UpdateLock: Sendable {
  private let journal: Journal

  /// Takes hold of a cassette.
  ///
  /// - Parameter path: The cassette's path.
  /// - Throws: `DeckError` when it is being recorded, or an unfinished recording lies beside it.
  init(cassette path: String) throws(DeckError) {
    let journal = try Journal(besideCassette: FileSystem.followingLink(path), mode: .once)
    guard journal.leftover.items.isEmpty else {
      throw DeckError(
        kind: .inUse, path: path,
        reason: "an unfinished recording lies beside it, so nothing was sent; take that up first: "
          + "vcr recover \(path.shellWord)")
    }
    self.journal = journal
  }

  deinit { journal.remove() }
}
