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
    private enum Phase {
      /// Between requests.
      case idle
      /// Its head was read, its body is.
      case reading
      /// It is being decided and answered.
      case answering
      /// Nothing more is read.
      case closed
    }

    private let connection: ClientConnection
    private let front: Front
    private let prefix: String?
    var live: (any ClientObserver)?

    private var context: ChannelHandlerContext?
    private var phase = Phase.idle
    private var incoming = ClientRequest(request: Interaction.Request(url: ""))
    private var connect: Authority?
    private var refusal: String?
    private var isKeepAlive = true
    private var isOldVersion = false

    private var framing = HTTP1ResponseHead.Framing.none
    private var remaining: Int?

    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var isReadHeldBack = false
    private var isInputClosed = false
    private var isEnding = false
    private var isTakingWaiting = false

    /// Creates the handler.
    ///
    /// - Parameters:
    ///   - connection: The connection it serves.
    ///   - front: Where the requests come from.
    init(connection: ClientConnection, front: Front) {
      self.connection = connection
      self.front = front
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
      isOldVersion = head.version.major < 1 || head.version == .http1_0
      isKeepAlive = !isOldVersion
      refusal = nil
      connect = nil
      incoming = ClientRequest(request: Interaction.Request(method: head.method.rawValue, url: ""))
      if isOldVersion { incoming.request.http = "HTTP/\(head.version.major).\(head.version.minor)" }
      incoming.request.headers.fields.reserveCapacity(head.headers.count)
      var expectsContinue = false
      var named: [String] = []
      for (name, value) in head.headers {
        switch name.utf8.count {
        case 2 where name.equalsIgnoringASCIICase("te"):
          if HopByHop.tokens(value).contains("trailers") { incoming.wantsTrailers = true }
          continue
        case 6 where name.equalsIgnoringASCIICase("expect"):
          // Answered here, since the deck wants the body before it decides.
          if value.equalsIgnoringASCIICase("100-continue") { expectsContinue = true }
          continue
        case 7 where name.equalsIgnoringASCIICase("upgrade"):
          // Other upgrades (to HTTP/2 in the clear) are offers that may be passed over.
          if value.lowercased().contains("websocket") { incoming.upgrade = value }
          continue
        case 10 where name.equalsIgnoringASCIICase("connection"),
          16 where name.equalsIgnoringASCIICase("proxy-connection"):
          for token in HopByHop.tokens(value) {
            switch token {
            case "close": isKeepAlive = false
            case "keep-alive": if isOldVersion { isKeepAlive = true }
            default: named.append(token)
            }
          }
          continue
        case 14 where name.equalsIgnoringASCIICase("content-length"):
          if let count = Int(value) {
            // What a client announces is not yet believed beyond a mebibyte.
            incoming.request.body.bytes.reserveCapacity(min(max(count, 0), 1 << 20))
          }
        case _ where HopByHop.contains(name): continue
        default: break
        }
        incoming.request.headers.fields.append(HeaderField(name, value))
      }
      if !named.isEmpty {
        incoming.request.headers.fields.removeAll { named.contains($0.name.lowercased()) }
      }
      resolve(head)
      if expectsContinue, !isOldVersion, refusal == nil {
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
          refusal = "CONNECT \(target) is not understood here"
        }
      } else if target.utf8.first == UInt8(ascii: "/") {
        if let prefix {
          incoming.request.url = prefix + target
          if let origin = connection.proxy.reverse, front == .listener {
            incoming.request.headers.set("Host", origin.authority)
          }
        } else {
          refusal = """
            This is a proxy, and '\(target)' names no host
            Set http_proxy and https_proxy to this address, or give --upstream URL to serve one host
            """
        }
      } else if target == "*", let prefix {
        incoming.request.url = prefix
      } else if Self.isAbsolute(target) {
        incoming.request.url = target
        if isLoop(target) { refusal = "\(target) is this proxy itself" }
      } else {
        refusal = "'\(target)' is not a target that a proxy can serve"
      }
    }

    private static func isAbsolute(_ target: String) -> Bool {
      if target.utf8.starts(with: "http://".utf8) || target.utf8.starts(with: "https://".utf8) {
        return true
      }
      let scheme = target.prefix(8).lowercased()
      return scheme.hasPrefix("http://") || scheme == "https://"
    }

    private func isLoop(_ target: String) -> Bool {
      guard let mark = target.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
      let rest = target[target.index(mark, offsetBy: 3)...].utf8
      let end = rest.firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? rest.endIndex
      guard let colon = rest[..<end].lastIndex(of: UInt8(ascii: ":")),
        Int(Substring(rest[rest.index(after: colon)..<end])) == connection.proxy.listenPort,
        let authority = Authority(Substring(rest[..<end])), let port = authority.port
      else { return false }
      return connection.proxy.isOwnAddress(host: authority.host, port: port)
    }

    // MARK: Answering

    private func answer(context: ChannelHandlerContext) {
      if let refusal {
        isKeepAlive = false
        respond(FailureAnswer.text(status: 400, reason: "Bad Request", refusal), index: nil)
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
        refuse("CONNECT \(host):\(port) is this proxy itself")
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

    private func refuse(_ message: String) {
      isKeepAlive = false
      connection.proxy.onEvent(.problem(message))
      respond(FailureAnswer.text(status: 502, reason: "Bad Gateway", message), index: nil)
    }

    private func splice(to channel: any Channel) {
      guard let context, phase != .closed else {
        channel.close(promise: nil)
        return
      }
      connection.isSpliced = true
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
      } catch {
        context.close(promise: nil)
      }
    }

    private func answered() {
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

  // MARK: - The way back

  extension HTTP1Handler: ClientResponse {
    private var isHead: Bool { incoming.request.method == "HEAD" }

    private var persistence: HTTP1ResponseHead.Persistence {
      if !isKeepAlive || connection.isClosing { return .close }
      return isOldVersion ? .keepAlive : .usual
    }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    func relay(interim response: Interaction.Response) {
      // HTTP/1.0 knows no interim responses (RFC 9110 §15.2), and 100 was given already.
      guard let context, !isOldVersion, response.status != 100 else { return }
      var buffer = context.channel.allocator.buffer(capacity: 256)
      HTTP1ResponseHead.writeInterim(response, into: &buffer)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    func respond(_ response: Interaction.Response, index: Int?) {
      guard let context, phase == .answering else { return }
      let persistence = persistence
      let isCacheable = index != nil && persistence == .usual && !isHead
      if isCacheable, let index, let bytes = connection.proxy.rendered.bytes(at: index) {
        connection.proxy.counters.addBytes(response.body.bytes.count)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        answered()
        return
      }
      let hasTrailers = incoming.wantsTrailers && !response.trailers.isEmpty && !isOldVersion
      let framing: HTTP1ResponseHead.Framing =
        switch bodyless(response) {
        case let bodyless?: bodyless
        case nil where hasTrailers: .chunked
        case nil: .length(response.body.bytes.count)
        }
      let size = response.body.bytes.count
      var buffer = context.channel.allocator.buffer(capacity: 512 + size)
      HTTP1ResponseHead.write(
        response, framing: framing, persistence: persistence,
        isDecoded: response.body.encoding != nil, into: &buffer)
      switch framing {
      case .length:
        buffer.writeBytes(response.body.bytes)
        connection.proxy.counters.addBytes(size)
      case .chunked:
        if size > 0 {
          Self.writeChunk(ByteBuffer(bytes: response.body.bytes), into: &buffer)
        }
        Self.writeLastChunk(response.trailers, into: &buffer)
        connection.proxy.counters.addBytes(size)
      case .none, .noneButLength, .untilClose: break
      }
      if isCacheable, !hasTrailers, response.trailers.isEmpty, let index {
        connection.proxy.rendered.keep(buffer, at: index)
      }
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      answered()
    }

    func begin(_ response: Interaction.Response) {
      guard let context, phase == .answering else { return }
      remaining = nil
      if let bodyless = bodyless(response) {
        framing = bodyless
      } else if let length = response.headers["Content-Length"].flatMap({ Int($0) }) {
        framing = .length(length)
        remaining = length
      } else if isOldVersion {
        framing = .untilClose
        isKeepAlive = false
      } else {
        framing = .chunked
      }
      var buffer = context.channel.allocator.buffer(capacity: 512)
      HTTP1ResponseHead.write(
        response, framing: framing, persistence: persistence, isDecoded: false, into: &buffer)
      // A head that is all the client waits for leaves with the end, once it is recorded.
      context.write(wrapOutboundOut(buffer), promise: nil)
      if framing == .chunked || framing == .untilClose || (remaining ?? 0) > 0 { context.flush() }
    }

    func send(_ bytes: ByteBuffer) {
      guard let context, phase == .answering, bytes.readableBytes > 0 else { return }
      connection.proxy.counters.addBytes(bytes.readableBytes)
      switch framing {
      case .none, .noneButLength: return
      case .length:
        let left = (remaining ?? 0) - bytes.readableBytes
        remaining = left
        context.write(wrapOutboundOut(bytes), promise: nil)
        // The last piece leaves with the end, once it is recorded.
        if left > 0 { context.flush() }
      case .chunked:
        var buffer = context.channel.allocator.buffer(capacity: bytes.readableBytes + 16)
        Self.writeChunk(bytes, into: &buffer)
        context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      case .untilClose: context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
      }
    }

    func finish(trailers: HeaderFields) {
      guard let context, phase == .answering else { return }
      if framing == .chunked {
        var buffer = context.channel.allocator.buffer(capacity: 64)
        Self.writeLastChunk(incoming.wantsTrailers ? trailers : [:], into: &buffer)
        context.write(wrapOutboundOut(buffer), promise: nil)
      }
      context.flush()
      answered()
    }

    func abort() {
      guard let context, phase == .answering else { return }
      phase = .closed
      waiting.removeAll()
      connection.endExchange()
      context.close(promise: nil)
    }

    /// The framing of a response that has no body whatever its fields say (RFC 9112 §6.3); nil for
    /// any other.
    private func bodyless(_ response: Interaction.Response) -> HTTP1ResponseHead.Framing? {
      if isHead || response.status == 304 { return .noneButLength }
      return response.status == 204 ? HTTP1ResponseHead.Framing.none : nil
    }

    private static func writeChunk(_ bytes: ByteBuffer, into buffer: inout ByteBuffer) {
      buffer.writeString(String(bytes.readableBytes, radix: 16))
      buffer.writeStaticString("\r\n")
      buffer.writeImmutableBuffer(bytes)
      buffer.writeStaticString("\r\n")
    }

    private static func writeLastChunk(_ trailers: HeaderFields, into buffer: inout ByteBuffer) {
      buffer.writeStaticString("0\r\n")
      for field in trailers.fields { HTTP1ResponseHead.write(field, into: &buffer) }
      buffer.writeStaticString("\r\n")
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
      phase = .answering
      connection.beginExchange()
      respond(
        FailureAnswer.text(
          status: 400, reason: "Bad Request", "The request is not valid HTTP: \(error)"),
        index: nil)
    }
  }
#endif
