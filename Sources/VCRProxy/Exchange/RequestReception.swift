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
      /// A recorded call of gRPC is served, or another one that begins so.
      case calling(CallReplay)
      /// Nothing needs the content any more.
      case discarding
    }

    private var incoming: ClientRequest
    /// The content as far as it is collected.
    private var content: RequestRecording
    private let connection: ClientConnection
    private var client: any ClientResponse
    private var state = State.collecting
    /// Counts the messages of a request of gRPC; nil for any other.
    private var messages: GRPCMessages.Counter?
    /// How many bytes of the content have arrived.
    private var receivedCount = 0
    /// The head of a call of gRPC, as it is matched; nil where nothing is replayed.
    private lazy var head = connection.proxy.deck(of: incoming).call(incoming.request)
    /// How many bytes of the content of a call were compared with what is recorded.
    private var comparedCount = 0
    /// The bytes that may be compared whatever their number, and how many times those that have
    /// arrived beyond that: after each message all before it are compared again.
    private static let (comparedAllowance, mostTimes) = (1 << 20, 4)
    /// Ends a call that its client left when it was recorded, and does not leave this time; or
    /// serves a client that has stopped sending.
    private var silence = SilenceTimer()
    /// True once the client of a call of gRPC has the head of the response.
    private var hasHead: Bool { client is BegunResponse }

    init(
      _ incoming: ClientRequest, on connection: ClientConnection,
      respondingTo client: any ClientResponse
    ) {
      self.incoming = incoming
      self.connection = connection
      self.client = client
      let deck = connection.proxy.deck(of: incoming)
      // Content that may have to be sent to the service is kept as it is.
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
      // A client of gRPC may wait for a response before it sends the rest, so it hears at once that
      // there is none.
      let isLive =
        connection.upstreamPool() != nil
        && (deck.records || deck.passesThrough(headOf: incoming.request))
      let isDecided = isLive || messages != nil
      guard incoming.upgrade == nil, isDecided, !deck.needsBody(of: incoming.request) else {
        incoming.isStreamed = false
        if messages == nil, replayEarly() { return }
        if incoming.expectsContinue { relayContinueIfAwaited() }
        if messages == nil { awaitSilence() } else { replayIfDue() }
        return
      }
      state = .discarding
      connection.handle(incoming, respondingTo: client)
      if let live = client.live as? LiveExchange { state = .passing(live) }
    }

    /// Asks the client to send its content, unless it does so already: it does not wait then (RFC
    /// 9110 §10.1.1), and the service may have said nothing.
    private func relayContinueIfAwaited() {
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      // Content that came together with the head is read in this turn of the event loop.
      eventLoop.execute {
        let reception = bound.value
        guard case .collecting = reception.state, reception.receivedCount == 0 else { return }
        reception.client.relayContinue()
      }
    }

    /// The request with the content as far as it has arrived and is in memory.
    private var arrived: Interaction.Request {
      var request = incoming.request
      if content.large == nil { request.body.bytes = content.bytes }
      return request
    }

    /// Serves what came before the request had ended when it was recorded, since its client may
    /// wait for that before it sends the rest.
    ///
    /// - Parameter isCertain: False for a client that has stopped sending.
    /// - Returns: False when nothing did, or the content has to be waited for.
    private func replayEarly(isCertain: Bool = true) -> Bool {
      do {
        let playback = try connection.proxy.deck(of: incoming).takeEarly(
          arrived, isAwaited: incoming.expectation != nil, isCertain: isCertain)
        guard let playback else { return false }
        serve(playback, isWaiting: false)
      } catch {
        refuse(error)
      }
      return true
    }

    /// Serves what came before the request had ended once its client has sent nothing for a while,
    /// even if another content could get something else: without the rest nobody will know.
    ///
    /// If nothing did, and the client stays silent, it gets what it waits for all the same.
    private func awaitSilence() {
      let hasEarly = connection.proxy.deck(of: incoming).hasEarlyOutcomes
      whenSilent(for: hasEarly ? SilentReplay.grace : SilentReplay.patience) { reception in
        guard hasEarly else { return reception.endWaiting() }
        guard !reception.replayEarly(isCertain: false) else { return }
        reception.whenSilent(for: SilentReplay.patience) { $0.endWaiting() }
      }
    }

    /// Does something once the client has sent nothing for a while.
    private func whenSilent(
      for time: TimeAmount, _ body: @escaping @Sendable (RequestReception) -> Void
    ) {
      silence.restart(after: time, on: connection.proxy.eventLoop, for: self) { reception in
        guard case .collecting = reception.state else { return }
        // A client whose content is not taken in cannot send.
        if reception.isPaused { return reception.whenSilent(for: time, body) }
        body(reception)
      }
    }

    /// Serves a client that waits for a response before it sends the rest, although none is known
    /// to have come so early: what is recorded, if the content does not count, or else that of the
    /// service.
    private func endWaiting() {
      guard content.large == nil else { return }
      serve {
        try $0.takeWaiting(arrived)
      } or: {
        self.goOn()
      }
    }

    /// Sends the request to the service, if there is one, with what has arrived of the content.
    private func goOn() {
      guard content.large == nil, connection.upstreamPool() != nil else { return }
      do {
        let deck = connection.proxy.deck(of: incoming)
        guard let decision = try deck.recordWaiting(incoming.request) else { return }
        let bytes = content.bytes
        discard()
        connection.proxy.counters.addRequest()
        incoming.isStreamed = true
        // It sends its content already.
        incoming.expectation = nil
        connection.carryOut(decision, incoming, to: client)
        guard let live = client.live as? LiveExchange else { return }
        state = .passing(live)
        live.send(ByteBuffer(bytes: bytes))
      } catch {
        refuse(error)
      }
    }

    /// Serves what the deck takes for a client that waits.
    ///
    /// - Parameters:
    ///   - take: Takes it.
    ///   - otherwise: The closure to call when there is none.
    private func serve(
      _ take: (Deck) throws -> Deck.Playback?, or otherwise: () -> Void
    ) {
      do {
        guard let playback = try take(connection.proxy.deck(of: incoming)) else {
          return otherwise()
        }
        serve(playback, isWaiting: true)
      } catch {
        refuse(error)
      }
    }

    private func serve(_ playback: Deck.Playback, isWaiting: Bool) {
      discard()
      connection.proxy.counters.addRequest()
      let replay = connection.begin(
        playback, of: incoming, after: receivedCount, to: client, isWaiting: isWaiting)
      if let replay {
        state = .replaying(replay)
      } else {
        connection.carryOut(.replay(playback), incoming, to: client)
      }
    }

    private func refuse(_ error: any Error) {
      discard()
      connection.proxy.counters.addRequest()
      connection.refuse("\(error)", to: client)
    }

    /// Waits no longer for what a client does that is served or gone.
    func stopWaiting() { silence.cancel() }

    /// Drops what is collected of the content, and takes no more.
    private func discard() {
      state = .discarding
      dropContent()
    }

    private func dropContent() {
      connection.proxy.whenDiscarded(content.large)
      content.discard()
    }

    /// Takes a piece of the content.
    func receive(_ bytes: ByteBuffer) {
      receivedCount += bytes.readableBytes
      switch state {
      case .collecting:
        record(bytes)
        silence.cancel()
        guard messages != nil else { return awaitSilence() }
        let count = messages?.count
        messages?.add(bytes.readableBytesView)
        if messages?.count != count { replayIfDue() }
      case .replaying(let replay):
        messages?.add(bytes.readableBytesView)
        replay.received(messages?.count ?? receivedCount)
      case .calling(let replay): receive(bytes, of: replay)
      case .passing(let live): live.send(bytes)
      case .discarding: break
      }
    }

    /// Takes the end of the content.
    func end(trailers: HeaderFields) {
      switch state {
      case .collecting:
        silence.cancel()
        state = .discarding
        guard content.large == nil else {
          return connection.handle(incoming, content, trailers, respondingTo: client)
        }
        incoming.request.body.bytes = content.bytes
        incoming.request.trailers = trailers
        connection.handle(incoming, respondingTo: client)
      case .passing(let live): live.endRequest(trailers: trailers)
      case .replaying(let replay): replay.received(.max)
      case .calling(let replay):
        replay.received(.max, isWhole: true, replay.isOpen ? arrivedCall() : nil)
      case .discarding: break
      }
    }

    /// Takes a piece of the content of a call that is served already.
    private func receive(_ bytes: ByteBuffer, of replay: CallReplay) {
      let count = messages?.count ?? 0
      messages?.add(bytes.readableBytesView)
      if replay.isOpen {
        record(bytes)
        // So much is not compared.
        if content.large != nil { replay.settle() }
        if !replay.isOpen { dropContent() }
      }
      guard let messages, messages.count != count else { return }
      replay.received(messages.count, replay.isOpen && mayCompare ? arrivedCall() : nil)
    }

    private func record(_ bytes: ByteBuffer) {
      let wasLarge = content.large != nil
      content.append(bytes)
      guard !wasLarge, let large = content.large else { return }
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      large.onCaughtUp { eventLoop.execute { bound.value.client.requestPauseChanged() } }
    }

    /// True while the content may be compared although more of it may follow at once.
    private var mayCompare: Bool {
      comparedCount <= Self.comparedAllowance + Self.mostTimes * receivedCount
    }

    /// The call as far as it has arrived and is in memory, to be compared.
    private func arrivedCall() -> Deck.Incoming? {
      guard content.large == nil else { return nil }
      comparedCount += receivedCount
      return connection.proxy.deck(of: incoming).call(arrived)
    }

    /// Begins a recorded response that began when its request had as many messages.
    ///
    /// The content is looked at only where it counts, and not each time where there is much of it.
    private func replayIfDue() {
      guard let messages, content.large == nil, let head else { return }
      let deck = connection.proxy.deck(of: incoming)
      do {
        guard try deck.mayHaveDue(head, messages: messages.count) else {
          return awaitMessage(after: messages.count)
        }
        guard mayCompare else {
          return whenSilent(for: SilentReplay.pause) { $0.replayDue() }
        }
        replayDue()
      } catch {
        refuse(error)
      }
    }

    /// Begins a recorded response that is due by its content.
    ///
    /// - Parameter isCertain: False for a client that has stopped sending.
    private func replayDue(isCertain: Bool = true) {
      let deck = connection.proxy.deck(of: incoming)
      guard let messages, let call = arrivedCall() else { return }
      do {
        guard
          let playback = try deck.takeStreamed(
            call, messages: messages.count, isCertain: isCertain)
        else {
          guard isCertain else { return }
          if let seconds = try deck.secondsUntilLeft(call) { return endInSilence(after: seconds) }
          return awaitMessage(after: messages.count)
        }
        connection.proxy.counters.addRequest()
        let interaction = playback.interaction
        guard case .response(let response) = interaction.outcome else {
          discard()
          return connection.carryOut(.replay(playback), incoming, to: client)
        }
        state = .calling(
          try CallReplay(
            playback, response, of: call, after: messages.count, to: client, from: deck,
            on: connection))
      } catch {
        refuse(error)
      }
    }

    /// Serves the client of a call of gRPC that may wait for something before it sends the next
    /// message: at the end of this turn of the event loop the head of the response, where that is
    /// known whatever follows; and after a while the first response that it may get.
    private func awaitMessage(after count: Int) {
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.execute {
        let reception = bound.value
        guard case .collecting = reception.state, reception.messages?.count == count else { return }
        if reception.hasHead || reception.mayCompare {
          reception.serveWaiting(after: count)
        } else {
          reception.whenSilent(for: SilentReplay.pause) { $0.serveWaiting(after: count) }
        }
      }
    }

    private func serveWaiting(after count: Int) {
      sendHead()
      whenSilent(for: SilentReplay.patience) { reception in
        // One that has the head has to send something to get more.
        if count > 0 || !reception.hasHead { reception.replayDue(isCertain: false) }
      }
    }

    /// Sends the head of the response to a call of gRPC, or the call to the service, if either is
    /// certain by what has arrived.
    private func sendHead() {
      let deck = connection.proxy.deck(of: incoming)
      guard !hasHead, let call = arrivedCall() else { return }
      do {
        if let head = try deck.commonHead(of: call) {
          client = BegunResponse(client, head: head)
        } else if try deck.holdsNoCall(beginning: call) {
          goOn()
        }
      } catch {
        refuse(error)
      }
    }

    /// Ends a call once its client has stayed longer than when it left with what has arrived.
    ///
    /// It may yet send more, or leave, so nothing is decided before.
    ///
    /// - Parameter seconds: How long it stayed.
    private func endInSilence(after seconds: Double) {
      whenSilent(for: SilentReplay.stay(seconds)) { reception in
        guard reception.takeLeft() else { return }
        reception.state = .discarding
        reception.client.abort(nil)
      }
    }

    /// Notes that the client has gone before the end of its request.
    ///
    /// - Returns: True for a call that it left when it was recorded, too, and for an exchange that
    ///   notes it itself.
    func clientGone() -> Bool {
      silence.cancel()
      switch state {
      case .passing, .replaying: return true
      case .calling(let replay):
        replay.close()
        return true
      case .collecting: return takeLeft()
      case .discarding: return false
      }
    }

    private func takeLeft() -> Bool {
      let deck = connection.proxy.deck(of: incoming)
      guard messages != nil, content.large == nil, let call = deck.call(arrived),
        // A call that cannot be read is reported where it is served.
        (try? deck.takeLeft(call)) == true
      else { return false }
      connection.proxy.counters.addRequest()
      return true
    }

    /// True while the service, or what compares the content, takes no more of it, so that no more
    /// is to be read.
    var isPaused: Bool {
      switch state {
      case .passing(let live): live.isRequestPaused
      case .collecting: content.large?.isBehind ?? false
      case .calling, .replaying, .discarding: false
      }
    }

    /// True when the exchange itself notes that the client has gone.
    var isPassing: Bool {
      switch state {
      case .calling, .passing, .replaying: true
      case .collecting, .discarding: false
      }
    }
  }
#endif
