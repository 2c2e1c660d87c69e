#if Recording
  import NIOCore
  package import VCRCore
  import VCRLocks

  extension Upstream.ClientPool {
    /// Sends a request and waits for its outcome.
    ///
    /// - Parameters:
    ///   - request: The request to send.
    ///   - seconds: How long it may take, from the first byte sent to the last received.
    /// - Returns: The response in the form of a cassette, or the failure.
    package func outcome(
      of request: Interaction.Request, within seconds: Double
    ) async -> Interaction.Outcome {
      let whole = WholeExchange()
      return await withCheckedContinuation { continuation in
        whole.start(request, on: self, within: seconds) { continuation.resume(returning: $0) }
      }
    }
  }

  /// An exchange whose outcome is awaited as a whole.
  private final class WholeExchange: Sendable {
    private struct Values {
      var recording = ExchangeRecording()
      var finish: (@Sendable (Interaction.Outcome) -> Void)?
      var exchange: Upstream.Exchange?
      var timer: Scheduled<Void>?
    }

    private let values = Mutex(Values())

    func start(
      _ request: Interaction.Request, on pool: Upstream.ClientPool, within seconds: Double,
      finish: @escaping @Sendable (Interaction.Outcome) -> Void
    ) {
      values.withLock { $0.finish = finish }
      var sending = Upstream.Sending()
      // A plaintext service that was recorded in HTTP/2 need not understand HTTP/1.
      sending.hasPriorKnowledge = request.http == "HTTP/2"
      let exchange = pool.send(request, sending) { self.receive($0) }
      // A limit may be what is left of another, which nobody wants to read in all its digits.
      let milliseconds = Int64((seconds * 1000).rounded(.up))
      let limit = milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
      let timer = pool.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
        self.receive(
          .failure(Interaction.Failure(.timedOut, message: "no whole response within \(limit)")))
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
