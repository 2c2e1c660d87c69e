#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// A request to the real service, whose response goes to the client and to the deck.
  final class LiveExchange: ClientObserver {
    /// Why the request is sent.
    enum Purpose {
      /// To record its outcome.
      case record(Deck.Ticket)
      /// To pass it through unrecorded.
      case passThrough
    }

    private let purpose: Purpose
    private let connection: ClientConnection
    private var client: (any ClientResponse)?
    private var recording = ExchangeRecording()
    private var exchange: Upstream.Exchange?
    private var isHeadSent = false

    init(_ purpose: Purpose, connection: ClientConnection, client: any ClientResponse) {
      self.purpose = purpose
      self.connection = connection
      self.client = client
    }

    /// Sends the request.
    func start(_ request: Interaction.Request, on pool: Upstream.ClientPool) {
      let bound = NIOLoopBound(self, eventLoop: pool.eventLoop)
      let exchange = pool.send(request) { event in bound.value.receive(event) }
      // The exchange may have failed before `send` returned.
      if client != nil { self.exchange = exchange }
    }

    func clientWritabilityChanged(isWritable: Bool) { exchange?.setReadingPaused(!isWritable) }

    /// Records a response that has arrived in full by then, whether the service has ended the
    /// stream or not; any other exchange is counted as broken off.
    func clientGone() {
      guard client != nil else { return }
      exchange?.cancel()
      release()
      guard case .record(let ticket) = purpose else { return }
      if let outcome = recording.wholeOutcome(ofRequest: ticket.request.method) {
        _ = conclude(outcome, for: ticket)
      } else {
        connection.proxy.counters.addBrokenOff()
      }
    }

    private func receive(_ event: Upstream.Event) {
      guard let client else { return }
      if case .record = purpose { recording.receive(event) }
      switch event {
      case .informational(let response): client.relay(interim: response)
      case .head(let response):
        isHeadSent = true
        client.begin(response)
      case .body(let bytes):
        client.send(bytes)
        // Asking for the state, instead of counting changes, cannot miss a change.
        exchange?.setReadingPaused(!client.isWritable)
      case .end(let trailers):
        // Recorded before the client sees the end, so that its next request finds this one done.
        _ = conclude()
        release()
        client.finish(trailers: trailers)
      case .failure(let failure):
        let fallback = conclude()
        release()
        if isHeadSent {
          client.abort()
        } else if let fallback {
          connection.replay(fallback, to: client)
        } else {
          connection.fail(failure, to: client)
        }
      }
    }

    /// Hands the outcome of the request to the deck.
    ///
    /// - Returns: What to serve instead of the outcome; nil to serve the outcome itself.
    private func conclude() -> Deck.Playback? {
      guard case .record(let ticket) = purpose, let outcome = recording.outcome() else {
        return nil
      }
      return conclude(outcome, for: ticket)
    }

    private func conclude(
      _ outcome: Interaction.Outcome, for ticket: Deck.Ticket
    ) -> Deck.Playback? {
      do {
        let conclusion = try connection.proxy.deck.conclude(
          outcome, for: ticket, hasStarted: isHeadSent)
        if case .replay(let playback) = conclusion { return playback }
        if case .failure = outcome { connection.proxy.counters.addFailed() }
      } catch {
        connection.proxy.report(.problem("\(error)"))
      }
      return nil
    }

    private func release() {
      client?.live = nil
      client = nil
      exchange = nil
    }
  }
#endif
