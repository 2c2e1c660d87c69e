import Dispatch
import Foundation
import VCRCore
import VCRLocks
import VCRUpstream

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Performs one request over a session without our protocol classes, and records it.
///
/// Redirects are not followed here: each hop is an interaction of its own.
final class InnerTransfer: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var stop: (@Sendable () -> Void)?
    var head: Interaction.Response?
    var body: [UInt8] = []
    /// How the body is split where it is a stream.
    var stream = StreamProgress()
    /// What of a stream the client gets once it is in the journal.
    var held = HeldPieces<LoadingEvent>()
    var isStreaming = false
    /// True when nothing more is expected, or wanted.
    var isOver = false
    /// True when nothing more is wanted, although it may still come.
    var isStopped = false

    /// The response as far as it has come; nil before its head.
    var response: Interaction.Response? {
      guard var response = head else { return nil }
      response.body.bytes = body
      response.body.chunks = stream.chunks(of: body)
      return response
    }

    /// Returns the outcome of a request that failed: the failure, with the response if one had
    /// begun.
    func outcome(_ failure: Interaction.Failure) -> Interaction.Outcome {
      guard var response else { return .failure(failure) }
      response.failure = failure
      return .response(response)
    }
  }

  private let redirecting: RedirectingRequest
  private let ticket: Deck.Ticket?
  private let context: LoadingContext
  private let relay: any LoadingRelay
  private let state = Mutex(State())
  /// Ends the request when it has taken as long as its session allows, of which the session that
  /// performs it knows nothing.
  private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

  /// Creates the transfer of a request, recorded when there is a ticket.
  init(
    _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext,
    to relay: any LoadingRelay
  ) {
    self.redirecting = redirecting
    self.ticket = ticket
    self.context = context
    self.relay = relay
  }

  /// Starts the request.
  func begin(over network: any InnerNetwork) {
    var request = URLRequest(url: redirecting.url)
    request.httpMethod = redirecting.request.method
    request.timeoutInterval = context.timeout.silence
    for field in redirecting.request.headers.fields {
      request.addValue(field.value, forHTTPHeaderField: field.name)
    }
    if !redirecting.request.body.isEmpty {
      request.httpBody = Data(redirecting.request.body.bytes)
    }
    startTimer(context.timeout.total)
    let stop = network.begin(request, for: self)
    // It may have ended on its own by now.
    let isStopped = state.withLock { state in
      if !state.isOver { state.stop = stop }
      return state.isStopped
    }
    if isStopped { stop() }
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

  /// Ends the request, of which nothing more is expected.
  ///
  /// - Parameter isStopped: True when it may still go on.
  /// - Returns: The state that the request had reached; nil when it had ended before.
  private func end(isStopped: Bool = false) -> State? {
    timer.withLock { timer in
      timer?.cancel()
      timer = nil
    }
    return state.withLock { state in
      guard !state.isOver else { return nil }
      defer {
        state.isOver = true
        state.isStopped = isStopped
        state.stop = nil
      }
      return state
    }
  }

  /// Ends the request, and records what had come of it by then.
  private func timeOut() {
    guard let now = end(isStopped: true) else { return }
    now.stop?()
    conclude(
      now, URLError(.timedOut, failingURL: redirecting.url, message: "the request timed out"))
  }

  /// Ends the request, and records what had come of it: the client has left.
  ///
  /// No more events are sent.
  func cancel() {
    guard let before = end(isStopped: true) else { return }
    before.stop?()
    guard let ticket else { return }
    // This is the queue that all sessions share.
    context.handle.deck.concludeAsLeft(
      ticket, isSmall: before.body.count <= Deck.quickSize, hasStarted: before.isStreaming
    ) { before.outcome(.left) }
  }

  // MARK: - Delegate

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Judges the certificate of a server by the roots of the session.
  ///
  /// - Parameter evaluate: Whether the system trusts it, with these roots beside its own.
  /// - Returns: How to go on; the request has failed when it is to be cancelled.
  func judge(_ evaluate: ([String]) throws -> Bool) -> URLSession.AuthChallengeDisposition {
    guard !context.handle.roots.isEmpty else { return .performDefaultHandling }
    do {
      return try evaluate(context.handle.roots) ? .useCredential : .performDefaultHandling
    } catch {
      if end() != nil {
        let error = LoadingError(rootsOf: redirecting.request, unreadable: error)
        relay.send([.whole(.failure(error))])
      }
      return .cancelAuthenticationChallenge
    }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let head = Interaction.Response(of: response)
    let shown = redirecting.redirectTarget(of: head) == nil
    let isWanted = state.withLock { state in
      state.head = head
      // What is in a coding that nobody undid has no events.
      if head.headers["Content-Encoding"] == nil { state.stream = StreamProgress(head) }
      state.isStreaming = shown
      return !state.isOver
    }
    if shown, isWanted {
      context.handle.storeCookies(of: head, from: redirecting.url)
      relay.send([.response(response)])
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let (isStreaming, writing) = state.withLock { state -> (Bool, StreamWriting?) in
      state.body += data
      state.stream.receive(data)
      state.stream.noteArrival(upTo: state.body.count)
      guard state.isStreaming, !state.isOver, state.held.holds(isStream: state.stream.isStream),
        let head = state.head
      else { return (state.isStreaming, nil) }
      return (
        true,
        StreamWriting(
          state.stream.piece(of: state.body, head), for: ticket, of: &state.held,
          by: context.handle.deck)
      )
    }
    if let writing {
      // The queue that all sessions share may wait for the lock.
      let written = writing.write()
      state.withLock { state in
        let end = state.held.note(written)
        state.stream.noteJournalled(upTo: end, of: writing.piece, state.body.count)
      }
    }
    if isStreaming { relay.send([.data(data)]) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    guard let now = end() else { return }
    conclude(now, error)
  }

  /// Records what came of the request, then passes it on or goes where it leads.
  private func conclude(_ now: State, _ error: (any Error)?) {
    let outcome: Interaction.Outcome
    if let error {
      outcome = now.outcome(Interaction.Failure(of: error))
    } else if var response = now.response {
      response.noteUnknownLength()
      outcome = .response(response)
    } else {
      outcome = .failure(Interaction.Failure(of: URLError(.badServerResponse)))
    }
    do {
      if let ticket,
        case .replay(let playback) = try context.handle.deck.conclude(
          outcome, for: ticket, hasStarted: now.isStreaming)
      {
        return proceed(after: playback.interaction.outcome)
      }
    } catch {
      return relay.send([.whole(.failure(error))])
    }
    if let error {
      relay.send([.whole(.failure(error))])
    } else if now.isStreaming {
      relay.send([.end(whole: nil)])
    } else {
      proceed(after: outcome)
    }
  }

  private func proceed(after outcome: Interaction.Outcome) {
    relay.take(
      context.handle.advance(after: outcome, of: redirecting, records: context.records), context)
  }
}

extension Interaction.Response {
  /// The head of a response as far as URL loading provides it: fields sorted and joined, the body
  /// decoded if it supports the coding.
  ///
  /// A body in a coding that it does not know, such as zstd that the client asked for itself, stays
  /// as it was sent, and its `Content-Encoding` with it.
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
