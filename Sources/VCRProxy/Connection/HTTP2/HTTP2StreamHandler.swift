#if CommandLineTool
  import NIOCore
  import NIOHTTP2
  import VCRCore
  import VCRUpstream

  /// Serves the one request of an HTTP/2 stream (RFC 9113 §8).
  final class HTTP2StreamHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias InboundOut = HTTP2Frame.FramePayload
    typealias OutboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    let connection: ClientConnection
    let blocks: FieldBlocks
    private let source: RequestSource
    var live: (any ClientObserver)?

    var context: ChannelHandlerContext?
    var incoming = ClientRequest(request: Interaction.Request(url: ""))
    private var refusal: HTTP1Refusal?
    /// The request whose content is being read; nil when it has none, or is refused.
    private var reception: RequestReception?
    private var isHeadRead = false
    private(set) var isMalformed = false
    var isRequestEnded = false
    var isContinueSent = false
    private var isReadHeldBack = false
    /// The data that a client sent before its tunnel was opened.
    private var held: [HTTP2Frame.FramePayload.Data] = []
    private var isExchangeOpen = false
    private var isDone = false
    var hasWrittenHead = false
    /// A response head that is held back until it is known whether a body follows.
    var pendingHead: Interaction.Response?
    /// How many bytes of the announced length were not sent yet; nil when none was announced.
    var remaining: Int?
    /// True once it is known that no more of a body follows.
    var isEndExpected = false
    /// The response that is sent in place of one that HTTP/2 cannot carry; nil for any other.
    var replacement: Interaction.Response?

    /// Creates the handler of one stream.
    init(connection: ClientConnection, blocks: FieldBlocks, source: RequestSource) {
      self.connection = connection
      self.blocks = blocks
      self.source = source
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch unwrapInboundIn(data) {
      case .headers(let frame):
        // The section that was received is taken in any case, so that nothing of it is kept.
        let section = blocks.received(frame.headers)
        guard !isRequestEnded, !isDone else { return }
        if !isHeadRead {
          begin(section, isLast: frame.endStream)
        } else if let reception, let refusal = refusal(of: section) {
          refuse(reception, refusal)
        } else if frame.endStream {
          endRequest(trailers: TransferFields.trailers(HeaderFields(section.fields)))
        }
      case .data(let frame):
        guard !isRequestEnded, !isDone else { return }
        guard incoming.upgrade == nil else { return held.append(frame) }
        if case .byteBuffer(let bytes) = frame.data { reception?.receive(bytes) }
        if frame.endStream { endRequest(trailers: [:]) }
      default: return
      }
    }

    func read(context: ChannelHandlerContext) {
      // Nothing is read, and the window does not open, while the service takes no more.
      if reception?.isPaused == true || incoming.upgrade != nil {
        isReadHeldBack = true
      } else {
        context.read()
      }
    }

    func requestPauseChanged() {
      guard isReadHeldBack, reception?.isPaused != true else { return }
      isReadHeldBack = false
      context?.read()
    }

    private func endRequest(trailers: HeaderFields) {
      isRequestEnded = true
      guard let reception else { return handle() }
      self.reception = nil
      reception.end(trailers: trailers)
      if isReadHeldBack { requestPauseChanged() }
    }

    /// Why a header or trailer section is not taken; nil for one that is.
    private func refusal(of section: FieldBlocks.Section) -> HTTP1Refusal? {
      if section.isTooLarge { return .fieldsTooLarge(blocks.sizeLimit) }
      let limit = connection.proxy.limits.headerFields
      return section.fields.count > limit ? .tooManyFields(limit) : nil
    }

    /// Refuses a request of which the service may have a part, which it never takes for the whole.
    private func refuse(_ reception: RequestReception, _ refusal: HTTP1Refusal) {
      (isRequestEnded, isMalformed) = (true, true)
      if reception.isPassing {
        live?.clientGone()
      } else {
        connection.proxy.counters.addRequest()
      }
      reception.stopWaiting()
      self.reception = nil
      // Of a request that has its response already, only that can be broken off.
      guard !hasWrittenHead, pendingHead == nil else {
        connection.proxy.report(refusal)
        return abort(nil)
      }
      respond(with: refusal)
    }

    private func respond(with refusal: HTTP1Refusal) {
      connection.proxy.report(refusal)
      respond(
        FailureResponse.text(
          status: refusal.status, reason: refusal.reason, refusal.message, to: self,
          from: connection.proxy.deck), index: nil)
    }

    /// Handles a request that has no content, or is refused.
    private func handle() {
      beginExchange()
      if let refusal {
        connection.proxy.counters.addRequest()
        respond(with: refusal)
      } else {
        connection.handle(incoming, respondingTo: self)
      }
    }

    private func beginExchange() {
      isExchangeOpen = true
      connection.beginExchange(in: incoming.scope)
    }

    private func begin(_ section: FieldBlocks.Section, isLast: Bool) {
      isHeadRead = true
      incoming.request.http = "HTTP/2"
      incoming.hasPriorKnowledge = !connection.isSecure
      incoming.request.headers.fields.reserveCapacity(section.fields.count)
      incoming.request.method = section.pseudo[":method"] ?? ""
      incoming.rawPath = section.rawPath
      for field in section.fields {
        switch field.name {
        case "te":
          incoming.wantsTrailers = field.value.lowercased().commaSeparatedWords.contains("trailers")
        case "expect": incoming.expectation = field.value
        case "cookie": addCookie(field)
        // It equals the authority, or is not to be used (RFC 9113 §8.3.1).
        case "host" where section.pseudo[":authority"] != nil: continue
        default:
          if !TransferFields.contains(field.name, in: .unforwarded) {
            incoming.request.headers.fields.append(field)
          }
        }
      }
      refusal = refusal(of: section)
      if refusal != nil {
        // Nothing else of it matters.
      } else if let name = section.pseudo[":protocol"] {
        takeUpgrade(to: name, isLast: isLast)
      } else if incoming.request.method == "CONNECT" {
        refusal = .badRequest(
          "A tunnel inside HTTP/2 is not served; use HTTP/1.1 towards the proxy")
      }
      let path = section.pseudo[":path"] ?? ""
      resolve(
        scheme: section.pseudo[":scheme"] ?? "",
        authority: section.pseudo[":authority"] ?? incoming.request.headers["host"] ?? "",
        path: path == "*" ? "" : path,
        credential: section.fields.first { $0.name == "proxy-authorization" }?.value)
      if incoming.upgrade != nil {
        incoming.request.url = WebSocketURL.opened(by: incoming.request.url)
      }
      do throws(HTTP1Refusal) {
        if refusal == nil { try connection.findScope(of: &incoming) }
      } catch {
        refusal = error
      }
      // A tunnel does not end before it is opened.
      guard !isLast, section.pseudo[":method"] != "CONNECT" else {
        isRequestEnded = isLast
        return handle()
      }
      guard refusal == nil else { return }
      let reception = RequestReception(incoming, on: connection, respondingTo: self)
      self.reception = reception
      beginExchange()
      reception.begin()
    }

    /// Reads which protocol a client wants to speak in the stream (RFC 8441 §4).
    private func takeUpgrade(to name: String, isLast: Bool) {
      guard incoming.request.method == "CONNECT", !isLast else {
        refusal = .badRequest("\(name) is opened in HTTP/2 with CONNECT and goes on (RFC 8441)")
        return
      }
      guard name.equalsIgnoringASCIICase(WebSocketHandshake.protocolName) else {
        refusal = .notImplemented("\(name) inside HTTP/2 is not served, only WebSockets are")
        return
      }
      // The service is asked over HTTP/1.1, and the exchange is recorded like any other of that.
      incoming.request.http = nil
      incoming.hasPriorKnowledge = false
      do throws(HTTP1Refusal) {
        incoming.upgrade = .webSocket(try WebSocketHandshake(takenFromTunnel: &incoming.request))
      } catch {
        refusal = error
      }
    }

    /// Joins `Cookie` fields, which HTTP/2 may split (RFC 9113 §8.2.3).
    private func addCookie(_ field: HeaderField) {
      let fields = incoming.request.headers.fields
      if let first = fields.firstIndex(where: { $0.name == "cookie" }) {
        incoming.request.headers.fields[first] = HeaderField(
          "cookie", bytes: fields[first].bytes + Array("; ".utf8) + field.bytes)
      } else {
        incoming.request.headers.fields.append(field)
      }
    }

    private func resolve(scheme: String, authority: String, path: String, credential: String?) {
      let proxy = connection.proxy
      if case .origin(let origin) = source {
        let named = connection.entrance.isCaptured ? origin.named(by: authority) : origin
        incoming.request.url = named.prefix + path
      } else if let reverse = proxy.reverse {
        incoming.request.url = reverse.prefix + path
      } else if !connection.isAuthorized(credential) {
        refusal = .proxyCredentialMissing
      } else if let asked = Authority(authority),
        !proxy.isOwnAddress(host: asked.host, port: asked.port ?? 80)
      {
        incoming.request.url = "\(scheme)://\(authority)\(path)"
      } else {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        refusal = .badRequest("'\(host)' is this proxy itself, or no host at all")
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      live?.clientWritabilityChanged(isWritable: context.channel.isWritable)
      context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
      if isHeadRead, !isRequestEnded, !isDone, incoming.upgrade == nil,
        reception?.clientGone() != true, !isMalformed
      {
        connection.proxy.counters.addDropped()
      }
      reception = nil
      done()
      live?.clientGone()
      live = nil
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      // The library resets the stream of a malformed request (RFC 9113 §8.1.1).
      if let closed = error as? NIOHTTP2Errors.StreamClosed, closed.errorCode == .protocolError,
        blocks.hasReset(Int(closed.streamID)), isHeadRead, !isRequestEnded, !isDone
      {
        isMalformed = true
        let url = connection.proxy.deck.shown(url: incoming.request.url)
        connection.proxy.report(
          .problem(
            "\(incoming.request.method) \(url) is malformed, as its content is not as long as it says, "
              + "or its trailer fields are none, and its stream was reset"))
      }
      context.close(promise: nil)
    }

    private func done() {
      guard isExchangeOpen, !isDone else { return }
      isDone = true
      connection.endExchange(in: incoming.scope)
    }

    /// Ends the exchange once flow control has let everything through.
    func doneWhenWritten(_ write: (EventLoopPromise<Void>) -> Void) {
      guard let context else { return }
      let promise = context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      promise.futureResult.whenComplete { _ in bound.value.responseWritten() }
      write(promise)
      context.flush()
    }

    /// Responds that another protocol is spoken in the stream from now on, and replaces this
    /// handler by those of that; the exchange is theirs to end.
    func switchProtocols(
      to name: String, with response: Interaction.Response,
      adding addHandlers: (any Channel) throws -> Void
    ) {
      guard let context, isExchangeOpen, !isDone else { return }
      isDone = true
      var opened = WebSocketHandshake.tunnelled(response)
      opened.headers.fields.removeAll { !FieldRules.canCarry($0) }
      write(opened, endStream: false)
      context.flush()
      let handlers = context.pipeline.syncOperations
      do {
        try handlers.addHandler(HTTP2DataHandler(blocks))
        try addHandlers(context.channel)
      } catch {
        // Adding handlers fails only on a stream that is closed already.
        return context.close(promise: nil)
      }
      for frame in held { context.fireChannelRead(wrapInboundOut(.data(frame))) }
      context.fireChannelReadComplete()
      let stream = context.channel
      handlers.removeHandler(context: context, promise: nil)
      stream.read()
    }

    private func responseWritten() {
      done()
      reception = nil
      guard !isRequestEnded, let context else { return }
      // Nobody wants the rest of the request (RFC 9113 §8.1).
      isRequestEnded = true
      context.writeAndFlush(wrapOutboundOut(.rstStream(.noError)), promise: nil)
    }
  }
#endif
