#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRLocks

/// A WebSocket that is recorded message by message, see `JournalPieces`.
///
/// The messages are added in their order by one caller at a time, on any thread.
package final class ConversationRecording: Sendable {
  private struct State {
    var ticket: Deck.Ticket
    /// The head of the response that opened the WebSocket.
    var response: Interaction.Response
    /// The interaction that stands for request and response in each piece after the first.
    var continuation: Interaction?
    /// How many placeholders are in that.
    var repeatedPlaceholders = 0
    /// All messages, where somebody wants to see the whole interaction before it is recorded.
    var collected: [Interaction.WebSocketMessage] = []
    var isOver = false
  }

  private let deck: Deck
  private let state: Mutex<State>
  /// When the response opened the WebSocket.
  private let start = ContinuousClock.now
  /// True when the interaction is recorded at its end, as a hook sees it whole.
  private let isCollected: Bool

  fileprivate init(_ response: Interaction.Response, for ticket: Deck.Ticket, by deck: Deck) {
    self.deck = deck
    isCollected = deck.options.hooks.beforeRecord != nil
    state = Mutex(State(ticket: ticket, response: response))
  }

  /// Seconds from the response's head to now.
  package var seconds: Double { milliseconds(ContinuousClock.now - start) }

  private func milliseconds(_ duration: Duration) -> Double {
    (duration / .seconds(1) * 1000).rounded() / 1000
  }

  /// Writes request and response, to which the messages are then added.
  fileprivate func begin() throws {
    guard !isCollected else { return }
    try state.withLock { state throws in
      deck.bindAsRecorded(state.ticket.request)
      var response = state.response
      response.failure = Self.interruption
      let first = deck.redactor.redacting(
        Interaction(
          request: state.ticket.request.withoutRedundantHost, outcome: .response(response),
          recordedAt: Self.now))
      let head = Interaction.Response(status: response.status, reason: response.reason)
      let continuation = Interaction(
        request: Interaction.Request(method: first.request.method, url: first.request.url),
        outcome: .response(head))
      state.continuation = continuation
      state.repeatedPlaceholders =
        RecordingRun.Item(continuation, for: state.ticket, cassette: deck.target).placeholders
      try write(first, state, isRepeated: false) { _ in }
    }
  }

  /// Adds messages; they are in the journal when this returns.
  ///
  /// - Throws: `DeckError` when the journal cannot be written, or the deck was closed.
  package func add(_ messages: [Interaction.WebSocketMessage]) throws {
    guard !messages.isEmpty else { return }
    try state.withLock { state throws in
      guard !state.isOver else { return }
      if isCollected {
        state.collected += messages
      } else {
        try add(messages, Self.interruption, state) { _ in }
      }
    }
  }

  /// Ends the recording.
  ///
  /// - Parameter failure: How the connection ended, if not by a close message: the client left, or
  ///   it broke off.
  /// - Throws: `DeckError` as ``add(_:)``, and for a fault of the recorder's own.
  package func end(_ failure: Interaction.Failure?) throws {
    try state.withLock { state throws in
      guard !state.isOver else { return }
      state.isOver = true
      if let failure, failure.isOwn { throw deck.refused(failure, state.ticket) }
      var response = state.response
      response.failure = failure
      guard !isCollected else {
        response.messages = state.collected
        return try deck.record(.response(response), for: state.ticket)
      }
      let ticket = state.ticket
      try add([], failure, state, isLast: true) { deckState in
        deckState.summary.count(.response(response))
        deckState.decision = ticket.decision ?? deckState.decision
      }
    }
  }

  private func add(
    _ messages: [Interaction.WebSocketMessage], _ failure: Interaction.Failure?, _ state: State,
    isLast: Bool = false, _ settle: (inout DeckState) -> Void
  ) throws {
    guard var piece = state.continuation, case .response(var response) = piece.outcome else {
      return
    }
    for message in messages where message.sender == .client { deck.bindAsRecorded(message) }
    response.messages = deck.redactor.redacting(messages)
    response.failure = failure
    if let message = failure?.message {
      response.failure?.message = deck.redactor.redacting(text: message)
    }
    piece.outcome = .response(response)
    piece.recordedAt = Self.now
    if isLast { piece.seconds = milliseconds(ContinuousClock.now - state.ticket.start) }
    try write(piece, state, isRepeated: true, settle)
  }

  private func write(
    _ piece: Interaction, _ state: State, isRepeated: Bool,
    _ settle: (inout DeckState) -> Void
  ) throws {
    let item = RecordingRun.Item(piece, for: state.ticket, cassette: deck.target)
    let placeholders = item.placeholders - (isRepeated ? state.repeatedPlaceholders : 0)
    let counts = deck.options.redaction.redactsAnything
    try deck.append(item) { deckState in
      if counts { deckState.summary.redacted += placeholders }
      settle(&deckState)
    }
  }

  private static var now: Date {
    Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
  }

  /// How a conversation ended of which the journal has no end: with the recorder.
  static let interruption = Interaction.Failure(
    .networkConnectionLost, message: "the recording was interrupted")
}

extension Deck {
  /// Begins to record a WebSocket.
  ///
  /// - Parameters:
  ///   - response: The response that opened it.
  ///   - ticket: The right to record it.
  /// - Returns: The recording to which its messages are added; request and response are in the
  ///   journal.
  /// - Throws: `DeckError` when the journal cannot be written, or the deck was closed.
  package func recordConversation(
    _ response: Interaction.Response, for ticket: Ticket
  ) throws -> ConversationRecording {
    let recording = ConversationRecording(response, for: ticket, by: self)
    try recording.begin()
    return recording
  }
}
