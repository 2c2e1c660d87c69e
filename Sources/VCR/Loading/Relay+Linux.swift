#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore
  import VCRLocks

  /// Brings events from any thread to a protocol instance.
  ///
  /// The client may be called on the loading system's queue alone; the one public way onto it is to
  /// resume the running task, which starts the protocol again there. Three rules keep that from
  /// crashing: the lock is never held while resuming; events are taken only while the task runs;
  /// and the last event is taken only when no resume of ours is still under way, as it would land
  /// on a finished task.
  final class Relay: LoadingRelay {
    private struct State {
      var events: [LoadingEvent] = []
      var position = 0
      var isResuming = false
      var isOver = false
      var cancel: (@Sendable () -> Void)?
    }

    private let task: URLSessionTask
    private let state = Mutex(State())

    /// Creates a relay to the protocol instance of a task.
    init(_ task: URLSessionTask) { self.task = task }

    /// True when nothing more is wanted.
    var isCancelled: Bool { state.withLock { $0.isOver } }

    /// Queues events, on any thread, and gets them fetched.
    func send(_ events: [LoadingEvent]) {
      let isNeeded = state.withLock { state -> Bool in
        guard !state.isOver else { return false }
        state.events += events
        return !state.isResuming
      }
      // A suspended task fetches them when it is resumed; a cancelled one needs none.
      guard isNeeded, task.state == .running else { return }
      let isMine = state.withLock { state -> Bool in
        guard !state.isOver, !state.isResuming else { return false }
        state.isResuming = true
        return true
      }
      if isMine { task.resume() }
    }

    /// Notes that the loading system has called.
    func arrive() { state.withLock { $0.isResuming = false } }

    /// The next event, in order; nil when there is none, or when the last must wait.
    func next() -> LoadingEvent? {
      state.withLock { state in
        guard !state.isOver, state.position < state.events.count else { return nil }
        let event = state.events[state.position]
        if event.isLast {
          guard !state.isResuming else { return nil }
          state.isOver = true
          state.cancel = nil
        }
        state.position += 1
        if state.position == state.events.count {
          state.events.removeAll(keepingCapacity: true)
          state.position = 0
        }
        return event
      }
    }

    /// Sets the closure that ends the source of events.
    ///
    /// It is called at once if the relay has ended.
    func onCancel(_ cancel: @escaping @Sendable () -> Void) {
      let isOver = state.withLock { state in
        if !state.isOver { state.cancel = cancel }
        return state.isOver
      }
      if isOver { cancel() }
    }

    func perform(
      _ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext
    ) {
      Transfer.start(redirecting, ticket, context, relay: self)
    }

    /// Drops the events that were not fetched, and ends the source of events.
    func cancel() {
      let cancel = state.withLock { state in
        state.isOver = true
        state.events = []
        state.position = 0
        defer { state.cancel = nil }
        return state.cancel
      }
      cancel?()
    }
  }
#endif
