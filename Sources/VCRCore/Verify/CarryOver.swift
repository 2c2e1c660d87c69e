/// What answers hand out and later requests carry: found in a cassette once, then learned from the
/// live answers as they come.
struct CarryOver {
  /// A value of an answer that some later request carries.
  private struct Handing {
    var source: Int
    var value: HandedValue
  }

  /// A kind of place in which requests use a value.
  private struct Use {
    var value: UsedValue
    /// The first and the last request that does.
    var requests: ClosedRange<Int>
  }

  /// The segments of each request's path.
  private var paths: [[String]] = []
  /// For each recorded value where answers hand it out, in order.
  private var handings: [String: [Handing]] = [:]
  /// For each recorded value the places in which requests use it.
  private var uses: [String: [Use]] = [:]
  /// For each interaction the values of its answer that a later request carries.
  private var carried: [Int: [HandedValue]] = [:]
  /// For each name of a placeholder the interactions whose answers hand it out.
  private var placeholderSources: [String: [Int]] = [:]
  /// The interactions whose answers hold a placeholder, counted from 0.
  private var handsOutSecrets: Set<Int> = []

  /// What the live answers hold in those places: by interaction and place.
  private var live: [Int: [String: String]] = [:]
  /// The secrets that live answers handed out, by the names of their placeholders.
  private(set) var secrets: [[UInt8]: [UInt8]] = [:]
  /// Replaces all of them by their placeholders.
  private(set) var redaction = Redaction.none
  /// Live values that differ from the recorded ones.
  private(set) var exchanges = ExchangedValues()

  /// Looks through the interactions of a cassette.
  init(_ file: CassetteFile) throws {
    for index in 0..<file.count {
      let request = try file.request(at: index)
      paths.append(URLValues(request.url).values.filter { $0.name == nil }.map(\.text))
      for value in UsedValue.values(of: request) where !value.text.isEmpty {
        note(value, at: index)
      }
    }
    for index in 0..<file.count {
      guard case .response(let response) = try file.interaction(at: index).outcome else { continue }
      for name in Placeholder.all(in: response.body.bytes.span) {
        note(placeholder: name, at: index)
      }
      for value in HandedValue.values(of: response) {
        if value.text.contains("{{") {
          for name in Placeholder.all(in: Array(value.text.utf8).span) {
            note(placeholder: name, at: index)
          }
        } else if let uses = uses[value.text],
          uses.contains(where: { $0.requests.upperBound > index })
        {
          handings[value.text, default: []].append(Handing(source: index, value: value))
        }
      }
    }
    for (text, found) in handings {
      let linked = found.filter { handing in
        let uses = (uses[text] ?? []).filter { links(handing, to: $0.value) }
        // What the client had when the answer came is its own.
        return uses.allSatisfy { $0.requests.lowerBound > handing.source } && !uses.isEmpty
      }
      handings[text] = linked.isEmpty ? nil : linked
      for handing in linked { carried[handing.source, default: []].append(handing.value) }
    }
  }

  private mutating func note(_ value: UsedValue, at index: Int) {
    let known = uses[value.text]?.firstIndex {
      $0.value.before == value.before && $0.value.names.suffix(2) == value.names.suffix(2)
    }
    if let known {
      let first = uses[value.text]?[known].requests.lowerBound ?? index
      uses[value.text]?[known].requests = first...index
    } else {
      uses[value.text, default: []].append(Use(value: value, requests: index...index))
    }
  }

  private mutating func note(placeholder name: [UInt8], at index: Int) {
    handsOutSecrets.insert(index)
    let name = String(decoding: name, as: UTF8.self)
    if placeholderSources[name]?.last != index {
      placeholderSources[name, default: []].append(index)
    }
  }

  private func links(_ handing: Handing, to used: UsedValue) -> Bool {
    CarryRule.links(handing.value, answering: paths[handing.source], to: used)
  }

  // MARK: - Requests

