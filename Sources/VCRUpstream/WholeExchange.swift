#if Recording
  import NIOCore
  import Synchronization
  package import VCRCore

  extension Upstream.ClientPool {
    /// Sends a request and waits for all that comes of it.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - seconds: How long it may take, from the first octet sent to the last received.
    /// - Returns: The answer as a cassette holds it, or the failure.
    package func outcome(
      of request: Interaction.Request, within seconds: Double
    ) async -> Interaction.Outcome {
      let whole = WholeExchange()
      return await withCheckedContinuation { continuation in
        whole.start(request, on: self, within: seconds) { continuation.resume(returning: $0) }
      }
    }
  }

  /// An exchange that is waited for to its end.
  private final class WholeExchange: Sendable {
    private struct Values {
      var recording = ExchangeRecording()
      var finish: (@Sendable (Interaction.Outcome) -> Void)?
      var exchange: Upstream.Exchange?
      var timer: Scheduled<Void>?
    }

    private let values = Mutex(Values())

    func start(
      _ request: Interaction.Request, on lane: Upstream.ClientPool, within seconds: Double,
      finish: @escaping @Sendable (Interaction.Outcome) -> Void
    ) {
      values.withLock { $0.finish = finish }
      let exchange = lane.send(request) { self.receive($0) }
      let timer = lane.eventLoop.scheduleTask(in: .milliseconds(Int64(seconds * 1000))) {
        self.end(
          .failure(
            Interaction.Failure(.timedOut, message: "no whole answer within \(seconds) seconds")))
      }
      values.withLock { values in
        if values.finish == nil {
          timer.cancel()
        } else {
          values.exchange = exchange
          values.timer = timer
        }
      }
    }

    private func receive(_ event: Upstream.Event) {
      let outcome = values.withLock { values in
        values.recording.receive(event)
        return values.recording.outcome()
      }
      if let outcome { end(outcome) }
    }

    private func end(_ outcome: Interaction.Outcome) {
      let ended = values.withLock { values in
        let ended = values
        values.finish = nil
        values.exchange = nil
        values.timer = nil
        return ended
      }
      ended.timer?.cancel()
      ended.exchange?.cancel()
      ended.finish?(outcome)
    }
  }
#endif
