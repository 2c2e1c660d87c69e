#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// A request whose content arrives after its head.
  ///
  /// The deck is asked at once when it needs no content to decide; then the request goes on to the
  /// service as it arrives. Else the content is collected first.
  final class RequestReception {
    private enum State {
      /// The content is collected, and the deck is asked at its end.
      case collecting
      /// The content is passed on.
      case passing(LiveExchange)
      /// A recorded response is served, of which each piece follows what it followed then.
      case replaying(PieceReplay)
      /// Nothing needs the content any more.
      case discarding
    }

    private var incoming: ClientRequest
    /// The content as far as it is collected.
    private var content: RequestRecording
    private let connection: ClientConnection
    private let client: any ClientResponse
    private var state = State.collecting
    /// Counts the messages of a request of gRPC; nil for any other.
    private var messages: GRPCMessages.Counter?
    /// How many bytes of the content have arrived.
    private var receivedCount = 0
    /// Ends a call that its client left when it was recorded, and does not leave this time; for any
    /// other request, serves what came before it had ended to a client that has stopped sending.
    private var silence: Scheduled<Void>?

    init(
      _ incoming: ClientRequest, on connection: ClientConnection,
      respondingTo client: any ClientResponse
    ) {
      self.incoming = incoming
      self.connection = connection
      self.client = client
      let deck = connection.proxy.deck(of: incoming)
      // What may have to be sent to the service is kept as it is.
      let isSentOn = connection.proxy.upstream != nil
      content = RequestRecording(incoming.request) {
        deck.spill(for: $0, decoder: $1, keepsFile: false, keepsBytes: isSentOn)
      }
      if GRPCMessages.isMediaType(incoming.request.headers["content-type"]) { messages = .init() }
    }

    /// Decides about the request, if its head is enough.
    func begin() {
      incoming.isStreamed = true
      let deck = connection.proxy.deck(of: incoming)
      // A client of gRPC may wait for a response before it sends the rest, so it is told at once
      // that there is none.
      let isLive =
        connection.upstreamPool() != nil
        && (deck.records || deck.passesThrough(headOf: incoming.request))
      let isDecided = isLive || messages != nil
      guard incoming.upgrade == nil, isDecided, !deck.needsBody(of: incoming.request) else {
        incoming.isStreamed = false
        if messages == nil, replayEarly() { return }
        if incoming.expectsContinue {
          client.relay(interim: Interaction.Response(status: 100, reason: "Continue"))
        }
        replayIfDue()
        awaitSilence()
        return
      }
      state = .discarding
      connection.handle(incoming, respondingTo: client)
      if let live = client.live as? LiveExchange { state = .passing(live) }
    }

    /// Serves what came before the request had ended when it was recorded, since its client may
    /// wait for that before it sends the rest.
    ///
    /// - Parameter isCertain: False for a client that has stopped sending.
    /// - Returns: False when nothing did, or the content has to be waited for.
    private func replayEarly(isCertain: Bool = true) -> Bool {
      do {
        var request = incoming.request
        if content.large == nil { request.body.bytes = content.bytes }
        let playback = try connection.proxy.deck(of: incoming).takeEarly(
          request, isAwaited: incoming.expectation != nil, isCertain: isCertain)
        guard let playback else { return false }
        discard()
        connection.proxy.counters.addRequest()
        let replay = connection.begin(playback, of: incoming, after: receivedCount, to: client)
        if let replay {
          state = .replaying(replay)
        } else {
          connection.carryOut(.replay(playback), incoming, to: client)
        }
      } catch {
        discard()
        connection.proxy.counters.addRequest()
        connection.refuse("\(error)", to: client)
      }
      return true
    }

    /// Serves what came before the request had ended once its client has sent nothing for a while,
    /// even if another content could get something else: without the rest nobody will know.
    private func awaitSilence() {
      guard messages == nil, connection.proxy.deck(of: incoming).hasEarlyOutcomes else { return }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      silence = eventLoop.scheduleTask(in: SilentReplay.grace) {
        let reception = bound.value
        guard case .collecting = reception.state else { return }
        // A client whose content is not taken in cannot send.
        if reception.isPaused { return reception.awaitSilence() }
        _ = reception.replayEarly(isCertain: false)
      }
    }

    /// Waits no longer for what a client does that is served or gone.
    func stopWaiting() { silence?.cancel() }

    /// Drops what is collected of the content, and takes no more.
    private func discard() {
      state = .discarding
      connection.proxy.whenDiscarded(content.large)
      content.discard()
    }

    /// Takes a piece of the content.
    func receive(_ bytes: ByteBuffer) {
      receivedCount += bytes.readableBytes
      switch state {
      case .collecting:
        record(bytes)
        silence?.cancel()
        awaitSilence()
        let count = messages?.count
        messages?.add(bytes.readableBytesView)
        if messages?.count != count { replayIfDue() }
      case .replaying(let replay):
        messages?.add(bytes.readableBytesView)
        replay.received(messages?.count ?? receivedCount)
      case .passing(let live): live.send(bytes)
      case .discarding: break
      }
    }

    /// Takes the end of the content.
    func end(trailers: HeaderFields) {
      switch state {
      case .collecting:
        silence?.cancel()
        state = .discarding
        guard content.large == nil else {
          return connection.handle(incoming, content, trailers, respondingTo: client)
        }
        incoming.request.body.bytes = content.bytes
        incoming.request.trailers = trailers
        connection.handle(incoming, respondingTo: client)
      case .passing(let live): live.endRequest(trailers: trailers)
      case .replaying(let replay): replay.received(.max)
      case .discarding: break
      }
    }

    private func record(_ bytes: ByteBuffer) {
      let wasLarge = content.large != nil
      content.append(bytes)
      guard !wasLarge, let large = content.large else { return }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      large.onCaughtUp { eventLoop.execute { bound.value.client.requestPauseChanged() } }
    }

    /// Begins a recorded response that began when its request had as many messages.
    private func replayIfDue() {
      guard let messages, content.large == nil else { return }
      var request = incoming.request
      request.body.bytes = content.bytes
      do {
        guard
          let playback = try connection.proxy.deck(of: incoming).takeStreamed(
            request, messages: messages.count),
          case .response(let response) = playback.interaction.outcome
        else { return try endInSilence(request) }
        connection.proxy.counters.addRequest()
        let interaction = playback.interaction
        let replay = PieceReplay(response, to: client) { [connection] in
          connection.end(interaction, for: $0)
        }
        state = .replaying(replay)
        replay.start(after: messages.count, endingAfter: response.awaits)
      } catch {
        state = .discarding
        connection.proxy.counters.addRequest()
        connection.refuse("\(error)", to: client)
      }
    }

    /// Ends a call once its client has stayed longer than when it left with what has arrived.
    ///
    /// It may yet send more, or leave, so nothing is decided before.
    private func endInSilence(_ request: Interaction.Request) throws {
      guard let seconds = try connection.proxy.deck(of: incoming).secondsUntilLeft(request) else {
        return
      }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      silence = eventLoop.scheduleTask(in: SilentReplay.stay(seconds)) {
        guard case .collecting = bound.value.state, bound.value.takeLeft() else { return }
        bound.value.state = .discarding
        bound.value.client.abort(nil)
      }
    }

    /// Notes that the client has gone before the end of its request.
    ///
    /// - Returns: True for a call that it left when it was recorded, too, and for an exchange that
    ///   notes it itself.
    func clientGone() -> Bool {
      silence?.cancel()
      switch state {
      case .passing, .replaying: return true
      case .collecting: return takeLeft()
      case .discarding: return false
      }
    }

    private func takeLeft() -> Bool {
      guard messages != nil, content.large == nil else { return false }
      var request = incoming.request
      request.body.bytes = content.bytes
      // What cannot be read is reported where it is served.
      guard (try? connection.proxy.deck(of: incoming).takeLeft(request)) == true else {
        return false
      }
      connection.proxy.counters.addRequest()
      return true
    }

    /// True while the service, or what compares the content, takes no more of it, so that no more
    /// is to be read.
    var isPaused: Bool {
      switch state {
      case .passing(let live): live.isRequestPaused
      case .collecting: content.large?.isBehind ?? false
      case .replaying, .discarding: false
      }
    }

    /// True when the exchange itself notes that the client has gone.
    var isPassing: Bool {
      switch state {
      case .passing, .replaying: true
      case .collecting, .discarding: false
      }
    }
  }
#endif
