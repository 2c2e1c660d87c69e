#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Serves an interaction at the pace it was recorded with.
  final class PacedReplay: ClientObserver {
    private let interaction: Interaction
    private let factor: Double
    private let eventLoop: any EventLoop
    private var client: (any ClientResponse)?

    init(
      _ interaction: Interaction, factor: Double, to client: any ClientResponse,
      on eventLoop: any EventLoop
    ) {
      self.interaction = interaction
      self.factor = factor
      self.client = client
      self.eventLoop = eventLoop
    }

    /// Starts the clock.
    func start() {
      client?.live = self
      let seconds = interaction.seconds ?? 0
      guard case .response(let response) = interaction.outcome, !response.body.chunks.isEmpty,
        response.body.chunks.contains(where: { $0.after != nil })
      else {
        after(seconds) { $0.serveWhole() }
        return
      }
      let head = max(0, seconds - (response.body.chunks.last?.after ?? 0))
      after(head) { $0.client?.begin(response.withoutEncoding()) }
      var offset = 0
      var time = head
      for chunk in response.body.chunks {
        let end = min(offset + chunk.length, response.body.bytes.count)
        let bytes = ByteBuffer(bytes: response.body.bytes[offset..<end])
        offset = end
        time = max(time, head + (chunk.after ?? 0))
        after(time) { $0.client?.send(bytes) }
      }
      after(time) { replay in
        let client = replay.client
        replay.clientGone()
        client?.finish(trailers: response.trailers)
      }
    }

    func clientWritabilityChanged(isWritable: Bool) {}

    func clientGone() {
      client?.live = nil
      client = nil
    }

    private func after(_ seconds: Double, _ step: @escaping @Sendable (PacedReplay) -> Void) {
      let bound = NIOLoopBound(self, eventLoop: eventLoop)
      // A recorded time is data: bounded, so that a wrong one cannot overflow the clock.
      let nanoseconds = min(max(seconds * factor, 0), 86_400) * 1e9
      eventLoop.scheduleTask(in: .nanoseconds(Int64(nanoseconds))) { step(bound.value) }
    }

    private func serveWhole() {
      guard let client else { return }
      clientGone()
      switch interaction.outcome {
      case .response(let response): client.respond(response, index: nil)
      case .failure(let failure):
        if let response = FailureAnswer.response(for: failure) {
          client.respond(response, index: nil)
        } else {
          client.abort()
        }
      }
    }
  }

  extension Interaction.Response {
    /// The response as a client gets it from a cassette: its body is decoded, so its headers must
    /// not say otherwise.
    func withoutEncoding() -> Interaction.Response {
      guard body.encoding != nil else { return self }
      var copy = self
      copy.headers.remove("Content-Encoding")
      copy.headers.remove("Content-Length")
      return copy
    }
  }
#endif
