#if CommandLineTool
  import NIOCore
  import NIOHTTP1
  import VCRCore

  extension HTTP1Handler: RenderingClient {
    var rendering: (any RenderingClient)? { self }

    private var isHead: Bool { incoming.request.method == "HEAD" }

    private var persistence: HTTP1ResponseHead.Persistence {
      if !isKeepAlive || connection.isClosing || phase == .reading { return .close }
      return isOldVersion ? .keepAlive : .usual
    }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    func relay(interim response: Interaction.Response) {
      // HTTP/1.0 has no interim responses (RFC 9110 §15.2).
      guard let context, !isOldVersion, response.status != 100 || takesContinue() else { return }
      var buffer = context.channel.allocator.buffer(capacity: 256)
      HTTP1ResponseHead.writeInterim(response, into: &buffer)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
    }

    func respond(_ response: Interaction.Response, index: Int?) {
      guard let context, isExchanging else { return }
      let framing = framing(ofWhole: response)
      if framing == .untilClose { isKeepAlive = false }
      let persistence = persistence
      let size = response.body.count
      // Other clients may get the encoded content, trailer fields or interim responses.
      let isKept =
        takesRendered && response.body.encoding == nil && response.trailers.isEmpty
        && response.interim.isEmpty
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
        Self.writeLastChunk(acceptsTrailers(of: response) ? response.trailers : [:], into: &buffer)
        connection.proxy.counters.addBytes(size)
      case .untilClose:
        buffer.writeBytes(response.body.bytes)
        connection.proxy.counters.addBytes(size)
      case .none, .noneButLength: break
      }
      if let index, isKept {
        connection.proxy.rendered.keep(
          .init(bytes: buffer, bodySize: size, form: renderedForm(of: index)))
      }
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      responseEnded()
    }

    /// True when the client gets a response just as others do, but for what it says about the
    /// connection.
    var takesRendered: Bool { phase == .responding && !isOldVersion && !isHead }

    /// The form in which the client gets the response of an interaction.
    func renderedForm(of item: Int) -> RenderedResponses.Form {
      .init(item: item, isLast: !isKeepAlive || connection.isClosing)
    }

    /// Sends a response that was kept.
    func respond(_ rendered: RenderedResponses.Response) {
      guard let context, isExchanging else { return }
      connection.proxy.counters.addBytes(rendered.bodySize)
      context.writeAndFlush(wrapOutboundOut(rendered.bytes), promise: nil)
      responseEnded()
    }

    func begin(_ response: Interaction.Response) {
      guard let context, isExchanging else { return }
      isResponseBegun = true
      // Such a response may end before the request does.
      if phase == .reading { isKeepAlive = false }
      remaining = nil
      sendsTrailers = acceptsTrailers(of: response)
      if let bodyless = bodyless(response) {
        framing = bodyless
      } else if let length = response.headers["Content-Length"].flatMap({ Int($0) }),
        !sendsTrailers || response.headers["Trailer"] == nil
      {
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
      context.write(wrapOutboundOut(buffer), promise: nil)
      scheduleFlush(in: context)
    }

    /// Flushes at the end of this turn of the event loop, so that a head goes out together with the
    /// content that arrived with it.
    ///
    /// A response that is held back until it is recorded is not flushed then.
    private func scheduleFlush(in context: ChannelHandlerContext) {
      guard !isFlushScheduled else { return }
      isFlushScheduled = true
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      context.eventLoop.execute {
        let handler = bound.value
        handler.isFlushScheduled = false
        if !handler.hasRest { handler.context?.flush() }
      }
    }

    func send(_ bytes: ByteBuffer) {
      guard let context, isExchanging, bytes.readableBytes > 0 else { return }
      connection.proxy.counters.addBytes(bytes.readableBytes)
      switch framing {
      case .none, .noneButLength: return
      case .length:
        let left = (remaining ?? 0) - bytes.readableBytes
        remaining = left
        context.write(wrapOutboundOut(bytes), promise: nil)
        if left > 0 { context.flush() }
      case .chunked:
        var buffer = context.channel.allocator.buffer(capacity: bytes.readableBytes + 16)
        Self.writeChunk(bytes, into: &buffer)
        context.write(wrapOutboundOut(buffer), promise: nil)
        // A large piece needs no company.
        if bytes.readableBytes < 16 << 10 { scheduleFlush(in: context) } else { context.flush() }
      case .untilClose: context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
      }
    }

    var hasRest: Bool {
      switch framing {
      case .length: remaining == 0
      case .none, .noneButLength: true
      case .chunked, .untilClose: false
      }
    }

    func sendRest() { context?.flush() }

    var endsByLength: Bool { hasRest }

    func expectEnd() {}

    func finish(trailers: HeaderFields) {
      guard let context, isExchanging else { return }
      if framing == .chunked {
        var buffer = context.channel.allocator.buffer(capacity: 64)
        Self.writeLastChunk(sendsTrailers ? trailers : [:], into: &buffer)
        context.write(wrapOutboundOut(buffer), promise: nil)
      }
      context.flush()
      responseEnded()
    }

    func abort(_ reset: Interaction.Failure.Reset?) {
      guard let context, isExchanging else { return }
      phase = .closed
      // A close would be the end of such content, and what there is of it would be taken for all
      // (RFC 9112 §8).
      let isReset = reset == .connection || isResponseBegun && framing == .untilClose
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      // The client gets all that came before.
      context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in
        let handler = bound.value
        if let context = handler.context {
          BrokenClose.close(context, isReset: isReset)
        }
        handler.endExchange()
      }
    }

    /// True for a client that takes trailer fields: one that has said so, and any when the service
    /// announced them or speaks HTTP/1 itself, since it would have sent them to this client
    /// (RFC 9110 §6.5.1, §6.6.2).
    ///
    /// HTTP/1.0 has no chunks, and so no place for them.
    private func acceptsTrailers(of response: Interaction.Response) -> Bool {
      !isOldVersion
        && (incoming.wantsTrailers || response.http != "HTTP/2"
          || response.headers["Trailer"] != nil)
    }

    /// The framing of a response whose body is known whole.
    private func framing(
      ofWhole response: Interaction.Response
    ) -> HTTP1ResponseHead.Framing {
      if let bodyless = bodyless(response) { return bodyless }
      let hasTrailers =
        acceptsTrailers(of: response)
        && (response.headers["Trailer"] != nil
          || !response.trailers.isEmpty && response.headers["Content-Length"] == nil)
      // Over HTTP/1.1 a response without content announces that, whatever version it came in.
      let isEmpty = response.body.isEmpty && !response.hasUnknownLength
      if !hasTrailers, response.announcesLength || isEmpty {
        return .length(response.body.count)
      }
      return isOldVersion ? .untilClose : .chunked
    }

    /// The framing of a response that has no body whatever its header fields say (RFC 9112 §6.3);
    /// nil for any other response.
    private func bodyless(_ response: Interaction.Response) -> HTTP1ResponseHead.Framing? {
      // Nothing has a length in place of a 204 (RFC 9110 §8.6).
      if response.status == 204 { return HTTP1ResponseHead.Framing.none }
      return isHead || response.status == 304 ? .noneButLength : nil
    }

    private static func writeChunk(_ bytes: ByteBuffer, into buffer: inout ByteBuffer) {
      buffer.writeString(String(bytes.readableBytes, radix: 16))
      buffer.writeStaticString("\r\n")
      buffer.writeImmutableBuffer(bytes)
      buffer.writeStaticString("\r\n")
    }

    private static func writeLastChunk(_ trailers: HeaderFields, into buffer: inout ByteBuffer) {
      buffer.writeStaticString("0\r\n")
      for field in TransferFields.trailers(trailers).fields {
        HTTP1ResponseHead.write(field, into: &buffer)
      }
      buffer.writeStaticString("\r\n")
    }
  }
#endif
