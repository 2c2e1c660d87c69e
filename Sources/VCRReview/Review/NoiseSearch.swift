package import VCRCore

/// Compares two recordings of one command, and finds what differs although the service has not
/// changed.
///
/// The second recording is merged into the first one as it would be if it were recorded again, so
/// that what is built in, what the project names, and what later requests carry is no difference.
package struct NoiseSearch: Sendable {
  /// The places to name, the most certain first.
  package private(set) var places: [NoisePlace] = []
  /// The places that differ and cannot be named, or must not be, each in a line.
  package private(set) var rest: [String] = []
  /// The number of interactions of the second recording.
  package let count: Int
  /// The number of those of them that have no response, or one whose status is 400 or more.
  package let failedCount: Int
  /// True when this is so of each interaction of one of the recordings, which then shows nothing of
  /// what the service says.
  package let isWithoutSuccess: Bool

  private let schema: ProtoSchema?
  private var traffic: NoiseTraffic

  /// Compares two recordings.
  ///
  /// - Parameters:
  ///   - first: The first recording.
  ///   - second: The second one.
  ///   - equivalence: The policy that pairs interactions.
  ///   - volatility: The parts that are known to differ from run to run.
  ///   - redaction: The redaction of what is shown.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  package init(
    first: CassetteFile, second: CassetteFile, equivalence: RequestEquivalence,
    volatility: Volatility, redaction: Redaction, schema: ProtoSchema? = nil
  ) throws {
    self.schema = schema
    let (first, second) = (try first.withoutValueNumbers(), try second.withoutValueNumbers())
    count = second.count
    failedCount = try second.failedCount()
    isWithoutSuccess = try failedCount == count || first.failedCount() == first.count
    traffic = try NoiseTraffic([first, second])
    let recordings = Recordings(
      first: first, second: second, equivalence: equivalence, redaction: redaction,
      schema: schema)
    var (known, sure): (Volatility, [String: NoisePlace]) = (volatility, [:])
    while true {
      // Responses to equal requests are paired by their content as far as it is known to be none
      // of the noise, and by their order else, so that each step may pair them otherwise.
      let pairs = try recordings.paired(known)
      rest = pairs.rest
      var found = look(at: pairs.changed, known, equivalence)
      let numbers = sure.merging(found) { first, _ in first }.values.filter {
        $0.nature == .number && $0.confidence == .likely
      }
      let members = Set(numbers.compactMap(\.member))
      for (name, place) in found where place.member.map(members.contains) == true {
        found[name]?.isLikeOthers = !place.isCalledID
      }
      let added = found.filter { sure[$0.key] == nil && $0.value.confidence > .doubtful }
      guard let highest = added.values.map(\.confidence).max() else {
        let others = Set(found.keys)
        sure = try needed(sure, besides: others, in: recordings, volatility)
        found = sure.merging(found) { first, _ in first }
        for index in 0..<pairs.merged.count {
          let interaction = try pairs.merged.interaction(at: index)
          for name in found.keys where Self.has(name, interaction) { found[name]?.present += 1 }
        }
        places = found.values.sorted {
          $0.confidence == $1.confidence ? $0.name < $1.name : $0.confidence > $1.confidence
        }
        return
      }
      // A place that differs in nearly all of its values seems to be something else, and exchanges
      // that are paired wrongly differ everywhere, so that the exchanges are looked at again
      // without the values that are most certain, until these are all. Those in a text are taken
      // together: a pattern has what stands before it, which was another value in the first
      // recording, too.
      let best = added.filter {
        $0.value.confidence == highest || $0.key.hasPrefix(TextPattern.opening)
      }
      sure.merge(best) { first, _ in first }
      known = known.adding(Volatility(best.keys.compactMap { try? VolatileName(named: $0) }))
    }
  }

  /// The places that still differ where all others are known.
  ///
  /// Where responses to equal requests came in another order, they were paired wrongly at first,
  /// and what tells one from another differed as well.
  private mutating func needed(
    _ sure: [String: NoisePlace], besides others: Set<String>, in recordings: Recordings,
    _ volatility: Volatility
  ) throws -> [String: NoisePlace] {
    guard sure.count > 1, try recordings.haveEqualRequests() else { return sure }
    let listed = rest
    defer { rest = listed }
    var needed = sure
    for name in sure.keys.sorted() {
      var fewer = needed
      fewer[name] = nil
      let known = volatility.adding(
        Volatility(fewer.keys.compactMap { try? VolatileName(named: $0) }))
      let found = look(at: try recordings.paired(known).changed, known, recordings.equivalence)
      if others.isSuperset(of: found.keys) { needed = fewer }
    }
    return needed
  }

  /// Two recordings, whose exchanges are paired as if the second one were recorded again.
  private struct Recordings {
    /// An exchange that differs, with its request in words.
    struct Changed {
      /// The exchange of the first recording.
      var old: Interaction
      /// The exchange of the second one, merged into the first.
      var new: Interaction
      /// The exchange of the second one as it was recorded; nil where its partner is not known.
      var recorded: Interaction?
      /// Its request in words.
      var request: String
    }

    var first: CassetteFile
    var second: CassetteFile
    var equivalence: RequestEquivalence
    var redaction: Redaction
    var schema: ProtoSchema?

    /// True when several requests are the same, so that the response to one may be taken for that
    /// to another.
    func haveEqualRequests() throws -> Bool {
      var keys: Set<[UInt8]> = []
      for index in 0..<first.count {
        var key: [UInt8] = []
        equivalence.appendKey(of: try first.request(at: index), to: &key)
        guard keys.insert(key).inserted else { return true }
      }
      return false
    }

    /// Pairs them.
    ///
    /// - Parameter volatility: The parts that are known to differ from run to run.
    /// - Returns: The second recording merged into the first, the exchanges that differ, and what
    ///   has no partner, each in a line.
    /// - Throws: `CassetteError` when an item cannot be decoded.
    func paired(_ volatility: Volatility) throws
      -> (merged: CassetteFile, changed: [Changed], rest: [String])
    {
      let merge = try CassetteMerge(
        second, into: first, equivalence: equivalence, strategy: .replacing, volatility: volatility)
      let merged = try CassetteFile(
        path: first.path, content: merge.content().bytes
      ) { name in
        do { return try second.sideFile(name) } catch { return try first.sideFile(name) }
      }
      let diff = try CassetteDiff(
        old: first, new: merged, oldName: first.path, newName: second.path,
        equivalence: equivalence, volatility: volatility, redaction: redaction, schema: schema)
      var partners: [Int: Int] = [:]
      for (position, partner) in merge.partnersOfNew.enumerated() {
        if let partner { partners[partner] = position }
      }
      var (changed, rest): ([Changed], [String]) = ([], [])
      for change in diff.changes {
        let request = DiffWords.request(change)
        switch change.kind {
        case .added: rest.append("\(request): requested in the second run alone")
        case .removed: rest.append("\(request): requested in the first run alone")
        case .moved: rest.append("\(request): requested at another point")
        case .changed:
          guard let old = change.old, let new = change.new else { continue }
          let position = change.oldNumber.flatMap { partners[$0 - 1] }
          let recorded = try position.map { try second.interaction(at: $0) }
          changed.append(Changed(old: old, new: new, recorded: recorded, request: request))
        }
      }
      return (merged, changed, rest)
    }
  }

  /// The places in which exchanges differ.
  private mutating func look(
    at changed: [Recordings.Changed], _ volatility: Volatility, _ equivalence: RequestEquivalence
  ) -> [String: NoisePlace] {
    let comparison = InteractionComparison(
      volatility: volatility, equivalence: equivalence, schema: schema, expectsNewIDs: true)
    var found: [String: NoisePlace] = [:]
    for exchange in changed {
      var differences: [PlacedDifference] = []
      // Several parts without a name have one place.
      var known: [String: Bool] = [:]
      for placed in Self.differences(exchange.old, exchange.new, comparison) {
        let place = "\(placed.difference.side) \(placed.difference.part) \(placed.difference.place)"
        if let isNamed = known[place], placed.difference.part == .text {
          if !isNamed { differences.append(placed) }
          continue
        }
        let isNamed = self.isNamed(placed, by: exchange, to: &found)
        known[place] = isNamed
        if !isNamed { differences.append(placed) }
      }
      add(
        NoiseText.collected(differences, exchange.old, exchange.new), of: exchange, to: &found)
    }
    // What differs as a value may be all there is to another response, and what is noise here may
    // be an id there, whose change has to be seen.
    for (name, place) in found where place.nature != .event && !place.isStructure {
      if traffic.hasStructure(at: name) { found[name]?.doubt = "an object or a list elsewhere" }
      if [.id, .number].contains(place.nature), place.isCalledThing,
        traffic.hasCarried(at: name)
      {
        found[name]?.doubt = "an id that requests carry elsewhere"
      }
      // Chance makes one number an id that requests carry, but not each.
      if place.areCarried, place.differing > 1 { found[name]?.doubt = "ids that requests carry" }
    }
    return found
  }

  /// Returns the differences between two exchanges; where events only keep a connection alive, the
  /// others are compared without them, since these would seem to have moved.
  private static func differences(
    _ old: Interaction, _ new: Interaction, _ comparison: InteractionComparison
  ) -> [PlacedDifference] {
    let all = comparison.differences(old, new).filter(comparison.shows)
    func without(_ names: some Sequence<String>) -> [PlacedDifference] {
      let paths = names.compactMap { name -> JSONPath? in
        if case .place(let path)? = try? VolatileName(named: name) { path } else { nil }
      }
      let calm = InteractionComparison(
        volatility: comparison.volatility.adding(jsonPaths: paths),
        equivalence: comparison.equivalence, schema: comparison.schema, expectsNewIDs: true)
      return calm.differences(old, new).filter(calm.shows)
    }
    var idle = all.filter { $0.idleEventName != nil }
    // Which of two neighbours moved, the diff cannot know.
    if idle.isEmpty, var moved = all.first(where: \.isMovedEvent) {
      let kind = NoisePlace.Nature.idleEvents.sorted().first {
        without(["event(\($0))"]).count(where: \.isMovedEvent) < all.count(where: \.isMovedEvent)
      }
      guard let kind else { return all }
      moved.difference.place = "event(1 \(kind))"
      idle = [moved]
    }
    return idle.isEmpty ? all : idle + without(Set(idle.compactMap(\.idleEventName)))
  }

  /// Adds the places in which two bodies, or parts of them, differ that are text.
  ///
  /// - Parameters:
  ///   - placed: A difference; other ones are left alone.
  ///   - exchange: The exchange.
  ///   - found: The places so far.
  /// - Returns: False where there is more to the difference than these places.
  private mutating func isNamed(
    _ placed: PlacedDifference, by exchange: Recordings.Changed,
    to found: inout [String: NoisePlace]
  ) -> Bool {
    let difference = placed.difference
    guard difference.part == .text, difference.kind == .changed else { return false }
    let texts = NoiseText.pairs(
      exchange.old, exchange.new, recorded: exchange.recorded ?? exchange.new, at: difference)
    var names: Set<String> = []
    var isComplete = !texts.isEmpty
    for text in texts {
      let noise = TextNoise(text.old, text.new, recorded: text.recorded)
      for place in noise.places {
        let values = [place.old, place.new] + place.others
        if values.contains(where: { traffic.carries($0, from: difference.side, at: place.name) }) {
          rest.append("\(exchange.request): \(place.name) is carried by other requests")
          continue
        }
        note(
          place.name, place.nature, place.old, place.new,
          isFirst: names.insert(place.name).inserted, in: &found)
      }
      isComplete = isComplete && noise.isComplete
    }
    return isComplete
  }

  /// Adds what two values show of a place; an exchange that has been counted for it, as for another
  /// event of its stream, is not counted again.
  private func note(
    _ name: String, _ nature: NoisePlace.Nature, _ old: String?, _ new: String?,
    isFirst: Bool = true, isStructure: Bool = false, in found: inout [String: NoisePlace]
  ) {
    let areCarried = [old, new].allSatisfy { value in
      value.map(NoisePlace.Nature.unquoted).map {
        ShortNumber.isOne($0) && traffic.carriesID($0)
      } ?? false
    }
    if var known = found[name] {
      if isFirst { known.differing += 1 }
      known.areCarried = known.areCarried && areCarried
      known.isStructure = known.isStructure && isStructure
      // An id of few letters or few digits is recognised by others in its place.
      if nature == .id, known.mayBeID { known.nature = .id }
      found[name] = known
      return
    }
    found[name] = NoisePlace(
      name: name, nature: nature, differing: 1, present: 0, old: old, new: new,
      isStructure: isStructure, areCarried: areCarried)
  }

  /// Adds the differences of one exchange.
  private mutating func add(
    _ differences: [PlacedDifference], of exchange: Recordings.Changed,
    to found: inout [String: NoisePlace]
  ) {
    let request = exchange.request
    var names: Set<String> = []
    var texts: [MessageDifference.Side: ExchangeTexts] = [:]
    for other in differences {
      var placed = other
      let side = placed.difference.side
      let json =
        texts[side]
        ?? ExchangeTexts(exchange.old, exchange.new, recorded: exchange.recorded, side)
      texts[side] = json
      placed.findRenamed(in: json.new, json.recorded)
      let difference = placed.difference
      let label = DiffWords.label(difference) + placed.generalPath
      guard let name = placed.volatileName else {
        rest.append("\(request): \(label) cannot be named")
        continue
      }
      let values = [difference.old, difference.new].compactMap(\.self)
      if values.contains(where: { traffic.carries($0, from: difference.side, at: name) }) {
        rest.append("\(request): \(name) is carried by other requests")
        continue
      }
      // Each event of a stream shows something of the place; the exchange is counted once.
      let isFirst = names.insert(name).inserted
      let whole = (
        old: placed.whole(difference.old, in: json.old),
        new: placed.whole(difference.new, in: json.new)
      )
      let (nature, structure) = Self.nature(of: placed, whole, at: name)
      if nature == .id && hasCarriedWord(whole, from: side, at: name)
        || nature == .number && hasCarriedSegment(whole)
      {
        rest.append("\(request): \(name) is carried by other requests")
        continue
      }
      if let structure, add(structure, at: name, of: exchange, &names, to: &found) { continue }
      note(
        name, nature, difference.old, difference.new, isFirst: isFirst,
        isStructure: placed.isStructure(in: json.old), in: &found)
      if let structure { found[name]?.doubt = structure.words }
    }
  }

  /// True where one of the words in which two values differ is carried by requests: the id in
  /// `order 3f2a99b1d0 was sent`, beside which there is more to see.
  private func hasCarriedWord(
    _ values: (old: String?, new: String?), from side: MessageDifference.Side, at name: String
  ) -> Bool {
    guard let old = values.old, let new = values.new else { return false }
    return WordPairs(new.utf8, old.utf8).pairs.contains { pair in
      [pair.new, pair.old].contains { traffic.carries($0, from: side, at: name) }
    }
  }

  /// True where one of the segments in which two paths differ is a number that requests carry: the
  /// id in `/orders/14`.
  private func hasCarriedSegment(_ values: (old: String?, new: String?)) -> Bool {
    let texts = [values.old, values.new].compactMap { $0.map(NoisePlace.Nature.unquoted) }
    guard texts.count == 2, texts.allSatisfy({ $0.contains("/") }) else { return false }
    let segments = texts.map { URLValues($0).values.filter { $0.name == nil }.map(\.text) }
    return zip(segments[0], segments[1]).contains { one, other in
      one != other && [one, other].contains(where: traffic.carriesID)
    }
  }

  /// Adds the places in JSON that stands in a string.
  ///
  /// - Returns: False where no path leads to each of them.
  private mutating func add(
    _ structure: StructuredString, at name: String, of exchange: Recordings.Changed,
    _ names: inout Set<String>, to found: inout [String: NoisePlace]
  ) -> Bool {
    let placed = structure.differences
    let places = placed.map { "\(name) $\($0.generalPath)" }
    let isNameable = zip(placed, places).allSatisfy { placed, place in
      placed.difference.kind == .changed && !placed.steps.isEmpty
        && (try? VolatileName(named: place)) != nil
    }
    guard !placed.isEmpty, isNameable else { return false }
    for (placed, place) in zip(placed, places) {
      func isCarried(_ text: String) -> Bool { traffic.carries(text, from: .response, at: place) }
      let (old, new) = (placed.difference.old, placed.difference.new)
      if [old, new].contains(where: { $0.map(isCarried) ?? false }) {
        rest.append("\(exchange.request): \(place) is carried by other requests")
        continue
      }
      note(
        place, .init(old, new), old, new, isFirst: names.insert(place).inserted, in: &found)
    }
    return true
  }

  /// The nature of the values of a difference, and what they consist of where they have places of
  /// their own.
  private static func nature(
    of placed: PlacedDifference, _ values: (old: String?, new: String?), at name: String
  ) -> (NoisePlace.Nature, StructuredString?) {
    let difference = placed.difference
    if placed.isWholeEvent { return (.init(eventOfKind: placed.element?.kind ?? ""), nil) }
    if placed.idleEventName != nil { return (.event, nil) }
    // It says where to resume, and is for nobody to look into (WHATWG HTML §9.2.6).
    if placed.isIDOfEvent, difference.kind == .changed { return (.id, nil) }
    if difference.kind == .moved { return (.order, nil) }
    if let old = values.old, let new = values.new,
      let structure = StructuredString(old, new, at: name)
    {
      return (.text, structure)
    }
    // What a client says in its own words has a meaning, such as a query of GraphQL.
    let isWhole = difference.side == .request && difference.part == .value
    return (.init(values.old, values.new, isWhole: isWhole), nil)
  }

  /// True when an interaction has a place; unknown, and thus false, for events of streams.
  private static func has(_ name: String, _ interaction: Interaction) -> Bool {
    guard let word = try? VolatileName(named: name) else { return false }
    var messages = [(interaction.request.headers, interaction.request.body)]
    if case .response(let response) = interaction.outcome {
      messages.append((response.headers, response.body))
    }
    return messages.contains { headers, body in
      switch word {
      case .header(let name): return headers[name] != nil
      case .place(let path):
        if path.isInQuery { return path.isInQuery(of: interaction.request.url) }
        guard body.file == nil else { return false }
        let type = MediaType(headers)
        if !FieldPlaces([path], in: body.bytes, type).places.isEmpty { return true }
        guard path.scope == nil else { return false }
        guard let json = JSONText(body.bytes) else {
          return !TextPlaces([path], in: body.bytes).places.isEmpty
        }
        return path.pattern == nil
          && (!path.select(in: json).isEmpty || !StringJSON.selected(by: [path], in: json).isEmpty)
      case .cookie(let name):
        return headers.cookieNames.contains(name)
      case .query(let name):
        return URLValues(interaction.request.url).values.contains { $0.name == name }
      // Nothing proposes it.
      case .path: return false
      }
    }
  }
}

extension CassetteFile {
  /// The number of interactions without a response, and of those whose status is 400 or more.
  ///
  /// A response that broke off is one, as a client may leave a stream when it has what it wants.
  fileprivate func failedCount() throws -> Int {
    try (0..<count).count { index in
      guard let response = try interaction(at: index).response else { return true }
      return (response.status ?? 0) >= 400
    }
  }
}

extension Interaction {
  /// The bytes of a message's body; nil where there is none, or where it stands in a file.
  func body(_ side: MessageDifference.Side) -> [UInt8]? {
    let body: Body
    switch (side, outcome) {
    case (.request, _): body = request.body
    case (.response, .response(let response)): body = response.body
    default: return nil
    }
    return body.file == nil ? body.bytes : nil
  }
}
