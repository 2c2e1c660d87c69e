#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRLocks

/// An exchange that is recorded while it goes on, see `JournalPieces`.
///
/// What counts when it is over is what is then recorded as a whole: nothing is counted here. The
/// pieces are added in their order by one caller at a time, on any thread.
package final class UnfinishedRecording: Sendable {
  private let deck: Deck
  private let ticket: Deck.Ticket
  /// The interaction that stands for request and response in each piece after the first.
  private let continuation = Mutex<Interaction?>(nil)

  fileprivate init(_ ticket: Deck.Ticket, by deck: Deck) {
    self.ticket = ticket
    self.deck = deck
  }

  /// Adds a piece; it is in the journal when this returns.
  ///
  /// - Parameters:
  ///   - request: The request with what came of its body since the last piece.
  ///   - response: The response with what came of its body since then.
  /// - Throws: `DeckError` when the journal cannot be written, or the deck was closed.
  package func add(_ request: Interaction.Request, _ response: Interaction.Response) throws {
    var response = response
    response.failure = ConversationRecording.interruption
    try continuation.withLock { continuation throws in
      guard let known = continuation else {
        continuation = try begin(request, response)
        return
      }
      var piece = known
      piece.request.url = request.url
      piece.request.body = request.body
      if case .response(var next) = known.outcome {
        next.body = response.body
        next.awaits = response.awaits
        next.failure = response.failure
        piece.outcome = .response(next)
      }
      deck.bindIssued(by: .response(response))
      piece.recordedAt = Self.now
      piece = deck.redactor.redacting(piece)
      piece.request.url = known.request.url
      try write(piece)
    }
  }

  /// Adds the exchange as far as it has come, in the place of all pieces before.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - response: The response.
  ///   - spool: The temporary file to which its body is on its way; nil where all of it is here.
  /// - Throws: `DeckError` as ``add(_:_:)``.
  package func replace(
    _ request: Interaction.Request, _ response: Interaction.Response, spool: String? = nil
  ) throws {
    var response = response
    response.failure = ConversationRecording.interruption
    let request = request.withoutRedundantHost
    try continuation.withLock { _ throws in
      deck.bindAsRecorded(request)
      _ = deck.redactor.redacting(request)
      // The beginning of a body may look like what the whole is not, which nothing is learned from.
      let redactor = Redactor(copyOf: deck.redactor)
      let piece = redactor.redacting(
        Interaction(request: request, outcome: .response(response), recordedAt: Self.now))
      try write(piece, isReplacement: true, spool: spool)
    }
  }

  /// Writes the first piece.
  ///
  /// - Returns: What the others begin with.
  private func begin(
    _ request: Interaction.Request, _ response: Interaction.Response
  ) throws -> Interaction {
    deck.bindAsRecorded(request)
    deck.bindIssued(by: .response(response))
    let first = deck.redactor.redacting(
      Interaction(
        request: request.withoutRedundantHost, outcome: .response(response), recordedAt: Self.now))
    try write(first)
    // Which form a body has depends on its type.
    let head = Interaction.Response(
      status: response.status, headers: response.headers.bodyType)
    return Interaction(
      request: Interaction.Request(
        method: first.request.method, url: first.request.url,
        headers: request.headers.bodyType),
      outcome: .response(head))
  }

  private func write(
    _ piece: Interaction, isReplacement: Bool = false, spool: String? = nil
  ) throws {
    let item = RecordingRun.Item(
      piece, for: ticket, cassette: deck.target, isReplacement: isReplacement,
      isUnfinished: true, spool: spool)
    try deck.append(item) { _ in }
  }

  private static var now: Date {
    Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  }
}

extension Deck {
  /// Begins to record an exchange while it goes on, for the case that its end is never recorded.
  ///
  /// - Parameter ticket: The right to record it.
  /// - Returns: Nil where a hook sees each exchange before it is written, and only as a whole.
  package func recordUnfinished(for ticket: Ticket) -> UnfinishedRecording? {
    options.hooks.beforeRecord == nil ? UnfinishedRecording(ticket, by: self) : nil
  }
}
