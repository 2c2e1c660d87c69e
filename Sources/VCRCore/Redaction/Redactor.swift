import Synchronization

/// Applies a redaction to the messages of one run or one cassette, one after the other.
///
/// What makes it more than its rules is that it remembers: a token that one message hands out is
/// found again wherever a later one carries it, and has the same placeholder there.
package final class Redactor: Sendable {
  /// Which way a message goes.
  package enum Direction: Sendable {
    /// From the client to the service.
    case request
    /// From the service to the client.
    case response
  }

  /// The rules.
  package let redaction: Redaction

  private let memory = Mutex(TokenMemory())

  /// True when two values of one name in the query or the form of what is recorded have two
  /// placeholders.
  private let numbersValues: Bool

  /// The names of the placeholders of named secrets, which are no numbers of others.
  private let reserved: Set<[UInt8]>

  /// Creates a redactor that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - redaction: The rules.
  ///   - numbersValues: True to give two values of one name in queries and forms two placeholders.
  package init(_ redaction: Redaction, numbersValues: Bool = false) {
    self.redaction = redaction
    self.numbersValues = numbersValues
    reserved = redaction.valueNames
  }

  /// Remembers the tokens in an interaction, without changing it.
  package func learn(from interaction: Interaction) { _ = redacting(interaction) }

  /// An interaction without its secrets.
  package func redacting(_ interaction: Interaction) -> Interaction {
    changing(interaction) { $0.redact(&$1, &$2) }
  }

  /// A request without its secrets.
  package func redacting(_ request: Interaction.Request) -> Interaction.Request {
    changing(request) { $0.redact(&$1, &$2) }
  }

  /// A request without its secrets and without numbers, and what its values were.
  func matching(_ request: Interaction.Request) -> (Interaction.Request, PairValues) {
    let pass = RedactionPass(redaction: redaction)
    return memory.withLock { memory in
      var redacted = request
      let values = pass.redact(&redacted, &memory)
      return (redacted, values)
    }
  }

  // MARK: - Numbers of values

  /// The numbers under which a value may have been recorded, the most likely one first.
  ///
  /// - Parameters:
  ///   - slot: The value.
  ///   - highest: The highest number that was recorded for its name.
  /// - Returns: The numbers; the first for a value that tells nobody apart.
  func choices(for slot: PairValues.Slot, upTo highest: Int) -> [Int] {
    guard let value = slot.value else { return [1] }
    return memory.withLock {
      $0.numbers.choices(for: value, slot.name, upTo: highest, except: reserved)
    }
  }

  /// The number that a value has, or is given when it is recorded next.
  func next(for slot: PairValues.Slot) -> Int {
    guard let value = slot.value else { return 1 }
    return memory.withLock { $0.numbers.next(for: value, slot.name, except: reserved) }
  }

  /// The number of a value; nil when it has none.
  func number(of slot: PairValues.Slot) -> Int? {
    guard let value = slot.value else { return nil }
    return memory.withLock { $0.numbers.number(of: value, slot.name) }
  }

  /// True when a number is that of some value.
  func isTaken(_ number: Int, of slot: PairValues.Slot) -> Bool {
    memory.withLock { $0.numbers.isTaken(number, slot.name) }
  }

  /// Gives a value a number for the rest of the run, unless it has one or the number is another's.
  func bind(_ slot: PairValues.Slot, to number: Int) {
    guard let value = slot.value else { return }
    memory.withLock { $0.numbers.bind(value, slot.name, to: number) }
  }

  /// A URL without its secrets.
  package func redacting(url: String) -> String { changing(url) { $0.redact(url: &$1, &$2) } }

  /// A text for a reader (an error's message, a log line) without its secrets.
  package func redacting(text: String) -> String { changing(text) { $0.redact(text: &$1, &$2) } }

  /// True when a token that was met stands in a text as it is.
  func remembersAny(in text: [UInt8]) -> Bool {
    memory.withLock { $0.remembered }.contains { $0.isAny(in: text.view) }
  }

  private func changing<Value: Sendable>(
    _ value: Value, _ change: (RedactionPass, inout Value, inout TokenMemory) -> Void
  ) -> Value {
    let pass = RedactionPass(redaction: redaction, numbersValues: numbersValues)
    return memory.withLock { memory in
      var changed = value
      change(pass, &changed, &memory)
      return changed
    }
  }
}
