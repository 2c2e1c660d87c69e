#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import VCRCore

/// Decides which requests of a cassette are sent to the live service, and judges its responses.
///
/// A verification sends nothing itself. Each interaction goes through ``step(_:)`` and, when its
/// request was sent, through ``finish(_:_:with:)``. Later requests carry the values that the live
/// responses produced.
package struct Verification {
  /// The settings of a verification.
  package struct Options: Sendable {
    /// The secrets that never reach the disk or a reader; named ones are restored in requests.
    package var redaction = Redaction.standard
    /// The policy by which drifted interactions are merged into the cassette.
    package var equivalence = RequestEquivalence.standard
    /// The parts that may differ although the service has not changed.
    package var volatility = Volatility.standard
    /// True when methods that change something at the service are sent as well.
    package var sendsUnsafe = false
    /// Where requests go.
    package var origins: OriginMap?
    /// The origins that get the values of secrets, besides those that `origins` names.
    package var trust = SecretTrust.none
    /// True when drifted interactions are written to the cassette.
    package var isUpdating = false
    /// True when 429 (too many requests) and 5xx (failures of the service) count as responses like
    /// any other, and worse responses may replace good ones in the cassette.
    package var acceptsErrors = false

    /// Creates options.
    package init() {}
  }

  /// The next action for an interaction.
  package enum Step: Sendable {
    /// Send this request, which holds the real secrets.
    case send(Interaction.Request)
    /// Nothing is sent; this is the result.
    case done(VerifiedInteraction)
  }

  /// Compares two interactions; nil when they have equal content.
  package typealias Comparison = (Interaction, Interaction) throws -> InteractionChange?

  private let path: String
  private let file: CassetteFile
  private let options: Options
  private let redactor: Redactor
  private var correlation: Correlation
  /// The interactions that were skipped on purpose, counted from 0.
  private var skipped: Set<Int> = []
  /// The interactions that could not be checked, counted from 0.
  private var unchecked: Set<Int> = []
  /// The new texts of the interactions that drifted, by number counted from 0.
  private var updates: [Int: [UInt8]] = [:]
  /// True when requests are among them, as they follow links that say something else.
  private var restates = false
  /// Keeps recordings from writing the cassette until the update is written; nil without an update.
  private let updateLock: UpdateLock?

  /// Opens a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path.
  ///   - options: The settings.
  /// - Throws: `CassetteError` when the cassette cannot be read; `DeckError` when there is none, or
  ///   when an update is asked for while it is being recorded or an unfinished recording lies next
  ///   to it; `OriginMap.Fault` when one URL would replace several origins.
  package init(cassette path: String, options: Options) throws {
    try DeckError.requireCassette(at: path)
    self.path = path
    self.options = options
    updateLock = options.isUpdating ? try UpdateLock(cassette: path) : nil
    file = try CassetteFile(reading: path)
    if options.isUpdating, let origin = file.origin { throw origin.isNotWritten(path) }
    redactor = Redactor(options.redaction)
    correlation = try Correlation(file, followsUnnamed: true)
    guard let map = options.origins else { return }
    var known: Set<String> = []
    var origins: [String] = []
    for index in 0..<file.count {
      let origin = OriginMap.origin(of: try file.request(at: index).url).map(OriginMap.canonical)
      if let origin, known.insert(origin).inserted { origins.append(origin) }
    }
    try map.check(origins)
  }

  /// The number of interactions.
  package var count: Int { file.count }

  /// The notices for a user about the recording of another tool that is verified, one line each.
  package var notices: [String] { file.origin?.notices ?? [] }

  /// The interactions that must be finished before the request at an index can be built, counted
  /// from 0.
  package func sources(of index: Int) throws -> Set<Int> {
    let request = try file.request(at: index)
    return correlation.sources(of: request, at: index)
      .union(correlation.unnamedSources(of: request, at: index))
  }

  /// True when the request's method is safe (RFC 9110 §9.2.1).
  package func isSafe(_ index: Int) throws -> Bool {
    try file.request(at: index).isSafe
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
    if case .response(let response) = outcome { GRPCCall.statusOfHTTP(response) } else { nil }
  }

  /// Decides whether the request of an interaction is sent.
  ///
  /// - Parameter index: Its number, counted from 0.
  /// - Returns: The next action.
  /// - Throws: `CassetteError` when it cannot be decoded.
  package mutating func step(_ index: Int) throws -> Step {
    let recorded = try file.request(at: index)
    func done(_ verdict: VerifiedInteraction.Verdict, isUnsupported: Bool = false) -> Step {
      switch verdict {
      case .unchecked: unchecked.insert(index)
      case .skipped: skipped.insert(index)
      case .same, .drifted: break
      }
      return .done(
        .init(
          number: index + 1, request: redactor.redacting(recorded), verdict: verdict,
          isUnsupported: isUnsupported))
    }
    if try file.rule(at: index)?.isPattern == true {
      return done(.skipped("its URL is a pattern"))
    }
    if try recordedStatus(index) == Interaction.Response.webSocketStatus {
      return done(.skipped("it is a WebSocket, which is not verified"), isUnsupported: true)
    }
    guard let origin = liveOrigin(of: recorded) else {
      return done(.skipped("its URL is not one of HTTP"))
    }
    if case .failure(let failure) = try file.interaction(at: index).outcome.byFinalResponse,
      failure.isLeft
    {
      return done(.skipped("its client left before a response began, so there is none to compare"))
    }
    guard options.sendsUnsafe || recorded.isSafe else {
      return done(.skipped("\(recorded.method) is not safe; --unsafe sends it"))
    }
    let live = correlation.liveRequest(for: recorded, at: index)
    let isTrusted = options.trust.includes(origin, options.origins)
    if !isTrusted, let source = try firstSource(outside: origin, in: live.sources) {
      return done(
        .unchecked(
          "it carries what the response to #\(source + 1) of another origin hands out; to send that to "
            + "\(origin): --send-secrets \(origin)"))
    }
    var request = options.origins?.rebased(live.request) ?? live.request
    let values = try secrets(
      for: origin, isTrusted: isTrusted, produced: correlation.secrets(for: recorded, at: index))
    request = Self.restored(request, values.sent)
    if let name = recorded.placeholders.first(where: { request.placeholders.contains($0) }) {
      let isWithheld = values.withheld.contains(Array(name.utf8))
      return done(verdict(without: name, at: index, origin, isWithheld: isWithheld))
    }
    if request.headers["te"] == nil,
      GRPCCall.asksForTrailers(try file.interaction(at: index))
    {
      request.headers.append("TE", "trailers")
    }
    return .send(request)
  }

  /// The verdict on a request that cannot be sent for the want of a secret.
  ///
  /// - Parameters:
  ///   - name: The name of the placeholder that is left.
  ///   - index: The number of the interaction, counted from 0.
  ///   - origin: The origin that it would be sent to.
  ///   - isWithheld: True when the secret has a value that is not sent there.
  /// - Returns: The verdict, with what to type where that helps.
  private func verdict(
    without name: String, at index: Int, _ origin: String, isWithheld: Bool
  ) -> VerifiedInteraction.Verdict {
    if let source = correlation.source(ofPlaceholder: name, before: index) {
      if skipped.contains(source) {
        return .skipped(
          "it needs {{\(name)}} from the response to #\(source + 1), which was not sent")
      }
      if unchecked.contains(source) {
        return .unchecked(
          "it needs {{\(name)}} from the response to #\(source + 1), which could not be checked")
      }
    }
    guard isWithheld else {
      return .unchecked(
        "{{\(name)}} has no value; set the variable \(name) and say --secret \(name)")
    }
    return .unchecked(
      "{{\(name)}} is sent only where you say, as a cassette may name any host; to send it to "
        + "\(origin): --send-secrets \(origin)")
  }

  /// The origin that a recorded request is sent to; nil when its URL is not an HTTP URL.
  private func liveOrigin(of recorded: Interaction.Request) -> String? {
    OriginMap.origin(of: options.origins?.rebased(recorded).url ?? recorded.url)
      .map(OriginMap.canonical)
  }

  /// The first of some interactions whose request goes to another origin than the given one.
  private func firstSource(outside origin: String, in sources: Set<Int>) throws -> Int? {
    try sources.sorted().first { liveOrigin(of: try file.request(at: $0)) != origin }
  }

  /// The values of secrets that a request to an origin gets, and the names of the known secrets
  /// that are withheld from it.
  private func secrets(
    for origin: String, isTrusted: Bool, produced: [[UInt8]: Correlation.Secret]
  ) throws -> (sent: [[UInt8]: [UInt8]], withheld: Set<[UInt8]>) {
    var sent: [[UInt8]: [UInt8]] = [:]
    var withheld: Set<[UInt8]> = []
    for (name, secret) in produced {
      if try isTrusted || firstSource(outside: origin, in: [secret.source]) == nil {
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

  /// The request with the values of secrets in place of their placeholders.
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
    // A placeholder in a form states its secret's encoding itself.
    let encoding: DecodedText.Encoding? = type?.isJSON == true ? .json : nil
    restoring(encoding).restoreBody(of: &request)
    return request
  }

  /// Judges the outcome of a request that was sent.
  ///
  /// - Parameters:
  ///   - index: The interaction's number, counted from 0.
  ///   - live: The request as it was sent with its outcome, not redacted.
  ///   - comparison: Compares two interactions.
  /// - Returns: The result for this interaction.
  /// - Throws: `CassetteError` when the interaction cannot be decoded.
  package mutating func finish(
    _ index: Int, _ live: Interaction, with comparison: Comparison
  ) throws -> VerifiedInteraction {
    let recorded = try file.interaction(at: index)
    let isTrouble = isTrouble(live.outcome, recorded: recorded.outcome)
    var producedPlaces: [String] = []
    if !isTrouble, case .response(let old) = recorded.outcome,
      case .response(let new) = live.outcome
    {
      producedPlaces = correlation.learn(from: new, recorded: old, at: index)
      correlation.learnSiblings(from: new, recorded: old, at: index)
    }
    // Values at the places of recorded placeholders are redacted first, since the rules may not
    // recognise them by themselves.
    let redacted = redactor.redacting(correlation.redaction.redacting(live))
    var result = VerifiedInteraction(
      number: index + 1, request: redactor.redacting(recorded.request), verdict: .same,
      producedPlaces: producedPlaces)
    switch (recorded.outcome, redacted.outcome) {
    case (.failure(let old), .failure(let new)) where old.code == new.code: break
    case (_, _) where isBeginning(recorded, of: redacted, at: index): break
    case (let old, let new) where new.failure != nil && new.failure?.code != old.failure?.code:
      unchecked.insert(index)
      result.verdict = .unchecked(
        new.failure.map { "\($0.message) (\($0.code))" } ?? "")
    case (_, .failure(let failure)):
      unchecked.insert(index)
      result.verdict = .unchecked("\(failure.message) (\(failure.code))")
    case (_, .response(let response)) where isTrouble:
      unchecked.insert(index)
      result.verdict = .unchecked(ServiceTrouble.reason(response))
    case (.failure, .response):
      try compare(recorded, redacted.outcome, at: index, with: comparison, into: &result)
    case (.response(let old), .response(let new)):
      let aligned = alignment(to: recorded, of: redacted, at: index).aligned(new, to: old)
      try compare(recorded, .response(aligned), at: index, with: comparison, into: &result)
    }
    if case .same = result.verdict, let request = restatedRequest(of: recorded, at: index) {
      restates = true
      var written = recorded
      written.request = request
      updates[index] = CassetteWriter().item(written)
    }
    return result
  }

  /// The request of an interaction where it follows a link that is written to the cassette, and
  /// that says something else than before; nil where it stays as it is.
  private func restatedRequest(
    of recorded: Interaction, at index: Int
  ) -> Interaction.Request? {
    let restated = correlation.restatedRequest(for: recorded.request, at: index)
    guard restated.request != recorded.request,
      restated.sources.allSatisfy({ updates[$0] != nil })
    else { return nil }
    return redactor.redacting(restated.request)
  }

  /// What restores recorded values in the response of a live interaction.
  private func alignment(
    to recorded: Interaction, of live: Interaction, at index: Int
  ) -> LiveAlignment {
    LiveAlignment(
      correlatedValues: correlation.correlatedValues,
      nearValues: correlation.correlatedValues(for: live.request, at: index),
      origin: options.origins?.origins(of: recorded.request.url)
    ) { [correlation] scalars in
      CalledNumbers(
        among: scalars, to: live.request, echoes: correlation.echoes,
        made: correlation.made.names)
    }
  }

  /// True when a client left what was recorded, and the service still sends what came until then.
  private func isBeginning(
    _ recorded: Interaction, of live: Interaction, at index: Int
  ) -> Bool {
    guard case .response(let old) = recorded.outcome, case .response(let new) = live.outcome else {
      return false
    }
    var aligned = live
    aligned.outcome = .response(
      alignment(to: recorded, of: live, at: index).aligned(new, to: old))
    return options.volatility.isBeginning(recorded, of: aligned)
  }

  /// True for a response that reports trouble of the service, unless that was recorded.
  private func isTrouble(
    _ live: Interaction.Outcome, recorded: Interaction.Outcome
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
    let sources = correlation.sources(of: recorded.request, at: index)
    if let source = sources.sorted().first(where: { skipped.contains($0) }) {
      // The request carried an outdated value, so the difference is not the service's doing.
      result.verdict = .skipped(
        "it differs, and it carries what the response to #\(source + 1) hands out, which was not sent"
      )
      return
    }
    if let source = sources.sorted().first(where: { unchecked.contains($0) }) {
      unchecked.insert(index)
      result.verdict = .unchecked(
        "it differs, and it carries what the response to #\(source + 1) hands out, which could not be "
          + "checked")
      return
    }
    change.oldNumber = index + 1
    change.newNumber = index + 1
    result.verdict = .drifted(change)
    if !options.acceptsErrors, case .response(let old) = recorded.outcome,
      case .response(let new) = outcome,
      let reason = WorseResponse.reason(new, insteadOf: old, request: recorded.request)
    {
      result.reasonToWithhold = reason
      return
    }
    var written = options.volatility.carrying(recorded, into: live)
    if let request = restatedRequest(of: recorded, at: index) {
      restates = true
      written.request = request
    }
    updates[index] = CassetteWriter().item(written)
  }

  // MARK: - Writing

  /// Writes the drifted interactions to the cassette as a recording would; all others stay as they
  /// are.
  ///
  /// - Returns: The number of interactions that changed.
  /// - Throws: `DeckError` when the cassette cannot be written.
  package func update() throws -> Int {
    guard !updates.isEmpty else { return 0 }
    let items = (0..<file.count).map { updates[$0]?[...] ?? file.text(at: $0) }
    let live = CassetteContent(prologue: CassetteWriter.prologue[...], items: items)
    let merge = try CassetteMerge(
      CassetteFile(path: path, content: live.bytes), into: file, equivalence: options.equivalence,
      strategy: restates ? .replacing : .updating, volatility: options.volatility)
    do throws(SystemError) {
      try SideFiles(path: path).write(merge.files)
    } catch {
      throw DeckError(
        kind: .unwritable, path: path,
        reason: "the files beside the cassette could not be written: \(error)")
    }
    try merge.content().write(to: path)
    return merge.updated + merge.added
  }
}
