import VCRLocks

/// The memos that one set of rules has, which outlive a text: the messages of a service have the
/// same names, header fields and URLs in all of them.
///
/// A search takes a memo for itself and hands it back, so that the lock is held for no look-up.
final class MemoPool<Memo: Sendable>: Sendable {
  private let kept = Mutex<[Memo]>([])
  private let makeEmpty: @Sendable () -> Memo

  /// More searches than this seldom run at the same time.
  private static var most: Int { 8 }

  /// Creates a pool.
  ///
  /// - Parameter makeEmpty: Makes a memo that remembers nothing.
  init(_ makeEmpty: @escaping @Sendable () -> Memo) { self.makeEmpty = makeEmpty }

  /// Takes a memo, which nobody else has.
  func take() -> Memo {
    kept.withLock { $0.popLast() } ?? makeEmpty()
  }

  /// Hands a memo back, if a search has taken one.
  func handBack(_ memo: inout Memo?) {
    guard let last = memo else { return }
    memo = nil
    keep(last)
  }

  /// Lends a memo, which nobody else has meanwhile.
  func withMemo<Result>(_ use: (inout Memo) throws -> Result) rethrows -> Result {
    var memo = take()
    defer { keep(memo) }
    return try use(&memo)
  }

  private func keep(_ memo: Memo) {
    kept.withLock { if $0.count < Self.most { $0.append(memo) } }
  }
}
