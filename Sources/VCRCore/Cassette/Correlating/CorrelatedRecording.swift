/// Puts the values that a service handed out when a cassette was recorded in the place of those
/// that it hands out now.
///
/// An order that is created gets another id in each run, and the requests that read it name that
/// id. In what this gives, responses produce the old values and requests consume them: nothing
/// differs where the service has not changed, and a replay takes the same path.
///
/// A value is replaced at all places where it is the same thing, or at none: one that would then be
/// taken for another thing, or would stay somewhere, stays everywhere.
struct CorrelatedRecording {
  private let recorded: CassetteFile
  private let base: CassetteFile
  private let equivalence: RequestEquivalence
  private let volatility: Volatility
  private let matcher: InteractionMatcher
  /// The old items that may be the partners of what is translated.
  private let candidates: [Int]
  /// The recorded items that may hold other values than the cassette.
  private let differing: [Int]
  /// Which requests of the recording use which values of its responses.
  private let correlation: Correlation

  /// How often values are left out that cannot be replaced, or added that are found to be carried,
  /// before nothing is replaced.
  private static let rounds = 6

  /// Prepares the comparison of a recording with the cassette; nil when no request differs, and no
  /// response in an id, so that none can carry another value.
  ///
  /// - Parameters:
  ///   - matcher: The recording and the cassette, paired without a regard to correlation.
  ///   - recorded: The recording.
  ///   - base: The cassette.
  ///   - equivalence: The policy by which requests match.
  ///   - volatility: The parts that may differ between two requests that are the same.
  ///   - isSame: True for an old and a recorded item that are equal.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  init?(
    _ matcher: InteractionMatcher, recorded: CassetteFile, base: CassetteFile,
    equivalence: RequestEquivalence, volatility: Volatility,
    isSame: (_ old: Int, _ new: Int) throws -> Bool
  ) throws {
    var (differing, hasOtherRequest) = ([Int](), false)
    var same: [(old: Int, new: Int)] = []
    var isCandidate = matcher.partnersOfOld.map { $0 == nil }
    let hasFreeOld = isCandidate.contains(true)
    for new in 0..<recorded.count {
      guard let old = matcher.partnersOfNew[new] else {
        differing.append(new)
        hasOtherRequest = hasOtherRequest || hasFreeOld
        continue
      }
      if try isSame(old, new) {
        same.append((old, new))
        continue
      }
      differing.append(new)
      isCandidate[old] = true
      if !hasOtherRequest {
        hasOtherRequest =
          try matcher.new.request(new) != matcher.old.request(old)
          || Self.haveOtherIDs(
            matcher.old.interaction(old), matcher.new.interaction(new), volatility)
      }
    }
    guard hasOtherRequest else { return nil }
    // An id in a volatile place is no difference, but a request that sends it back is one.
    let sentBack = try SentBackValues(in: recorded)
    correlation = try Correlation(recorded)
    for (old, new) in same {
      let fields = try matcher.new.interaction(new)?.response?.headers.fields ?? []
      let isSentBack = fields.contains {
        sentBack.request(carrying: $0, after: new, volatility) != nil
      }
      guard isSentBack || correlation.isAwaited(new) else { continue }
      differing.append(new)
      isCandidate[old] = true
    }
    differing.sort()
    (self.recorded, self.base, self.equivalence) = (recorded, base, equivalence)
    (self.matcher, self.differing, self.volatility) = (matcher, differing, volatility)
    candidates = isCandidate.indices.filter { isCandidate[$0] }
  }

  /// True for two responses in which an id differs.
  ///
  /// A service that counts from the same number again hands out the same ids in another order. In a
  /// volatile field an id that matters is one that a request sends back, which differs then.
  private static func haveOtherIDs(
    _ old: Interaction?, _ new: Interaction?, _ volatility: Volatility
  ) -> Bool {
    guard let new, case .response(let response) = new.outcome,
      case .response(let other)? = old?.outcome, response.body.file == nil, other.body.file == nil
    else { return false }
    let olds = ProducedValue.values(of: other).textsByPlace
    let path = new.request.pathSegments
    return ProducedValue.values(of: response).contains { value in
      olds[value.place].map { $0 != value.text } == true
        && (value.kind != .header
          || value.names.allSatisfy { volatility.reason(ofHeader: $0) == nil })
        && !CorrelationRule.links(of: value, requestPath: path).isEmpty
    }
  }

  /// The recording with old values.
  ///
  /// - Parameter files: Receives the side files to which it refers.
  /// - Returns: Nil when nothing can be replaced.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  func file(files: inout [SideFile]) throws -> CassetteFile? {
    try file(files: &files, isWide: false)
  }

  /// The recording with old values.
  ///
  /// - Parameters:
  ///   - files: Receives the side files to which it refers.
  ///   - isWide: True where interactions that are the same may be about other things, as ids of the
  ///     recording are old ones, too: all are then compared, and no value is left out.
  /// - Returns: Nil when nothing can be replaced.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  private func file(files: inout [SideFile], isWide: Bool) throws -> CassetteFile? {
    var (blocked, carried): (Set<String>, Set<String>) = ([], [])
    for _ in 0..<Self.rounds {
      let translation = try translation(without: blocked, carried: carried, isWide: isWide)
      if !translation.carried.isSubset(of: carried) {
        carried.formUnion(translation.carried)
        continue
      }
      if translation.items.isEmpty || isWide && !translation.isExact { return nil }
      let conflicts = try conflicts(in: translation)
      if !conflicts.isEmpty {
        if isWide { return nil }
        if blocked.isEmpty, let wide = try file(files: &files, isWide: true) { return wide }
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
    /// Values that a URL still holds among other words, so that it would ask for what no response
    /// names.
    var left: Set<String> = []
    /// Values that no place of a request names, and with whose old ones a request is an old one.
    var carried: Set<String> = []
    /// True when each request that holds other values is an old one.
    var isExact = true
  }

  /// Translates the recording.
  ///
  /// - Parameters:
  ///   - blocked: The values that must stay.
  ///   - known: The values that are known to be carried, wherever requests hold them.
  ///   - isWide: True to translate all interactions.
  /// - Returns: The translation.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  private func translation(
    without blocked: Set<String>, carried known: Set<String>, isWide: Bool
  ) throws -> Translation {
    var progress = Progress(
      correlation: correlation,
      partners: try Partners(
        isWide ? Array(0..<base.count) : candidates, of: base, equivalence, volatility),
      blocked: blocked, known: known, isWide: isWide,
      paths: Set(
        try (0..<recorded.count).compactMap(matcher.new.request).flatMap(CreatedResource.paths)))
    for new in isWide ? Array(0..<recorded.count) : differing {
      guard let interaction = try matcher.new.interaction(new) else { continue }
      let changed = try progress.translated(
        interaction, at: new, preferring: matcher.partnersOfNew[new]
      ) { try matcher.old.interaction($0) }
      if changed != interaction { progress.result.items[new] = changed }
    }
    var (result, values) = (progress.result, progress.values)
    result.texts = values.texts
    if !values.placed.isEmpty {
      result.left.formUnion(values.ambiguous)
      for new in 0..<recorded.count {
        guard let interaction = try matcher.new.interaction(new) else { continue }
        // What stays somewhere stays everywhere, and no old value means two things.
        result.left.formUnion(
          values.placesLeft(in: result.items[new] ?? interaction, recordedAs: interaction))
        result.left.formUnion(values.placesTaken(by: interaction))
      }
    }
    return result
  }

  /// A translation under way, interaction by interaction.
  private struct Progress {
    var result = Translation()
    /// The roles are those of a verification, turned round: the recording is what was known first,
    /// and the cassette gives the responses.
    var correlation: Correlation
    var values = ReplacedValues()
    /// Ids that are others now, and that no request is known to carry.
    var candidates = ReplacedValues()
    /// Others that have a place in common with old ones.
    var placed = ReplacedValues()
    /// The URLs that responses give, with times in them.
    var urls = FollowedURLs()
    var partners: Partners
    /// The values that must stay.
    let blocked: Set<String>
    /// The values that are known to be carried, wherever requests hold them.
    let known: Set<String>
    /// True where old values may be new ones of other things.
    let isWide: Bool
    /// The paths of the recording's requests, as far as each name of words.
    let paths: Set<[String]>

    init(
      correlation: Correlation, partners: Partners, blocked: Set<String>, known: Set<String>,
      isWide: Bool, paths: Set<[String]>
    ) {
      self.correlation = correlation
      self.correlation.blocked = blocked
      (self.partners, self.blocked, self.known, self.paths) = (partners, blocked, known, paths)
      self.isWide = isWide
      (values.echoes, values.made) = (correlation.echoes, correlation.made.names)
    }

    /// Translates an interaction, and learns from it.
    ///
    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - new: Its position.
    ///   - preferred: The old interaction that it is paired with; nil for none.
    ///   - interactionOf: Gives an old interaction.
    /// - Returns: The interaction with old values.
    /// - Throws: The errors of the closure.
    mutating func translated(
      _ interaction: Interaction, at new: Int, preferring preferred: Int?,
      _ interactionOf: (Int) throws -> Interaction?
    ) throws -> Interaction {
      var changed = interaction
      let request = correlation.liveRequest(for: interaction.request, at: new).request
      let partner = takePartner(of: request, for: interaction, preferring: preferred)
      let old = try partner.flatMap { try interactionOf($0.item) }
      if let old {
        for others in [candidates, placed] {
          result.carried.formUnion(others.carried(inFieldsOf: request, like: old.request))
        }
      }
      changed.request = partner?.request ?? values.replacing(in: request)
      if let old { changed.request = values.replacing(in: changed.request, like: old.request) }
      // A value that was put in may be spelled otherwise than the client spelled it.
      if let old, changed.request.url != interaction.request.url,
        CorrelatedRecording.key(ofURL: changed.request)
          == CorrelatedRecording.key(ofURL: old.request)
      {
        changed.request.url = old.request.url
      }
      // What a response gives as a whole is asked for as a whole.
      if let url = urls.old(for: interaction.request.url), known.contains(url.new) {
        changed.request.url = url.text
      }
      if changed.request != interaction.request,
        old.map({ partners.text(of: $0.request) }) != partners.text(of: changed.request)
      {
        result.isExact = false
      }
      let words = [interaction.request, changed.request].map(values.words(inURLOf:))
      result.left.formUnion(zip(words[0], words[1]).flatMap { $0 == $1 ? $0 : [] })
      if case .response(let response) = interaction.outcome, response.body.file == nil {
        changed.outcome = .response(
          translated(
            response, to: interaction.request, as: changed.request, like: old?.outcome, at: new))
      }
      return changed
    }

    /// Takes the old interaction that the request of an interaction asks for once it has the values
    /// that are known, with the request as it has it.
    private mutating func takePartner(
      of request: Interaction.Request, for interaction: Interaction, preferring preferred: Int?
    ) -> (item: Int, request: Interaction.Request)? {
      // What has an old value already is not given a second one.
      let guess = values.guess(isWide ? interaction.request : request)
      let wider = candidates.guess(guess ?? request)
      let asked = wider ?? guess ?? request
      let found = placed.words(in: asked)
      let carrying = Interaction(request: asked, outcome: interaction.outcome)
      let widest =
        ReplacedValues.areCarried(found, by: carrying) ? placed.guess(asked) : nil
      let url = urls.old(for: interaction.request.url)
      let followed = url.map { (guess ?? request).asking($0.text) }
      let numbered = [values, candidates].map { $0.numberGuesses(asked) }
      let partner = partners.take(
        for: isWide ? guess ?? request : request, or: isWide ? request : guess,
        orExactly: [wider, widest, followed].compactMap(\.self)
          + numbered.joined().map(\.request),
        preferring: preferred)
      if let carried = numbered[1].first(where: { $0.request == partner?.request })?.numbers {
        result.carried.formUnion(carried)
      }
      if let url, let followed, followed != guess, partner?.request == followed {
        result.carried.formUnion(url.carried.union([url.new]))
      }
      if let wider, wider != guess, [wider, widest].contains(partner?.request) {
        result.carried.formUnion(candidates.words(in: guess ?? request))
      }
      if let widest, partner?.request == widest { result.carried.formUnion(found) }
      return partner
    }

    /// Translates a response, once the values are known that differ from those of an old one.
    private mutating func translated(
      _ response: Interaction.Response, to request: Interaction.Request,
      as changed: Interaction.Request, like old: Interaction.Outcome?, at new: Int
    ) -> Interaction.Response {
      let path = request.pathSegments
      guard case .response(let other)? = old, other.body.file == nil else {
        return values.replacing(in: response, requestPath: path, like: nil, carried: [:])
      }
      let carried = values.carried(by: request, old: changed)
      let words = ResponseWords(response, like: other)
      let handedOut = learn(from: other, recorded: response, words, to: request, at: new)
      let made = handedOut.filter(\.isMade).compactMap { value in
        correlation.liveText(at: new, value.place).map { (value.text, $0) }
      }
      let followed = urls.replacing(in: response, like: other, followed: known)
      return values.replacing(
        in: followed, requestPath: path, like: other, followed == response ? words : nil,
        carried: carried.merging(made) { $1 }, handedOut: Set(handedOut.map(\.text)))
    }

    /// Learns which values of a response have taken the place of those of an old one.
    ///
    /// - Returns: Those that later requests carry.
    private mutating func learn(
      from other: Interaction.Response, recorded response: Interaction.Response,
      _ words: ResponseWords, to request: Interaction.Request, at new: Int
    ) -> [ProducedValue] {
      let path = request.pathSegments
      let produced = correlation.made.values(of: response, at: new)
      let olds = ProducedValue.values(of: other).textsByPlace
      let statements = LinkStatements.texts(among: produced, unlike: olds)
      correlation.blocked = blocked.union(statements)
      let learned = correlation.learn(from: other, recorded: response, at: new)
      let siblings = correlation.learnSiblings(from: other, recorded: response, at: new)
      let handedOut = produced.filter { learned.contains($0.place) }
      let replaced = siblings.union(learned)
      for value in produced where replaced.contains(value.place) {
        guard let text = correlation.liveText(at: new, value.place) else { continue }
        values.add(value, requestPath: path, replacedBy: text)
      }
      for value in produced where !replaced.contains(value.place) && !value.isMade {
        guard let text = olds[value.place], !text.isEmpty,
          !correlation.blocked.contains(value.text),
          !CorrelationRule.links(of: value, requestPath: path).isEmpty
        else { continue }
        if known.contains(value.text) {
          values.add(value, requestPath: path, replacedBy: text)
        } else {
          candidates.add(value, requestPath: path, replacedBy: text)
        }
      }
      for (text, old) in ReplacedValues.places(
        of: response, words, made: CreatedResource(request, among: paths))
      where !correlation.blocked.contains(text) && !values.isNamed(text) {
        if known.contains(text) {
          values.add(placed: text, replacedBy: old)
        } else {
          placed.add(placed: text, replacedBy: old)
        }
      }
      urls.add(of: response, like: other, except: statements) {
        [values, candidates, placed] new, old in
        let mayBeID = new.name.map(CorrelationRule.namesIDs) ?? true
        return ([values, candidates] + (mayBeID ? [placed] : [])).lazy.compactMap {
          $0.values(in: new.text, like: old.text)
        }.first
      }
      return handedOut
    }
  }

  private static func key(ofURL request: Interaction.Request) -> [UInt8] {
    var key: [UInt8] = []
    RequestEquivalence([.url]).appendKey(of: request, to: &key)
    return key
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
  /// - Returns: The recorded values that must stay.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  private func conflicts(in translation: Translation) throws -> Set<String> {
    var conflicts = translation.left
    var (oldTexts, newTexts) = ([Place: String](), [Place: String]())
    for new in 0..<recorded.count {
      guard let before = try matcher.new.interaction(new) else { continue }
      let item = translation.items[new]
      let values = linkedTexts(
        of: before, at: new, among: translation.texts, isReplaced: item != nil)
      let after = item.map { item in
        Dictionary(
          linkedTexts(of: item, at: new, among: translation.texts, isReplaced: true).map {
            ($0.place, $0.text)
          }
        ) { first, _ in first }
      }
      for value in values {
        // With another value in its place a text may have no word there that is one.
        guard let text = after == nil ? value.text : after?[value.place] else { continue }
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

  /// All values of an interaction that may be correlated, in their order; where nothing is replaced
  /// in it, those among the texts alone, without their places.
  private func linkedTexts(
    of interaction: Interaction, at index: Int, among texts: Set<String>, isReplaced: Bool
  ) -> [(place: String, text: String, links: [CorrelationLink])] {
    func counts(_ text: String) -> Bool { isReplaced || texts.contains(text) }
    // Which links a value has is of interest for few, and is costly to find out. Several segments
    // at once are a value or none by the number of their digits, and count by each of them; so
    // are words.
    var numbers: [[String]: Int] = [:]
    var values = ConsumedValue.values(of: interaction.request).filter {
      !$0.isByContent && counts($0.text)
    }.map { value in
      let links = texts.contains(value.text) ? CorrelationRule.links(of: value) : []
      guard isReplaced else { return (place: "", text: value.text, links: links) }
      numbers[value.names, default: 0] += 1
      let names = value.names.joined(separator: "\n")
      return (
        place: "request \(names) \(numbers[value.names] ?? 0)", text: value.text, links: links
      )
    }
    if case .response(let response) = interaction.outcome, response.body.file == nil {
      let path = interaction.request.pathSegments
      values += correlation.made.values(of: response, at: index).filter { counts($0.text) }.map {
        (
          place: $0.place, text: $0.text,
          links: texts.contains($0.text) ? CorrelationRule.links(of: $0, requestPath: path) : []
        )
      }
    }
    return values
  }
}
