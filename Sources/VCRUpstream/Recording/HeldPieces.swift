package import VCRCore

/// The pieces of a stream that a client gets once they are in the journal, so that the end of the
/// process, as by a crash of the test or a kill, loses none that was delivered.
///
/// A response that ends in the turn of the event loop in which its bytes come, as most that are
/// short do, is written once, at its end.
package struct HeldPieces<Piece> {
  /// The pieces that the client does not have yet.
  package private(set) var pieces: [Piece] = []
  /// True once nothing of the exchange is written before its end.
  package private(set) var isOff = false
  /// True once the head of the request is in the journal.
  package private(set) var hasBegun = false
  /// True until the turn of the event loop is over.
  private var isDue = false
  private var journal: UnfinishedRecording?

  /// Creates what holds nothing.
  package init() {}

  /// Whether the next piece of an exchange has to be held.
  ///
  /// - Parameter isStream: True for one of a stream.
  /// - Returns: True when it has to.
  package func holds(isStream: Bool) -> Bool { !pieces.isEmpty || !isOff && isStream }

  /// Adds a piece.
  package mutating func hold(_ piece: Piece) { pieces.append(piece) }

  /// Notes that what is held is written at the end of this turn of the event loop.
  ///
  /// - Returns: False when that is noted already.
  package mutating func awaitTurn() -> Bool {
    defer { isDue = true }
    return !isDue
  }

  /// Notes that the turn is over.
  package mutating func endTurn() { isDue = false }

  /// Where the exchange is recorded while it goes on; nil where it is not.
  package mutating func journal(
    for ticket: Deck.Ticket, by deck: Deck
  ) -> UnfinishedRecording? {
    guard !isOff else { return nil }
    journal = journal ?? deck.recordUnfinished(for: ticket)
    isOff = journal == nil
    return journal
  }

  /// Notes how the writing of a piece ended.
  ///
  /// - Parameters:
  ///   - hasBegun: True when the head of the request is there now.
  ///   - isFailed: True when it could not be written; what keeps it from that is reported when the
  ///     exchange is recorded.
  package mutating func note(hasBegun: Bool, isFailed: Bool) {
    isOff = isOff || isFailed
    self.hasBegun = self.hasBegun || hasBegun
  }

  /// Removes pieces that the client gets now.
  ///
  /// - Parameter count: The most of them; nil for all.
  /// - Returns: The first ones.
  package mutating func release(_ count: Int? = nil) -> [Piece] {
    let released = Array(pieces.prefix(count ?? pieces.count))
    pieces.removeFirst(released.count)
    return released
  }
}

extension HeldPieces: Sendable where Piece: Sendable {}
