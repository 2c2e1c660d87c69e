import VCRCore

/// What answers hand out and later requests carry: found in a cassette once, then learned from the
/// live answers as they come.
struct Correlation {
  /// A secret that a live answer handed out.
  struct Secret {
    /// The secret.
    var bytes: [UInt8]
    /// The interaction whose answer it was, counted from 0.
    var source: Int
  }

  /// Where an answer hands out a value that some later request carries.
  private struct Handing {
    var source: Int
    var place: String
  }

  /// Of the answers that hand out the same only so many of the latest are remembered.
  private static let limit = 64

  /// For each recorded value and what it has in common with a request's where answers hand it out, in
  /// order.
  private var handings: [String: [CorrelationLink: [Handing]]] = [:]
  /// For each interaction whose answer has not come yet its values that a later request carries.
  private var carried: [Int: [ProducedValue]] = [:]
  /// For each name of a placeholder the interactions whose answers hand it out, in order.
  private var placeholderSources: [String: [Int]] = [:]
  /// The interactions whose answers hold a placeholder, counted from 0.
  private var handsOutSecrets: Set<Int> = []

  /// What the live answers hold in those places: by interaction and place.
  private var live: [Int: [String: String]] = [:]
  /// The secrets that live answers handed out, by the names of their placeholders.
  private(set) var secrets: [[UInt8]: Secret] = [:]
  /// Replaces all of them by their placeholders.
  private(set) var redaction = Redaction.none
  /// Live values that differ from the recorded ones.
  private(set) var exchanges = CorrelatedValues()

  /// Looks through the interactions of a cassette, in time that grows as the cassette does.
  init(_ file: CassetteFile) throws {
    var firstUses: [String: [CorrelationLink: Int]] = [:]
    for index in 0..<file.count {
      for value in ConsumedValue.values(of: try file.request(at: index)) {
        for link in CorrelationRule.links(of: value)
        where firstUses[value.text]?[link] == nil {
          firstUses[value.text, default: [:]][link] = index
        }
      }
    }
    for index in 0..<file.count {
      let interaction = try file.interaction(at: index)
      guard case .response(let response) = interaction.outcome else { continue }
      let path = URLValues(interaction.request.url).values.filter { $0.name == nil }.map(\.text)
      for name in Placeholder.all(in: response.body.bytes.span) {
        note(placeholder: name, at: index)
      }
      for value in ProducedValue.values(of: response) {
        if value.text.contains("{{") {
          for name in Placeholder.all(in: Array(value.text.utf8).span) {
            note(placeholder: name, at: index)
          }
        } else if let uses = firstUses[value.text] {
          note(value, at: index, answering: path, uses)
        }
      }
    }
  }

  private mutating func note(
    _ value: ProducedValue, at index: Int, answering path: [String], _ uses: [CorrelationLink: Int]
  ) {
    let links = CorrelationRule.links(of: value, answering: path).filter { uses[$0] != nil }
    // What the client had when the answer came is its own.
    guard !links.isEmpty, links.allSatisfy({ uses[$0, default: 0] > index }) else { return }
    carried[index, default: []].append(value)
    for link in links {
      var known = handings[value.text]?[link] ?? []
      handings[value.text]?[link] = nil
      if known.count == 2 * Self.limit { known.removeFirst(Self.limit) }
      known.append(Handing(source: index, place: value.place))
      handings[value.text, default: [:]][link] = known
    }
  }

  private mutating func note(placeholder name: [UInt8], at index: Int) {
    handsOutSecrets.insert(index)
    let name = String(decoding: name, as: UTF8.self)
    if placeholderSources[name]?.last != index {
      placeholderSources[name, default: []].append(index)
    }
  }

  // MARK: - Requests

