import Synchronization

/// The tokens that were met, shared by all who redact messages of one run at the same time.
///
/// Its lock is held for a look at what is known and for what a step of a pass has found, never while
/// a body is searched: whoever redacts a large body keeps nobody waiting.
final class SharedTokenMemory: Sendable {
  private let memory = Mutex(TokenMemory())

  /// Header fields in which neither a name nor a shape reveals a secret.
  ///
  /// Most messages of a run repeat them, and what reveals a secret does not depend on the run.
  private let harmlessFields = Mutex(HarmlessFields())

  private struct HarmlessFields {
    var known: Set<HeaderField> = []
    /// The header section that was last asked for in each direction: the same one comes again and
    /// again, and to compare it costs less than to hash each field.
    var lastSections: [Redactor.Direction: Section] = [:]
  }

  /// A header section, and the indices of its fields that are not known to be harmless.
  private struct Section {
    var fields: [HeaderField]
    var unknown: [Int]
  }

  /// The most header fields that are kept; with one more, all are forgotten.
  private static let mostFields = 512

  /// Asks for something or changes something.
  func withLock<Value: Sendable>(_ body: (inout TokenMemory) -> Value) -> Value {
    memory.withLock { body(&$0) }
  }

  /// How many tokens were learned; it only grows.
  var count: Int { withLock { $0.count } }

  /// As ``TokenMemory/issued``.
  var issued: [SecretValues] { withLock { $0.issued } }

  /// As ``TokenMemory/brought``.
  var brought: [SecretValues] { withLock { $0.brought } }

  /// As ``TokenMemory/remembered``.
  var remembered: [SecretValues] { withLock { $0.remembered } }

  /// As ``TokenMemory/known(_:)``.
  func known(_ named: SecretValues) -> [SecretValues] { withLock { $0.known(named) } }

  /// The indices of the fields of a header section that are not known to be harmless.
  func notKnownHarmless(_ fields: [HeaderField], _ direction: Redactor.Direction) -> [Int] {
    guard !fields.isEmpty else { return [] }
    return harmlessFields.withLock { harmless in
      if let last = harmless.lastSections[direction], last.fields == fields { return last.unknown }
      let unknown = fields.indices.filter { !harmless.known.contains(fields[$0]) }
      harmless.lastSections[direction] = Section(fields: fields, unknown: unknown)
      return unknown
    }
  }

  /// Remembers fields in which nothing was found.
  func noteHarmless(_ fields: [HeaderField]) {
    guard !fields.isEmpty else { return }
    harmlessFields.withLock { harmless in
      if harmless.known.count + fields.count > Self.mostFields { harmless.known.removeAll() }
      harmless.known.formUnion(fields.prefix(Self.mostFields))
      // They were unknown when these were asked for.
      harmless.lastSections.removeAll()
    }
  }

  /// As ``TokenMemory/settle(_:in:_:)``.
  func settle(
    _ found: inout Replacements, in text: Span<UInt8>, _ direction: Redactor.Direction
  ) {
    let items = TokenMemory.candidates(of: found, in: text)
    found = withLock { [found] memory in
      var settled = found
      memory.settle(&settled, items, direction)
      return settled
    }
  }
}
