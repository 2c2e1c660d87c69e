#if CommandLineTool
  import NIOCore
  import VCRCore

  /// Waits for a client to leave that is sent nothing more, as it left when it was recorded.
  ///
  /// Nobody knows what would have followed. A client that leaves by a time limit of its own needs
  /// the silence to leave again, and one that finds out by the next piece that nobody reads it, as
  /// curl before `head` does, would wait for ever. So the connection is silent for as long as the
  /// client stayed, and a little longer; then it is closed.
  final class SilentReplay: ClientObserver {
    /// How much longer than the recorded one a client may stay.
    static let grace = TimeAmount.seconds(1)

    /// How long a client is silent that has sent what it had to send for now.
    static let pause = TimeAmount.milliseconds(50)

    /// How long a client may be silent before it is assumed to wait for something that, as
    /// recorded, comes only after the rest of its request.
    static let patience = TimeAmount.seconds(3)

    /// The response; nil once the client has left.
    private var client: (any ClientResponse)?
    private var timer: Scheduled<Void>?

    private init(_ client: any ClientResponse) { self.client = client }

    /// Begins to wait.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - seconds: How long it stayed when it was recorded; nil when that is not known.
    ///   - elapsed: How long it has been served by now.
    ///   - eventLoop: The server's event loop.
    static func start(
      to client: any ClientResponse, for seconds: Double?, after elapsed: Duration,
      on eventLoop: any EventLoop
    ) {
      let replay = SilentReplay(client)
      client.live = replay
      client.sendRest()
      let bound = NIOLoopBound(replay, eventLoop: eventLoop)
      replay.timer = eventLoop.scheduleTask(in: stay(seconds ?? 0, after: elapsed)) {
        bound.value.close()
      }
    }

    /// How long a client may stay.
    static func stay(_ seconds: Double, after elapsed: Duration = .zero) -> TimeAmount {
      // A recorded time is data: bounded, so that a wrong one cannot overflow a clock.
      TimeAmount(max(.zero, .seconds(min(max(seconds, 0), 86_400)) - elapsed)) + grace
    }

    func clientWritabilityChanged(isWritable: Bool) {}

    /// There is nothing left that a client could wait for after it has closed its half.
    func clientHalfClosed() { close() }

    func clientGone() {
      timer?.cancel()
      timer = nil
      client?.live = nil
      client = nil
    }

    private func close() {
      let client = client
      clientGone()
      client?.abort(nil)
    }
  }
#endif
