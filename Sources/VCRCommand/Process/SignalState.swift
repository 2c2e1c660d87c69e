#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// How signals stood when `vcr` was started, which is how COMMAND is to find them.
  struct SignalState: Sendable {
    /// The signals that were blocked.
    var mask: sigset_t
    /// The signals that had their default action and may have lost it since.
    var defaults: sigset_t
    /// True when SIGCHLD was ignored, which it no longer is.
    var ignoresChildren: Bool

    /// Reads the state of the process.
    static func current() -> SignalState {
      var mask = sigset_t()
      unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
      var defaults = sigset_t()
      unsafe sigemptyset(&defaults)
      // Networking code ignores SIGPIPE for the whole process.
      if !isIgnored(SIGPIPE) { unsafe sigaddset(&defaults, SIGPIPE) }
      if fileLimitHadDefault { unsafe sigaddset(&defaults, SIGXFSZ) }
      return SignalState(mask: mask, defaults: defaults, ignoresChildren: ignoredChildren)
    }

    /// Makes a write that would make a file too large (`ulimit -f`) fail, which is reported, where
    /// it would end the process; COMMAND is ended by it as ever.
    static func keepOverFileLimit() { _ = fileLimitHadDefault }

    /// Has the system keep how a child ended until that was asked for.
    ///
    /// Where SIGCHLD is ignored, as some that start `vcr` have it, a process is forgotten as soon
    /// as it ends, and who waits for it waits for all other children as well.
    static func keepEndsOfChildren() { _ = ignoredChildren }

    private static let ignoredChildren: Bool = {
      defer { signal(SIGCHLD, SIG_DFL) }
      return isIgnored(SIGCHLD)
    }()

    private static let fileLimitHadDefault: Bool = {
      defer { signal(SIGXFSZ, SIG_IGN) }
      return !isIgnored(SIGXFSZ)
    }()

    /// True when the signal is ignored, as under `nohup`.
    static func isIgnored(_ signal: Int32) -> Bool {
      var action = sigaction()
      guard unsafe sigaction(signal, nil, &action) == 0 else { return false }
      #if canImport(Darwin)
        let handler = unsafe action.__sigaction_u.__sa_handler
      #else
        let handler = unsafe action.__sigaction_handler.sa_handler
      #endif
      return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
  }
#endif
