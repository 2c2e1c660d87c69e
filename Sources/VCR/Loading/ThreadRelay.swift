import Foundation
import VCRCore
import VCRLocks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Brings events from any thread to a protocol instance whose thread can be given work, as on Apple
/// platforms.
final class ThreadRelay: LoadingRelay {
  private struct State {
    /// Hands events to the instance, and keeps it; nil when nothing more is wanted.
    var tell: (@Sendable (LoadingEvent) -> Void)?
    var cancel: (@Sendable () -> Void)?
  }

  private let thread: any LoadingThread
  private let network: any InnerNetwork
  private let state: Mutex<State>

  /// Creates the relay of an instance.
  ///
  /// - Parameters:
  ///   - thread: The thread of the instance.
  ///   - network: The network that performs its requests.
  ///   - tell: Hands the instance an event; it is called on the thread.
  init(
    to thread: any LoadingThread, over network: any InnerNetwork,
    tell: @escaping @Sendable (LoadingEvent) -> Void
  ) {
    self.thread = thread
    self.network = network
    state = Mutex(State(tell: tell))
  }

  var isCancelled: Bool { state.withLock { $0.tell == nil } }

  func send(_ events: [LoadingEvent]) {
    let tell = state.withLock { state in
      defer { if events.contains(where: \.isLast) { state = State() } }
      return state.tell
    }
    guard let tell else { return }
    thread.perform { for event in events { tell(event) } }
  }

  func onCancel(_ cancel: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.tell != nil { state.cancel = cancel }
      return state.tell == nil
    }
    if isOver { cancel() }
  }

  func perform(_ redirecting: RedirectingRequest, _ ticket: Deck.Ticket?, _ context: LoadingContext)
  {
    let transfer = InnerTransfer(redirecting, ticket, context, to: self)
    transfer.begin(over: network)
    onCancel { transfer.cancel() }
  }

  /// Drops the events that did not arrive, and ends the source of events.
  func cancel() {
    let cancel = state.withLock { state in
      defer { state = State() }
      return state.cancel
    }
    cancel?()
  }
}
