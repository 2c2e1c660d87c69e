#if CommandLineTool
  import NIOCore
  import NIOHTTP1
  import VCRCore

  /// Serves HTTP/1 requests, one after the other, on the listener or inside a tunnel.
  ///
  /// Requests are read with NIO's decoder; responses are written as bytes, since an encoder that
  /// knows HTTP would improve on what was recorded.
  final class HTTP1Handler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// Where the request that is being read or answered stands.
    enum Phase {
      /// Between requests.
      case idle
      /// Its head was read, its body is.
      case reading
      /// It is being decided and answered.
      case answering
      /// Nothing more is read.
      case closed
    }

    let connection: ClientConnection
    private let front: Front
    private let octets: HeadOctets
    private let prefix: String?
    var live: (any ClientObserver)?

    var context: ChannelHandlerContext?
    var phase = Phase.idle
    var incoming = ClientRequest(request: Interaction.Request(url: ""))
    private var connect: Authority?
    private var refusal: String?
    var isKeepAlive = true
    var isOldVersion = false

    var framing = HTTP1ResponseHead.Framing.none
    var remaining: Int?

    var waiting = CircularBuffer<HTTPServerRequestPart>()
    /// Of every head that was read and not begun the fields that the decoder could not keep.
    private var otherFields = CircularBuffer<[Int: HeaderField]>()
    private var isReadHeldBack = false
    private var isInputClosed = false
    private var isEnding = false
    private var isTakingWaiting = false

    /// Creates the handler.
    ///
    /// - Parameters:
    ///   - connection: The connection it serves.
    ///   - front: Where the requests come from.
    ///   - octets: What stands before the decoder.
    init(connection: ClientConnection, front: Front, octets: HeadOctets) {
      self.connection = connection
      self.front = front
      self.octets = octets
      if case .origin(let origin) = front {
        prefix = origin.prefix
      } else {
        prefix = connection.proxy.reverse?.prefix
      }
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
      let part = unwrapInboundIn(data)
      let others = octets.fields(in: part)
      if case .head = part { otherFields.append(others) }
      switch phase {
      case .closed: break
      case .answering: waiting.append(part)
      case .idle, .reading: take(part, context: context)
      }
    }

    func read(context: ChannelHandlerContext) {
      // A client that sends requests ahead waits until the ones before are answered.
      if waiting.isEmpty { context.read() } else { isReadHeldBack = true }
    }

    private func take(_ part: HTTPServerRequestPart, context: ChannelHandlerContext) {
      switch part {
      case .head(let head): begin(head, context: context)
      case .body(let bytes):
        if refusal == nil {
          incoming.request.body.bytes.append(contentsOf: bytes.readableBytesView)
        }
      case .end(let trailers):
        if let trailers {
          incoming.request.trailers = HeaderFields(
            trailers.map { HeaderField($0.name, $0.value) })
        }
        phase = .answering
        connection.beginExchange()
        answer(context: context)
      }
    }

    private func begin(_ head: HTTPRequestHead, context: ChannelHandlerContext) {
      phase = .reading
      refusal = nil
      connect = nil
      let fields = HTTP1RequestFields(head, others: otherFields.popFirst() ?? [:])
      incoming = fields.incoming
      isOldVersion = fields.isOldVersion
      isKeepAlive = fields.isKeepAlive
      resolve(head)
      if fields.expectsContinue, !isOldVersion, refusal == nil {
        context.writeAndFlush(
          wrapOutboundOut(ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
      }
    }

    /// Finds out what the target of a request means (RFC 9112 §3.2).
    private func resolve(_ head: HTTPRequestHead) {
      let target = head.uri
      if head.method == .CONNECT {
        if front == .listener, let authority = Authority(target) {
          connect = authority
        } else {
          refusal = "CONNECT \(shown(target)) is not understood here"
        }
      } else if target.utf8.first == UInt8(ascii: "/") {
        if let prefix {
          incoming.request.url = prefix + target
          if let origin = connection.proxy.reverse, front == .listener {
            incoming.request.headers.set("Host", origin.authority)
          }
        } else {
          refusal = """
            This is a proxy, and '\(shown(target))' names no host
            Set http_proxy and https_proxy to this address, or give --upstream URL to serve one host
            """
        }
      } else if target == "*", let prefix {
        incoming.request.url = prefix
      } else if Self.isAbsolute(target) {
        incoming.request.url = target
        if let path = ownPath(of: target) {
          if let origin = connection.proxy.reverse {
            // A client that was led through the proxy to the address that stands for the service.
            incoming.request.url = origin.prefix + path
            incoming.request.headers.set("Host", origin.authority)
          } else {
            refusal = "\(shown(target)) is this proxy itself"
          }
        }
      } else {
        refusal = "'\(shown(target))' is not a target that a proxy can serve"
      }
    }

    /// A target without secrets; one that is no URL may still hold user information.
    private func shown(_ target: String) -> String {
      let url = connection.proxy.deck.shown(url: target)
      guard url.firstRange(of: "://") == nil, let end = url.lastIndex(of: "@") else { return url }
      return String(url[url.index(after: end)...])
    }

    private static func isAbsolute(_ target: String) -> Bool {
      if target.utf8.starts(with: "http://".utf8) || target.utf8.starts(with: "https://".utf8) {
        return true
      }
      let scheme = target.prefix(8).lowercased()
      return scheme.hasPrefix("http://") || scheme == "https://"
    }

    /// The path and query of an absolute target that would come straight back; nil for any other.
    private func ownPath(of target: String) -> String? {
      guard let mark = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let rest = target[target.index(mark, offsetBy: 3)...].utf8
      let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
      let digits = rest[..<end].lastIndex(of: UInt8(ascii: ":")).map { rest.index(after: $0) }
      let usual = target.utf8.distance(from: target.startIndex, to: mark) == 5 ? 443 : 80
      let asked = digits.flatMap { Int(Substring(rest[$0..<end])) } ?? usual
      guard asked == connection.proxy.listenPort,
        let authority = Authority(Substring(rest[..<end])),
        connection.proxy.isOwnAddress(host: authority.host, port: authority.port ?? usual)
      else { return nil }
      let path = String(Substring(rest[end...]))
      return path.hasPrefix("/") ? path : "/" + path
    }

    // MARK: Answering

    private func answer(context: ChannelHandlerContext) {
      if let refusal {
        refuseRequest(refusal)
      } else if let connect {
        open(connect, context: context)
      } else {
        connection.conduct(incoming, to: self)
      }
    }

    /// Writes the answer to `CONNECT` and hands the connection over to what comes through it.
    private func open(_ target: Authority, context: ChannelHandlerContext) {
      let host = target.host
      let port = target.port ?? 443
      let proxy = connection.proxy
      if proxy.isOwnAddress(host: host, port: port) {
        guard proxy.reverse != nil else {
          return refuse("CONNECT \(host):\(port) is this proxy itself")
        }
        // As if the client had connected without a tunnel.
        establish(context: context) {
          try context.pipeline.syncOperations.addHandler(
            ProtocolDetector(connection: self.connection, front: .listener))
        }
      } else if proxy.isPassthrough(host), let upstream = proxy.upstream {
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        Splice.connect(to: host, port: port, upstream: upstream, on: context.eventLoop)
          .whenComplete { result in
            switch result {
            case .success(let channel): bound.value.splice(to: channel)
            case .failure(let error):
              bound.value.refuse("CONNECT \(host):\(port) failed: \(error)")
            }
          }
      } else {
        establish(context: context) {
          try context.pipeline.syncOperations.addHandler(
            ProtocolDetector(
              connection: self.connection, front: .tunnel(host: host, port: port)))
        }
      }
    }

    /// Answers what can neither be recorded nor replayed.
    private func refuseRequest(_ reason: String) {
      isKeepAlive = false
      connection.proxy.tell(.refused(reason))
      respond(
        FailureAnswer.text(
          status: 400, reason: "Bad Request", reason, from: connection.proxy.deck), index: nil)
    }

    private func refuse(_ message: String) {
      isKeepAlive = false
      connection.proxy.tell(.problem(message))
      respond(
        FailureAnswer.text(
          status: 502, reason: "Bad Gateway", message, from: connection.proxy.deck), index: nil)
    }

    private func splice(to channel: any Channel) {
      guard let context, phase != .closed else {
        channel.close(promise: nil)
        return
      }
      connection.isSpliced = true
      connection.proxy.counters.addTunnel()
      establish(context: context) { try Splice.join(context.channel, channel) }
    }

    private func establish(context: ChannelHandlerContext, with addHandlers: () throws -> Void) {
      connection.endExchange()
      phase = .closed
      context.writeAndFlush(
        wrapOutboundOut(ByteBuffer(staticString: "HTTP/1.1 200 Connection established\r\n\r\n")),
        promise: nil)
      do {
        let pipeline = context.pipeline.syncOperations
        try addHandlers()
        let decoder = try pipeline.context(
          handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
        // Its leftover bytes go past this handler, so this one must be gone by then.
        pipeline.removeHandler(context: context, promise: nil)
        pipeline.removeHandler(context: decoder, promise: nil)
        pipeline.removeHandler(octets, promise: nil)
      } catch {
        context.close(promise: nil)
      }
    }

    func answered() {
      connection.endExchange()
      guard let context, phase != .closed else { return }
      if !isKeepAlive || (isInputClosed && waiting.isEmpty) {
        close(context: context)
        return
      }
      phase = .idle
      takeWaiting(context: context)
    }

    private func takeWaiting(context: ChannelHandlerContext) {
      // A request that is answered at once comes back here; the loop below goes on then.
      guard !isTakingWaiting else { return }
      isTakingWaiting = true
      while phase == .idle || phase == .reading, let part = waiting.popFirst() {
        take(part, context: context)
      }
      isTakingWaiting = false
      if phase != .answering, isInputClosed, phase != .closed {
        close(context: context)
      } else if waiting.isEmpty, isReadHeldBack {
        isReadHeldBack = false
        context.read()
      }
    }

    /// Closes once everything written has left.
    private func close(context: ChannelHandlerContext) {
      guard !isEnding else { return }
      isEnding = true
      phase = .closed
      waiting.removeAll()
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
        bound.value.close(promise: nil)
      }
    }
  }

  // MARK: - The connection's own events

  extension HTTP1Handler {
    func channelWritabilityChanged(context: ChannelHandlerContext) {
      live?.clientWritabilityChanged(isWritable: context.channel.isWritable)
      context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
      if phase == .answering { connection.endExchange() }
      if phase == .reading { connection.proxy.counters.addBrokenOff() }
      phase = .closed
      waiting.removeAll()
      live?.clientGone()
      live = nil
      context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent {
        // A client may say that it sends no more and still wait for its answers.
        isInputClosed = true
        connection.inputClosed()
        if phase != .answering, phase != .closed { close(context: context) }
      }
      context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      guard error is HTTPParserError, phase != .closed else {
        context.close(promise: nil)
        return
      }
      // What follows a request that is still being answered is lost, its answer is not.
      isKeepAlive = false
      guard phase != .answering else { return }
      guard error as? HTTPParserError != .invalidEOFState else {
        // The client went away in the middle of its request: that is its own affair.
        connection.proxy.counters.addBrokenOff()
        close(context: context)
        return
      }
      phase = .answering
      connection.beginExchange()
      refuseRequest(
        (error as? HTTPParserError) == .invalidMethod
          ? "The request is not valid HTTP, or its method is none that can be read over HTTP/1 "
            + "(HTTP/2 takes any): \(error)"
          : "The request is not valid HTTP: \(error)")
    }
  }
#endif
