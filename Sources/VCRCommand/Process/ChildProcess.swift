#if CommandLineTool
  import Dispatch

  #if os(Linux)
    import CIsolation
  #endif
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// COMMAND as a child process: standard streams, working folder and process group are our own.
  struct ChildProcess: Sendable {
    /// How the process ended.
    enum End: Equatable, Sendable {
      case exited(Int32)
      case signalled(Int32)

      /// True when a signal ended it.
      var isSignal: Bool {
        if case .signalled = self { true } else { false }
      }

      /// True when somebody asked it to end.
      var wasAskedFor: Bool { self == .signalled(SIGTERM) || self == .signalled(SIGINT) }

      /// The status a shell would give.
      var status: Int32 {
        switch self {
        case .exited(let status): status
        case .signalled(let signal): ExitStatus.afterSignal(signal)
        }
      }
    }

    /// The process's id.
    let id: pid_t

    /// Starts a process.
    ///
    /// - Parameters:
    ///   - executable: The file to run.
    ///   - arguments: The argument list, the command's name included.
    ///   - environment: The environment.
    ///   - caller: How the process stood before `vcr` changed it; the child starts with that.
    ///   - outputsToErrors: True when what it writes to standard output goes to standard error.
    /// - Throws: `CommandFailure` with status 126.
    init(
      executable: Executable, arguments: [[UInt8]], environment: ProcessEnvironment,
      caller: CallerState, outputsToErrors: Bool = false
    ) throws {
      var (id, error) = Self.spawn(
        executable.path, arguments: arguments, environment: environment.entries, caller: caller,
        outputsToErrors)
      if error == ENOEXEC {
        // A script without `#!` is given to the shell, as execvp does.
        let script = ["sh", executable.path].map { Array($0.utf8) } + arguments.dropFirst()
        (id, error) = Self.spawn(
          "/bin/sh", arguments: script, environment: environment.entries, caller: caller,
          outputsToErrors)
      }
      guard error == 0 else { throw CommandFailure.cannotRun(executable.path, error) }
      self.id = id
    }

    /// A process that was started already.
    ///
    /// - Parameter id: Its id.
    init(id: pid_t) { self.id = id }

    /// Waits for the end of the process without holding a thread of the cooperative pool.
    ///
    /// - Parameter beforeReaping: Called when the process has ended and its id is still its own.
    /// - Returns: How it ended.
    func end(beforeReaping: @escaping @Sendable () -> Void) async -> End {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "vcr.wait").async {
          if Self.adoptsOrphans { Self.reapOthers(until: id) }
          #if os(Linux)
            _ = isolation_ended_child(id)
          #else
            var information = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(id), &information, WEXITED | WNOWAIT) == -1,
              errno == EINTR
            {}
          #endif
          beforeReaping()
          var status: Int32 = 0
          while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
          let signal = status & 0x7F
          continuation.resume(
            returning: signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal))
        }
      }
    }

    /// Makes this process the parent of what COMMAND's own processes leave behind, so that it is
    /// known as COMMAND's: a daemon ends its connection to its ancestors, and may have another
    /// environment.
    static func adoptOrphans() {
      #if os(Linux)
        isolation_adopt_orphans()
      #endif
    }

    /// True when every process whose parent has ended comes to this one: it was asked for, or this
    /// is the first process of a container (`ENTRYPOINT ["vcr", …]`).
    private static var adoptsOrphans: Bool {
      #if os(Linux)
        getpid() == 1 || isolation_adopts_orphans() == 1
      #else
        false
      #endif
    }

    /// Reaps what COMMAND's own children leave behind, until COMMAND itself has ended: nobody else
    /// would.
    private static func reapOthers(until id: pid_t) {
      #if os(Linux)
        while case let ended = isolation_ended_child(0), ended > 0, ended != id {
          waitpid(ended, nil, 0)
        }
      #endif
    }

    private static func spawn(
      _ path: String, arguments: [[UInt8]], environment: [[UInt8]], caller: CallerState,
      _ outputsToErrors: Bool
    ) -> (pid_t, Int32) {
      #if canImport(Darwin)
        var attributes: posix_spawnattr_t?
        var actions: posix_spawn_file_actions_t?
      #else
        var attributes = posix_spawnattr_t()
        var actions = unsafe posix_spawn_file_actions_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawnattr_init(&attributes)
      defer { unsafe posix_spawnattr_destroy(&attributes) }
      var mask = caller.signals.mask
      var defaults = caller.signals.defaults
      unsafe posix_spawnattr_setsigmask(&attributes, &mask)
      unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
      var flags = Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
      var id: pid_t = 0
      // A child begins with the actions of its parent: there is no attribute for one to ignore.
      if caller.signals.ignoresChildren { signal(SIGCHLD, SIG_IGN) }
      defer { if caller.signals.ignoresChildren { signal(SIGCHLD, SIG_DFL) } }
      let error = caller.limit.restored {
        if outputsToErrors {
          unsafe posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        }
        unsafe caller.descriptors.closeOthers(in: &actions, &flags)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        return unsafe withCStrings(arguments) { arguments in
          unsafe withCStrings(environment) { environment in
            unsafe posix_spawn(&id, path, &actions, &attributes, arguments, environment)
          }
        }
      }
      return (id, error)
    }

    /// Calls the closure with a list of C strings that ends with nil.
    static func withCStrings<Result>(
      _ strings: [[UInt8]],
      _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
      let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
        capacity: strings.count + 1)
      defer { unsafe list.deallocate() }
      for (index, string) in strings.enumerated() {
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: string.count + 1)
        for (offset, byte) in string.enumerated() {
          unsafe copy[offset] = CChar(bitPattern: byte)
        }
        unsafe copy[string.count] = 0
        unsafe list[index] = copy
      }
      unsafe list[strings.count] = nil
      defer { for index in strings.indices { unsafe list[index]?.deallocate() } }
      return unsafe body(list)
    }
  }
#endif
