#if CommandLineTool
  import NIOCore
  import NIOHTTP2
  import VCRCore
  import VCRUpstream

  /// Serves the one request of an HTTP/2 stream (RFC 9113 §8).
  final class HTTP2StreamHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
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
    var isRequestEnded = false
    var isContinueSent = false
    private var isReadHeldBack = false
    private var isExchangeOpen = false
    private var isDone = false
    var hasWrittenHead = false
    /// A response head that is held back until it is known whether a body follows.
    var pendingHead: Interaction.Response?
    /// How many bytes of the announced length were not sent yet; nil when none was announced.
    var remaining: Int?
    /// True once it is known that no more of a body follows.
    var isEndExpected = false
    /// Sends the last bytes that were announced if the end of the stream does not come.
    var lastSending: Scheduled<Void>?
    /// What is sent in place of a response that HTTP/2 cannot carry; nil for any other.
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
        // What was received is taken in any case, so that nothing of it is kept.
        let section = blocks.received(frame.headers)
        guard !isRequestEnded, !isDone else { return }
        if !isHeadRead {
          begin(section, isLast: frame.endStream)
        } else if frame.endStream {
          endRequest(trailers: HeaderFields(section.fields))
        }
      case .data(let frame):
        guard !isRequestEnded, !isDone else { return }
        if case .byteBuffer(let bytes) = frame.data { reception?.receive(bytes) }
        if frame.endStream { endRequest(trailers: [:]) }
      default: return
      }
    }

    func read(context: ChannelHandlerContext) {
      // Nothing is read, and the window does not open, while the service takes no more.
      if reception?.isPaused == true { isReadHeldBack = true } else { context.read() }
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

    /// Handles a request that has no content, or is refused.
    private func handle() {
      beginExchange()
      if let refusal {
        connection.proxy.counters.addRequest()
        respond(
          FailureResponse.text(
            status: refusal.status, reason: refusal.reason, refusal.message,
            from: connection.proxy.deck), index: nil)
      } else {
        connection.handle(incoming, respondingTo: self)
      }
    }

    private func beginExchange() {
      isExchangeOpen = true
      connection.beginExchange()
    }

    private func begin(_ section: FieldBlocks.Section, isLast: Bool) {
      isHeadRead = true
      incoming.request.http = "HTTP/2"
      incoming.hasPriorKnowledge = !connection.isSecure
      incoming.request.headers.fields.reserveCapacity(section.fields.count)
      incoming.request.method = section.pseudo[":method"] ?? ""
      for field in section.fields {
        switch field.name {
        case "te":
          incoming.wantsTrailers = ConnectionField.tokens(field.value).contains("trailers")
        case "expect": incoming.expectation = field.value
        case "cookie": addCookie(field)
        default:
          if !TransferFields.contains(field.name, in: .unforwarded) {
            incoming.request.headers.fields.append(field)
          }
        }
      }
      if section.isTooLarge {
        refusal = .fieldsTooLarge(FieldBlocks.sizeLimit)
      } else if let name = section.pseudo[":protocol"] {
        // It needs a setting that this server does not send (RFC 8441 §3).
        refusal = .notImplemented(
          "\(name) inside HTTP/2 (RFC 8441) is not offered here; use HTTP/1.1 towards the proxy")
      } else if incoming.request.method == "CONNECT" {
        refusal = .badRequest(
          "A tunnel inside HTTP/2 is not served; use HTTP/1.1 towards the proxy")
      }
      let path = section.pseudo[":path"] ?? ""
      resolve(
        scheme: section.pseudo[":scheme"] ?? "",
        authority: section.pseudo[":authority"] ?? incoming.request.headers["host"] ?? "",
        path: path == "*" ? "" : path)
      guard !isLast else {
        isRequestEnded = true
        return handle()
      }
      guard refusal == nil else { return }
      let reception = RequestReception(incoming, on: connection, respondingTo: self)
      self.reception = reception
      beginExchange()
      reception.begin()
    }

    /// Joins `Cookie` fields, which HTTP/2 may split (RFC 9113 §8.2.3).
    private func addCookie(_ field: HeaderField) {
      let fields = incoming.request.headers.fields
      if let first = fields.firstIndex(where: { $0.name == "cookie" }) {
        incoming.request.headers.fields[first] = HeaderField(
          "cookie", octets: fields[first].octets + Array("; ".utf8) + field.octets)
      } else {
        incoming.request.headers.fields.append(field)
      }
    }

    private func resolve(scheme: String, authority: String, path: String) {
      let proxy = connection.proxy
      if case .origin(let origin) = source {
        let named = connection.entrance == .captured ? origin.named(by: authority) : origin
        incoming.request.url = named.prefix + path
      } else if let reverse = proxy.reverse {
        incoming.request.url = reverse.prefix + path
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
      if isHeadRead, !isRequestEnded, !isDone, reception?.isPassing != true {
        connection.proxy.counters.addDropped()
      }
      reception = nil
      done()
      live?.clientGone()
      live = nil
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func done() {
      guard isExchangeOpen, !isDone else { return }
      isDone = true
      connection.endExchange()
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
