/// Links the values that responses produce to the later requests that consume them.
///
/// The links are found in a cassette once; the live values are learned from the live responses as
/// they arrive.
package struct Correlation {
  /// A secret that a live response produced.
  package struct Secret {
    /// The value of the secret.
    package var bytes: [UInt8]
    /// The interaction whose response produced it, counted from 0.
    package var source: Int
  }

  /// A response that produces a value which some later request consumes, and the value's place in
  /// it.
  private struct Producer {
    var source: Int
    var place: String
  }

  /// How many responses that produce the same value are remembered at least; the oldest are
  /// dropped.
  private static let limit = 64

  /// For each recorded value and each link to a consumed value, the responses that produce it, in
  /// recorded order.
  private var producers: [String: [CorrelationLink: [Producer]]] = [:]
  /// For each interaction whose live response has not arrived yet, the recorded values in it that
  /// later requests consume.
  private var awaitedValues: [Int: [ProducedValue]] = [:]
  /// For each placeholder name, the interactions whose responses hold it, in recorded order.
  private var placeholderSources: [String: [Int]] = [:]
  /// The interactions whose responses hold a placeholder, counted from 0.
  private var secretSources: Set<Int> = []

  /// The values in the live responses, by interaction and place.
  var live: [Int: [String: String]] = [:]
  /// The secrets that live responses produced, by the names of their placeholders; of several the
  /// latest.
  private var secrets: [[UInt8]: Secret] = [:]
  /// The secrets of each live response, by the names of their placeholders.
  private var secretsBySource: [Int: [[UInt8]: Secret]] = [:]
  /// Replaces the produced secrets by their placeholders.
  package private(set) var redaction = Redaction.none
  /// The live values that differ from their recorded values.
  package internal(set) var correlatedValues = CorrelatedValues()
  /// For each live id of a thing the recorded one in whose place it stands.
  private var standIns: [String: [CorrelationLink: String]] = [:]
  /// Recorded values for which no live value is learned.
  var blocked: Set<String> = []
  /// The short numbers that are ids of what requests made.
  package private(set) var made = MadeNumbers()
  /// Values that nothing names; nil where they are not followed.
  private var unnamed: UnnamedValues?
  /// What gives back the number in the path of a request.
  package private(set) var echoes = EchoedNumbers()
  /// URLs that are followed as they are; nil where they are not.
  private var linked: LinkedURLs?

  /// Searches the interactions of a cassette, in time linear in its size.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - followsUnnamed: True to follow also values that no name and no place tells from others,
  ///     into requests that have them where an id stands.
  /// - Throws: `CassetteError` when an interaction cannot be decoded.
  package init(_ file: CassetteFile, followsUnnamed: Bool = false) throws {
    try self.init(
      count: file.count, followsUnnamed: followsUnnamed, request: { try file.request(at: $0) },
      interaction: { try file.interaction(at: $0) })
  }

  /// Searches interactions, in time linear in their size.
  ///
  /// - Parameter interactions: The interactions, in recorded order.
  package init(_ interactions: [Interaction]) {
    self.init(
      count: interactions.count, request: { interactions[$0].request },
      interaction: { interactions[$0] })
  }

  private init<Failure>(
    count: Int, followsUnnamed: Bool = false,
    request: (Int) throws(Failure) -> Interaction.Request,
    interaction: (Int) throws(Failure) -> Interaction
  ) throws(Failure) {
    var firstUses: [String: [CorrelationLink: Int]] = [:]
    if followsUnnamed { (unnamed, linked) = (UnnamedValues(), LinkedURLs()) }
    for index in 0..<count {
      let request = try request(index)
      linked?.note(request, at: index)
      made.note(request, at: index)
      if unnamed != nil {
        let read: () throws(Failure) -> Interaction = { () throws(Failure) in
          try interaction(index)
        }
        try unnamed?.note(request, at: index, read)
      }
      for value in ConsumedValue.values(of: request) {
        for link in CorrelationRule.links(of: value)
        where firstUses[value.text]?[link] == nil {
          firstUses[value.text, default: [:]][link] = index
        }
      }
    }
    try made.find { (index) throws(Failure) in try interaction(index).response }
    for index in 0..<count {
      let interaction = try interaction(index)
      guard case .response(let response) = interaction.outcome else { continue }
      unnamed?.note(response, to: interaction.request, at: index)
      linked?.note(response, at: index)
      let path = URLValues(interaction.request.url).values.filter { $0.name == nil }.map(\.text)
      echoes.note(response, requestPath: path)
      for name in Placeholder.all(in: response.body.bytes.view) {
        note(placeholder: name, at: index)
      }
      for value in made.values(of: response, at: index) {
        if value.text.hasDoubleBrace {
          for name in Placeholder.all(in: Array(value.text.utf8).view) {
            note(placeholder: name, at: index)
          }
        } else if let uses = firstUses[value.text] {
          note(value, at: index, requestPath: path, uses)
        }
      }
    }
  }

  private mutating func note(
    _ value: ProducedValue, at index: Int, requestPath path: [String],
    _ uses: [CorrelationLink: Int]
  ) {
    let links = CorrelationRule.links(of: value, requestPath: path).filter { uses[$0] != nil }
    // A value that the client used before this response is the client's own.
    guard !links.isEmpty, links.allSatisfy({ uses[$0, default: 0] > index }) else { return }
    awaitedValues[index, default: []].append(value)
    for link in links {
      var known = producers[value.text]?[link] ?? []
      producers[value.text]?[link] = nil
      if known.count == 2 * Self.limit { known.removeFirst(Self.limit) }
      known.append(Producer(source: index, place: value.place))
      producers[value.text, default: [:]][link] = known
    }
  }

  private mutating func note(placeholder name: [UInt8], at index: Int) {
    secretSources.insert(index)
    let name = String(decoding: name, as: UTF8.self)
    if placeholderSources[name]?.last != index {
      placeholderSources[name, default: []].append(index)
    }
  }

  // MARK: - Requests

  /// A value of a request that is another one now.
  fileprivate struct Change {
    var value: ConsumedValue
    var text: String
    /// The interactions whose live responses produced it, counted from 0.
    var sources: Set<Int>
  }

  /// The request with live values in place of the recorded values that it consumes.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The request, and the interactions whose live responses produced the values that
  ///   were replaced, counted from 0.
  package func liveRequest(
    for request: Interaction.Request, at index: Int
  ) -> (request: Interaction.Request, sources: Set<Int>) {
    request.replacing(changes(of: request, at: index))
  }

  /// The request as a recording has it now that a link says something else.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The same as for ``liveRequest(for:at:)``; the recorded request where only ids are
  ///   others.
  package func restatedRequest(
    for request: Interaction.Request, at index: Int
  ) -> (request: Interaction.Request, sources: Set<Int>) {
    func isSame(_ change: Change) -> Bool {
      correlatedValues.areSame(change.text, change.value.text)
    }
    let all = changes(of: request, at: index)
    guard !all.allSatisfy(isSame) else { return (request, []) }
    // Beside what else it says a link is written with its id as it came, unless that cannot be
    // anything else.
    return request.replacing(
      all.filter { !isSame($0) || !CorrelationRule.isUnmistakable($0.text) })
  }

  private func changes(of request: Interaction.Request, at index: Int) -> [Change] {
    guard !producers.isEmpty || unnamed != nil else { return [] }
    let parts = linked?.liveParts(of: request, at: index)
    return ConsumedValue.values(of: request).compactMap { consumed in
      if let (text, source) = liveText(for: consumed, at: index) {
        return text == consumed.text
          ? nil : Change(value: consumed, text: text, sources: [source])
      }
      if let parts, consumed.slot.holder == .url, !consumed.isByContent,
        let text = parts.texts[consumed.slot.range]
      {
        return Change(value: consumed, text: text, sources: [parts.source])
      }
      return unnamed?.liveText(for: consumed, at: index).map {
        Change(value: consumed, text: $0.text, sources: $0.sources)
      }
    }
  }

  private func liveText(for consumed: ConsumedValue, at index: Int) -> (text: String, source: Int)?
  {
    var latest: (text: String, source: Int)?
    for producers in producers(of: consumed) {
      for producer in producers.reversed() where producer.source < index {
        if let latest, latest.source >= producer.source { break }
        guard let text = live[producer.source]?[producer.place] else { continue }
        latest = (text, producer.source)
        break
      }
    }
    return latest
  }

  /// The live values that differ from their recorded values, and that the response to a request may
  /// hold.
  ///
  /// - Parameters:
  ///   - request: The live request.
  ///   - index: The interaction's number, counted from 0.
  /// - Returns: The values; of short numbers those that the request carries, and those that the
  ///   response hands out.
  package func correlatedValues(
    for request: Interaction.Request, at index: Int
  ) -> CorrelatedValues {
    let carried = ConsumedValue.values(of: request).map(\.text)
    return correlatedValues.withNumbers(
      onlyOf: Set(carried).union(live[index]?.values.map { $0 } ?? []))
  }

  /// True when later requests consume what a response produces, and none of it has been learned.
  func isAwaited(_ index: Int) -> Bool { awaitedValues[index] != nil }

  /// The live value at a place of a response; nil when none was learned.
  func liveText(at index: Int, _ place: String) -> String? { live[index]?[place] }

  private func producers(of consumed: ConsumedValue) -> [[Producer]] {
    guard let known = producers[consumed.text] else { return [] }
    return CorrelationRule.links(of: consumed).compactMap { known[$0] }
  }

  /// The earlier interactions whose responses may hand out what a request carries where nothing
  /// names it, or the whole URL, counted from 0.
  package func unnamedSources(of request: Interaction.Request, at index: Int) -> Set<Int> {
    (unnamed?.producers(for: request, at: index) ?? [])
      .union(linked?.givers(of: request, at: index) ?? [])
  }

  /// The earlier interactions whose responses produce the values that a request consumes, counted
  /// from 0.
  package func sources(of request: Interaction.Request, at index: Int) -> Set<Int> {
    var sources: Set<Int> = []
    if !producers.isEmpty {
      for consumed in ConsumedValue.values(of: request) {
        let latest = producers(of: consumed).compactMap { $0.last { $0.source < index }?.source }
          .max()
        if let latest { sources.insert(latest) }
      }
    }
    for name in request.placeholders {
      if let source = source(ofPlaceholder: name, before: index) { sources.insert(source) }
    }
    return sources
  }

  /// A value of a request that an earlier response produces.
  package struct CarriedValue {
    /// The value in the request.
    package var value: ConsumedValue
    /// The latest interaction whose response produces it, counted from 0.
    package var source: Int
    /// The value's place in that response, a key of ``ResponsePlace/places(of:)``.
    package var place: String
  }

  /// The values of a request that earlier responses produce.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The values, in the order in which ``liveRequest(for:at:)`` replaces them.
  package func carriedValues(
    of request: Interaction.Request, at index: Int
  ) -> [CarriedValue] {
    if producers.isEmpty { return [] }
    return ConsumedValue.values(of: request).compactMap { value in
      let latest = producers(of: value).compactMap { $0.last { $0.source < index } }
        .max { $0.source < $1.source }
      return latest.map { CarriedValue(value: value, source: $0.source, place: $0.place) }
    }
  }

  /// The latest interaction before an index whose response produces a secret, counted from 0.
  package func source(ofPlaceholder name: String, before index: Int) -> Int? {
    guard let sources = placeholderSources[name] else { return nil }
    let next = sources.partitioningIndex { $0 >= index }
    return next > 0 ? sources[next - 1] : nil
  }

  /// The secrets that live responses produced, by the names of their placeholders.
  ///
  /// Several clients may have got secrets that have one name: a request gets the one beside which a
  /// response produced something else that the request carries, or else the latest before it.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The secrets, each with the response that produced it.
  package func secrets(for request: Interaction.Request, at index: Int) -> [[UInt8]: Secret] {
    var secrets = secrets
    let names = request.placeholders.filter { secrets[Array($0.utf8)] != nil }
    guard !names.isEmpty else { return secrets }
    let sources = ConsumedValue.values(of: request).flatMap(producers(of:)).joined()
      .map(\.source).filter { $0 < index }.sorted()
    for name in names {
      let latest = source(ofPlaceholder: name, before: index)
      let bytes = Array(name.utf8)
      secrets[bytes] =
        (sources.reversed() + [latest].compactMap(\.self)).lazy.compactMap {
          secretsBySource[$0]?[bytes]
        }.first ?? secrets[bytes]
    }
    return secrets
  }

  // MARK: - Responses

  /// Learns the values that a live response produces.
  ///
  /// - Parameters:
  ///   - response: The live response, not redacted.
  ///   - recorded: The recorded response.
  ///   - index: The interaction's number, counted from 0.
  /// - Returns: The places whose live values differ from the recorded ones and are consumed by
  ///   later requests.
  package mutating func learn(
    from response: Interaction.Response, recorded: Interaction.Response, at index: Int
  ) -> [String] {
    let words =
      (unnamed?.learn(from: response, recorded: recorded, at: index) ?? [])
      + (linked?.learn(from: response, at: index) ?? [])
    let wanted = awaitedValues.removeValue(forKey: index) ?? []
    guard !words.isEmpty || !wanted.isEmpty || secretSources.contains(index) else { return [] }
    var values = ProducedValue.values(of: response)
    if wanted.contains(where: \.isMade) { values += ProducedValue.numbers(in: response) }
    let textByPlace = values.textsByPlace
    let recordedValues = ProducedValue.values(of: recorded)
    // A request follows what a link says now, and the response that says it is another one.
    let statements = LinkStatements.texts(among: recordedValues, unlike: textByPlace)
    for (text, other) in words where !statements.contains(other) {
      correlatedValues.insert(live: text, recorded: other)
    }
    let texts = wanted.map { knownText(of: $0, at: index) }
    let looked = Set(wanted.map(\.text) + texts.compactMap(\.self))
    let places = Dictionary(grouping: values.filter { looked.contains($0.text) }, by: \.text)
      .mapValues { Set($0.map(\.anyPlace)) }
    var changed: [String] = []
    for (value, known) in zip(wanted, texts) where !blocked.contains(value.text) {
      // A value that moved within its list is still the same value, whatever is in its place.
      let moved = [known, value.text].compactMap(\.self).first {
        places[$0]?.contains(value.anyPlace) == true
      }
      guard let text = moved ?? textByPlace[value.place], !text.isEmpty else { continue }
      live[index, default: [:]][value.place] = text
      let isOwn = standsForOne(text, in: value, at: index)
      if text != value.text {
        if isOwn, !statements.contains(value.text) {
          correlatedValues.insert(live: text, recorded: value.text)
        }
        changed.append(value.place)
      }
    }
    for value in recordedValues where value.text.hasDoubleBrace {
      guard let text = textByPlace[value.place] else { continue }
      for (name, secret) in PlaceholderReading.secrets(in: text, as: value.text) {
        note(secret: secret, name: name, at: index)
      }
    }
    let known = Set(secrets.keys)
    for (name, secret) in PlaceholderReading.secrets(
      in: response.body.bytes, like: recorded.body.bytes, except: known)
    {
      note(secret: secret, name: name, at: index)
    }
    return changed
  }

  /// False where a live id of a thing stands in the place of another recorded one already: of two
  /// things one is left, so that the service has changed.
  private mutating func standsForOne(
    _ text: String, in value: ProducedValue, at index: Int
  ) -> Bool {
    guard value.kind == .json || value.kind == .field,
      value.names.last.map(CorrelationRule.namesThing) == true
    else { return true }
    let links = (producers[value.text] ?? [:]).filter { link, producers in
      switch link {
      case .thing, .text: producers.contains { $0.source == index && $0.place == value.place }
      default: false
      }
    }.keys
    for link in links {
      if let known = standIns[text]?[link], known != value.text { return false }
      standIns[text, default: [:]][link] = value.text
    }
    return true
  }

  /// The live text of a value that an earlier response produced, too; nil when none did.
  private func knownText(of value: ProducedValue, at index: Int) -> String? {
    for producers in (producers[value.text] ?? [:]).values {
      guard let own = producers.lastIndex(where: { $0.source == index && $0.place == value.place })
      else { continue }
      let text = producers[..<own].lazy.reversed().compactMap { live[$0.source]?[$0.place] }.first
      if let text { return text }
    }
    return nil
  }

  private mutating func note(secret: [UInt8], name: [UInt8], at index: Int) {
    let produced = Secret(bytes: secret, source: index)
    secrets[name] = produced
    secretsBySource[index, default: [:]][name] = produced
    // A common word would also be replaced where it is not the secret.
    guard TokenLikeness.isUnmistakable(secret), String(validating: secret, as: UTF8.self) != nil
    else { return }
    redaction.add(value: secret, name: Placeholder.name(name))
  }
}

extension Interaction.Request {
  /// The request with some values replaced, and the interactions that produced these.
  fileprivate func replacing(
    _ changes: [Correlation.Change]
  ) -> (request: Interaction.Request, sources: Set<Int>) {
    (
      changes.isEmpty ? self : replacing(changes.map { ($0.value, $0.text) }),
      Set(changes.flatMap(\.sources))
    )
  }

  /// The names of all placeholders in the request, those in a form included, each once.
  package var placeholders: [String] {
    var names: [String] = []
    func add(_ bytes: [UInt8]) {
      var index = 0
      while index < bytes.count {
        guard let end = Placeholder.end(bytes.view, at: index) else {
          index += 1
          continue
        }
        let found =
          Placeholder.nameInForm(bytes.view, at: index).map { [Array(bytes[$0])] }
          ?? Placeholder.all(in: bytes[index..<end].span)
        for name in found.map({ String(decoding: $0, as: UTF8.self) }) where !names.contains(name) {
          names.append(name)
        }
        index = end
      }
    }
    add(Array(url.utf8))
    for field in headers.fields + trailers.fields { add(Array(field.value.utf8)) }
    add(body.bytes)
    return names
  }
}
