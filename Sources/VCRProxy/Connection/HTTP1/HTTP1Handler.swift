#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Serves HTTP/1 requests, one after the other, on the listener or inside a tunnel.
  ///
  /// This module parses requests and writes responses itself, byte by byte, because an HTTP library
  /// would normalize what was sent and recorded.
  final class HTTP1Handler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The state of the current request.
    enum Phase {
      /// Between requests.
      case idle
      /// The head was read, and the body is being read; the response may begin already.
      case reading
      /// The request is complete, and its response is being decided or sent.
      case responding
      /// Other handlers take over the connection.
      case handingOver
      /// Nothing more is read.
      case closed
    }

    let connection: ClientConnection
    private let source: RequestSource
    var live: (any ClientObserver)?

    var context: ChannelHandlerContext?
    var phase = Phase.idle
    var incoming = ClientRequest(request: Interaction.Request(url: ""))
    /// The request whose content is being read; nil when it has none, or is refused.
    private var reception: RequestReception? {
      didSet { oldValue?.stopWaiting() }
    }
    private var isContinueSent = false
    private var isExchangeOpen = false
    /// True once a part of the response was sent.
    var isResponseBegun = false
    private var connect: Authority?
    /// The query of a request to the path of scopes.
    private var scopeQuery: String?
    private var refusal: HTTP1Refusal?
    var isKeepAlive = true
    var isOldVersion = false

    var framing = HTTP1ResponseHead.Framing.none
    var remaining: Int?
    /// True when the client gets the trailer fields of the current response.
    var sendsTrailers = false
    /// True when what was written is flushed at the end of this turn of the event loop.
    var isFlushScheduled = false

    private var parser: HTTP1RequestParser
    /// The digest of what the meaning of a head depends on beside its bytes; nil where it depends
    /// on more.
    private let circumstances: KnownRequests.Head?
    /// The request that is parsed and decided about, and how many bytes wait behind it; nil when it
    /// has more than a head.
    private var unknown: (head: KnownRequests.Head, rest: Int)?
    private let handover = Handover()
    private var isReadHeldBack = false
    private var isInputClosed = false
    private var isEnding = false
    private let turns = EventLoopTurns()
    /// True when the rest of a request is not read although the client may still be sending it.
    private var isCutShort = false

    /// Creates the handler.
    ///
    /// - Parameters:
    ///   - connection: The connection it serves.
    ///   - source: Where the requests come from, which decides how their targets are read.
    init(connection: ClientConnection, source: RequestSource) {
      self.connection = connection
      self.source = source
      parser = HTTP1RequestParser(
        sectionLimit: connection.proxy.limits.headerBytes,
        fieldLimit: connection.proxy.limits.headerFields)
      circumstances =
        connection.proxy.knowsRequests ? KnownRequests.Head(from: source, on: connection) : nil
    }

    func handlerAdded(context: ChannelHandlerContext) {
      self.context = context
      connection.closeAfterWriting = { [weak self] in
        if let self, let context = self.context { self.close(context: context) }
      }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
      self.context = nil
      connection.closeAfterWriting = nil
    }

    // MARK: Reading

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let bytes = unwrapInboundIn(data)
      switch phase {
      case .closed: break
      case .handingOver: handover.hold(bytes)
      case .idle, .reading, .responding:
        parser.append(bytes)
        advance(context: context)
      }
    }

    func read(context: ChannelHandlerContext) {
      // A client that pipelines requests waits until the earlier ones have their responses.
      // The service may take less of an upload than the client sends.
      if phase == .responding && parser.waitingCount > 0 || reception?.isPaused == true
        || turns.isWaiting || isOutputFull(context)
      {
        isReadHeldBack = true
      } else {
        context.read()
      }
    }

    /// True when a request waits for a client that reads no responses, or slowly.
    ///
    /// Of a connection that is closed, the requests that have arrived are still taken.
    private func isOutputFull(_ context: ChannelHandlerContext) -> Bool {
      phase == .idle && parser.waitingCount > 0 && !context.channel.isWritable
        && context.channel.isActive
    }

    /// Parses until a request is complete or more bytes are needed.
    private func advance(context: ChannelHandlerContext) {
      // An immediate response calls this method again; the turn that it is in continues then.
      let isDone = turns.take(on: context.eventLoop) {
        takeNext(context: context)
      } then: {
        self.advance(context: context)
      }
      guard isDone, phase == .idle || phase == .reading, !isOutputFull(context) else { return }
      if phase == .idle, parser.isInHead {
        connection.awaitHead { [weak self] in self?.headTimedOut() }
      }
      if isInputClosed {
        noteDropped()
        close(context: context)
      } else {
        requestPauseChanged()
      }
    }

    func requestPauseChanged() {
      guard isReadHeldBack, phase == .idle || phase == .reading, reception?.isPaused != true,
        !turns.isWaiting
      else { return }
      isReadHeldBack = false
      context?.read()
    }

    /// Handles the next part of a request, and returns 1; nil when more bytes are needed, or
    /// another request has to wait.
    private func takeNext(context: ChannelHandlerContext) -> Int? {
      guard phase == .idle || phase == .reading, !isOutputFull(context) else { return nil }
      if phase == .idle {
        guard parser.waitingCount > 0 else { return nil }
        if let circumstances, respondToKnown(under: circumstances) { return 2 }
      }
      do throws(HTTP1Refusal) {
        guard let part = try parser.next() else { return nil }
        switch part {
        case .head(let head): begin(head, context: context)
        case .body(let bytes):
          reception?.receive(bytes)
        case .end(let trailers):
          phase = .responding
          if let reception {
            self.reception = nil
            reception.end(trailers: trailers)
          } else {
            beginExchange()
            handleRequest(context: context)
          }
        }
      } catch {
        // The start of the next request can no longer be found.
        isCutShort = true
        // The service never takes the part that it has for the whole request.
        if reception?.isPassing == true { live?.clientGone() }
        reception = nil
        // Of a request that has its response already, only that can be broken off.
        guard phase == .idle || !isResponseBegun else {
          abort(nil)
          return 1
        }
        refuseHead(error)
      }
      return 1
    }

    /// Responds to a request whose bytes are known, as it was responded to before.
    ///
    /// - Parameter circumstances: The digest of what the meaning of a head depends on beside its
    ///   bytes.
    /// - Returns: False when the request has to be parsed.
    private func respondToKnown(under circumstances: KnownRequests.Head) -> Bool {
      unknown = nil
      let next = unsafe parser.withNextHead { bytes in
        unsafe (KnownRequests.Head(bytes, under: circumstances), bytes.count)
      }
      guard let (head, count) = next else { return false }
      guard !connection.isClosing, let known = connection.proxy.takeKnown(head) else {
        unknown = (head, parser.waitingCount - count)
        return false
      }
      parser.skipRequest(count)
      phase = .responding
      // So it was for the request that was parsed.
      isKeepAlive = !known.form.isLast
      connection.headArrived()
      beginExchange()
      respond(known)
      return true
    }

    /// Notes that the same bytes as those of the current request get the same response again, if it
    /// is kept.
    func noteKnown(_ repetition: Deck.Repetition, in form: RenderedResponses.Form) {
      guard let unknown, let place = connection.proxy.rendered.place(of: form) else { return }
      connection.proxy.known.note(unknown.head, .init(repetition: repetition, place: place))
    }

    /// Refuses a request of which the client sends the head too slowly.
    private func headTimedOut() {
      guard phase == .idle else { return }
      isCutShort = true
      refuseHead(.timedOut(after: connection.proxy.limits.headSeconds))
    }

    /// Refuses a request that could not be parsed.
    private func refuseHead(_ refusal: HTTP1Refusal) {
      // Nothing is known of it, whatever the request before it was.
      if phase == .idle { incoming = ClientRequest(request: Interaction.Request(url: "")) }
      phase = .responding
      beginExchange()
      refuse(refusal)
    }

    private func begin(_ head: HTTP1RequestHead, context: ChannelHandlerContext) {
      phase = .reading
      if head.framing != .length(0) || parser.waitingCount != unknown?.rest { unknown = nil }
      connection.headArrived()
      reception = nil
      isContinueSent = false
      isResponseBegun = false
      refusal = nil
      (connect, scopeQuery) = (nil, nil)
      var fields = HTTP1RequestFields(head)
      incoming = fields.incoming
      isOldVersion = fields.isOldVersion
      isKeepAlive = fields.isKeepAlive
      do throws(HTTP1Refusal) {
        let upgrade = try fields.takeUpgrade()
        incoming = fields.incoming
        incoming.upgrade = upgrade
        switch try RequestDestination(of: head, from: source, on: connection) {
        case .resource(let url, let host):
          incoming.request.url = url
          if case .webSocket = upgrade { incoming.request.url = WebSocketURL.opened(by: url) }
          incoming.rawPath = head.rawPath
          if let host { incoming.request.headers.set("Host", host) }
        case .tunnel(let authority): connect = authority
        case .scopes(let query): scopeQuery = query
        }
        if connect == nil, scopeQuery == nil { try connection.findScope(of: &incoming) }
      } catch {
        refusal = error
      }
      guard head.framing != .length(0), refusal == nil, connect == nil, scopeQuery == nil
      else { return }
      let reception = RequestReception(incoming, on: connection, respondingTo: self)
      self.reception = reception
      beginExchange()
      reception.begin()
    }

    private func beginExchange() {
      guard !isExchangeOpen else { return }
      isExchangeOpen = true
      connection.beginExchange(in: incoming.scope)
    }

    func endExchange() {
      guard isExchangeOpen else { return }
      isExchangeOpen = false
      connection.endExchange(in: incoming.scope)
    }

    /// True while a response may be sent.
    var isExchanging: Bool { phase == .responding || phase == .reading && reception != nil }

    /// True once, for a client that knows `100 Continue`: that of a service is passed on whether or
    /// not the client has waited for it (RFC 9110 §15.2).
    func takesContinue() -> Bool {
      guard phase == .reading || phase == .responding, incoming.expectsContinue, !isContinueSent
      else { return false }
      isContinueSent = true
      return true
    }

    // MARK: Responding

    private func handleRequest(context: ChannelHandlerContext) {
      if let refusal {
        refuse(refusal)
      } else if let connect {
        open(connect, context: context)
      } else if let scopeQuery {
        connection.proxy.scopes?.handle(scopeQuery, from: connection, to: self)
      } else {
        connection.handle(incoming, respondingTo: self)
      }
    }

    /// Responds to `CONNECT` and replaces this handler by those of the tunnel.
    private func open(_ target: Authority, context: ChannelHandlerContext) {
      let host = target.host
      let port = target.port ?? Origin.defaultPort(of: "https")
      let proxy = connection.proxy
      if connection.isOwn(target, scheme: "https") {
        guard proxy.reverse != nil else {
          return fail("CONNECT \(host):\(port) is this proxy itself")
        }
        // The tunnel leads to this server: treat its bytes like those of a direct connection.
        establish(context: context) {
          try context.pipeline.syncOperations.addHandler(
            ProtocolDetector(connection: self.connection, source: .listener))
        }
      } else if proxy.isPassthrough(host), let upstream = proxy.upstream {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        PassthroughTunnel.connect(
          to: host, port: port, as: .secure, upstream: upstream,
          ownListener: connection.listener, on: context.eventLoop
        )
        .whenComplete { result in
          switch result {
          case .success(let channel): bound.value.join(channel)
          case .failure(let error):
            bound.value.fail("CONNECT \(host):\(port) failed: \(ErrorWords.text(for: error))")
          }
        }
      } else {
        establish(context: context) {
          try context.pipeline.syncOperations.addHandler(
            ProtocolDetector(
              connection: self.connection, source: .tunnel(host: host, port: port)))
        }
        connection.isTunnel = true
        connection.awaitedHost = host
        connection.agent = incoming.request.headers["User-Agent"]
      }
    }

    /// Responds to a request that can neither be recorded nor replayed.
    private func refuse(_ refusal: HTTP1Refusal) {
      isKeepAlive = false
      connection.proxy.report(refusal)
      respond(
        FailureResponse.text(
          status: refusal.status, reason: refusal.reason, refusal.message, to: self,
          from: connection.proxy.deck), index: nil)
    }

    /// Responds to a `CONNECT` whose tunnel could not be opened.
    private func fail(_ message: String) {
      isKeepAlive = false
      connection.proxy.report(.problem(message))
      respond(
        FailureResponse.text(
          status: 502, reason: "Bad Gateway", message, to: self, from: connection.proxy.deck),
        index: nil)
    }

    private func join(_ channel: any Channel) {
      guard let context, phase != .closed else {
        channel.close(promise: nil)
        return
      }
      connection.isPassedThrough = true
      connection.proxy.counters.addTunnel()
      establish(context: context) { try PassthroughTunnel.join(context.channel, channel) }
    }

    private func establish(context: ChannelHandlerContext, with addHandlers: () throws -> Void) {
      phase = .handingOver
      if let rest = parser.takeRest() { handover.hold(rest) }
      endExchange()
      context.writeAndFlush(
        wrapOutboundOut(ByteBuffer(staticString: "HTTP/1.1 200 Connection established\r\n\r\n")),
        promise: nil)
      // Adding handlers fails only on a connection that is closed already.
      try? handover.carryOut(from: context, adding: addHandlers)
    }

    /// Responds that the connection switches to another protocol, and replaces this handler by
    /// those of that; the exchange is theirs to end.
    func switchProtocols(
      to name: String, with response: Interaction.Response,
      adding addHandlers: (any Channel) throws -> Void
    ) {
      guard let context, isExchanging else { return }
      phase = .handingOver
      isExchangeOpen = false
      if let rest = parser.takeRest() { handover.hold(rest) }
      var buffer = context.channel.allocator.buffer(capacity: 512)
      HTTP1ResponseHead.write(
        response, framing: .none, persistence: .switching(to: name), isDecoded: false, into: &buffer
      )
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      // Adding handlers fails only on a connection that is closed already.
      try? handover.carryOut(from: context) { try addHandlers(context.channel) }
    }

    func responseEnded() {
      // A response that did not wait for the whole request ends the connection (RFC 9112 §9.6).
      if phase == .reading { (isCutShort, isKeepAlive, reception) = (true, false, nil) }
      endExchange()
      guard let context, phase != .closed else { return }
      if !isKeepAlive {
        close(context: context)
        return
      }
      phase = .idle
      advance(context: context)
    }

    /// Closes the connection once everything written has been sent.
    private func close(context: ChannelHandlerContext) {
      guard !isEnding else { return }
      isEnding = true
      phase = .closed
      let isCutShort = isCutShort && !isInputClosed
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
        if isCutShort {
          LingeringClose.begin(on: bound.value.channel)
        } else {
          bound.value.close(promise: nil)
        }
      }
    }
  }

  // MARK: - Connection events

  extension HTTP1Handler {
    func channelWritabilityChanged(context: ChannelHandlerContext) {
      live?.clientWritabilityChanged(isWritable: context.channel.isWritable)
      advance(context: context)
      context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
      turns.finish { takeNext(context: context) }
      noteDropped()
      endExchange()
      reception = nil
      phase = .closed
      live?.clientGone()
      live = nil
      context.fireChannelInactive()
    }

    /// Counts a request of which the client sends no more, although it is not whole.
    private func noteDropped() {
      guard phase == .reading || (phase == .idle && parser.isInHead), reception?.isPassing != true
      else { return }
      connection.proxy.counters.addDropped()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent {
        // A client may close its half and still wait for responses.
        isInputClosed = true
        connection.inputClosed()
        live?.clientHalfClosed()
        advance(context: context)
      }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
