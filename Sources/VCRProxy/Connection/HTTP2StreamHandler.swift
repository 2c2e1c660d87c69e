#if CommandLineTool
  import NIOCore
  import NIOHPACK
  import NIOHTTP2
  import VCRCore

  /// Serves the one request of an HTTP/2 stream (RFC 9113 §8).
  final class HTTP2StreamHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame.FramePayload
    typealias OutboundOut = HTTP2Frame.FramePayload

    private let connection: ClientConnection
    private let source: RequestSource
    var live: (any ClientObserver)?

    private var context: ChannelHandlerContext?
    private var incoming = ClientRequest(request: Interaction.Request(url: ""))
    private var refusal: String?
    private var isHeadRead = false
    private var isResponding = false
    private var isDone = false
    /// A response head that is held back until it is known whether a body follows.
    private var pendingHead: Interaction.Response?

    /// Creates the handler of one stream.
    init(connection: ClientConnection, source: RequestSource) {
      self.connection = connection
      self.source = source
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !isResponding, !isDone else { return }
      let isLast: Bool
      switch unwrapInboundIn(data) {
      case .headers(let frame):
        if isHeadRead {
          incoming.request.trailers = HeaderFields(
            frame.headers.map { HeaderField($0.name, $0.value) })
        } else {
          begin(frame.headers, isLast: frame.endStream)
        }
        isLast = frame.endStream
      case .data(let frame):
        if case .byteBuffer(let bytes) = frame.data {
          incoming.request.body.bytes.append(contentsOf: bytes.readableBytesView)
        }
        isLast = frame.endStream
      default: return
      }
      guard isLast else { return }
      isResponding = true
      connection.beginExchange()
      if let refusal {
        respond(
          FailureResponse.text(
            status: 400, reason: "Bad Request", refusal, from: connection.proxy.deck), index: nil)
      } else {
        connection.handle(incoming, respondingTo: self)
      }
    }

    private func begin(_ headers: HPACKHeaders, isLast: Bool) {
      isHeadRead = true
      incoming.request.http = "HTTP/2"
      incoming.request.headers.fields.reserveCapacity(headers.count)
      var (scheme, authority, path) = ("", "", "")
      var expectsContinue = false
      for (name, value, _) in headers {
        switch name {
        case ":method": incoming.request.method = value
        case ":scheme": scheme = value
        case ":authority": authority = value
        case ":path": path = value
        case ":protocol": incoming.upgrade = value
        case "te": incoming.wantsTrailers = ConnectionField.tokens(value).contains("trailers")
        case "expect": expectsContinue = value.equalsIgnoringASCIICase("100-continue")
        case "cookie": addCookie(value)
        default:
          if !TransferFields.contains(name, in: .unforwarded) {
            incoming.request.headers.fields.append(HeaderField(name, value))
          }
        }
      }
      if incoming.request.method == "CONNECT", incoming.upgrade == nil {
        refusal = "A tunnel inside HTTP/2 is not served; use HTTP/1.1 towards the proxy"
      }
      resolve(scheme: scheme, authority: authority, path: path == "*" ? "" : path)
      if expectsContinue, !isLast { write(["100"], [:], endStream: false) }
    }

    /// Joins `Cookie` fields, which HTTP/2 may split (RFC 9113 §8.2.3).
    private func addCookie(_ value: String) {
      let fields = incoming.request.headers.fields
      if let first = fields.firstIndex(where: { $0.name == "cookie" }) {
        incoming.request.headers.fields[first].value += "; " + value
      } else {
        incoming.request.headers.append("cookie", value)
      }
    }

    private func resolve(scheme: String, authority: String, path: String) {
      let proxy = connection.proxy
      if case .origin(let origin) = source {
        incoming.request.url = origin.prefix + path
      } else if let reverse = proxy.reverse {
        incoming.request.url = reverse.prefix + path
      } else if let asked = Authority(authority),
        !proxy.isOwnAddress(host: asked.host, port: asked.port ?? 80)
      {
        incoming.request.url = "\(scheme)://\(authority)\(path)"
      } else {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        refusal = "'\(host)' is this proxy itself, or no host at all"
      }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
      live?.clientWritabilityChanged(isWritable: context.channel.isWritable)
      context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
      if isHeadRead, !isResponding { connection.proxy.counters.addBrokenOff() }
      done()
      live?.clientGone()
      live = nil
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }

    private func done() {
      guard isResponding, !isDone else { return }
      isDone = true
      connection.endExchange()
    }

    /// Ends the exchange once flow control has let everything through.
    private func doneWhenWritten(_ write: (EventLoopPromise<Void>) -> Void) {
      guard let context else { return }
      let promise = context.eventLoop.makePromise(of: Void.self)
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      promise.futureResult.whenComplete { _ in bound.value.done() }
      write(promise)
      context.flush()
    }
  }

  extension HTTP2StreamHandler: ClientResponse {
    private var isHead: Bool { incoming.request.method == "HEAD" }

    func relay(interim response: Interaction.Response) {
      guard response.status != 100, let status = response.status else { return }
      write([String(status)], response.headers, endStream: false)
    }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    func respond(_ response: Interaction.Response, index: Int?) {
      let hasNoBody = isHead || response.status == 204 || response.status == 304
      var headers = response.withoutEncoding().headers
      let isEmpty = hasNoBody || response.body.isEmpty
      let hasTrailers = !response.trailers.isEmpty && !hasNoBody
      if hasTrailers {
        // A client that knows the length may not wait for trailers after the last byte.
        headers.remove("content-length")
      } else if !hasNoBody, !isEmpty || headers["content-length"] != nil {
        // An empty response may be a trailers-only response of gRPC, so no length of 0 is added.
        headers.set("content-length", String(response.body.bytes.count))
      }
      let status = [String(response.status ?? 200)]
      doneWhenWritten { promise in
        write(
          status, headers, endStream: isEmpty && !hasTrailers,
          isEmpty && !hasTrailers ? promise : nil)
        if !isEmpty {
          connection.proxy.counters.addBytes(response.body.bytes.count)
          write(
            ByteBuffer(bytes: response.body.bytes), endStream: !hasTrailers,
            hasTrailers ? nil : promise)
        }
        if hasTrailers { write([], response.trailers, endStream: true, promise) }
      }
    }

    func begin(_ response: Interaction.Response) {
      // A response may consist of its head (RFC 9113 §8.1), as errors of gRPC do, and then ends in
      // the same frame. Such an end arrives in the same turn of the event loop.
      pendingHead = response
      guard let context else { return }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      context.eventLoop.execute {
        bound.value.writePendingHead(endStream: false)
        bound.value.context?.flush()
      }
    }

    /// Writes the head that was held back, if there is one.
    private func writePendingHead(
      endStream: Bool, _ promise: EventLoopPromise<Void>? = nil
    ) {
      guard let response = pendingHead else { return }
      pendingHead = nil
      write([String(response.status ?? 200)], response.headers, endStream: endStream, promise)
    }

    func send(_ bytes: ByteBuffer) {
      writePendingHead(endStream: false)
      guard !isHead else { return }
      connection.proxy.counters.addBytes(bytes.readableBytes)
      write(bytes, endStream: false)
      context?.flush()
    }

    func finish(trailers: HeaderFields) {
      doneWhenWritten { promise in
        if trailers.isEmpty, pendingHead != nil {
          writePendingHead(endStream: true, promise)
        } else if trailers.isEmpty {
          write(ByteBuffer(), endStream: true, promise)
        } else {
          writePendingHead(endStream: false)
          write([], trailers, endStream: true, promise)
        }
      }
    }

    func abort() {
      writePendingHead(endStream: false)
      doneWhenWritten { promise in
        context?.write(wrapOutboundOut(.rstStream(.internalError)), promise: promise)
      }
    }

    /// Writes a field section with lower-case names and without hop-by-hop fields (RFC 9113 §8.2).
    ///
    /// A value that is not UTF-8 is read as ISO-8859-1 and sent as UTF-8, and is received with
    /// U+FFFD, because NIOHPACK encodes `String` values, which cannot hold such bytes.
    private func write(
      _ status: [String], _ fields: HeaderFields, endStream: Bool,
      _ promise: EventLoopPromise<Void>? = nil
    ) {
      var headers = HPACKHeaders()
      headers.reserveCapacity(fields.fields.count + 1)
      for status in status { headers.add(name: ":status", value: status) }
      for field in fields.fields where !TransferFields.contains(field.name, in: .unforwarded) {
        headers.add(name: field.name.lowercased(), value: field.value)
      }
      context?.write(
        wrapOutboundOut(.headers(.init(headers: headers, endStream: endStream))), promise: promise)
    }

    private func write(
      _ bytes: ByteBuffer, endStream: Bool, _ promise: EventLoopPromise<Void>? = nil
    ) {
      context?.write(
        wrapOutboundOut(.data(.init(data: .byteBuffer(bytes), endStream: endStream))),
        promise: promise)
    }
  }
#endif