  /// A request with the live values in the place of the recorded ones.
  ///
  /// - Parameters:
  ///   - request: The recorded request.
  ///   - index: Its number, counted from 0.
  /// - Returns: The request.
  func carrying(_ request: Interaction.Request, at index: Int) -> Interaction.Request {
    guard !handings.isEmpty else { return request }
    let changes = UsedValue.values(of: request).compactMap { used in
      liveText(for: used, at: index).flatMap { $0 == used.text ? nil : (value: used, text: $0) }
    }
    return changes.isEmpty ? request : request.replacing(changes)
  }

  private func liveText(for used: UsedValue, at index: Int) -> String? {
    // Of many answers that hand out the same the latest are enough.
    let earlier = (handings[used.text] ?? []).reversed().drop { $0.source >= index }.prefix(64)
    for handing in earlier {
      guard let text = live[handing.source]?[handing.value.place], links(handing, to: used) else {
        continue
      }
      return text
    }
    return nil
  }

  /// The interactions before one whose answers hand out what its request carries, counted from 0.
  func sources(of request: Interaction.Request, at index: Int) -> Set<Int> {
    var sources: Set<Int> = []
    for used in UsedValue.values(of: request) {
      let source = handings[used.text]?.last { $0.source < index && links($0, to: used) }?.source
      if let source { sources.insert(source) }
    }
    for name in request.placeholders {
      if let source = source(ofPlaceholder: name, before: index) { sources.insert(source) }
    }
    return sources
  }

  /// The last interaction before one whose answer hands out a secret, counted from 0.
  func source(ofPlaceholder name: String, before index: Int) -> Int? {
    placeholderSources[name]?.last { $0 < index }
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
    let wanted = carried[index] ?? []
    guard !wanted.isEmpty || handsOutSecrets.contains(index) else { return [] }
    var places: [String] = []
    let values = HandedValue.values(of: response)
    let byPlace = Dictionary(values.map { ($0.place, $0.text) }) { first, _ in first }
    for value in wanted {
      // Where a list has it in another place, it is still that one.
      let isThere = values.contains { $0.anyPlace == value.anyPlace && $0.text == value.text }
      guard let text = isThere ? value.text : byPlace[value.place], !text.isEmpty else { continue }
      live[index, default: [:]][value.place] = text
      if text != value.text {
        exchanges.insert(live: text, recorded: value.text)
        places.append(value.place)
      }
    }
    for value in HandedValue.values(of: recorded) where value.text.contains("{{") {
      guard let text = byPlace[value.place] else { continue }
      for (name, secret) in PlaceholderReading.secrets(in: text, as: value.text) {
        note(secret: secret, name: name)
      }
    }
    for (name, secret) in PlaceholderReading.secrets(
      in: response.body.bytes, like: recorded.body.bytes)
    where secrets[name] == nil {
      note(secret: secret, name: name)
    }
    return places
  }

  private mutating func note(secret: [UInt8], name: [UInt8]) {
    secrets[name] = secret
    // A word stands in much that has nothing to do with it.
    guard TokenLikeness.isUnmistakable(secret), let text = String(validating: secret, as: UTF8.self)
    else { return }
    redaction = redaction.adding(.secret(String(decoding: name, as: UTF8.self), value: text))
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

  /// The secrets of a body of any kind, found by what stands before and behind their placeholders.
  static func secrets(
    in live: [UInt8], like recorded: [UInt8]
  ) -> [(name: [UInt8], secret: [UInt8])] {
    var found: [(name: [UInt8], secret: [UInt8])] = []
    var index = 0
    while let next = recorded[index...].firstIndex(of: UInt8(ascii: "{")) {
      guard let end = Placeholder.end(recorded.span, at: next) else {
        index = next + 1
        continue
      }
      let line = recorded[index..<next].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? index
      if let name = Placeholder.name(recorded.span, at: next), end < recorded.count,
        let secret = secret(in: live, behind: recorded[line..<next], before: recorded[end])
      {
        found.append((Array(recorded[name]), secret))
      }
      index = end
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
