#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  extension ClientConnection {
    /// Asks the deck about a request and carries out its decision.
    func handle(_ incoming: ClientRequest, respondingTo client: any ClientResponse) {
      proxy.counters.addRequest()
      let request = incoming.request
      let deck = proxy.deck(of: incoming)
      guard
        request.body.count <= ExchangeRecording.smallSize
          && (request.body.isEmpty || request.headers["Content-Encoding"] == nil)
      else {
        // To decode it and to find its secrets takes time in proportion to it.
        PendingDecision(incoming, to: client, from: self).start { deliver in
          DispatchQueue.global().async {
            deliver(Result { try deck.decide(ExchangeRecording.decoding(request)) })
          }
        }
        return
      }
      do {
        let handler = client.rendering
        // A rendered response is known by its number in the cassette of the run.
        let takesRendered =
          handler?.takesRendered == true && deck === proxy.deck
          && proxy.onExchange == nil
        var rendered: RenderedResponses.Response?
        var known: (repetition: Deck.Repetition, form: RenderedResponses.Form)?
        let look = try deck.look(for: request) { taken in
          guard takesRendered, let form = handler?.renderedForm(of: taken.item) else {
            return false
          }
          known = taken.repetition.map { ($0, form) }
          rendered = proxy.rendered[form]
          return rendered != nil
        }
        switch look {
        case .decided(.prepared):
          if let rendered { handler?.respond(rendered) }
        case .decided(let decision): carryOut(decision, incoming, to: client)
        case .unknown(let unknown):
          PendingDecision(incoming, to: client, from: self).start { deliver in
            DispatchQueue.global().async { deliver(Result { try deck.settle(unknown) }) }
          }
        }
        // A response that was not rendered before is now, if it was served at once.
        if let known { handler?.noteKnown(known.repetition, in: known.form) }
      } catch {
        refuse("\(error)", to: client)
      }
    }

    /// Asks the deck about a request whose content is too large for the memory.
    func handle(
      _ incoming: ClientRequest, _ content: RequestRecording, _ trailers: HeaderFields,
      respondingTo client: any ClientResponse
    ) {
      proxy.counters.addRequest()
      let deck = proxy.deck(of: incoming)
      var incoming = incoming
      if let bytes = content.large?.spooled {
        incoming.spooled = .init(bytes: bytes, trailers: trailers)
      }
      PendingDecision(incoming, to: client, from: self).start { deliver in
        content.complete(trailers: trailers) { result in
          deliver(Result { try deck.decide(try result.get()) })
        }
      }
    }

    /// Does what the deck decided about a request.
    func carryOut(
      _ decision: Deck.Decision, _ incoming: ClientRequest, to client: any ClientResponse
    ) {
      switch decision {
      case .prepared: break  // What was rendered is sent where it was looked up.
      case .replay(let playback) where playback.opensWebSocket:
        proxy.report(incoming.request, "replayed", playback.interaction.outcome.word)
        serve(playback, to: incoming, client)
      case .replay(let playback):
        proxy.report(incoming.request, "replayed", playback.interaction.outcome.word)
        if let encoded = EncodedReplay(playback, to: incoming, client, from: self) {
          encoded.start()
        } else {
          serve(playback, from: proxy.deck(of: incoming), to: client)
        }
      case .record(let ticket): perform(incoming, .record(ticket), to: client)
      case .passThrough:
        proxy.report(incoming.request, "passed through", "")
        perform(incoming, .passThrough, to: client)
      case .refuse(let report):
        if case .other(let name)? = incoming.upgrade {
          return refuse(
            "An upgrade to \(name) is never recorded, so that it cannot be replayed  "
              + proxy.deck.shown(url: incoming.request.url)
              + "\nWhile the program is recorded, its bytes pass through", to: client)
        }
        proxy.report(.unmatched(report))
        client.respond(
          FailureResponse.text(
            status: 501, reason: "Not Implemented", report.description, to: client,
            from: proxy.deck), index: nil)
      }
    }

    /// Serves a recorded WebSocket.
    func serve(
      _ playback: Deck.Playback, to incoming: ClientRequest, _ client: any ClientResponse
    ) {
      guard case .webSocket(let handshake)? = incoming.upgrade,
        case .response(let response) = playback.interaction.outcome
      else {
        return refuse(
          "What was recorded is a WebSocket, and the request asks for none  "
            + proxy.deck.shown(url: incoming.request.url), to: client)
      }
      relayInterim(of: response, to: client)
      let replay = WebSocketReplay(playback, of: incoming, on: self)
      client.switchProtocols(
        to: WebSocketHandshake.protocolName, with: handshake.accepting(response)
      ) { try replay.join(client: $0) }
    }

    /// Begins to serve a response that began before its request had ended, or for which a client
    /// waits all the same, to a client that has sent a part of it.
    ///
    /// - Parameters:
    ///   - playback: The replay.
    ///   - incoming: The request.
    ///   - count: How many bytes of its content have come.
    ///   - client: The client.
    ///   - isWaiting: True for any response whose body is in memory.
    /// - Returns: The replay that has to be notified of more of the content; nil for any other
    ///   response.
    func begin(
      _ playback: Deck.Playback, of incoming: ClientRequest, after count: Int,
      to client: any ClientResponse, isWaiting: Bool = false
    ) -> PieceReplay? {
      let interaction = playback.interaction
      guard case .response(let response) = interaction.outcome.byFinalResponse,
        interaction.beganWithinUpload
          || isWaiting && response.body.file == nil && !response.opensWebSocket
      else { return nil }
      proxy.report(incoming.request, "replayed", interaction.outcome.word)
      if count == 0 { client.relayContinue() }
      relayInterim(of: response, to: client)
      let impatience = PieceReplay.Impatience(
        eventLoop: proxy.eventLoop, time: isWaiting ? SilentReplay.patience : SilentReplay.grace)
      let replay = PieceReplay(response, to: client, impatience: impatience) { [self] in
        end(interaction, for: $0)
      }
      replay.start(after: count)
      return replay
    }

    private func relayInterim(of response: Interaction.Response, to client: any ClientResponse) {
      for interim in response.interim {
        client.relay(
          interim: Interaction.Response(
            status: interim.status, reason: interim.reason, headers: interim.headers))
      }
    }

    /// Serves an interaction, at its recorded pace when the deck asks for it.
    func serve(_ playback: Deck.Playback, from deck: Deck, to client: any ClientResponse) {
      if case .response(let response) = playback.interaction.outcome {
        relayInterim(of: response, to: client)
      }
      if let pace = playback.pace {
        PacedReplay(playback.interaction, of: deck, factor: pace, to: client, from: self).start()
        return
      }
      // A rendered response is known by its number in the cassette of the run.
      let isServedAgain =
        deck === proxy.deck && (deck.options.repeats || playback.interaction.rule?.times != nil)
      serve(
        playback.interaction, index: isServedAgain ? playback.index : nil, from: deck, to: client)
    }

    /// Serves what was recorded, at once.
    ///
    /// - Parameters:
    ///   - interaction: The recorded interaction.
    ///   - index: Its position in the run's cassette when it will be served again, else nil.
    ///   - deck: The deck that it comes from.
    ///   - client: The client.
    func serve(
      _ interaction: Interaction, index: Int?, from deck: Deck, to client: any ClientResponse
    ) {
      switch interaction.outcome.byFinalResponse {
      case .response(let response) where response.body.file != nil:
        FileReplay(response, to: client, from: proxy, deck) { self.end(interaction, for: $0) }
          .start()
      case .response(let response)
      where response.body.count > PieceReplay.threshold || response.failure != nil:
        PieceReplay(response, to: client) { self.end(interaction, for: $0) }.start()
      case .response(let response): client.respond(response, index: index)
      case .failure(let failure) where failure.isLeft: end(interaction, for: client)
      case .failure(let failure): fail(failure, to: client)
      }
    }

    /// Ends a replay as the exchange ended when it was recorded, after head and body were sent.
    ///
    /// - Parameters:
    ///   - interaction: The recorded interaction.
    ///   - elapsed: How long it took to send it.
    ///   - client: The client.
    func end(
      _ interaction: Interaction, after elapsed: Duration = .zero, for client: any ClientResponse
    ) {
      switch interaction.outcome.failure {
      case let failure? where failure.isLeft:
        SilentReplay.start(
          to: client, for: interaction.seconds, after: elapsed, on: proxy.eventLoop)
      case let failure?: client.abort(failure.reset)
      case nil:
        guard case .response(let response) = interaction.outcome else { return }
        client.finish(trailers: response.trailers)
      }
    }

    /// Reports a failed exchange to a client.
    func fail(_ failure: Interaction.Failure, to client: any ClientResponse) {
      if let response = FailureResponse.response(for: failure, to: client, from: proxy.deck) {
        client.respond(response, index: nil)
      } else {
        client.abort(failure.reset)
      }
    }

    /// Refuses a request for another reason than that nothing in the cassette matches it.
    func refuse(_ message: String, to client: any ClientResponse) {
      proxy.report(.problem(message))
      client.respond(
        FailureResponse.text(
          status: 501, reason: "Not Implemented", message, to: client, from: proxy.deck),
        index: nil)
    }

    private func perform(
      _ incoming: ClientRequest, _ purpose: LiveExchange.Purpose, to client: any ClientResponse
    ) {
      var (incoming, purpose) = (incoming, purpose)
      if incoming.spooled != nil {
        // It is sent as if it came now, and recorded as it passes.
        incoming.isStreamed = true
        incoming.expectation = nil
        if case .record(var ticket) = purpose {
          ticket.request = incoming.request
          purpose = .record(ticket)
        }
      }
      guard let pool = upstreamPool() else {
        refuse(
          "\(incoming.request.method) \(proxy.deck.shown(url: incoming.request.url)) would reach the "
            + "network, which a replay never does", to: client)
        return
      }
      var request = incoming.request
      if incoming.wantsTrailers { request.headers.append("TE", "trailers") }
      var sending = Upstream.Sending()
      sending.isStreamed = incoming.isStreamed
      sending.hasPriorKnowledge = incoming.hasPriorKnowledge
      sending.rawPath = incoming.rawPath
      if let upgrade = incoming.upgrade {
        sending.upgrade = upgrade.name
        var isPassedThrough = false
        if case .passThrough = purpose { isPassedThrough = true }
        request.headers.fields += upgrade.fields(isPassedThrough: isPassedThrough)
      }
      if incoming.isStreamed, let expectation = incoming.expectation {
        request.headers.append("Expect", expectation)
      }
      let live = LiveExchange(
        purpose, of: incoming, connection: self, client: client)
      client.live = live
      live.start(request, sending, on: pool)
      if let spooled = incoming.spooled { SpooledSending(spooled, to: live, from: proxy).start() }
    }
  }

  extension Interaction.Outcome {
    /// The status of the response, or the code of the failure.
    var word: String {
      switch self {
      case .response(let response):
        [response.status.map { "\($0)" }, response.failure?.code].compactMap { $0 }
          .joined(separator: " ")
      case .failure(let failure): failure.code
      }
    }
  }

  extension Deck.Playback {
    /// True for a recorded WebSocket.
    fileprivate var opensWebSocket: Bool {
      if case .response(let response) = interaction.outcome { return response.opensWebSocket }
      return false
    }
  }
#endif
