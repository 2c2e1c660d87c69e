import Foundation
import VCRLocks
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The events of a replayed response for the client, with their times.
struct Timeline: Sendable {
  /// One event for the client.
  enum Moment: Sendable {
    /// The head of a response whose body follows in pieces.
    case head(URLResponse)
    /// A piece of the body.
    case piece(Data)
    /// The end; with the whole body.
    case end(Data)
    /// Everything at once, and the end.
    case whole(LoadingResponse)
  }

  /// The moments in order, each with the time from the request.
  private(set) var moments: [(time: Duration, moment: Moment)] = []

  /// Creates the events of a response.
  ///
  /// A gap that is longer than the request's timeout allows ends it as it would have ended the
  /// request when it was live; that before the response to an upload does not, as the service may
  /// have taken content until then.
  ///
  /// - Parameters:
  ///   - response: The response for the client.
  ///   - schedule: When its parts are due.
  ///   - end: How it ends.
  ///   - timeout: How long the request may take.
  ///   - request: The request.
  init(
    _ response: LoadingResponse, schedule: ReplaySchedule, end: LoadingEnd, timeout: LoadingTimeout,
    to request: RedirectingRequest
  ) {
    switch (response, end) {
    case (.failure, .silence): break
    case (.response(let head, let body, let chunks), .whole) where !schedule.pieces.isEmpty:
      add(head, body, chunks, schedule)
      moments.append((schedule.end, .end(body)))
    case (_, .whole), (.failure, _): moments.append((schedule.head, .whole(response)))
    case (.response(let head, let body, let chunks), .broken(let error)):
      add(head, body, chunks, schedule)
      moments.append((schedule.end, .whole(.failure(error))))
    case (.response(let head, let body, let chunks), .silence): add(head, body, chunks, schedule)
    }
    if case .silence(let stay) = end {
      // Who stays longer than the recorded client, by more than chance, would wait in vain.
      let error = URLError(
        .networkConnectionLost, failingURL: request.url,
        message: "the client left here when this was recorded; what follows is not known")
      let last = moments.last?.time ?? schedule.head
      moments.append((max(last, stay) + .seconds(1), .whole(.failure(error))))
    }
    cut(timeout, request)
  }

  /// Adds a response without its end.
  private mutating func add(
    _ head: URLResponse, _ body: Data, _ chunks: [Body.Chunk], _ schedule: ReplaySchedule
  ) {
    moments.append((schedule.head, .head(head)))
    for piece in schedule.pieces where !piece.range.isEmpty {
      moments.append((piece.time, .piece(body[piece.range])))
    }
    guard schedule.pieces.isEmpty else { return }
    var start = body.startIndex
    for chunk in chunks where chunk.length > 0 {
      let end = min(start + chunk.length, body.endIndex)
      moments.append((schedule.head, .piece(body[start..<end])))
      start = end
    }
    if start < body.endIndex { moments.append((schedule.head, .piece(body[start...]))) }
  }

  private mutating func cut(_ timeout: LoadingTimeout, _ request: RedirectingRequest) {
    var last = Duration.zero
    for (index, step) in moments.enumerated() {
      let isSending = index == 0 && !request.request.body.isEmpty
      let silence = isSending ? timeout.total : timeout.silence
      let due = min(last + .seconds(min(silence, 1e9)), .seconds(min(timeout.total, 1e9)))
      if step.time > due {
        moments.removeSubrange(index...)
        moments.append((due, .whole(.failure(URLError(.timedOut, failingURL: request.url)))))
        return
      }
      last = step.time
    }
  }

  /// Calls back when moments are due, with all that are, in order, on a queue of the timelines'
  /// own.
  ///
  /// - Returns: A closure that ends it; moments under way may still come.
  func play(_ onMoments: @escaping @Sendable ([Moment]) -> Void) -> @Sendable () -> Void {
    let player = TimelinePlayer(moments, onMoments)
    player.start()
    return { player.cancel() }
  }
}

/// Plays one timeline with one timer, which is set again for each event.
///
/// Two timers that are due close to each other might fire in the wrong order.
private final class TimelinePlayer: Sendable {
  private struct State {
    var position = 0
    let timer: any DispatchSourceTimer
  }

  private let moments: [(time: Duration, moment: Timeline.Moment)]
  private let onMoments: @Sendable ([Timeline.Moment]) -> Void
  private let begin = ContinuousClock.now
  private let state: Mutex<State>

  private static let queue = DispatchQueue(label: "vcr.timeline")

  init(
    _ moments: [(time: Duration, moment: Timeline.Moment)],
    _ onMoments: @escaping @Sendable ([Timeline.Moment]) -> Void
  ) {
    self.moments = moments
    self.onMoments = onMoments
    state = Mutex(
      State(timer: DispatchSource.makeTimerSource(flags: .strict, queue: TimelinePlayer.queue)))
  }

  func start() {
    state.withLock { state in
      // The source keeps the player until all is played or cancelled.
      state.timer.setEventHandler { self.advance() }
      wait(state)
      state.timer.resume()
    }
  }

  func cancel() { state.withLock { $0.timer.cancel() } }

  /// Called on the queue only, so that events are sent in order.
  private func advance() {
    let elapsed = ContinuousClock.now - begin
    let due = state.withLock { state in
      var due: [Timeline.Moment] = []
      while state.position < moments.count, moments[state.position].time <= elapsed {
        due.append(moments[state.position].moment)
        state.position += 1
      }
      wait(state)
      return due
    }
    if !due.isEmpty { onMoments(due) }
  }

  private func wait(_ state: State) {
    guard state.position < moments.count else { return state.timer.cancel() }
    let time = max(.zero, moments[state.position].time - (ContinuousClock.now - begin))
    state.timer.schedule(
      deadline: .now() + .nanoseconds(Int(min(time / .nanoseconds(1), 1e17))),
      leeway: .nanoseconds(0))
  }
}
