#if CommandLineTool
  import Synchronization

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
  final class SignalRelay: Sendable {
    private struct State {
      var child: pid_t?
      var received: Int32?
      var waiter: CheckedContinuation<Int32, Never>?
    }

    /// How signals stood before.
    let previous: SignalState
    private let relayed: [Int32]
    private let state = Mutex(State())

    /// Blocks the signals; to be called on the main thread, before any other is started.
    init() {
      previous = .current()
      relayed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2]
        .filter { !SignalState.isIgnored($0) }
      var set = Self.set(of: relayed)
      unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
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
    func end() { state.withLock { $0.child = nil } }

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
        state.withLock { state in
          state.received = signal
          state.waiter.take()?.resume(returning: signal)
          if let child = state.child, !isFromTerminal { kill(child, signal) }
        }
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
