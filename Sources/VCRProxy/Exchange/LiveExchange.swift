#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// A request to the real service, whose response goes to the client and to the deck.
  ///
  /// The response passes piece by piece. What takes time in proportion to a body (secrets,
  /// decoding, hashing, the disk) happens beside the event loop; a client sees the end of a
  /// response once it is recorded, and the service is not read from while the recording is behind
  /// or the client is slow.
  final class LiveExchange: ClientObserver {
    /// Why the request is sent.
    enum Purpose {
      /// To record its outcome.
      case record(Deck.Ticket)
      /// To pass it through unrecorded.
      case passThrough
    }

    var purpose: Purpose
    /// The request that the client sent first.
    let incoming: ClientRequest
    /// The deck to which its outcome is handed.
    let deck: Deck
    let connection: ClientConnection
    var client: (any ClientResponse)?
    var recording: ExchangeRecording
    /// The content of a request that is streamed, as far as it has come, to record it.
    private(set) var content: RequestRecording?
    /// The pieces that wait until they are in the journal.
    var held = HeldPieces<ByteBuffer>()
    /// How far the exchange is in the journal.
    var writing = Writing()
    /// The copies of a body that is no stream.
    var copying = Copying()
    var exchange: Upstream.Exchange?
    /// True once the client has the head of the response.
    private(set) var isHeadSent = false
    private var url = ""
    /// The pool through which the request was sent, until something came back.
    private var pool: Upstream.ClientPool?
    /// True once the outcome is on its way to the deck.
    private(set) var isConcluding = false
    /// Counts the messages of a request of gRPC; nil for any other.
    private(set) var messages: GRPCMessages.Counter?
    private(set) var isRequestWhole: Bool
    /// How far a response has come of which the client has all announced bytes.
    var wholeness = Wholeness.open
    /// A failure that came before the request was whole, for which the deck may serve a recorded
    /// response, and needs the content to choose it.
    private var earlyFailure: Interaction.Failure?
    /// Serves a client that sends nothing more after such a failure.
    private var silence = SilenceTimer()
    /// The replay that serves a recorded response that goes on while the request does.
    private var replay: PieceReplay?
    /// How many bytes of the request's content have come.
    private var sentCount = 0

    init(
      _ purpose: Purpose, of incoming: ClientRequest, connection: ClientConnection,
      client: any ClientResponse
    ) {
      self.purpose = purpose
      self.incoming = incoming
      let isStreamed = incoming.isStreamed
      self.connection = connection
      deck = connection.proxy.deck(of: incoming)
      self.client = client
      isRequestWhole = !isStreamed
      guard case .record(let ticket) = purpose else {
        recording = ExchangeRecording()
        return
      }
      recording = ExchangeRecording { [deck] in deck.spill(for: $0, to: ticket, decoder: $1) }
      guard isStreamed else { return }
      content = RequestRecording(ticket.request) { [deck] in deck.spill(for: $0, decoder: $1) }
      if GRPCMessages.isMediaType(ticket.request.headers["content-type"]) {
        messages = GRPCMessages.Counter()
      }
      noteProgress()
    }

    /// Sends the request, or its head when its content is streamed.
    func start(
      _ request: Interaction.Request, _ sending: Upstream.Sending, on pool: Upstream.ClientPool
    ) {
      url = request.url
      self.pool = pool
      let bound = NIOLoopBound(self, eventLoop: pool.eventLoop)
      let exchange = pool.send(request, sending) { event in bound.value.receive(event) }
      // The exchange may have failed before `send` returned.
      guard client != nil else { return }
      self.exchange = exchange
      exchange.onWritabilityChange { [weak self] in self?.requestPauseChanged() }
    }

    // MARK: The rest of a request

    /// The sending of content that has come before; nil when it comes from the client.
    var spooledSending: SpooledSending?

    private func requestPauseChanged() {
      spooledSending?.sendNext()
      client?.requestPauseChanged()
    }

    /// True while the service takes no more of the request, or its recording is behind.
    var isRequestPaused: Bool {
      exchange.map { !$0.isWritable } ?? false || content?.large?.isBehind == true
    }

    /// Passes on a piece of the request's content.
    func send(_ bytes: ByteBuffer) {
      sentCount += bytes.readableBytes
      guard client != nil else { return replay?.received(sentCount) ?? () }
      record(bytes)
      messages?.add(bytes.readableBytesView)
      noteProgress()
      exchange?.send(bytes)
      if earlyFailure != nil { awaitSilence() }
    }

    /// Notes how much of the request has passed, for what the response does not wait for.
    private func noteProgress() {
      // Of a content that comes from a file the client has sent all.
      guard incoming.spooled == nil, !isRequestWhole else { return }
      recording.requestProgress = messages.map { .messages($0.count) } ?? .bytes(sentCount)
    }

    private func record(_ bytes: ByteBuffer) {
      guard !isConcluding else { return }
      let wasLarge = content?.large != nil
      content?.append(bytes)
      guard !wasLarge, let large = content?.large else { return }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      large.onCaughtUp { eventLoop.execute { bound.value.requestPauseChanged() } }
    }

    /// Passes on the end of the request.
    func endRequest(trailers: HeaderFields) {
      guard client != nil else { return replay?.received(.max) ?? () }
      silence.cancel()
      isRequestWhole = true
      recording.requestProgress = .whole
      if case .record(var ticket) = purpose {
        ticket.request.trailers = trailers
        purpose = .record(ticket)
      }
      exchange?.endContent(trailers: trailers)
      settleIfWhole()
      if let earlyFailure { receive(.failure(earlyFailure)) }
    }

    // MARK: The response

    func clientWritabilityChanged(isWritable: Bool) { adjustReading() }

    /// Reads from the service as long as both the client and the recording keep up.
    func adjustReading() {
      guard let client, let exchange else { return }
      // Asking for the state, instead of counting changes, cannot miss a change.
      exchange.setReadingPaused(
        !client.isWritable || recording.large?.isBehind == true || writing.isUnderWay)
    }

    func clientHalfClosed() { recording.noteHalfClosed() }

    /// Records what has arrived by then: a response in full, whether the service has ended the
    /// stream or not, else an exchange that the client left.
    func clientGone() {
      guard let client else { return }
      let isMalformed = client.isMalformed
      exchange?.cancel()
      release()
      guard case .record(let ticket) = purpose, !isConcluding else { return }
      // The client of a call of gRPC may leave by its deadline while it still has messages to send.
      guard isRequestWhole || isHeadSent || messages != nil else {
        discard()
        if !isMalformed { connection.proxy.counters.addDropped() }
        return
      }
      recording.endAsLeft(ofRequest: ticket.request.method)
      conclude { _, _, _ in }
    }

    /// Drops what was collected of an exchange that is not recorded.
    private func discard() {
      connection.proxy.whenDiscarded(recording.large, content?.large)
      recording.discard()
      content?.discard()
    }

    /// Moves the start of the exchange to where its service had been started.
    private func begin() {
      guard let pool else { return }
      self.pool = nil
      guard case .record(var ticket) = purpose, let opening = pool.opening(of: url) else { return }
      ticket.begin(at: opening)
      purpose = .record(ticket)
    }

    func receive(_ event: Upstream.Event) {
      begin()
      if case .open = wholeness {} else { return receive(late: event) }
      guard let client else { return }
      if case .failure(let failure) = event, !isRequestWhole, !isHeadSent,
        deck.options.mode == .offline
      {
        return receive(early: failure, to: client)
      }
      // To a client that has closed its socket the response does not come, although one that has
      // closed its half of the connection alone waits for it.
      if !isHeadSent, connection.isLeft {
        clientGone()
        return client.abort(nil)
      }
      let event = Self.forwarded(event)
      if case .record = purpose { record(event) }
      switch event {
      case .informational(let response): client.relay(interim: response)
      case .head(let response):
        isHeadSent = true
        connection.hintAtClientCertificate(for: url, status: response.status)
        client.begin(response)
        settleIfWhole()
      case .body(let bytes):
        pass(bytes, to: client)
        adjustReading()
        settleIfWhole()
      case .end(let trailers):
        exchange = nil
        client.expectEnd()
        // Recorded before the client sees the end, so that its next request finds this one done.
        conclude { live, _, _ in
          guard let client = live.client else { return }
          live.sendHeld()
          live.release()
          client.finish(trailers: trailers)
        }
      case .switched(let response, let switched):
        exchange = nil
        guard let upgrade = incoming.upgrade else { return switched.channel.close(promise: nil) }
        goOn(with: upgrade, after: response, on: switched.channel, to: client)
      case .failure(let failure):
        connection.hintAtClientCertificate(for: url, status: nil)
        exchange = nil
        fail(failure)
      }
    }

    /// Takes a failure before the request is whole: what was recorded may take its place, once
    /// enough of the request has come to choose it.
    private func receive(early failure: Interaction.Failure, to client: any ClientResponse) {
      exchange = nil
      if replayEarly(to: client) { return }
      earlyFailure = failure
      if sentCount == 0 { client.relayContinue() }
      requestPauseChanged()
      awaitSilence()
    }

    /// Records a failure, and serves what takes its place, or ends the response as the service did.
    private func fail(_ failure: Interaction.Failure) {
      conclude { live, fallback, _ in
        guard let client = live.client else { return }
        live.sendHeld()
        live.release()
        if live.isHeadSent {
          client.abort(failure.reset)
        } else if let fallback {
          live.connection.carryOut(.replay(fallback), live.incoming, to: client)
        } else {
          live.connection.fail(failure, to: client)
        }
      }
    }

    /// Serves what came before the request had ended when it was recorded, in place of a service
    /// that is not reached.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - isCertain: False for a client that has stopped sending.
    /// - Returns: False when there is no such interaction.
    private func replayEarly(to client: any ClientResponse, isCertain: Bool = true) -> Bool {
      var request = incoming.request
      do {
        try content?.takeBack()
        if let content, content.large == nil { request.body.bytes = content.bytes }
        let playback = try deck.takeEarly(
          request, isAwaited: incoming.expectation != nil, isCertain: isCertain)
        guard let playback else { return false }
        discard()
        release()
        replay = connection.begin(playback, of: incoming, after: sentCount, to: client)
        if replay == nil { connection.carryOut(.replay(playback), incoming, to: client) }
      } catch {
        discard()
        release()
        connection.refuse("\(error)", to: client)
      }
      return true
    }

    /// Replaces a service that is not reached once the client has sent nothing for a while, even if
    /// another content could get something else.
    private func awaitSilence() {
      silence.cancel()
      guard messages == nil, deck.hasEarlyOutcomes else { return }
      silence.restart(after: SilentReplay.grace, on: connection.proxy.eventLoop, for: self) {
        live in
        guard let client = live.client else { return }
        if live.isRequestPaused { return live.awaitSilence() }
        _ = live.replayEarly(to: client, isCertain: false)
      }
    }

    /// An event without the fields that `Connection` names, which concern the upstream hop alone
    /// (RFC 9110 §7.6.1).
    private static func forwarded(_ event: Upstream.Event) -> Upstream.Event {
      switch event {
      case .informational(let response): .informational(response.forwarded)
      case .head(let response): .head(response.forwarded)
      case .body, .end, .failure, .switched: event
      }
    }

    private func record(_ event: Upstream.Event) {
      let wasLarge = recording.large != nil
      recording.receive(event)
      guard !wasLarge, let large = recording.large else { return }
      let bound = NIOLoopBound(self, eventLoop: connection.proxy.eventLoop)
      let eventLoop = connection.proxy.eventLoop
      large.onCaughtUp { eventLoop.execute { bound.value.adjustReading() } }
    }

    /// Hands the outcome of the request to the deck.
    ///
    /// - Parameter done: Called with what to serve instead of the outcome, or nil to serve the
    ///   outcome itself, and with what was recorded.
    func conclude(
      _ done: @escaping (LiveExchange, Deck.Playback?, Recorded?) -> Void
    ) {
      guard case .record(let ticket) = purpose else { return done(self, nil, nil) }
      isConcluding = true
      copying.cancel()
      leaveOutPart(ofContentOf: ticket.request)
      let (deck, hasStarted) = (deck, isHeadSent)
      @Sendable func hand(
        _ outcome: Interaction.Outcome?, _ request: Interaction.Request
      ) -> Conclusion {
        guard let outcome else { return Conclusion() }
        var ticket = ticket
        ticket.request = request
        do {
          let conclusion = try deck.conclude(outcome, for: ticket, hasStarted: hasStarted)
          if case .replay(let playback) = conclusion { return Conclusion(playback: playback) }
          return Conclusion(recorded: Recorded(outcome: outcome, ticket: ticket))
        } catch {
          return Conclusion(problem: "\(error)")
        }
      }
      let trailers = ticket.request.trailers
      // Where many wait for the event loop, another core has the time for it.
      if !connection.proxy.isBusy, recording.isSmall,
        content?.isSmall ?? (ticket.request.body.count <= ExchangeRecording.smallSize)
      {
        let request = content?.request(trailers: trailers) ?? ticket.request
        let conclusion = hand(recording.outcome(), request)
        return done(self, note(conclusion), conclusion.recorded)
      }
      let box = NIOLoopBound((self, done), eventLoop: connection.proxy.eventLoop)
      connection.proxy.perform(for: incoming.scope) { [recording, content] deliver in
        @Sendable func conclude(_ deliver: @escaping @Sendable (Conclusion) -> Void) {
          guard let content else {
            return recording.complete { deliver(hand($0, ticket.request)) }
          }
          content.complete(trailers: trailers) { result in
            switch result {
            case .success(let request): recording.complete { deliver(hand($0, request)) }
            case .failure(let error):
              deliver(hand(.failure(.unwritable("the body of a request", error)), ticket.request))
            }
          }
        }
        guard recording.isWaiting || content?.isWaiting == true else { return conclude(deliver) }
        RecordingTurns.take { done in
          conclude {
            deliver($0)
            done()
          }
        }
      } then: { conclusion in
        let (live, done) = box.value
        done(live, live.note(conclusion), conclusion.recorded)
      }
    }

    /// Leaves out what had come of a content whose rest nobody waited for.
    ///
    /// How much that is differs from run to run, and no request that is whole has it. The messages
    /// of a call of gRPC that had been sent are what the responses are about.
    private func leaveOutPart(ofContentOf request: Interaction.Request) {
      guard !isRequestWhole, messages == nil, content != nil else { return }
      connection.proxy.whenDiscarded(content?.large)
      content?.discard()
      content = RequestRecording(request, spills: nil)
      recording.isRequestLeftOut = true
    }

    /// The result of the outcome in the deck.
    private struct Conclusion: Sendable {
      var recorded: Recorded?
      var playback: Deck.Playback?
      var problem: String?
    }

    private func note(_ conclusion: Conclusion) -> Deck.Playback? {
      if let recorded = conclusion.recorded {
        connection.proxy.report(incoming.request, "recorded", recorded.outcome.word)
      }
      if let problem = conclusion.problem { connection.proxy.report(.problem(problem)) }
      return conclusion.playback
    }

    /// The interim responses that have come, if the exchange is recorded.
    var interim: [Interaction.Interim] { recording.interim }

    /// True when the announced bytes have come, and what is collected of them is all there is.
    func endIfWhole() -> Bool {
      guard case .record(let ticket) = purpose else { return true }
      return recording.endIfWhole(ofRequest: ticket.request.method)
    }

    func release() {
      silence.cancel()
      _ = held.release()
      copying.cancel()
      client?.live = nil
      client = nil
      exchange = nil
    }
  }
#endif
