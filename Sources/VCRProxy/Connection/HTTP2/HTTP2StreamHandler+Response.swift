#if CommandLineTool
  import NIOCore
  import NIOHPACK
  import NIOHTTP2
  import VCRCore

  extension HTTP2StreamHandler: ClientResponse {
    private var isHead: Bool { incoming.request.method == "HEAD" }

    var isForCall: Bool { GRPCMessages.isMediaType(incoming.request.headers["content-type"]) }

    func relay(interim response: Interaction.Response) {
      guard response.status != 100 || takesContinue() else { return }
      write(response, endStream: false)
      context?.flush()
    }

    /// True once, for a client that knows `100 Continue`: that of a service is passed on whether or
    /// not the client has waited for it (RFC 9110 §15.2).
    private func takesContinue() -> Bool {
      guard incoming.expectsContinue, !isContinueSent else { return false }
      isContinueSent = true
      return true
    }

    var isWritable: Bool { context?.channel.isWritable ?? false }

    func respond(_ response: Interaction.Response, index: Int?) {
      if let refusal = HTTP2ResponseHead.refusal(of: response) {
        return respond(replacement(because: refusal), index: nil)
      }
      let hasNoBody = isHead || response.status == 204 || response.status == 304
      var head = response.withoutEncoding()
      let isEmpty = hasNoBody || response.body.isEmpty
      let hasTrailers = !response.trailers.isEmpty
      if !hasNoBody, head.announcesLength {
        head.announce(length: response.body.bytes.count)
      }
      doneWhenWritten { promise in
        write(
          head, endStream: isEmpty && !hasTrailers, isEmpty && !hasTrailers ? promise : nil)
        if !isEmpty {
          connection.proxy.counters.addBytes(response.body.bytes.count)
          write(
            ByteBuffer(bytes: response.body.bytes), endStream: !hasTrailers,
            hasTrailers ? nil : promise)
        }
        if hasTrailers { write(trailers: response.trailers, promise) }
      }
    }

    /// The response that says why the service's cannot be sent.
    private func replacement(because refusal: String) -> Interaction.Response {
      FailureResponse.text(
        status: 502, reason: "Bad Gateway", refusal, to: self, from: connection.proxy.deck)
    }

    func begin(_ response: Interaction.Response) {
      if let refusal = HTTP2ResponseHead.refusal(of: response) {
        // It is sent at the end, so that the service's response is recorded first.
        replacement = self.replacement(because: refusal)
        return
      }
      // A response may consist of its head (RFC 9113 §8.1), as errors of gRPC do, and then ends in
      // the same frame. Such an end arrives in the same turn of the event loop.
      pendingHead = response
      let hasNoBody = isHead || response.status == 204 || response.status == 304
      remaining = hasNoBody ? 0 : response.headers["Content-Length"].flatMap { Int($0) }
      guard let context else { return }
      let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
      context.eventLoop.execute {
        if !bound.value.isEndExpected, !bound.value.hasRest { bound.value.sendRest() }
      }
    }

    var hasRest: Bool { remaining == 0 }

    func sendRest() {
      guard replacement == nil else { return }
      writePendingHead(endStream: false)
      context?.flush()
    }

    var endsByLength: Bool { false }

    /// Writes the head that was held back, if there is one.
    private func writePendingHead(
      endStream: Bool, _ promise: EventLoopPromise<Void>? = nil
    ) {
      guard let response = pendingHead else { return }
      pendingHead = nil
      hasWrittenHead = true
      write(response, endStream: endStream, promise)
    }

    func send(_ bytes: ByteBuffer) {
      writePendingHead(endStream: false)
      guard !isHead, replacement == nil else { return }
      connection.proxy.counters.addBytes(bytes.readableBytes)
      remaining = remaining.map { $0 - bytes.readableBytes }
      write(bytes, endStream: false)
      if !hasRest { context?.flush() }
    }

    func expectEnd() { isEndExpected = true }

    func finish(trailers: HeaderFields) {
      if let replacement { return respond(replacement, index: nil) }
      doneWhenWritten { promise in
        if trailers.isEmpty, pendingHead != nil {
          writePendingHead(endStream: true, promise)
        } else if trailers.isEmpty {
          write(ByteBuffer(), endStream: true, promise)
        } else {
          writePendingHead(endStream: false)
          write(trailers: trailers, promise)
        }
      }
    }

    func abort(_ reset: Interaction.Failure.Reset?) {
      if let replacement { return respond(replacement, index: nil) }
      isRequestEnded = true
      writePendingHead(endStream: false)
      let code: HTTP2ErrorCode =
        if case .stream(let code)? = reset {
          HTTP2ErrorCode(networkCode: Int(code))
        } else {
          .internalError
        }
      guard hasWrittenHead, let context else { return writeReset(code) }
      let eventLoop = context.eventLoop.assumeIsolated()
      // A reset overtakes content that the window of a slow client holds back (RFC 9113 §6.4), so
      // what has been written is to be sent first.
      let written = context.eventLoop.makePromise(of: Void.self)
      write(ByteBuffer(), endStream: false, written)
      context.flush()
      let limit = eventLoop.scheduleTask(in: Self.longestWait) { written.succeed() }
      written.futureResult.assumeIsolated().whenComplete { _ in
        limit.cancel()
        // A client that reads the reset together with the last bytes drops them, as curl does.
        eventLoop.scheduleTask(in: .milliseconds(50)) { self.writeReset(code) }
      }
    }

    /// How long a stream waits for a client to take content before it is reset.
    private static var longestWait: TimeAmount { .seconds(30) }

    private func writeReset(_ code: HTTP2ErrorCode) {
      doneWhenWritten { promise in
        context?.write(wrapOutboundOut(.rstStream(code)), promise: promise)
      }
    }

    /// Writes a header section.
    func write(
      _ response: Interaction.Response, endStream: Bool, _ promise: EventLoopPromise<Void>? = nil
    ) {
      let headers = blocks.outgoing(
        [(":status", String(response.status ?? 200))], HTTP2ResponseHead.fields(of: response))
      write(headers, endStream: endStream, promise)
    }

    /// Writes a trailer section, which ends the response.
    private func write(trailers: HeaderFields, _ promise: EventLoopPromise<Void>?) {
      let headers = blocks.outgoing([], HTTP2ResponseHead.trailers(trailers))
      write(headers, endStream: true, promise)
    }

    private func write(
      _ headers: HPACKHeaders, endStream: Bool, _ promise: EventLoopPromise<Void>?
    ) {
      guard let context else { return }
      context.write(
        wrapOutboundOut(.headers(.init(headers: headers, endStream: endStream))),
        promise: blocks.promise(for: headers, promise, on: context.eventLoop))
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
