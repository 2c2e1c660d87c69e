#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Streams, of which a client acts on each event, line or message while the response goes on.
  ///
  /// As with a WebSocket, each of them is in the journal before the client gets it, so that a kill
  /// loses none that was delivered. A response that ends in the turn of the event loop in which its
  /// bytes come, as most that are short do, is written once, at its end.
  extension LiveExchange {
    /// How far the exchange is in the journal.
    struct Writing {
      /// True while a piece is written beside the event loop.
      fileprivate(set) var isUnderWay = false
      /// How much of a call's messages is in the journal.
      fileprivate var requestEnd = 0
    }

    /// How the writing of a piece ended.
    private struct Written: Sendable {
      /// Up to where the response is in the journal; nil where it has not got further.
      var responseEnd: Int?
      /// Up to where the messages of a call are.
      var requestEnd: Int?
      var isFailed = false
    }

    /// Passes a piece of the body on, once it is in the journal.
    func pass(_ bytes: ByteBuffer, to client: any ClientResponse) {
      guard isHeld else {
        client.send(bytes)
        return copyLater()
      }
      held.hold(bytes)
      awaitTurn()
    }

    private var isHeld: Bool {
      if writing.isUnderWay || !held.pieces.isEmpty { return true }
      guard case .record = purpose else { return false }
      return held.holds(isStream: recording.isStream)
    }

    private func awaitTurn() {
      guard !writing.isUnderWay, held.awaitTurn() else { return }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.execute { bound.value.journalHeld() }
    }

    /// Writes what is held, and then passes it on.
    private func journalHeld() {
      held.endTurn()
      guard client != nil, !isConcluding, !writing.isUnderWay, !held.pieces.isEmpty else {
        return
      }
      guard case .record(let ticket) = purpose,
        !recording.isWhole(ofRequest: ticket.request.method), let piece = recording.piece,
        let journal = journal(for: ticket)
      else { return passHeld(held.pieces.count) }
      let count = held.pieces.count
      let (part, isSmall) = requestPart(
        of: ticket, from: writing.requestEnd, isFirst: !held.hasBegun)
      @Sendable func write() -> Written {
        guard let (response, end) = piece.whole() else { return Written() }
        guard let (request, requestEnd) = part() else { return Written(isFailed: true) }
        do {
          try journal.add(request, response)
          return Written(responseEnd: end, requestEnd: requestEnd)
        } catch {
          // What keeps it from being written is reported when the exchange is recorded.
          return Written(isFailed: true)
        }
      }
      guard !piece.isSmall || !isSmall || connection.proxy.isBusy else {
        note(write(), of: piece)
        return passHeld(count)
      }
      writing.isUnderWay = true
      adjustReading()
      let box = NIOLoopBound(self, eventLoop: connection.proxy.eventLoop)
      connection.proxy.perform(for: incoming.scope) {
        (deliver: @escaping @Sendable (Written) -> Void) in
        DispatchQueue.global().async { deliver(write()) }
      } then: { written in
        let live = box.value
        live.writing.isUnderWay = false
        live.note(written, of: piece)
        live.passHeld(count)
        if !live.held.pieces.isEmpty { live.awaitTurn() }
      }
    }

    /// Where the exchange is recorded while it goes on; nil where it is not.
    func journal(for ticket: Deck.Ticket) -> UnfinishedRecording? {
      held.journal(for: ticket, by: deck)
    }

    private func note(_ written: Written, of piece: StreamPiece) {
      held.note(hasBegun: written.requestEnd != nil, isFailed: written.isFailed)
      recording.noteJournalled(upTo: written.responseEnd, of: piece)
      if let end = written.requestEnd { writing.requestEnd = end }
    }

    /// The part of the request in a piece, and whether that costs next to nothing: the messages of
    /// a call from a position on, or the whole request in the first one.
    func requestPart(
      of ticket: Deck.Ticket, from start: Int = 0, isFirst: Bool = true
    ) -> (part: @Sendable () -> (request: Interaction.Request, end: Int)?, isSmall: Bool) {
      let content = content
      if let content, messages != nil {
        return ({ content.messages(from: start) }, content.bytes.count - start <= Self.smallSize)
      }
      var head = ticket.request
      head.body = []
      // Of a content whose rest nobody waited for nothing is recorded.
      guard isFirst, content == nil || isRequestWhole else {
        return ({ [head] in (head, 0) }, true)
      }
      guard let content else {
        return ({ (ticket.request, 0) }, ticket.request.body.count <= Self.smallSize)
      }
      let trailers = ticket.request.trailers
      return (
        {
          var whole = content
          guard whole.large == nil, (try? whole.takeBack()) != nil else { return nil }
          return (whole.request(trailers: trailers), 0)
        }, content.isSmall
      )
    }

    private static var smallSize: Int { ExchangeRecording.smallSize }

    /// Gives the client pieces that are in the journal.
    private func passHeld(_ count: Int) {
      // At the end of an exchange the client gets what is left with it.
      guard !isConcluding else { return }
      send(held: count)
      adjustReading()
      settleIfWhole()
    }

    /// Gives the client all that is held, since the exchange is recorded.
    func sendHeld() { send(held: held.pieces.count) }

    private func send(held count: Int) {
      guard let client else { return }
      for piece in held.release(count) { client.send(piece) }
    }
  }
#endif
