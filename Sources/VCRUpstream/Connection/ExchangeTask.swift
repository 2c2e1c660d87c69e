#if Recording
  import NIOCore
  import VCRCore

  /// An exchange from the point of view of its connection.
  ///
  /// It is used on the pool's event loop only.
  final class ExchangeTask {
    /// The connection or stream that an exchange runs on.
    protocol Carrier: AnyObject {
      /// Abandons the exchange, which closes the connection or stream.
      func abandon()
      /// Stops or restarts reading.
      func setReadingPaused(_ isPaused: Bool)
    }

    let request: Interaction.Request
    private let eventLoop: any EventLoop
    private let idleTimeout: TimeAmount?
    private let cancellation: Cancellation
    private let onEvent: @Sendable (Upstream.Event) -> Void
    /// The target of the request; set when the exchange starts.
    var target: RequestTarget?
    /// True when one connection has already failed before any of the response arrived.
    var wasRetried = false
    private(set) var isFinished = false
    private(set) var isReadingPaused = false
    private var lastActivity = NIODeadline.now()
    private var timer: Scheduled<Void>?

    /// The connection or stream; nil while there is none.
    weak var carrier: (any Carrier)? {
      didSet { if isReadingPaused { carrier?.setReadingPaused(true) } }
    }

    init(
      _ request: Interaction.Request, eventLoop: any EventLoop, idleTimeout: TimeAmount?,
      cancellation: Cancellation, onEvent: @escaping @Sendable (Upstream.Event) -> Void
    ) {
      self.request = request
      self.eventLoop = eventLoop
      self.idleTimeout = idleTimeout
      self.cancellation = cancellation
      self.onEvent = onEvent
    }

    /// True when sending the request twice has the same effect as sending it once (RFC 9110
    /// §9.2.2).
    var isIdempotent: Bool {
      ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"].contains(request.method)
    }

    func deliver(_ event: Upstream.Event) {
      guard !isFinished else { return }
      switch event {
      case .end, .failure: finish()
      case .informational, .head, .body: touch()
      }
      guard !cancellation.isCancelled else { return }
      onEvent(event)
    }

    func fail(_ code: FailureCode, _ message: String) {
      deliver(.failure(Interaction.Failure(code, message: message)))
    }

    /// Notes that something arrived, which restarts the idle timeout.
    func touch() { if idleTimeout != nil { lastActivity = .now() } }

    /// Starts the idle timeout, once a connection has the request.
    func watchForSilence() {
      guard let idleTimeout, timer == nil, !isFinished else { return }
      touch()
      schedule(after: idleTimeout)
    }

    private func schedule(after delay: TimeAmount) {
      let task = NIOLoopBound(self, eventLoop: eventLoop)
      timer = eventLoop.scheduleTask(in: delay) { task.value.checkSilence() }
    }

    private func checkSilence() {
      guard let idleTimeout, !isFinished else { return }
      let silence = NIODeadline.now() - lastActivity
      if isReadingPaused {
        schedule(after: idleTimeout)
      } else if silence < idleTimeout {
        schedule(after: idleTimeout - silence)
      } else {
        let carrier = carrier
        deliver(
          .failure(
            Interaction.Failure(
              .timedOut,
              message: "\(target?.place ?? "") sent nothing for "
                + "\(idleTimeout.nanoseconds / 1_000_000) ms"
            ).asOwn))
        carrier?.abandon()
      }
    }

    func cancel() {
      guard !isFinished else { return }
      finish()
      carrier?.abandon()
    }

    func setReadingPaused(_ isPaused: Bool) {
      guard isReadingPaused != isPaused, !isFinished else { return }
      isReadingPaused = isPaused
      touch()
      carrier?.setReadingPaused(isPaused)
    }

    private func finish() {
      isFinished = true
      timer?.cancel()
      timer = nil
    }
  }
#endif
