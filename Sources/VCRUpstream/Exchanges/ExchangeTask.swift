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
      /// Sends what the exchange's content holds.
      func sendContent()
      /// True while the connection or stream takes more.
      var isWritable: Bool { get }
      /// How many bytes wait for the service to take them; nil where that is not known, and a wider
      /// window says that it took some.
      var unsentBytes: Int? { get }
    }

    let request: Interaction.Request
    private let rawPath: [UInt8]?
    /// The content that arrives after the request began; nil for a request that is sent as a whole.
    let content: OutgoingContent?
    /// True for a plaintext service that is spoken to in HTTP/2 from the start (RFC 9113 §3.3).
    let hasPriorKnowledge: Bool
    /// The protocol to switch to; nil for none.
    let upgrade: String?
    private let eventLoop: any EventLoop
    private let idleTimeout: TimeAmount?
    private let cancellation: Cancellation
    private let onEvent: @Sendable (Upstream.Event) -> Void
    /// The target of the request; set when the exchange starts.
    var target: RequestTarget?
    /// True when one connection has already failed before any of the response arrived.
    private var wasRetried = false
    /// How often the service may still refuse a stream for it.
    private var refusalsLeft = 10
    private(set) var isFinished = false
    private(set) var isReadingPaused = false
    /// Called when ``isWritable`` may have changed.
    var onWritabilityChange: (() -> Void)?
    /// How many interim responses may still come: each is kept, and nothing else bounds them.
    private var interimLeft = 1000
    private var lastActivity = NIODeadline.now()
    /// How many bytes had to be sent when that was looked at last.
    private var unsentBytes = 0
    private var timer: Scheduled<Void>?

    /// The connection or stream; nil while there is none.
    weak var carrier: (any Carrier)? {
      didSet { if isReadingPaused { carrier?.setReadingPaused(true) } }
    }

    init(
      _ request: Interaction.Request, _ sending: Upstream.Sending, eventLoop: any EventLoop,
      idleTimeout: TimeAmount?, cancellation: Cancellation,
      onEvent: @escaping @Sendable (Upstream.Event) -> Void
    ) {
      self.request = request
      rawPath = sending.rawPath
      content = sending.isStreamed ? OutgoingContent() : nil
      hasPriorKnowledge = sending.hasPriorKnowledge
      upgrade = sending.upgrade
      self.eventLoop = eventLoop
      self.idleTimeout = idleTimeout
      self.cancellation = cancellation
      self.onEvent = onEvent
    }

    /// Finds the target of the request.
    ///
    /// - Throws: `Interaction.Failure` when its URL is not an http or https URL.
    func makeTarget() throws(Interaction.Failure) -> RequestTarget {
      var target = try RequestTarget(request.url, method: request.method)
      if let rawPath { target.rawPath = rawPath }
      return target
    }

    /// True when the request can be sent again on another connection.
    var canRestart: Bool { !wasRetried && isRepeatable }

    /// True when nothing of the content is lost that was sent.
    var isRepeatable: Bool { content?.canRestart != false }

    /// True for a call of gRPC, which no other version of HTTP carries.
    var needsHTTP2: Bool { GRPCMessages.isMediaType(request.headers["Content-Type"]) }

    /// Prepares the exchange for another connection.
    ///
    /// - Parameter isUntouched: True when the service has said that it processed nothing of it, so
    ///   that it has not had its chance yet.
    func restart(isUntouched: Bool) {
      if !isUntouched { wasRetried = true }
      carrier = nil
      content?.restart()
    }

    /// True when the exchange may be sent again after the service has refused a stream for it.
    func takesRefusal() -> Bool {
      guard refusalsLeft > 0, isRepeatable else { return false }
      refusalsLeft -= 1
      return true
    }

    // MARK: Content

    /// True while more content may be sent.
    var isWritable: Bool {
      guard let content else { return true }
      return carrier?.isWritable ?? !content.isFull
    }

    /// Sends a piece of the content.
    func send(_ bytes: ByteBuffer) {
      guard !isFinished, let content else { return }
      touch()
      content.add(bytes)
      carrier?.sendContent()
    }

    /// Ends the content.
    func endContent(_ trailers: HeaderFields) {
      guard !isFinished, let content else { return }
      touch()
      content.end(trailers)
      carrier?.sendContent()
    }

    /// Notes that the connection takes more, or no more for now.
    func writabilityChanged() { onWritabilityChange?() }

    // MARK: Events

    func deliver(_ event: Upstream.Event) {
      guard !isFinished else { return }
      switch event {
      case .end, .switched, .failure: finish()
      case .informational where interimLeft == 0: return refuseInterim()
      case .informational:
        interimLeft -= 1
        touch()
      case .head, .body: touch()
      }
      guard !cancellation.isCancelled else { return }
      onEvent(event)
    }

    private func refuseInterim() {
      let carrier = carrier
      fail(.badServerResponse, "\(target?.place ?? "") sent more than 1,000 interim responses")
      carrier?.abandon()
    }

    func fail(_ code: FailureCode, _ message: String) {
      deliver(.failure(Interaction.Failure(code, message: message)))
    }

    /// Notes that something arrived or was handed over, which restarts the idle timeout.
    func touch() { lastActivity = .now() }

    /// Finds out when something last arrived, or went.
    ///
    /// A service that takes what is sent, however slowly, is not silent. Nothing tells when it did,
    /// so this counts it for now where less has to be sent than at the last look.
    func lookForActivity() -> NIODeadline {
      let unsent = carrier?.unsentBytes ?? 0
      if unsent != unsentBytes { touch() }
      unsentBytes = unsent
      return lastActivity
    }

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
      let silence = NIODeadline.now() - lookForActivity()
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
      onWritabilityChange = nil
      timer?.cancel()
      timer = nil
    }
  }
#endif
