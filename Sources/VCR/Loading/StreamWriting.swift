import VCRCore
import VCRUpstream

/// A part of a stream that is to be in the journal before the client gets it.
struct StreamWriting: Sendable {
  /// The part.
  let piece: StreamPiece
  private let request: Interaction.Request
  private let journal: UnfinishedRecording

  /// Prepares to write a part; nil when nothing is to be written.
  ///
  /// - Parameters:
  ///   - piece: The part; nil when nothing of it can be whole.
  ///   - ticket: The right to record the exchange; nil when it is not recorded.
  ///   - held: What the client does not have yet.
  ///   - deck: The deck.
  init?(
    _ piece: StreamPiece?, for ticket: Deck.Ticket?, of held: inout HeldPieces<LoadingEvent>,
    by deck: Deck
  ) {
    guard let ticket, let piece, let journal = held.journal(for: ticket, by: deck) else {
      return nil
    }
    var request = ticket.request
    if held.hasBegun { request.body = [] }
    (self.piece, self.request, self.journal) = (piece, request, journal)
  }

  /// Writes it.
  ///
  /// - Returns: Up to where the response is in the journal; nil when nothing more is whole, and a
  ///   failure when the journal cannot be written, or the deck was closed.
  func write() -> Result<Int?, any Error> {
    Result {
      guard let (response, end) = piece.whole() else { return nil }
      try journal.add(request, response)
      return end
    }
  }
}

extension HeldPieces<LoadingEvent> {
  /// Notes how the writing of a part ended.
  ///
  /// - Returns: Up to where the response is in the journal; nil where it has not got further.
  mutating func note(_ written: Result<Int?, any Error>) -> Int? {
    switch written {
    case .success(let end):
      note(hasBegun: end != nil, isFailed: false)
      return end
    case .failure:
      note(hasBegun: false, isFailed: true)
      return nil
    }
  }
}
