import VCRLocks

/// The tokens that were met, shared by all who redact messages of one run at the same time.
///
/// Its lock is held for a look at what is known and for what a step of a pass has found, never
/// while a body is searched: whoever redacts a large body keeps nobody waiting.
final class SharedTokenMemory: Sendable {
  private let memory: Mutex<TokenMemory>

  /// Creates an empty memory.
  ///
  /// - Parameter marksIssued: True to give each token that a service issues a mark of its own.
  init(marksIssued: Bool = false) { memory = Mutex(TokenMemory(marksIssued: marksIssued)) }

  /// Creates a memory with the tokens that another one has now.
  init(copyOf other: SharedTokenMemory) { memory = Mutex(other.withLock { $0 }) }

  /// Asks for something or changes something.
  func withLock<Value: Sendable>(_ body: (inout TokenMemory) -> Value) -> Value {
    memory.withLock { body(&$0) }
  }

  /// How many tokens were learned; it only grows.
  var count: Int { withLock { $0.count } }

  /// As ``TokenMemory/hasMarks``.
  var hasMarks: Bool { withLock { $0.hasMarks } }

  /// As ``TokenMemory/issued``.
  var issued: [SecretValues] { withLock { $0.issued } }

  /// As ``TokenMemory/brought``.
  var brought: [SecretValues] { withLock { $0.brought } }

  /// As ``TokenMemory/remembered``.
  var remembered: [SecretValues] { withLock { $0.remembered } }

  /// As ``TokenMemory/known(_:)``.
  func known(_ named: SecretValues) -> [SecretValues] { withLock { $0.known(named) } }

  /// As ``TokenMemory/settle(_:in:_:)``.
  func settle(
    _ found: inout Replacements, in text: Span<UInt8>, _ direction: MessageDirection
  ) {
    let items = TokenMemory.candidates(of: found, in: text)
    found = withLock { [found] memory in
      var settled = found
      memory.settle(&settled, items, direction)
      return settled
    }
  }
}
