#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  extension ClientConnection {
    /// Asks the deck about a request and carries out its decision.
    func handle(_ incoming: ClientRequest, respondingTo client: any ClientResponse) {
      proxy.counters.addRequest()
      if let upgrade = incoming.upgrade {
        refuse(
          "An upgrade to \(upgrade) cannot be recorded or replayed  "
            + proxy.deck.shown(url: incoming.request.url) + "\n"
            + "To let the host through unrecorded:  --passthrough HOST", to: client)
        return
      }
      let request = ExchangeRecording.decoding(incoming.request)
      do {
        switch try proxy.deck.look(for: request, prepared: { _ in Deck.Decision?.none }) {
        case .served(let served): carryOut(served, incoming, to: client)
        case .unknown(let unknown):
          PendingDecision(unknown, incoming, to: client, from: self).start()
        }
      } catch {
        refuse("\(error)", to: client)
      }
    }

    /// Does what the deck decided about a request.
    func carryOut(
      _ served: Deck.Served<Deck.Decision>, _ incoming: ClientRequest,
      to client: any ClientResponse
    ) {
      let decision =
        switch served {
        case .prepared(let decision), .decision(let decision): decision
        }
      switch decision {
      case .replay(let playback): replay(playback, to: client)
      case .record(let ticket): perform(incoming, .record(ticket), to: client)
      case .passThrough: perform(incoming, .passThrough, to: client)
      case .refuse(let report):
        proxy.report(.unmatched(report))
        client.respond(
          FailureResponse.text(
            status: 501, reason: "Not Implemented", report.description, from: proxy.deck),
          index: nil)
      }
    }

    /// Serves an interaction, at its recorded pace when the deck asks for it.
    func replay(_ playback: Deck.Playback, to client: any ClientResponse) {
      if let pace = playback.pace {
        PacedReplay(playback.interaction, factor: pace, to: client, from: proxy).start()
        return
      }
      switch playback.interaction.outcome {
      case .response(let response) where response.body.bytes.count > LargeReplay.threshold:
        LargeReplay(response, to: client).start()
      case .response(let response):
        let isServedAgain = proxy.deck.options.repeats || playback.interaction.rule?.times != nil
        client.respond(response, index: isServedAgain ? playback.index : nil)
      case .failure(let failure): fail(failure, to: client)
      }
    }

    /// Reports a failed exchange to a client.
    func fail(_ failure: Interaction.Failure, to client: any ClientResponse) {
      if let response = FailureResponse.response(for: failure, from: proxy.deck) {
        client.respond(response, index: nil)
      } else {
        client.abort()
      }
    }

    /// Refuses a request for another reason than that nothing in the cassette matches it.
    func refuse(_ message: String, to client: any ClientResponse) {
      proxy.report(.problem(message))
      client.respond(
        FailureResponse.text(status: 501, reason: "Not Implemented", message, from: proxy.deck),
        index: nil)
    }

    private func perform(
      _ incoming: ClientRequest, _ purpose: LiveExchange.Purpose, to client: any ClientResponse
    ) {
      guard let pool = upstreamPool() else {
        refuse(
          "\(incoming.request.method) \(proxy.deck.shown(url: incoming.request.url)) would reach the "
            + "network, which a replay never does", to: client)
        return
      }
      var request = incoming.request
      if incoming.wantsTrailers { request.headers.append("TE", "trailers") }
      let live = LiveExchange(purpose, connection: self, client: client)
      client.live = live
      live.start(request, on: pool)
    }
  }
#endif
