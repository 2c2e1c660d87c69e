#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves an interaction at the pace it was recorded with.
  final class PacedReplay: ClientObserver {
    private let interaction: Interaction
    private let deck: Deck
    private let factor: Double
    private let connection: ClientConnection
    private var client: (any ClientResponse)?

    init(
      _ interaction: Interaction, of deck: Deck, factor: Double, to client: any ClientResponse,
      from connection: ClientConnection
    ) {
      self.interaction = interaction
      self.deck = deck
      self.factor = factor
      self.client = client
      self.connection = connection
    }

    /// Starts the clock.
    func start() {
      client?.live = self
      let schedule = ReplaySchedule(interaction, factor: factor)
      guard case .response(let response) = interaction.outcome, !schedule.pieces.isEmpty else {
        after(schedule.head) { $0.serveWhole() }
        return
      }
      after(schedule.head) { $0.client?.begin(response.withoutEncoding()) }
      for piece in schedule.pieces {
        let bytes = ByteBuffer(bytes: response.body.bytes[piece.range])
        after(piece.time) { $0.client?.send(bytes) }
      }
      after(schedule.end) { replay in
        let client = replay.client
        replay.clientGone()
        guard let client else { return }
        replay.connection.end(replay.interaction, after: schedule.end, for: client)
      }
    }

    func clientWritabilityChanged(isWritable: Bool) {}

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func after(_ time: Duration, _ step: @escaping @Sendable (PacedReplay) -> Void) {
      let eventLoop = connection.proxy.eventLoop
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      eventLoop.scheduleTask(in: TimeAmount(time)) { step(bound.value) }
    }

    private func serveWhole() {
      guard let client else { return }
      clientGone()
      connection.serve(interaction, index: nil, from: deck, to: client)
    }
  }

  extension Interaction.Response {
    /// The response as a client receives it from a cassette: its body is decoded, so the fields
    /// about its coding and its encoded length are removed.
    func withoutEncoding() -> Interaction.Response {
      guard body.encoding != nil else { return self }
      var copy = self
      copy.headers.remove("Content-Encoding")
      copy.headers.remove("Content-Length")
      return copy
    }

    /// The head with the length of the body that is served.
    ///
    /// - Parameter count: The number of its bytes.
    /// - Returns: The response; of one that breaks off it announces more than that.
    func head(ofSize count: Int) -> Interaction.Response {
      var head = withoutEncoding()
      if head.announcesLength { head.announce(length: count) }
      // Content may be longer than its coded bytes, and placeholders than what they stand for; the
      // end must not seem to be reached.
      if failure != nil, let length = headers["Content-Length"] {
        let least = body.encoding == nil ? Int(length) ?? 0 : 0
        if least < count || head.headers["Content-Length"] == nil {
          head.headers.set("Content-Length", String(count + 1))
        }
      }
      return head
    }
  }
#endif
