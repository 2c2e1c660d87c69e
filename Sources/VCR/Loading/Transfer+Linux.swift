#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore
  import VCRLocks

  #if Recording
    import NIOCore
    import VCRUpstream

    /// Performs a request and its redirects over the wire, records them, and feeds the relay.
    ///
    /// It lives on the event loop of the session's client pool; its state is behind a lock because
    /// it is started and cancelled from elsewhere.
    final class Transfer: Sendable {
      private struct State {
        var redirecting: RedirectingRequest
        var ticket: Deck.Ticket?
        var recording = ExchangeRecording()
        var exchange: Upstream.Exchange?
        /// True when the head of this response has gone to the client.
        var isStreaming = false
        /// How many pieces of the body the client has, or gets once they are in the journal.
        var pieces = 0
        var held = HeldPieces<LoadingEvent>()
        /// Counts the requests performed, so that a late event of one that timed out is ignored.
        var number = 0
        var isOver = false
        var lastActivity = NIODeadline.now()
        var timer: Scheduled<Void>?
      }

      private let context: LoadingContext
      private let clients: Upstream.ClientPool
      private let start = NIODeadline.now()
      private let relay: Relay
      private let state: Mutex<State>
      /// Undoes the coding of a stream's pieces; nil for one that has none.
      private let decoding: NIOLoopBoundBox<PieceDecoding?>

      /// Performs a request that the deck wants performed.
      static func start(
        _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext,
        relay: Relay
      ) {
        do {
          let transfer = Transfer(
            redirecting, ticket, context, clients: try context.handle.clientPool(), relay: relay)
          relay.onCancel { transfer.cancel() }
          transfer.clients.eventLoop.execute {
            transfer.perform()
            transfer.watch()
          }
        } catch {
          // The one thing that can fail is reading the roots.
          let error = LoadingError(rootsOf: redirecting.request, unreadable: error)
          // The failure is sent later, because this may be the call that created the relay.
          DispatchQueue.global().async { relay.send([.whole(.failure(error))]) }
        }
      }

      private init(
        _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext,
        clients: Upstream.ClientPool, relay: Relay
      ) {
        state = Mutex(State(redirecting: redirecting, ticket: ticket))
        decoding = .makeBoxSendingValue(nil, eventLoop: clients.eventLoop)
        self.context = context
        self.clients = clients
        self.relay = relay
      }

      /// Ends the request, and records what had come of it: the client has left.
      private func cancel() {
        let before = state.withLock { state in
          let before = state
          state.isOver = true
          state.ticket = nil
          state.exchange = nil
          state.timer?.cancel()
          return before
        }
        before.exchange?.cancel()
        guard !before.isOver, let ticket = before.ticket else { return }
        // This is the queue that all sessions share.
        context.handle.deck.concludeAsLeft(
          ticket, isSmall: before.recording.isSmall, hasStarted: before.isStreaming
        ) { [recording = before.recording] in
          var recording = recording
          recording.endAsLeft(ofRequest: ticket.request.method)
          return recording.outcome()
        }
      }

      /// Sends the request that the redirects have led to.
      private func perform() {
        let next = state.withLock { state -> (request: Interaction.Request, number: Int)? in
          guard !state.isOver else { return nil }
          state.number += 1
          state.recording = ExchangeRecording()
          state.isStreaming = false
          state.pieces = 0
          state.held = HeldPieces()
          state.exchange = nil
          state.lastActivity = .now()
          return (state.redirecting.request, state.number)
        }
        guard let next else { return }
        let exchange = clients.send(next.request) { [self] in receive($0, of: next.number) }
        let isTooLate = state.withLock { state in
          if !state.isOver, state.number == next.number { state.exchange = exchange }
          return state.isOver
        }
        if isTooLate { exchange.cancel() }
      }

      // MARK: - Events

      private func receive(_ event: Upstream.Event, of number: Int) {
        var events: [LoadingEvent] = []
        var isTurnAwaited = false
        let outcome = state.withLock { state -> Interaction.Outcome? in
          guard !state.isOver, state.number == number else { return nil }
          state.lastActivity = .now()
          state.recording.receive(event)
          switch event {
          case .head(let head):
            // A redirect's body is not shown.
            guard state.redirecting.redirectTarget(of: head) == nil,
              let shown = undoCoding(of: head),
              let response = URLResponse.makeHead(
                shown, url: state.redirecting.url, in: context.handle.system)
            else { break }
            state.isStreaming = true
            context.handle.storeCookies(of: head, from: state.redirecting.url)
            events.append(.response(response))
          case .body(let piece) where state.isStreaming:
            guard let data = decoded(piece) else { return Self.undecodable }
            guard !data.isEmpty else { break }
            state.pieces += 1
            if state.ticket != nil, state.held.holds(isStream: state.recording.isStream) {
              state.held.hold(.data(data))
              isTurnAwaited = state.held.awaitTurn()
            } else {
              events.append(.data(data))
            }
          case .end, .failure:
            guard let outcome = state.recording.outcome() else { break }
            if state.isStreaming, case .response(let response) = outcome, response.failure == nil,
              response.headers["Content-Encoding"] != nil
            {
              // The body ended in the middle of its coding.
              return Self.undecodable
            }
            return outcome
          // Nothing asks for another protocol here.
          case .informational, .body, .switched:
            break
          }
          return nil
        }
        if let outcome {
          conclude(outcome)
        } else if !events.isEmpty {
          relay.send(events)
        }
        if isTurnAwaited { clients.eventLoop.execute { self.journalHeld(of: number) } }
      }

      /// Writes what is held of a stream, and then passes it on.
      private func journalHeld(of number: Int) {
        let writing = state.withLock { state -> StreamWriting? in
          guard !state.isOver, state.number == number else { return nil }
          state.held.endTurn()
          return StreamWriting(
            state.recording.piece, for: state.ticket, of: &state.held, by: context.handle.deck)
        }
        // The queue that all sessions share may wait for the lock.
        let written = writing?.write()
        let events = state.withLock { state -> [LoadingEvent] in
          guard !state.isOver, state.number == number else { return [] }
          if let writing, let written {
            let end = state.held.note(written)
            state.recording.noteJournalled(upTo: end, of: writing.piece)
          }
          return state.held.release()
        }
        if !events.isEmpty { relay.send(events) }
      }

      /// The head as the client is to see it, when the body can be passed on as it arrives.
      ///
      /// A coded body is decoded at its end, all at once, but a stream may have no end: the client
      /// needs each event when it comes.
      ///
      /// - Returns: Nil when the body has to be decoded at its end.
      private func undoCoding(of head: Interaction.Response) -> Interaction.Response? {
        decoding.value = nil
        guard let encoding = head.headers["Content-Encoding"] else { return head }
        guard head.isStream, let pieces = PieceDecoding(encoding: encoding)
        else { return nil }
        decoding.value = pieces
        var shown = head
        shown.headers.remove("Content-Encoding")
        shown.headers.remove("Content-Length")
        return shown
      }

      /// A piece of a body without its coding; nil when the coding is broken.
      private func decoded(_ piece: ByteBuffer) -> Data? {
        if decoding.value == nil { return Data(piece.readableBytesView) }
        return decoding.value?.decode(Array(piece.readableBytesView)).map { Data($0) }
      }

      private static let undecodable = Interaction.Outcome.failure(
        Interaction.Failure(
          code: "cannotDecodeContentData", number: -1016,
          message: "the coding of the response's body is broken"))

      /// Records what came of the request, then passes it on or goes where it leads.
      private func conclude(_ outcome: Interaction.Outcome) {
        let (now, held) = state.withLock { state in
          // A recorded request is not recorded again by a client that leaves.
          defer { state.ticket = nil }
          return (state, state.held.release())
        }
        do {
          if let ticket = now.ticket,
            case .replay(let playback) = try context.handle.deck.conclude(
              outcome, for: ticket, hasStarted: now.isStreaming)
          {
            return proceed(after: playback.interaction.outcome)
          }
        } catch {
          return finish(held + [.whole(.failure(error))])
        }
        guard now.isStreaming else { return proceed(after: outcome) }
        switch outcome {
        case .failure(let failure):
          finish(held + [.whole(.failure(failure.urlError(url: now.redirecting.url)))])
        case .response(let response):
          if let failure = response.failure {
            return finish(held + [.whole(.failure(failure.urlError(url: now.redirecting.url)))])
          }
          finish(held + [.end(whole: now.pieces > 1 ? Data(response.body.bytes) : nil)])
        }
      }

      private func proceed(after outcome: Interaction.Outcome) {
        let redirecting = state.withLock { $0.redirecting }
        let step = context.handle.advance(after: outcome, of: redirecting, records: context.records)
        guard case .perform(let redirecting, let ticket) = step else {
          end()
          return relay.take(step, context)
        }
        state.withLock { state in
          state.redirecting = redirecting
          state.ticket = ticket
          state.recording = ExchangeRecording()
        }
        perform()
      }

      private func finish(_ events: [LoadingEvent]) {
        end()
        relay.send(events)
      }

      private func end() {
        let timer = state.withLock { state in
          state.isOver = true
          // It has this, for whose sake the session's connections would stay open.
          state.exchange = nil
          return state.timer
        }
        timer?.cancel()
      }

      // MARK: - Timeouts

      /// Looks again when the request may have been silent for too long.
      private func watch() {
        let (silence, end) = (context.timeout.silence, start + .seconds(context.timeout.total))
        let next = state.withLock { state -> (due: NIODeadline, look: NIODeadline)? in
          guard !state.isOver else { return nil }
          if let activity = state.exchange?.lookForActivity() {
            state.lastActivity = max(state.lastActivity, activity)
          }
          let due = min(state.lastActivity + .seconds(silence), end)
          // What goes to the service is seen only by looking.
          let isSending = !state.redirecting.request.body.isEmpty
          return (due, isSending ? min(due, .now() + .seconds(silence / 4)) : due)
        }
        guard let next else { return }
        guard next.due <= .now() else {
          let timer = clients.eventLoop.scheduleTask(deadline: next.look) {
            [weak self] () -> Void in
            self?.watch()
          }
          state.withLock { $0.timer = timer }
          return
        }
        let failure = Interaction.Failure(.timedOut, message: "the request timed out")
        let (exchange, outcome) = state.withLock { state in
          state.number += 1
          state.recording.receive(.failure(failure))
          return (state.exchange, state.recording.outcome())
        }
        exchange?.cancel()
        conclude(outcome ?? .failure(failure))
      }
    }

    extension TimeAmount {
      /// An amount of seconds, cut to what a deadline can hold.
      fileprivate static func seconds(_ seconds: TimeInterval) -> TimeAmount {
        .milliseconds(Int64(max(0, min(seconds, 1e9)) * 1000))
      }
    }
  #else
    /// Stands in for the network in a build that has no client for it.
    enum Transfer {
      /// Fails, saying what to build with.
      static func start(
        _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext,
        relay: Relay
      ) {
        let error = LoadingError(
          kind: .recordingUnavailable, url: redirecting.request.url,
          reason: "this build cannot reach the network; enable the trait Recording of the package "
            + "vcr, as in .package(url: …, traits: [\"Recording\"])")
        // The failure is sent later, because the call that created the relay may still be running.
        DispatchQueue.global().async { relay.send([.whole(.failure(error))]) }
      }
    }
  #endif
#endif
