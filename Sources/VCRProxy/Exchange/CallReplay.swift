#if CommandLineTool
  import NIOCore
  import VCRCore

  /// The replay of a call of gRPC whose client still sends, and may turn out to be that of another
  /// recorded call than the one that it was given.
  final class CallReplay {
    /// What is served.
    let pieces: PieceReplay
    private let deck: Deck
    private let connection: ClientConnection
    /// The number of the open call; nil once it is no other.
    private var id: Int?
    /// The position of the recorded call that is served.
    private var item: Int
    /// The call as far as it was compared.
    private var call: Deck.Incoming

    /// Begins a replay.
    ///
    /// - Parameters:
    ///   - playback: What is served.
    ///   - response: Its response.
    ///   - call: The call as far as it has arrived.
    ///   - messages: How many messages have arrived.
    ///   - client: The client.
    ///   - deck: The deck that decides about the call.
    ///   - connection: The client's connection.
    /// - Throws: What the deck throws.
    init(
      _ playback: Deck.Playback, _ response: Interaction.Response, of call: Deck.Incoming,
      after messages: Int, to client: any ClientResponse, from deck: Deck,
      on connection: ClientConnection
    ) throws {
      self.deck = deck
      self.connection = connection
      self.call = call
      id = try deck.openCall(playback, of: call, messages: messages)
      item = playback.index ?? -1
      let end = Self.end(of: playback.interaction, on: connection, closing: id, in: deck)
      pieces = PieceReplay(
        response, to: client,
        impatience: PieceReplay.Impatience(
          eventLoop: connection.proxy.eventLoop, time: SilentReplay.patience,
          isForUncountedAlone: true), end: end)
      // When a message came so says nothing about another recorded call.
      pieces.beforeUnawaited = { [weak self] in self?.settle() }
      pieces.start(after: messages, endingAfter: response.awaits)
    }

    /// True while it matters what the client sends.
    var isOpen: Bool { id != nil }

    /// Goes on after more of the request.
    ///
    /// - Parameters:
    ///   - messages: How many messages have arrived.
    ///   - isWhole: True if the client sends no more.
    ///   - call: The call as far as it has arrived; nil where that was too much to be compared.
    func received(_ messages: Int, isWhole: Bool = false, _ call: Deck.Incoming?) {
      guard let id, let call else { return pieces.received(isWhole ? .max : messages) }
      self.call = call
      if isWhole { self.id = nil }
      go {
        try deck.advance(call: id, served: item, call, messages: messages, isWhole: isWhole)
      }
      pieces.received(isWhole ? .max : messages)
    }

    /// Keeps to what is served, whatever the client sends from here on.
    func settle() {
      guard let id else { return }
      self.id = nil
      go { try deck.settle(call: id, served: item, call) }
    }

    /// Notes that the client has gone.
    func close() {
      if let id { deck.closeCall(id) }
      id = nil
    }

    private func go(_ decide: () throws -> Deck.CallContinuation) {
      do {
        switch try decide() {
        case .same: break
        case .other(let playback): turn(into: playback)
        case .unmatched(let report):
          connection.proxy.report(.unmatched(report))
          fail(report.description)
        }
      } catch {
        connection.proxy.report(.problem("\(error)"))
        fail("\(error)")
      }
    }

    private func turn(into playback: Deck.Playback) {
      guard let index = playback.index,
        case .response(let response) = playback.interaction.outcome.byFinalResponse
      else { return }
      item = index
      let end = Self.end(of: playback.interaction, on: connection, closing: id, in: deck)
      pieces.turn(into: response, endingAfter: response.awaits, end: end)
    }

    /// The end of a replay, after which what was served is no other client's, although this one may
    /// still send.
    private static func end(
      of interaction: Interaction, on connection: ClientConnection, closing id: Int?, in deck: Deck
    ) -> (any ClientResponse) -> Void {
      { client in
        if let id { deck.closeCall(id) }
        connection.end(interaction, for: client)
      }
    }

    private func fail(_ message: String) {
      close()
      pieces.stop { client in
        let client = BegunResponse(continuing: client)
        client.respond(
          FailureResponse.text(
            status: 501, reason: "Not Implemented", message, to: client, from: deck), index: nil)
      }
    }
  }
#endif
