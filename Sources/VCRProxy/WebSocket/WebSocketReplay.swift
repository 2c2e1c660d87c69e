#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Serves a recorded WebSocket: what the service sent follows what the client sends, or its
  /// silence where messages crossed.
  ///
  /// It speaks the protocol itself: it responds to pings and to the client's close. What it sends
  /// waits for a client that reads slowly, and comes at its recorded pace where the deck asks for
  /// that.
  final class WebSocketReplay: WebSocketEndpoint.Owner {
    private typealias Message = Interaction.WebSocketMessage

    private let connection: ClientConnection
    private let interaction: Interaction
    /// The request of the client, for reports.
    private let request: Interaction.Request
    private let pace: Double?
    private let deck: Deck
    private let scope: Scope?
    private var replay: ConversationReplay
    private var client: WebSocketEndpoint?
    private let start = ContinuousClock.now
    /// How many of the messages that are due were sent.
    private var sentCount = 0
    /// The events that the client sent while an earlier message of it is being compared.
    private var waiting = CircularBuffer<WebSocketEndpoint.Event>()
    private var isComparing = false
    /// Sends what crossed the client's messages to a client that waits for it.
    private var silence = SilenceTimer()
    private var isPausing = false
    private var hasClosed = false
    private var isOver = false

    /// Prepares a replay for a connection that it is then joined to.
    init(
      _ playback: Deck.Playback, of incoming: ClientRequest, on connection: ClientConnection
    ) {
      self.connection = connection
      request = incoming.request
      scope = incoming.scope
      deck = connection.proxy.deck(of: incoming)
      interaction = playback.interaction
      pace = playback.pace
      replay = deck.conversation(of: playback)
    }

    /// Joins the connection to the client, and sends what the service sent first.
    func join(client channel: any Channel) throws {
      client = try WebSocketEndpoint.add(
        to: channel, isServer: true, limit: connection.proxy.limits.messageBytes, owner: self)
      send()
    }

    // MARK: Messages of the client

    func receive(_ event: WebSocketEndpoint.Event, from endpoint: WebSocketEndpoint) {
      guard !isOver else { return }
      waiting.append(event)
    }

    func receivedAll(from endpoint: WebSocketEndpoint) {
      while !isOver, !isComparing, !waiting.isEmpty { take(waiting.removeFirst()) }
      watchForSilence()
      // Waiting events are compared before more is read.
      client?.setReadingPaused(isComparing)
      client?.flush()
    }

    /// Lets a client that waits for longer than it takes to send on have what crossed its messages.
    private func watchForSilence() {
      silence.cancel()
      guard !isOver, !isComparing, replay.hasCrossed else { return }
      silence.restart(after: SilentReplay.grace, on: connection.proxy.eventLoop, for: self) {
        serving in
        guard !serving.isOver, serving.replay.takeCrossed() != nil else { return }
        serving.send()
        serving.watchForSilence()
      }
    }

    private func take(_ event: WebSocketEndpoint.Event) {
      switch event {
      case .text(let bytes): compare(Message(.client, .text(Body(bytes))))
      case .binary(let bytes): compare(Message(.client, .binary(Body(bytes))))
      case .ping(let bytes): client?.send(pong: bytes)
      case .pong: break
      case .close(let code, let reason):
        // The response has the code of the message that it responds to (RFC 6455 §5.5.1), unless
        // the service had another one.
        if !hasClosed {
          let response = replay.closeResponse ?? (code: code, reason: reason)
          client?.send(closeCode: response.code, reason: response.reason)
        }
        end { $0.close() }
      case .fault(let fault):
        connection.proxy.report(
          .refused(
            "The WebSocket is not valid (RFC 6455): "
              + "\(deck.shown(url: request.url))  \(fault.words)"))
        refuse(fault.code, fault.words)
      case .gone: end { $0.close() }
      }
    }

    /// Finds out what follows a message of the client; a large one beside the event loop.
    private func compare(_ message: Message) {
      guard !hasClosed else { return }
      guard (message.body?.count ?? 0) > ExchangeRecording.smallSize else {
        return follow(deck.reply(to: message, in: &replay, of: request))
      }
      isComparing = true
      let box = NIOLoopBound(self, eventLoop: connection.proxy.eventLoop)
      connection.proxy.perform(for: scope) {
        [replay, request, deck]
        (deliver: @escaping @Sendable ((Deck.Reply, ConversationReplay)) -> Void)
        in
        DispatchQueue.global().async {
          var replay = replay
          let reply = deck.reply(to: message, in: &replay, of: request)
          deliver((reply, replay))
        }
      } then: { reply, replay in
        let serving = box.value
        serving.isComparing = false
        guard !serving.isOver, let client = serving.client else { return }
        serving.replay = replay
        serving.follow(reply)
        serving.receivedAll(from: client)
      }
    }

    private func follow(_ reply: Deck.Reply) {
      switch reply {
      case .send: send()
      case .refuse(let report):
        connection.proxy.report(.unmatched(report))
        refuse(1008, report.summary)
      }
    }

    // MARK: Messages of the service

    /// The positions of the messages to send.
    private var due: [Int] { replay.served }

    func writabilityChanged(of endpoint: WebSocketEndpoint) { send() }

    /// Sends what is due, as long as the client takes it.
    private func send() {
      guard !isPausing else { return }
      while let client, sentCount < due.count, client.isWritable, !isOver, !hasClosed {
        let position = due[sentCount]
        if let delay = delay(before: position) { return pause(delay) }
        send(position, to: client)
      }
      client?.flush()
      endIfDone()
    }

    private func send(_ position: Int, to client: WebSocketEndpoint) {
      sentCount += 1
      switch replay.messages[position].content {
      case .text(let body):
        connection.proxy.counters.addBytes(body.count)
        client.send(text: body.bytes)
      case .binary(let body):
        connection.proxy.counters.addBytes(body.count)
        client.send(binary: body.bytes)
      case .close(let code, let reason):
        hasClosed = true
        client.send(closeCode: code, reason: reason)
      }
    }

    /// How long to wait before a message is sent; nil when it is due now.
    ///
    /// At its pace, it is the time between the message and the one before it, whoever sent that. A
    /// close, behind which a client gets nothing more, leaves it some of that time at any pace, for
    /// the pong to a ping that it sends behind its last message: pings are not recorded.
    private func delay(before position: Int) -> Duration? {
      let message = replay.messages[position]
      guard pace != nil || message.isClose else { return nil }
      let after = message.after ?? 0
      let before = position > 0 ? replay.messages[position - 1].after ?? after : 0
      // A recorded time is data: bounded, so that a wrong one cannot overflow a clock.
      let seconds = min(max((after - before) * (pace ?? 1), 0), 86_400)
      guard pace == nil else { return seconds > 0 ? .seconds(seconds) : nil }
      return .seconds(min(max(seconds, Self.pong.lowerBound), Self.pong.upperBound))
    }

    /// How many seconds a close waits where nothing else is sent at its pace.
    private static let pong = 0.02...0.05

    private func pause(_ delay: Duration) {
      client?.flush()
      isPausing = true
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.scheduleTask(in: TimeAmount(delay)) {
        let serving = bound.value
        serving.isPausing = false
        guard let client = serving.client, !serving.isOver, serving.sentCount < serving.due.count
        else { return }
        serving.send(serving.due[serving.sentCount], to: client)
        serving.send()
      }
    }

    // MARK: The end

    /// The interaction whose messages are served.
    private var served: Interaction { replay.interaction ?? interaction }

    /// Ends as the recording did, once everything was sent on both sides.
    private func endIfDone() {
      guard !isOver, !hasClosed, replay.isComplete, sentCount == due.count,
        let failure = served.outcome.failure
      else { return }
      guard failure.isLeft else {
        return end { $0.abort(isReset: failure.reset == .connection) }
      }
      // Nobody knows what would have followed; see `SilentReplay`.
      isPausing = true
      let stay = Duration.seconds(min(max(served.seconds ?? 0, 0), 86_400))
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.scheduleTask(
        in: TimeAmount(max(.zero, stay - (ContinuousClock.now - start))) + SilentReplay.grace
      ) {
        bound.value.end { $0.abort(isReset: false) }
      }
    }

    /// Closes because of what the client sent.
    private func refuse(_ code: Int, _ reason: String) {
      if !hasClosed { client?.send(closeCode: code, reason: reason) }
      end { $0.close() }
    }

    private func end(_ endClient: (WebSocketEndpoint) -> Void) {
      guard !isOver else { return }
      isOver = true
      deck.end(replay)
      silence.cancel()
      if let client {
        client.flush()
        endClient(client)
      }
      client = nil
      connection.endExchange(in: scope)
    }
  }
#endif
