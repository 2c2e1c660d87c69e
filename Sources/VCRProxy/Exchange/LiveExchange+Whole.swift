#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Responses of which all announced bytes have come before their end.
  ///
  /// Over HTTP/2 the end of a stream is told apart from the last byte, and may come later or never,
  /// while the client waits for no more than the bytes (RFC 9113 §8.1). So such an exchange is
  /// recorded at once, and then the client gets the last of them. What comes later, trailer fields
  /// or a reset, is recorded with the response in the place of what was, and passed on.
  extension LiveExchange {
    /// The recording of an exchange.
    struct Recorded: Sendable {
      var outcome: Interaction.Outcome
      let ticket: Deck.Ticket
    }

    /// How far a response has come.
    enum Wholeness {
      /// More of it may come.
      case open
      /// The response is whole by its length and being recorded; an event that came since waits.
      case settling(Upstream.Event?)
      /// The client has it, and the service may still end it.
      case settled(Recorded?)
    }

    /// Records a response that is whole by its length unless its end comes in this turn of the
    /// event loop, as most do.
    func settleIfWhole() {
      guard isWholeByLength else { return }
      let bound = NIOLoopBound(self, eventLoop: connection.proxy.eventLoop)
      connection.proxy.eventLoop.execute { bound.value.settle() }
    }

    private var isWholeByLength: Bool {
      guard case .open = wholeness, isHeadSent, exchange != nil else { return false }
      return client?.hasRest == true
    }

    private func settle() {
      guard isWholeByLength, let client else { return }
      guard isRequestWhole else {
        // An exchange that goes on is no whole one, whatever the client has of it.
        if !client.endsByLength { client.sendRest() }
        return
      }
      guard endIfWhole() else { return client.sendRest() }
      wholeness = .settling(nil)
      conclude { live, _, recorded in live.settled(recorded) }
    }

    private func settled(_ recorded: Recorded?) {
      guard case .settling(let late) = wholeness else { return }
      wholeness = .settled(recorded)
      client?.sendRest()
      if let client, client.endsByLength {
        client.live = nil
        self.client = nil
        if late == nil { connection.keep(self) { self.cancel() } }
        client.finish(trailers: [:])
      }
      if let late { receive(late: late) }
    }

    /// Takes what comes after a response that is whole by its length.
    func receive(late event: Upstream.Event) {
      switch (event, wholeness) {
      case (.end, .settling), (.failure, .settling): wholeness = .settling(event)
      case (.end(let trailers), .settled(let recorded)):
        exchange = nil
        connection.forget(self)
        guard !trailers.isEmpty else { return end(trailers) }
        amend(recorded) {
          $0.trailers = trailers
        } then: {
          $0.end(trailers)
        }
      case (.failure(let failure), .settled(let recorded)):
        exchange = nil
        connection.forget(self)
        // One who has read the response by its length does not see it, nor is a time limit of the
        // recorder's own the service's doing.
        guard client != nil, !failure.isOwn else { return abort(failure) }
        amend(recorded) {
          $0.failure = failure
        } then: {
          $0.abort(failure)
        }
      default: return
      }
    }

    private func end(_ trailers: HeaderFields) {
      guard let client else { return }
      release()
      client.finish(trailers: trailers)
    }

    private func abort(_ failure: Interaction.Failure) {
      guard let client else { return }
      release()
      client.abort(failure.reset)
    }

    /// Records an exchange once more, beside the event loop.
    private func amend(
      _ recorded: Recorded?, _ change: (inout Interaction.Response) -> Void,
      then done: @escaping (LiveExchange) -> Void
    ) {
      guard var recorded, case .response(var response) = recorded.outcome else { return done(self) }
      change(&response)
      recorded.outcome = .response(response)
      let (deck, proxy) = (deck, connection.proxy)
      proxy.perform(for: incoming.scope) { [recorded] deliver in
        DispatchQueue.global().async {
          deliver(Result { try deck.amend(recorded.outcome, for: recorded.ticket) })
        }
      } then: { (result: Result<Void, any Error>) in
        if case .failure(let error) = result { proxy.report(.problem("\(error)")) }
        done(self)
      }
    }

    /// Ends an exchange that nobody waits for.
    func cancel() { exchange?.cancel() }
  }
#endif
