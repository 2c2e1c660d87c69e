/// Applies a redaction to the messages of one run or one cassette, one after the other.
///
/// In addition to the rules it has a memory: a token that one message issues is found wherever a
/// later message carries it, and has the same placeholder there.
package final class Redactor: Sendable {
  /// The rules.
  package let redaction: Redaction

  let memory: SharedTokenMemory

  /// True if two values of one name in recorded requests have two placeholders.
  private let numbersValues: Bool

  /// The names of the placeholders of named secrets, which numbered placeholders must not use.
  private let reserved: Set<[UInt8]>

  /// The pass for a request before it is matched; made once, as each request of a replay needs it.
  private let matchingPass: RedactionPass

  /// Creates a redactor with an empty memory.
  ///
  /// - Parameters:
  ///   - redaction: The rules.
  ///   - numbersValues: True to give two values of one name in requests two placeholders.
  package init(_ redaction: Redaction, numbersValues: Bool = false) {
    self.redaction = redaction
    self.numbersValues = numbersValues
    memory = SharedTokenMemory(marksIssued: numbersValues)
    reserved = redaction.valueNames
    matchingPass = RedactionPass(redaction: redaction)
  }

  /// Creates a redactor that knows what another one knows now, and of which the other learns
  /// nothing.
  package init(copyOf other: Redactor) {
    redaction = other.redaction
    numbersValues = other.numbersValues
    memory = SharedTokenMemory(copyOf: other.memory)
    reserved = other.reserved
    matchingPass = other.matchingPass
  }

  /// How many tokens are remembered; what was redacted with as many is redacted the same way again.
  package var tokenCount: Int { memory.count }

  /// Remembers the tokens in an interaction, without changing it.
  package func learn(from interaction: Interaction) {
    var pass = RedactionPass(redaction: redaction, numbersValues: numbersValues)
    pass.learnsAlone = true
    var redacted = interaction
    pass.redact(&redacted, memory)
  }

  /// An interaction without its secrets.
  package func redacting(_ interaction: Interaction) -> Interaction {
    changing(interaction) { $0.redact(&$1, $2) }
  }

  /// Two interactions without their secrets, one after the other.
  package func redacting(
    _ first: Interaction, _ second: Interaction
  ) -> (Interaction, Interaction) {
    let before = memory.count
    let one = redacting(first)
    // A request that was just found to hold nothing is not searched again.
    let isKnown =
      !numbersValues && memory.count == before && first.request == second.request
      && one.request == first.request
    let other = isKnown ? changing(second) { $0.redactAfterRequest(&$1, $2) } : redacting(second)
    return (one, other)
  }

  /// A request without its secrets.
  package func redacting(_ request: Interaction.Request) -> Interaction.Request {
    changing(request) { $0.redact(&$1, $2) }
  }

  /// Returns the value as readers and matching see it, without the marks of tokens in this run.
  func unmarked<Value>(_ value: Value, _ remove: (PlaceholderRenaming, Value) -> Value) -> Value {
    memory.hasMarks ? remove(IssuedMark.removal, value) : value
  }

  /// The messages of a WebSocket without their secrets.
  package func redacting(
    _ messages: [Interaction.WebSocketMessage]
  ) -> [Interaction.WebSocketMessage] {
    changing(messages) { $0.redact(&$1, $2) }
  }

  /// A message of a WebSocket that is compared with recorded ones, without its secrets and without
  /// numbers.
  func matching(_ message: Interaction.WebSocketMessage) -> Interaction.WebSocketMessage {
    var redacted = message
    matchingPass.redact(&redacted, memory)
    return redacted
  }

  /// The values in a message of a client that names or shapes reveal.
  func values(of message: Interaction.WebSocketMessage) -> PairValues {
    matching(Interaction.Request(url: "", body: message.body ?? [])).1.revealed
  }

  /// The words that a response sets as cookies which name a user or a session.
  ///
  /// Longer values are remembered as tokens, which get their numbers when the run is over.
  func users(ofCookiesIn response: Interaction.Response) -> [PairValues.Slot] {
    response.headers.fields.flatMap { field -> [PairValues.Slot] in
      guard CookiePlace.isResponse(field.name) == true else { return [] }
      let words = field.value.withUTF8Span { text in
        CookiePieces(text, isResponse: true).pieces.compactMap { piece -> String? in
          guard !piece.isAttribute, let value = piece.value else { return nil }
          let word = value.map { text[$0] }
          guard PairValues.isWord(word), !TokenLikeness.isUnmistakable(word) else { return nil }
          return String(decoding: piece.name.map { text[$0] } + "=".utf8 + word, as: UTF8.self)
        }
      }
      return words.flatMap {
        matching(Interaction.Request(url: "", headers: ["Cookie": $0])).1.slots
      }
    }.filter { $0.user != nil || PairValues.isSession(cookie: $0.name) }
  }

  /// A request without its secrets and without numbers, and the values that were replaced.
  func matching(_ request: Interaction.Request) -> (Interaction.Request, PairValues) {
    var redacted = request
    let values = matchingPass.redact(&redacted, memory)
    return (redacted, values)
  }

  // MARK: - Numbers of values

  /// The numbers with which a value may have been recorded, the most likely one first.
  ///
  /// - Parameters:
  ///   - slot: The value.
  ///   - highest: The highest number that was recorded for its name.
  /// - Returns: The numbers; only 1 for a value that does not distinguish users.
  func choices(for slot: PairValues.Slot, upTo highest: Int) -> [Int] {
    guard let value = slot.value else { return [1] }
    return memory.withLock {
      $0.numbers.choices(for: value, slot.name, upTo: highest, except: reserved)
    }
  }

  /// The number that a value has, or that it gets when it is recorded next.
  func next(for slot: PairValues.Slot) -> Int {
    guard let value = slot.value else { return 1 }
    return memory.withLock { $0.numbers.next(for: value, slot.name, except: reserved) }
  }

  /// The number of a value; nil if it has none.
  func number(of slot: PairValues.Slot) -> Int? {
    guard let value = slot.value else { return nil }
    return memory.withLock { $0.numbers.number(of: value, slot.name) }
  }

  /// True if a value has the number.
  func isTaken(_ number: Int, of slot: PairValues.Slot) -> Bool {
    memory.withLock { $0.numbers.isTaken(number, slot.name) }
  }

  /// Returns the fingerprint of which digests of the value with a number are made; nil when no
  /// value of this run has it.
  func fingerprint(of number: Int, _ name: [UInt8]) -> ValueDigests.Fingerprint? {
    memory.withLock { $0.numbers.fingerprint(of: number, name) }
  }

  /// True when a value of a name that could be guessed has a number.
  func hasShort(_ name: [UInt8]) -> Bool { memory.withLock { $0.numbers.hasShort(name) } }

  /// Gives a value a number for the rest of the run, unless it has one already or another value has
  /// that number.
  func bind(_ slot: PairValues.Slot, to number: Int) {
    guard let value = slot.value else { return }
    memory.withLock {
      $0.numbers.bind(value, slot.name, to: number, fingerprint: slot.fingerprint)
    }
  }

  /// Gives a value the first free number after another one.
  func bind(_ slot: PairValues.Slot, after last: Int) {
    guard let value = slot.value else { return }
    memory.withLock { memory in
      var number = last + 1
      while memory.numbers.isTaken(number, slot.name)
        || reserved.contains(ValueNumbers.name(slot.name, number))
      {
        number += 1
      }
      memory.numbers.bind(value, slot.name, to: number, fingerprint: slot.fingerprint)
    }
  }

  /// The numbers of the values of this run.
  var numbers: ValueNumbers { memory.withLock { $0.numbers } }

  /// Takes the digests of the values that got their numbers since the last time.
  ///
  /// - Parameter salt: The salt.
  /// - Returns: nil when there are none.
  func takeRecentDigests(salt: String) -> ValueDigests? {
    memory.withLock { $0.numbers.takeRecent(salt: salt) }
  }

  /// A URL without its secrets.
  package func redacting(url: String) -> String {
    unmarked(changing(url) { $0.redact(url: &$1, $2) }) { $0.applied(to: $1) }
  }

  /// A text for a reader (an error message, a log line) without its secrets.
  package func redacting(text: String) -> String {
    unmarked(changing(text) { $0.redact(text: &$1, $2) }) { $0.applied(to: $1) }
  }

  /// True if a remembered token occurs in a text.
  func remembersAny(in text: [UInt8]) -> Bool {
    memory.remembered.contains { $0.isAny(in: text.view) }
  }

  /// True when a token that was met stands in a body as it is.
  func remembersAny(in body: Body) -> Bool {
    guard let file = body.file else { return remembersAny(in: body.bytes) }
    guard !memory.remembered.isEmpty, let reader = try? file.reader() else { return false }
    var end: [UInt8] = []
    while let piece = try? reader.next(), !piece.isEmpty {
      let text = end + piece
      if remembersAny(in: text) { return true }
      end = Array(text.suffix(Self.longestToken))
    }
    return false
  }

  /// The most bytes of a token that is remembered, in Base64.
  private static let longestToken = 12 << 10

  private func changing<Value: Sendable>(
    _ value: Value, _ change: (RedactionPass, inout Value, SharedTokenMemory) -> Void
  ) -> Value {
    var changed = value
    change(RedactionPass(redaction: redaction, numbersValues: numbersValues), &changed, memory)
    return changed
  }
}
