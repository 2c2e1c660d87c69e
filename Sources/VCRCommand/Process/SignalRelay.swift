#if CommandLineTool
  import VCRLocks

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Receives the signals sent to `vcr` and passes them on to COMMAND.
  ///
  /// The signals are blocked in every thread and taken one by one with `sigwaitinfo`, so no code
  /// runs inside a signal handler. A signal that the terminal made (Ctrl-C, Ctrl-\) has reached
  /// COMMAND already, which is in the same process group; it is not passed on a second time.
  ///
  /// A signal that asks to end always ends `vcr`: what is left to do once COMMAND has gone gets a
  /// bounded time, and so does a COMMAND that was sent SIGTERM, which is killed after that, or by a
  /// second SIGTERM.
  final class SignalRelay: Sendable {
    /// How many seconds `vcr` may take after a signal and COMMAND's end to close the cassette.
    static let closingTime = 15
    /// How many seconds COMMAND may take to end after SIGTERM before it is killed: less than the
    /// ten after which containers are.
    static let endingTime = 8

    private struct State {
      var child: pid_t?
      var received: Int32?
      /// True once COMMAND was sent SIGTERM.
      var wasAskedToEnd = false
      var waiter: CheckedContinuation<Int32, Never>?
    }

    private let relayed: [Int32]
    private let timekeeper: Timekeeper
    private let onOverdue: @Sendable (Int32) -> Void
    private let onKill: @Sendable () -> Void
    private let state = Mutex(State())

    /// Blocks the signals; to be called on the main thread, before any other is started.
    ///
    /// - Parameters:
    ///   - onKill: Called just before COMMAND is killed because it does not end.
    ///   - onOverdue: Called with the signal, just before the process is ended because time is up.
    /// - Throws: `CommandFailure` with status 71 when no thread can be started.
    init(
      onKill: @escaping @Sendable () -> Void, onOverdue: @escaping @Sendable (Int32) -> Void
    ) throws(CommandFailure) {
      self.onKill = onKill
      self.onOverdue = onOverdue
      relayed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]
        .filter { !SignalState.isIgnored($0) }
      var set = Self.set(of: relayed)
      unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
      guard let timekeeper = Timekeeper() else {
        throw CommandFailure(.systemFault, "vcr cannot start a thread")
      }
      self.timekeeper = timekeeper
    }

    /// The last signal that was received, from whomever; nil for none.
    var received: Int32? { state.withLock { $0.received } }

    /// Names the process that gets the signals from here on.
    func begin(_ child: ChildProcess) {
      state.withLock { state in
        state.child = child.id
        if let signal = state.received { kill(child.id, signal) }
      }
    }

    /// Waits for a signal, where there is no process to pass it on to.
    ///
    /// - Returns: The signal's number.
    func nextSignal() async -> Int32 {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          if let signal = state.received {
            continuation.resume(returning: signal)
          } else {
            state.waiter = continuation
          }
        }
      }
    }

    /// Ends the relaying; to be called before the process's id can be given to another.
    func end() {
      let signal = state.withLock { state in
        state.child = nil
        return state.received
      }
      if let signal { leave(after: Self.closingTime, because: signal) }
    }

    /// Ends the process when it has not ended by itself, on a thread that nothing else can hold up.
    private func leave(after seconds: Int, because signal: Int32) {
      guard signal != SIGUSR1, signal != SIGUSR2 else { return }
      timekeeper.carryOut(after: seconds) {
        // A COMMAND that was started after the signal has a time of its own.
        let isEarly = self.state.withLock { $0.child != nil } && seconds == Self.closingTime
        guard !isEarly else { return }
        self.onOverdue(signal)
        _exit(ExitStatus.afterSignal(signal))
      }
    }

    /// Takes signals for as long as the process lives.
    func receiveForever() -> Never {
      var set = Self.set(of: relayed)
      while true {
        #if canImport(Darwin)
          var signal: Int32 = 0
          guard unsafe sigwait(&set, &signal) == 0 else { continue }
          let isFromTerminal = (signal == SIGINT || signal == SIGQUIT) && Self.isInForeground
        #else
          var information = unsafe siginfo_t()
          let signal = unsafe sigwaitinfo(&set, &information)
          guard signal > 0 else { continue }
          // `kill` and its kin give 0 or less; the kernel, on behalf of the terminal, more.
          let isFromTerminal = unsafe information.si_code > 0
        #endif
        let isSecond = state.withLock { $0.wasAskedToEnd } && signal == SIGTERM
        if isSecond {
          killChild()
          continue
        }
        let wait = state.withLock { state -> Int? in
          state.received = signal
          state.waiter.take()?.resume(returning: signal)
          if let child = state.child, !isFromTerminal { kill(child, signal) }
          guard state.child != nil else { return Self.closingTime }
          // Whoever sends SIGTERM wants an end; the others are COMMAND's to understand.
          guard signal == SIGTERM else { return nil }
          state.wasAskedToEnd = true
          return Self.endingTime + Self.closingTime
        }
        if signal == SIGTERM { killChildWhenOverdue() }
        if let wait { leave(after: wait, because: signal) }
      }
    }

    /// Ends COMMAND as a SIGTERM would, without one that `vcr` received.
    func endChild() {
      state.withLock { state in
        if let child = state.child { kill(child, SIGTERM) }
      }
      killChildWhenOverdue()
    }

    private func killChildWhenOverdue() {
      timekeeper.carryOut(after: Self.endingTime) { self.killChild() }
    }

    /// Kills a COMMAND that has not ended.
    private func killChild() {
      guard state.withLock({ $0.child != nil }) else { return }
      onKill()
      // The lock keeps its id from being given to another.
      state.withLock { state in
        if let child = state.child { kill(child, SIGKILL) }
      }
    }

    private static func set(of signals: [Int32]) -> sigset_t {
      var set = sigset_t()
      unsafe sigemptyset(&set)
      for signal in signals { unsafe sigaddset(&set, signal) }
      return set
    }

    #if canImport(Darwin)
      /// True when our process group is the terminal's foreground group.
      ///
      /// `sigwait` does not say who
      /// sent a signal; in the foreground it was nearly always the terminal.
      private static var isInForeground: Bool {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
        where isatty(descriptor) == 1 {
          return tcgetpgrp(descriptor) == getpgrp()
        }
        return false
      }
    #endif
  }
#endif
