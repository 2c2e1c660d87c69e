#if !canImport(FoundationNetworking)
  import Dispatch
  import Foundation
  import VCRCore
  import VCRLocks

  /// Performs one request over a session without our protocol classes, and records it.
  ///
  /// Redirects are not followed here: each hop is an interaction of its own.
  final class InnerTransfer: NSObject, URLSessionDataDelegate, Sendable {
    /// What the protocol instance receives.
    enum Event: Sendable {
      /// The head of a response whose body follows.
      case head(URLResponse)
      /// A piece of the body.
      case data(Data)
      /// The end of the body.
      case end
      /// The request failed.
      case failed(any Error)
      /// What came of it, when nothing of it has gone to the client.
      case outcome(Interaction.Outcome)
    }

    private struct State {
      var task: URLSessionDataTask?
      var head: Interaction.Response?
      var body: [UInt8] = []
      var isStreaming = false
      var isCancelled = false

      /// What came before the request failed: the failure, with the response if one had begun.
      func outcome(_ failure: Interaction.Failure) -> Interaction.Outcome {
        guard var response = head else { return .failure(failure) }
        response.body.bytes = body
        response.failure = failure
        return .response(response)
      }
    }

    private let redirecting: RedirectingRequest
    private let ticket: Deck.Ticket?
    private let handle: SessionContext
    private let onEvent: @Sendable (Event) -> Void
    private let state = Mutex(State())
    /// Ends the request when it has taken as long as its session allows, of which this session of ours
    /// knows nothing.
    private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

    /// The one session that reaches the network.
    ///
    /// Cookies and cache are the outer session's business; its protocol classes are the native
    /// ones.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      return URLSession(configuration: configuration)
    }()

    /// Starts a request.
    init(
      _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, handle: SessionContext,
      timeout: LoadingTimeout,
      onEvent: @escaping @Sendable (Event) -> Void
    ) {
      self.redirecting = redirecting
      self.ticket = ticket
      self.handle = handle
      self.onEvent = onEvent
      super.init()
      var request = URLRequest(url: redirecting.url)
      request.httpMethod = redirecting.request.method
      request.timeoutInterval = timeout.silence
      for field in redirecting.request.headers.fields {
        request.addValue(field.value, forHTTPHeaderField: field.name)
      }
      if !redirecting.request.body.isEmpty {
        request.httpBody = Data(redirecting.request.body.bytes)
      }
      let task = Self.session.dataTask(with: request)
      task.delegate = self
      state.withLock { $0.task = task }
      startTimer(timeout.total)
      task.resume()
    }

    private func startTimer(_ seconds: TimeInterval) {
      timer.withLock { timer in
        let source = DispatchSource.makeTimerSource(queue: .global())
        source.schedule(deadline: .now() + min(max(0, seconds), 1e8))
        source.setEventHandler { [weak self] in self?.timeOut() }
        source.resume()
        timer = source
      }
    }

    private func stopTimer() {
      timer.withLock { timer in
        timer?.cancel()
        timer = nil
      }
    }

    /// Ends the request, and records what had come of it by then.
    private func timeOut() {
      let now = state.withLock { state in
        defer { state.isCancelled = true }
        return state
      }
      guard !now.isCancelled, now.task != nil else { return }
      now.task?.cancel()
      conclude(
        now,
        URLError(
          .timedOut,
          userInfo: [
            NSURLErrorFailingURLErrorKey: redirecting.url,
            NSLocalizedDescriptionKey: "the request timed out",
          ]))
    }

    /// Ends the request, and records what had come of it: the client has left.
    ///
    /// No more events are sent.
    func cancel() {
      let before = state.withLock { state in
        defer { state.isCancelled = true }
        return state
      }
      stopTimer()
      before.task?.cancel()
      guard !before.isCancelled, before.task != nil, let ticket else { return }
      // A deck that was closed meanwhile records no more, and no caller waits for an error.
      _ = try? handle.deck.conclude(
        before.outcome(.left), for: ticket, hasStarted: before.isStreaming)
    }

    // MARK: - Delegate

    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
      completionHandler(nil)
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let trust = challenge.protectionSpace.serverTrust, !handle.roots.isEmpty else {
        return completionHandler(.performDefaultHandling, nil)
      }
      do {
        let isTrusted = try AdditionalRoots.evaluate(trust, trusting: handle.roots)
        if isTrusted {
          completionHandler(.useCredential, URLCredential(trust: trust))
        } else {
          completionHandler(.performDefaultHandling, nil)
        }
      } catch {
        state.withLock { $0.isCancelled = true }
        onEvent(
          .failed(
            LoadingError(
              kind: .unreadableRoots, url: redirecting.request.url,
              reason: "\(error); see the argument `trusting:` of configuration.record")))
        completionHandler(.cancelAuthenticationChallenge, nil)
      }
    }

    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
      let head = Interaction.Response(of: response)
      let shown = redirecting.redirectTarget(of: head) == nil
      state.withLock { state in
        state.head = head
        state.isStreaming = shown
      }
      if shown {
        handle.storeCookies(of: head, from: redirecting.url)
        onEvent(.head(response))
      }
      completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let isStreaming = state.withLock { state in
        state.body += data
        return state.isStreaming
      }
      if isStreaming { onEvent(.data(data)) }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      let now = state.withLock { state in
        defer { state.task = nil }
        return state
      }
      guard !now.isCancelled else { return }
      conclude(now, error)
    }

    /// Records what came of the request, and sends it on.
    private func conclude(_ now: State, _ error: (any Error)?) {
      stopTimer()
      let outcome: Interaction.Outcome
      if let error {
        outcome = now.outcome(Interaction.Failure(of: error))
      } else if var response = now.head {
        response.body.bytes = now.body
        outcome = .response(response)
      } else {
        outcome = .failure(Interaction.Failure(of: URLError(.badServerResponse)))
      }
      do {
        if let ticket,
          case .replay(let playback) = try handle.deck.conclude(
            outcome, for: ticket, hasStarted: now.isStreaming)
        {
          return onEvent(.outcome(playback.interaction.outcome))
        }
      } catch {
        return onEvent(.failed(error))
      }
      if let error {
        onEvent(.failed(error))
      } else {
        onEvent(now.isStreaming ? .end : .outcome(outcome))
      }
    }
  }

  extension Interaction.Response {
    /// The head of a response as far as URL loading provides it: fields sorted and joined, the body
    /// decoded if it supports the coding.
    ///
    /// What it does not know, such as zstd that the client asked for itself, stays as it was sent,
    /// and its `Content-Encoding` with it.
    fileprivate init(of response: URLResponse) {
      guard let http = response as? HTTPURLResponse else {
        self.init(
          status: nil, mediaType: response.mimeType, textEncoding: response.textEncodingName)
        return
      }
      var fields: [HeaderField] = []
      for (name, value) in http.allHeaderFields {
        guard let name = name as? String else { continue }
        fields.append(HeaderField(name, value as? String ?? "\(value)"))
      }
      fields.sort { $0.name < $1.name }
      self.init(status: http.statusCode, headers: HeaderFields(fields))
      if let coding = headers["Content-Encoding"], SystemCodings.undoes(coding) {
        body.encoding = coding.lowercased()
        headers.remove("Content-Encoding")
      }
    }
  }

  extension Interaction.Failure {
    /// A failure as URL loading reports it.
    fileprivate init(of error: any Error) {
      let error = error as NSError
      let known = error.domain == NSURLErrorDomain ? FailureCode(number: error.code) : nil
      self.init(
        code: known?.name ?? "\(error.code)", domain: error.domain, number: error.code,
        message: error.localizedDescription)
    }
  }
#endif