  /// A request with the live values in the place of the recorded ones.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The request, and the interactions whose live answers it has values of that are not as
  ///   recorded, counted from 0.
  func carrying(
    _ request: Interaction.Request, at index: Int
  ) -> (request: Interaction.Request, sources: Set<Int>) {
    guard !handings.isEmpty else { return (request, []) }
    var changes: [(value: ConsumedValue, text: String)] = []
    var sources: Set<Int> = []
    for used in ConsumedValue.values(of: request) {
      guard let (text, source) = liveText(for: used, at: index), text != used.text else { continue }
      changes.append((used, text))
      sources.insert(source)
    }
    return (changes.isEmpty ? request : request.replacing(changes), sources)
  }

  private func liveText(for used: ConsumedValue, at index: Int) -> (text: String, source: Int)? {
    var latest: (text: String, source: Int)?
    for handings in handings(of: used) {
      for handing in handings.reversed() where handing.source < index {
        if let latest, latest.source >= handing.source { break }
        guard let text = live[handing.source]?[handing.place] else { continue }
        latest = (text, handing.source)
        break
      }
    }
    return latest
  }

  private func handings(of used: ConsumedValue) -> [[Handing]] {
    guard let known = handings[used.text] else { return [] }
    return CorrelationRule.links(of: used).compactMap { known[$0] }
  }

  /// The interactions before one whose answers hand out what its request carries, counted from 0.
  func sources(of request: Interaction.Request, at index: Int) -> Set<Int> {
    var sources: Set<Int> = []
    if !handings.isEmpty {
      for used in ConsumedValue.values(of: request) {
        let latest = handings(of: used).compactMap { $0.last { $0.source < index }?.source }.max()
        if let latest { sources.insert(latest) }
      }
    }
    for name in request.placeholders {
      if let source = source(ofPlaceholder: name, before: index) { sources.insert(source) }
    }
    return sources
  }

