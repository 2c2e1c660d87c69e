#if CommandLineTool
  import Dispatch
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// A WebSocket between a client and a service, of which the messages are recorded as they pass.
  ///
  /// Messages from either side wait in one queue until they are in the journal, so that nothing is
  /// delivered that a kill could lose, and the recording has one order. Pings and pongs pass too,
  /// and are not recorded.
  final class WebSocketRelay: WebSocketEndpoint.Owner {
    /// The most bytes that wait before the sides are no longer read from.
    private static let waitingLimit = 1 << 20

    private typealias Sender = Interaction.WebSocketMessage.Sender

    /// An event with who sent it, and when.
    private struct Arrival {
      var event: WebSocketEndpoint.Event
      var isClient: Bool
      var after: Double

      var sender: Sender { isClient ? .client : .service }

      /// The message; nil for what is not part of a conversation.
      var message: Interaction.WebSocketMessage? {
        switch event {
        case .text(let bytes): .init(sender, .text(Body(bytes)), after: after)
        case .binary(let bytes): .init(sender, .binary(Body(bytes)), after: after)
        case .close(let code, let reason):
          .init(sender, .close(code: code, reason: reason), after: after)
        case .ping, .pong, .fault, .gone: nil
        }
      }
    }

    private let connection: ClientConnection
    /// The recording; nil once it has failed.
    private var recording: ConversationRecording?
    private let place: String
    private let scope: Scope?
    private var client: WebSocketEndpoint?
    private var service: WebSocketEndpoint?
    private var waiting: [Arrival] = []
    private var waitingSize = 0
    /// True while messages are written to the journal beside the event loop.
    private var isWriting = false
    /// Who has closed, in the order in which they did.
    private var closed: [Sender] = []
    /// The last close that was recorded.
    private var close: Interaction.WebSocketMessage?
    private var isOver = false

    /// Creates a relay between connections that it is then joined to.
    ///
    /// - Parameters:
    ///   - recording: The recording to which the messages are added.
    ///   - connection: The client's connection, which is busy until the WebSocket ends.
    ///   - incoming: The request that opened it.
    init(
      _ recording: ConversationRecording?, on connection: ClientConnection,
      of incoming: ClientRequest
    ) {
      self.recording = recording
      self.connection = connection
      scope = incoming.scope
      place = connection.proxy.deck.shown(url: incoming.request.url)
    }

    /// Joins the connection to the service.
    func join(service channel: any Channel) throws {
      service = try WebSocketEndpoint.add(
        to: channel, isServer: false, limit: connection.proxy.limits.messageBytes, owner: self)
    }

    /// Joins the connection to the client.
    func join(client channel: any Channel) throws {
      client = try WebSocketEndpoint.add(
        to: channel, isServer: true, limit: connection.proxy.limits.messageBytes, owner: self)
      pass()
    }

    // MARK: Events

    func receive(_ event: WebSocketEndpoint.Event, from endpoint: WebSocketEndpoint) {
      guard !isOver else { return }
      let isClient = endpoint === client
      waiting.append(
        Arrival(event: event, isClient: isClient, after: recording?.seconds ?? 0))
      waitingSize += event.size
    }

    func receivedAll(from endpoint: WebSocketEndpoint) {
      pass()
      adjustReading()
    }

    func writabilityChanged(of endpoint: WebSocketEndpoint) { adjustReading() }

    /// Reads from each side only while the other takes it, and while the recording keeps up.
    private func adjustReading() {
      let isBehind = waitingSize > Self.waitingLimit
      client?.setReadingPaused(isBehind || service?.isWritable == false)
      service?.setReadingPaused(isBehind || client?.isWritable == false)
    }

    // MARK: Recording and passing on

    /// Records what waits, then passes it on.
    private func pass() {
      guard !isWriting, !waiting.isEmpty, !isOver, client != nil else { return }
      let batch = waiting
      waiting = []
      let messages = recorded(batch)
      guard let recording, !messages.isEmpty else { return forward(batch) }
      let size = messages.reduce(0) { $0 + ($1.body?.count ?? 0) }
      guard size > ExchangeRecording.smallSize else {
        note(Result { try recording.add(messages) })
        return forward(batch)
      }
      isWriting = true
      let box = NIOLoopBound((self, batch), eventLoop: connection.proxy.eventLoop)
      connection.proxy.perform(for: scope) {
        (deliver: @escaping @Sendable (Result<Void, any Error>) -> Void) in
        DispatchQueue.global().async { deliver(Result { try recording.add(messages) }) }
      } then: { result in
        let (relay, batch) = box.value
        relay.isWriting = false
        relay.note(result)
        relay.forward(batch)
        relay.pass()
        relay.adjustReading()
      }
    }

    private func note(_ result: Result<Void, any Error>) {
      guard case .failure(let error) = result else { return }
      recording = nil
      connection.proxy.report(.problem("\(error)"))
    }

    /// The messages to record of what came.
    ///
    /// What follows a close, while the other side does not know of it yet, is a matter of chance
    /// and not recorded; nor is a response that repeats the close, as it does by default (RFC 6455
    /// §5.5.1).
    private func recorded(_ batch: [Arrival]) -> [Interaction.WebSocketMessage] {
      var messages: [Interaction.WebSocketMessage] = []
      for arrival in batch {
        guard let message = arrival.message else { continue }
        if let close {
          guard message.isClose, message.sender == .service, close.sender == .client,
            message.content != close.content
          else { continue }
        }
        messages.append(message)
        guard message.isClose else { continue }
        close = message
        if closed.isEmpty { closed.append(message.sender) }
      }
      return messages
    }

    private func forward(_ batch: [Arrival]) {
      for arrival in batch where !isOver {
        let (event, isClient) = (arrival.event, arrival.isClient)
        waitingSize -= event.size
        guard let target = isClient ? service : client else { return }
        switch event {
        case .text(let bytes):
          if !isClient { connection.proxy.counters.addBytes(bytes.count) }
          target.send(text: bytes)
        case .binary(let bytes):
          if !isClient { connection.proxy.counters.addBytes(bytes.count) }
          target.send(binary: bytes)
        case .ping(let bytes): target.send(ping: bytes)
        case .pong(let bytes): target.send(pong: bytes)
        case .close(let code, let reason):
          target.send(closeCode: code, reason: reason)
          if closed == [arrival.sender.other] { closed.append(arrival.sender) }
          if closed.count == 2 { end(nil) { $0.close() } }
        case .fault(let fault): end(fault, ofClient: isClient)
        case .gone(let error): end(error, ofClient: isClient)
        }
      }
      client?.flush()
      service?.flush()
    }

    // MARK: The end

    /// Ends a WebSocket of which one side broke the rules.
    private func end(_ fault: WebSocketFault, ofClient isClient: Bool) {
      let words = "\(place)  \(fault.words)"
      let offender = isClient ? client : service
      offender?.send(closeCode: fault.code, reason: fault.words)
      if case .tooLarge = fault {
        connection.proxy.report(
          .problem(
            """
            \(words)
            To read more:                        --max-message-size BYTES
            To let the host through unrecorded:  --passthrough HOST
            """))
        var failure = Interaction.Failure(.dataLengthExceedsMaximum, message: fault.words)
        failure.isOwn = true
        return end(failure) { $0.close() }
      }
      if isClient {
        connection.proxy.report(.refused("The WebSocket is not valid (RFC 6455): \(words)"))
        end(.left) { $0.close() }
      } else {
        end(.init(.badServerResponse, message: "the WebSocket is not valid: \(fault.words)")) {
          $0.abort(isReset: false)
        }
      }
    }

    /// Ends a WebSocket of which one side has gone.
    private func end(_ error: (any Error)?, ofClient isClient: Bool) {
      guard closed.isEmpty else { return end(nil) { $0.close() } }
      guard !isClient else { return end(.left) { $0.close() } }
      let failure = Interaction.Failure.lostWebSocket(error)
      end(failure) { $0.abort(isReset: failure.reset == .connection) }
    }

    /// Ends the recording, and then the connections.
    ///
    /// - Parameters:
    ///   - failure: How the WebSocket ended, if not by a close.
    ///   - endClient: Ends the connection to the client.
    private func end(
      _ failure: Interaction.Failure?, _ endClient: (WebSocketEndpoint) -> Void
    ) {
      isOver = true
      waiting = []
      if let recording { note(Result { try recording.end(failure) }) }
      service?.flush()
      service?.close()
      if let client {
        client.flush()
        endClient(client)
      }
      (client, service) = (nil, nil)
      connection.endExchange(in: scope)
    }
  }

  extension WebSocketEndpoint.Event {
    /// About how many bytes it holds.
    fileprivate var size: Int {
      switch self {
      case .text(let bytes), .binary(let bytes): bytes.count + 64
      case .ping(let bytes), .pong(let bytes): bytes.readableBytes + 64
      case .close, .fault, .gone: 64
      }
    }
  }
#endif
