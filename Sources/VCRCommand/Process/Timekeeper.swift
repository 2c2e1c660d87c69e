#if CommandLineTool
  import Dispatch
  import VCRLocks

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Carries out what is due, on a thread that is there from the start.
  ///
  /// Later there may be none to be had, as where COMMAND has started as many processes as a
  /// container may have: a queue would wait for one.
  final class Timekeeper: Sendable {
    private struct Entry {
      let time: ContinuousClock.Instant
      let action: @Sendable () -> Void
    }

    private let entries = Mutex<[Entry]>([])
    private let change = DispatchSemaphore(value: 0)

    /// Starts the thread; there is no timekeeper where there may be no more threads.
    init?() {
      guard Self.start({ self.keep() }) else { return nil }
    }

    /// Carries out an action once, later.
    ///
    /// - Parameters:
    ///   - seconds: The time until then.
    ///   - action: What is due, which holds up what is due later.
    func carryOut(after seconds: Int, _ action: @escaping @Sendable () -> Void) {
      entries.withLock { $0.append(Entry(time: .now + .seconds(seconds), action: action)) }
      change.signal()
    }

    private func keep() {
      while true {
        let (due, next) = entries.withLock { entries in
          let now = ContinuousClock.now
          let due = entries.filter { $0.time <= now }
          entries.removeAll { $0.time <= now }
          return (due, entries.map { now.duration(to: $0.time) }.min())
        }
        for entry in due { entry.action() }
        if let next {
          let (seconds, rest) = next.components
          let time = DispatchTime.now() + .seconds(Int(seconds))
          _ = change.wait(timeout: time + .nanoseconds(Int(rest / 1_000_000_000) + 1))
        } else if due.isEmpty {
          change.wait()
        }
      }
    }

    // MARK: - Threads

    /// The fewest threads beside the main one with which a run comes to its end: those of the
    /// proxy, of what decides about COMMAND, and the process of COMMAND itself.
    private static let fewest = 7

    /// The message about what the limit of processes, which counts threads, leaves no room for; nil
    /// when there is enough.
    static var shortage: String? {
      let end = DispatchSemaphore(value: 0)
      var count = 0
      while count < fewest, start({ end.wait() }) { count += 1 }
      let lacksMemory = count < fewest && !hasRoomForThread
      for _ in 0..<count { end.signal() }
      guard count < fewest else { return nil }
      return "COMMAND was not run, because vcr may start \(count) threads, and needs \(fewest) "
        + (lacksMemory
          ? "(ulimit -v says how much memory there may be, of which each thread reserves some)"
          : "(ulimit -u and the limits of a container say how many processes there may be)")
    }

    /// True when as much memory can be reserved as a thread has for its stack by default.
    private static var hasRoomForThread: Bool {
      let size = 8 << 20
      let place = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
      guard unsafe place != MAP_FAILED else { return false }
      unsafe munmap(place, size)
      return true
    }

    /// Starts a thread that nobody waits for.
    ///
    /// - Returns: False when there may be no more.
    private static func start(_ action: @escaping @Sendable () -> Void) -> Bool {
      let context = unsafe Unmanaged.passRetained(Work(action)).toOpaque()
      #if canImport(Darwin)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      let code = unsafe pthread_create(&thread, nil, carryOutWork, context)
      guard code == 0 else {
        unsafe Unmanaged<Work>.fromOpaque(context).release()
        return false
      }
      #if canImport(Darwin)
        if let thread { unsafe pthread_detach(thread) }
      #else
        pthread_detach(thread)
      #endif
      return true
    }
  }

  /// The work of a thread.
  private final class Work: Sendable {
    let action: @Sendable () -> Void
    init(_ action: @escaping @Sendable () -> Void) { self.action = action }
  }

  #if canImport(Darwin)
    private typealias ThreadContext = UnsafeMutableRawPointer
  #else
    private typealias ThreadContext = UnsafeMutableRawPointer?
  #endif

  private func carryOutWork(_ context: ThreadContext) -> UnsafeMutableRawPointer? {
    let context: UnsafeMutableRawPointer? = unsafe context
    if let context = unsafe context {
      unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().action()
    }
    return nil
  }
#endif
