#if CommandLineTool
  import NIOCore
  import VCRUpstream

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Finds out what a captured connection speaks, and gives it to the proxy, to its service or to
  /// nobody.
  final class CaptureDetector: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private enum Phase {
      /// The first bytes are awaited.
      case inspecting
      /// The client has said nothing, and its service is asked whether it speaks first.
      case listening
      /// A connection to the service is being opened.
      case connecting
      /// Other handlers have the connection.
      case done
    }

    /// How long a client may say nothing before its service may be one that speaks first.
    private static let silence = TimeAmount.milliseconds(400)

    private let connection: ClientConnection
    private let capture: Capture
    private let destination: CapturedDestination
    private let handover = Handover()
    private var context: ChannelHandlerContext?
    private var phase = Phase.inspecting
    private var timer: Scheduled<Void>?
    private var isInputClosed = false
    /// The service that may speak first, with the handler that waits for it.
    private var greeting: GreetingHandler?

    init(
      connection: ClientConnection, capture: Capture, destination: CapturedDestination
    ) {
      self.connection = connection
      self.capture = capture
      self.destination = destination
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) {
      timer?.cancel()
      self.context = nil
    }

    func channelActive(context: ChannelHandlerContext) {
      context.fireChannelActive()
      switch capture.treatment(of: destination) {
      case .inspect:
        let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
        let wait = destination.isOfGreetingService ? .zero : Self.silence
        timer = context.eventLoop.scheduleTask(in: wait) { bound.value.heardNothing() }
      case .names:
        phase = .done
        try? handover.carryOut(from: context) {
          try context.pipeline.syncOperations.addHandler(NameStreamHandler(capture.names))
        }
      case .join(let kind): join(countingAs: kind)
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      handover.hold(unwrapInboundIn(data))
      judge()
    }

    private func judge() {
      guard phase == .inspecting || phase == .listening, let context else { return }
      switch FirstBytes(handover.bytes) {
      case nil: if isInputClosed { handleOther() }
      case .other: handleOther()
      case .web:
        phase = .done
        timer?.cancel()
        greeting?.close()
        // Adding handlers fails only on a connection that is closed already.
        try? handover.carryOut(from: context) {
          try context.pipeline.syncOperations.addHandler(
            ProtocolDetector(
              connection: connection,
              source: .tunnel(host: destination.host, port: destination.port)))
        }
        if isInputClosed {
          connection.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        }
      }
    }

    /// The client has sent nothing for a while.
    private func heardNothing() {
      guard phase == .inspecting else { return }
      guard handover.bytes.isEmpty else {
        // Other protocols know empty lines, too.
        if FirstBytes.withoutEmptyLines(handover.bytes).isEmpty { handleOther() }
        return
      }
      guard capture.policy.records else {
        // A browser opens connections before it needs them; other clients wait for a greeting.
        if !destination.isWebPort { refuse() }
        return
      }
      phase = .listening
      let bound = NIOLoopBound(self, eventLoop: connection.channel.eventLoop)
      capture.connect(to: destination).whenComplete { result in
        bound.value.opened(result)
      }
    }

    private func opened(_ result: Result<any Channel, any Error>) {
      guard case .success(let service) = result else {
        // A web client may still send its request, and gets the failure as the response.
        if phase == .listening, !destination.isWebPort { failed(result) }
        return
      }
      guard phase == .listening, context != nil else {
        service.close(promise: nil)
        return
      }
      let handler = GreetingHandler { [weak self] in self?.greeted(by: service) }
      greeting = handler
      do {
        try service.pipeline.syncOperations.addHandler(handler)
        try service.syncOptions?.setOption(.autoRead, value: true)
      } catch {
        service.close(promise: nil)
      }
    }

    /// The service has spoken first, or closed.
    private func greeted(by service: any Channel) {
      guard phase == .listening, let handler = greeting else { return }
      phase = .connecting
      joined(service, countingAs: .passed)
      handler.handOver()
    }

    /// The client speaks something else than HTTP.
    private func handleOther() {
      timer?.cancel()
      guard capture.policy.records else { return refuse() }
      greeting?.close()
      join(countingAs: .passed)
    }

    /// Ends the connection as a port does on which nobody listens, as far as that is possible now.
    private func refuse() {
      capture.log.add(.refused, destination.description)
      reset()
    }

    private func reset() {
      phase = .done
      // On the event loop this takes effect at once.
      _ = (connection.channel as? any SocketOptionProvider)?
        .setSoLinger(linger(l_onoff: 1, l_linger: 0))
      connection.channel.close(promise: nil)
    }

    private func join(countingAs kind: CapturedTraffic.Kind) {
      phase = .connecting
      // The bytes that the client sends meanwhile stay in the system's buffers.
      try? connection.channel.syncOptions?.setOption(.autoRead, value: false)
      let bound = NIOLoopBound(self, eventLoop: connection.channel.eventLoop)
      capture.connect(to: destination).whenComplete { result in
        switch result {
        case .success(let service): bound.value.joined(service, countingAs: kind)
        case .failure: bound.value.failed(result)
        }
      }
    }

    private func failed(_ result: Result<any Channel, any Error>) {
      if case .failure(let error) = result, !destination.isLoopback {
        connection.proxy.report(
          .problem("\(destination.description) cannot be reached: \(ErrorWords.text(for: error))"))
      }
      reset()
    }

    private func joined(_ service: any Channel, countingAs kind: CapturedTraffic.Kind) {
      guard phase == .connecting, let context, context.channel.isActive else {
        service.close(promise: nil)
        return
      }
      phase = .done
      connection.isPassedThrough = true
      capture.log.add(kind, destination.description)
      let client = context.channel
      // Adding handlers fails only on a connection that is closed already.
      try? handover.carryOut(from: context) { try PassthroughTunnel.join(client, service) }
      try? client.syncOptions?.setOption(.autoRead, value: true)
      if isInputClosed {
        client.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if case .some(.inputClosed) = event as? ChannelEvent, phase != .done {
        isInputClosed = true
        if phase == .inspecting || phase == .listening {
          if handover.bytes.isEmpty { context.close(promise: nil) } else { judge() }
        }
        return
      }
      context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
      phase = .done
      timer?.cancel()
      greeting?.close()
      context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      context.close(promise: nil)
    }
  }
#endif
