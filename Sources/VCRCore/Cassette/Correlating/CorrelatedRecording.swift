/// Puts the values that a service handed out when a cassette was recorded in the place of those that
/// it hands out now.
///
/// An order that is created gets another id in each run, and the requests that read it name that id.
/// In what this gives, responses produce the old values and requests consume them: nothing differs
/// where the service has not changed, and a replay takes the same path.
///
/// A value is replaced at all places where it is the same thing, or at none: one that would then be
/// taken for another thing, or would stay somewhere, stays everywhere.
struct CorrelatedRecording {
  private let recorded: CassetteFile
  private let base: CassetteFile
  private let equivalence: RequestEquivalence
  private let matcher: InteractionMatcher
  /// The old items that may be the partners of what is translated.
  private let candidates: [Int]
  /// The recorded items that may hold other values than the cassette.
  private let differing: [Int]

  /// How often values that cannot be replaced are left out before all are.
  private static let rounds = 4

  /// Prepares the comparison of a recording with the cassette; nil when no request differs, so that
  /// none can carry another value.
  ///
  /// - Parameters:
  ///   - matcher: The recording and the cassette, paired without a regard to correlation.
  ///   - recorded: The recording.
  ///   - base: The cassette.
  ///   - equivalence: The policy by which requests match.
  ///   - isSame: True for an old and a recorded item that are equal.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  init?(
    _ matcher: InteractionMatcher, recorded: CassetteFile, base: CassetteFile,
    equivalence: RequestEquivalence, isSame: (_ old: Int, _ new: Int) throws -> Bool
  ) throws {
    var (differing, hasOtherRequest) = ([Int](), false)
    var isCandidate = matcher.partnersOfOld.map { $0 == nil }
    let hasFreeOld = isCandidate.contains(true)
    for new in 0..<recorded.count {
      guard let old = matcher.partnersOfNew[new] else {
        differing.append(new)
        hasOtherRequest = hasOtherRequest || hasFreeOld
        continue
      }
      if try isSame(old, new) { continue }
      differing.append(new)
      isCandidate[old] = true
      if !hasOtherRequest {
        hasOtherRequest = try matcher.new.request(new) != matcher.old.request(old)
      }
    }
    guard hasOtherRequest else { return nil }
    (self.recorded, self.base, self.equivalence) = (recorded, base, equivalence)
    (self.matcher, self.differing) = (matcher, differing)
    candidates = isCandidate.indices.filter { isCandidate[$0] }
  }

  /// The recording with old values.
  ///
  /// - Parameter files: Receives the side files to which it refers.
  /// - Returns: Nil when nothing can be replaced.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  func file(files: inout [SideFile]) throws -> CassetteFile? {
    var blocked: Set<String> = []
    for _ in 0..<Self.rounds {
      let translation = try translation(without: blocked)
      if translation.items.isEmpty { return nil }
      guard let conflicts = try conflicts(in: translation) else { return nil }
      if !conflicts.isEmpty {
        blocked.formUnion(conflicts)
        continue
      }
      var content = CassetteWriter.prologue
      var added: [SideFile] = []
      for new in 0..<recorded.count {
        if let item = translation.items[new] {
          content += try recorded.text(
            at: new, from: try recorded.interaction(at: new), to: item, files: &added
          ).bytes
        } else {
          content += recorded.text(at: new)
        }
      }
      files += added
      return try recorded.rewritten(content, added)
    }
    return nil
  }

  // MARK: - Translating

  /// A recording with old values, as far as it differs from the recording.
  private struct Translation {
    /// The interactions that hold other values, by their position.
    var items: [Int: Interaction] = [:]
    /// All texts that were replaced, and what replaced them.
    var texts: Set<String> = []
  }

  private func translation(without blocked: Set<String>) throws -> Translation {
    var result = Translation()
    // The roles are those of a verification, turned round: the recording is what was known first,
    // and the cassette answers.
    var correlation = try Correlation(recorded)
    correlation.blocked = blocked
    var values = HandedOutValues()
    var partners = try Partners(candidates, of: base, equivalence)
    for new in differing {
      guard let interaction = try matcher.new.interaction(new) else { continue }
      var changed = interaction
      changed.request = correlation.liveRequest(for: interaction.request, at: new).request
      let old = try partners.take(for: changed.request, preferring: matcher.partnersOfNew[new])
        .flatMap { try matcher.old.interaction($0) }
      if case .response(var response) = interaction.outcome, response.body.file == nil {
        let path = interaction.request.pathSegments
        var echoes: [String: String] = [:]
        if case .response(let before)? = old?.outcome, before.body.file == nil {
          echoes = Self.echoes(in: response, before, (interaction.request, changed.request))
          let learned = correlation.learn(from: before, recorded: response, at: new)
          for value in ProducedValue.values(of: response) where learned.contains(value.place) {
            guard let text = correlation.liveText(at: new, value.place) else { continue }
            values.add(value, requestPath: path, replacedBy: text)
          }
        }
        response = values.replacing(in: response, requestPath: path, echoes: echoes)
        changed.outcome = .response(response)
      }
      if changed != interaction { result.items[new] = changed }
    }
    result.texts = values.texts
    return result
  }

  /// Where a service gives a value of the request back in JSON, whatever it calls it: both responses
  /// have there what their requests carry.
  ///
  /// - Parameters:
  ///   - response: The recorded response.
  ///   - before: The old one.
  ///   - requests: The recorded request, and the same with old values.
  /// - Returns: The old values by their paths.
  private static func echoes(
    in response: Interaction.Response, _ before: Interaction.Response,
    _ requests: (Interaction.Request, Interaction.Request)
  ) -> [String: String] {
    let (carried, old) = (
      ConsumedValue.values(of: requests.0), ConsumedValue.values(of: requests.1)
    )
    guard carried.count == old.count else { return [:] }
    let changes = Dictionary(
      zip(carried, old).lazy.filter { $0.text != $1.text }.map { ($0.text, $1.text) }
    ) { first, _ in first }
    guard !changes.isEmpty, let json = JSONText(response.body.bytes),
      let other = JSONText(before.body.bytes)
    else { return [:] }
    let texts = Dictionary(other.scalars.map { ($0.path, $0.text) }) { first, _ in first }
    return Dictionary(
      json.scalars.compactMap { scalar in
        changes[scalar.text].flatMap { texts[scalar.path] == $0 ? (scalar.path, $0) : nil }
      }
    ) { first, _ in first }
  }

  /// The old interactions that have no partner yet.
  private struct Partners {
    private let base: CassetteFile
    private let equivalence: RequestEquivalence
    private var byRequest: [[UInt8]: [Int]] = [:]
    private var byKey: [[UInt8]: [Int]] = [:]
    private var requests: [Int: [UInt8]] = [:]
    private var used: Set<Int> = []

    init(_ items: [Int], of base: CassetteFile, _ equivalence: RequestEquivalence) throws {
      (self.base, self.equivalence) = (base, equivalence)
      // The lists are reversed, so that the first is taken from the end.
      for item in items.reversed() {
        let request = try base.readingUnlessSideFileMissing(at: item) { reader throws(YAMLFault) in
          try reader.request()
        }
        guard let request else { continue }
        var key: [UInt8] = []
        equivalence.appendKey(of: request, to: &key)
        let whole = Self.text(of: request)
        byKey[key, default: []].append(item)
        byRequest[whole, default: []].append(item)
        requests[item] = whole
      }
    }

    private static func text(of request: Interaction.Request) -> [UInt8] {
      Array("\(request.method) \(request.url)\n".utf8)
        + (request.body.file == nil ? request.body.bytes : [])
    }

    /// Takes the partner of a request: one that is the same, if possible the preferred one; else
    /// the preferred one; else the next that matches.
    mutating func take(for request: Interaction.Request, preferring preferred: Int?) throws -> Int?
    {
      let whole = Self.text(of: request)
      let free = preferred.flatMap { used.contains($0) || requests[$0] == nil ? nil : $0 }
      if let free, requests[free] == whole { return use(free) }
      if let item = next(&byRequest[whole]) { return use(item) }
      if let free { return use(free) }
      var key: [UInt8] = []
      equivalence.appendKey(of: request, to: &key)
      return next(&byKey[key]).map { use($0) }
    }

    private func next(_ items: inout [Int]?) -> Int? {
      while let item = items?.popLast() {
        if !used.contains(item) { return item }
      }
      return nil
    }

    private mutating func use(_ item: Int) -> Int {
      used.insert(item)
      return item
    }
  }

  // MARK: - Checking

  /// A text at places of one kind.
  private struct Place: Hashable {
    var link: CorrelationLink
    var text: String
  }

  /// The values of which one became two, or two became one.
  ///
  /// - Parameter translation: The recording with old values.
  /// - Returns: The recorded values that must stay; nil when that cannot be told.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  private func conflicts(in translation: Translation) throws -> Set<String>? {
    var conflicts: Set<String> = []
    var (oldTexts, newTexts) = ([Place: String](), [Place: String]())
    for new in 0..<recorded.count {
      guard let before = try matcher.new.interaction(new) else { continue }
      let values = Self.linkedTexts(of: before, among: translation.texts)
      let after = translation.items[new].map {
        Self.linkedTexts(of: $0, among: translation.texts)
      }
      guard after == nil || after?.count == values.count else { return nil }
      for (index, value) in values.enumerated() {
        let text = after?[index].text ?? value.text
        guard translation.texts.contains(value.text) || translation.texts.contains(text) else {
          continue
        }
        for link in value.links {
          let known = newTexts.updateValue(text, forKey: Place(link: link, text: value.text))
          if let known, known != text { conflicts.insert(value.text) }
          let source = oldTexts.updateValue(value.text, forKey: Place(link: link, text: text))
          if let source, source != value.text { conflicts.formUnion([source, value.text]) }
        }
      }
    }
    return conflicts
  }

  /// All values of an interaction that may be correlated, in their order.
  private static func linkedTexts(
    of interaction: Interaction, among texts: Set<String>
  ) -> [(text: String, links: [CorrelationLink])] {
    // Which links a value has is of interest for few, and is costly to find out. Several segments
    // at once are a value or none by the number of their digits, and count by each of them.
    var values = ConsumedValue.values(of: interaction.request).filter { value in
      if case .path = value.slot { false } else { true }
    }.map {
      ($0.text, texts.contains($0.text) ? CorrelationRule.links(of: $0) : [])
    }
    if case .response(let response) = interaction.outcome, response.body.file == nil {
      let path = interaction.request.pathSegments
      values += ProducedValue.values(of: response).map {
        (
          $0.text,
          texts.contains($0.text) ? CorrelationRule.links(of: $0, requestPath: path) : []
        )
      }
    }
    return values
  }
}
