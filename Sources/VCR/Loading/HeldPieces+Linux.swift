#if Recording && canImport(FoundationNetworking)
  import VCRCore
  import VCRUpstream

  /// The pieces of a stream that a client gets once they are in the journal, so that the end of the
  /// process, as by a crash of the test, loses none that was delivered.
  ///
  /// A response that ends in the turn of the event loop in which its bytes come, as most that are
  /// short do, is written once, at its end.
  struct HeldPieces {
    /// What of a stream is to be written.
    struct Writing {
      let piece: StreamPiece
      fileprivate let request: Interaction.Request
      fileprivate let journal: UnfinishedRecording

      /// Writes it.
      ///
      /// - Returns: Up to where the response is in the journal; nil when nothing more is whole.
      /// - Throws: `DeckError` when the journal cannot be written, or the deck was closed.
      func write() throws -> Int? {
        guard let (response, end) = piece.whole() else { return nil }
        try journal.add(request, response)
        return end
      }
    }

    /// The events that the client does not have yet.
    private(set) var events: [LoadingEvent] = []
    /// True until the turn of the event loop is over.
    private var isDue = false
    /// True when nothing of the exchange is written before its end.
    private var isOff = false
    /// True when the content of the request is in the journal.
    private var hasBegun = false
    private var journal: UnfinishedRecording?

    /// True when a piece of an exchange has to be held.
    func holds(_ recording: ExchangeRecording) -> Bool {
      !events.isEmpty || !isOff && recording.isStream
    }

    /// Adds an event.
    ///
    /// - Returns: True when it is the first one of a turn of the event loop.
    mutating func hold(_ event: LoadingEvent) -> Bool {
      events.append(event)
      defer { isDue = true }
      return !isDue
    }

    /// Looks for what has to be written before the client gets the events.
    ///
    /// - Returns: Nil when there is nothing to write.
    mutating func writing(
      of recording: ExchangeRecording, for ticket: Deck.Ticket, by deck: Deck
    ) -> Writing? {
      guard !isOff, let piece = recording.piece else { return nil }
      journal = journal ?? deck.recordUnfinished(for: ticket)
      isOff = journal == nil
      var request = ticket.request
      if hasBegun { request.body = [] }
      return journal.map { Writing(piece: piece, request: request, journal: $0) }
    }

    /// Notes how the writing ended.
    mutating func note(
      _ result: Result<Int?, any Error>, of writing: Writing, in recording: inout ExchangeRecording
    ) {
      // What keeps it from being written is reported when the exchange is recorded.
      if case .failure = result { isOff = true }
      let end = (try? result.get()) ?? nil
      hasBegun = hasBegun || end != nil
      recording.noteJournalled(upTo: end, of: writing.piece)
    }

    /// Gives the events to the client.
    mutating func release() -> [LoadingEvent] {
      isDue = false
      defer { events = [] }
      return events
    }
  }
#endif