  /// The last interaction before one whose answer hands out a secret, counted from 0.
  func source(ofPlaceholder name: String, before index: Int) -> Int? {
    guard let sources = placeholderSources[name] else { return nil }
    var (low, high) = (0, sources.count)
    while low < high {
      let middle = (low + high) / 2
      if sources[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? sources[low - 1] : nil
  }

  // MARK: - Answers

  /// Learns what a live answer hands out.
  ///
  /// - Parameters:
  ///   - response: The live answer, not redacted.
  ///   - recorded: The recorded answer.
  ///   - index: The interaction's number, counted from 0.
  /// - Returns: The places in which it has other values than recorded, which later requests carry.
  mutating func learn(
    from response: Interaction.Response, insteadOf recorded: Interaction.Response, at index: Int
  ) -> [String] {
    let wanted = carried.removeValue(forKey: index) ?? []
    guard !wanted.isEmpty || handsOutSecrets.contains(index) else { return [] }
    let values = ProducedValue.values(of: response)
    let byPlace = Dictionary(values.map { ($0.place, $0.text) }) { first, _ in first }
    let wantedTexts = Set(wanted.map(\.text))
    let places = Dictionary(grouping: values.filter { wantedTexts.contains($0.text) }, by: \.text)
      .mapValues { Set($0.map(\.anyPlace)) }
    var changed: [String] = []
    for value in wanted {
      // Where a list has it in another place, it is still that one.
      let isThere = places[value.text]?.contains(value.anyPlace) == true
      guard let text = isThere ? value.text : byPlace[value.place], !text.isEmpty else { continue }
      live[index, default: [:]][value.place] = text
      if text != value.text {
        exchanges.insert(live: text, recorded: value.text)
        changed.append(value.place)
      }
    }
    for value in ProducedValue.values(of: recorded) where value.text.contains("{{") {
      guard let text = byPlace[value.place] else { continue }
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

  private mutating func note(secret: [UInt8], name: [UInt8], at index: Int) {
    secrets[name] = Secret(bytes: secret, source: index)
    // A word stands in much that has nothing to do with it.
    guard TokenLikeness.isUnmistakable(secret), String(validating: secret, as: UTF8.self) != nil
    else { return }
    redaction.add(value: secret, name: Placeholder.name(name))
  }
}

/// Reads the secrets out of a live text that stands in the place of a recorded one.
enum PlaceholderReading {
  /// The secrets of a value whose recorded text is known.
  ///
  /// - Parameters:
  ///   - live: The live value.
  ///   - recorded: The recorded value, with placeholders.
  /// - Returns: The secrets by the names of their placeholders; none when the texts do not fit.
  static func secrets(in live: String, as recorded: String) -> [(name: [UInt8], secret: [UInt8])] {
    let live = Array(live.utf8)
    let recorded = Array(recorded.utf8)
    var found: [(name: [UInt8], secret: [UInt8])] = []
    var (place, index) = (0, 0)
    while index < recorded.count {
      guard let end = Placeholder.end(recorded.span, at: index) else {
        guard place < live.count, live[place] == recorded[index] else { return [] }
        place += 1
        index += 1
        continue
      }
      let rest = recorded[end...]
      let literal = rest.prefix { $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "%") }
      let stop =
        rest.isEmpty
        ? live.count
        : live[min(place, live.count)...].firstRange(of: literal)?.lowerBound
      guard let stop, stop > place else { return [] }
      if let name = Placeholder.name(recorded.span, at: index) {
        found.append((Array(recorded[name]), Array(live[place..<stop])))
      }
      place = stop
      index = end
    }
    return place == live.count ? found : []
  }

  /// How often a secret is looked for that is not where it should be.
  private static let attempts = 8

  /// The secrets of a body of any kind, found by what stands before and behind their placeholders.
  ///
  /// - Parameters:
  ///   - live: The live body.
  ///   - recorded: The recorded body, with placeholders.
  ///   - known: The names of those that need not be looked for.
  /// - Returns: The first secret found for each name.
  static func secrets(
    in live: [UInt8], like recorded: [UInt8], except known: Set<[UInt8]> = []
  ) -> [(name: [UInt8], secret: [UInt8])] {
    var found: [(name: [UInt8], secret: [UInt8])] = []
    var left: [[UInt8]: Int] = [:]
    var index = 0
    while let next = recorded[index...].firstIndex(of: UInt8(ascii: "{")) {
      guard let end = Placeholder.end(recorded.span, at: next) else {
        index = next + 1
        continue
      }
      let line = recorded[index..<next].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? index
      index = end
      guard end < recorded.count, let range = Placeholder.name(recorded.span, at: next) else {
        continue
      }
      let name = Array(recorded[range])
      let attempt = left[name] ?? Self.attempts
      guard attempt > 0, !known.contains(name) else { continue }
      left[name] = attempt - 1
      if let secret = secret(in: live, behind: recorded[line..<next], before: recorded[end]) {
        found.append((name, secret))
        left[name] = 0
      }
    }
    return found
  }

  /// What stands behind a text, or the longest end of it that is there, up to an octet.
  private static func secret(
    in live: [UInt8], behind before: ArraySlice<UInt8>, before stop: UInt8
  ) -> [UInt8]? {
    for length in [32, 24, 16, 12, 8, 6, 4] where length <= max(4, before.count) {
      guard before.count >= 4, let start = live.firstRange(of: before.suffix(length))?.upperBound,
        let end = live[start...].firstIndex(of: stop), end > start, end - start < 8192
      else { continue }
      return Array(live[start..<end])
    }
    return nil
  }
}

extension Interaction.Request {
  /// The names of all placeholders in the request, also of those in a form, each once.
  var placeholders: [String] {
    var names: [String] = []
    func add(_ octets: [UInt8]) {
      var index = 0
      while index < octets.count {
        guard let end = Placeholder.end(octets.span, at: index) else {
          index += 1
          continue
        }
        let found =
          Placeholder.nameInForm(octets.span, at: index).map { [Array(octets[$0])] }
          ?? Placeholder.all(in: octets[index..<end].span)
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
