#if CommandLineTool && os(Linux)
  import CIsolation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A process in namespaces of its own that is ready to become COMMAND, and waits.
  struct PreparedProcess: Sendable {
    /// The program that COMMAND is, with its arguments.
    struct Command {
      var executable: Executable
      /// The argument list, the command's name included.
      var arguments: [[UInt8]]
      var environment: ProcessEnvironment
      /// How the process stood before `vcr` changed it; COMMAND starts with that.
      var caller: CallerState

      /// A command that is prepared to see whether it can be, and never run.
      static var trial: Command {
        Command(
          executable: Executable(path: "/bin/true"), arguments: [Array("true".utf8)],
          environment: ProcessEnvironment(entries: []), caller: CallerState())
      }
    }

    // Values of <bits/socket_type.h>.
    private static let sequencedPackets: Int32 = 5
    private static let closeOnExec: Int32 = 0o2000000

    /// How long a step may take, in seconds: a new network waits for all others that are made or
    /// ended.
    private static let patience = 60

    /// The process's id, which COMMAND keeps.
    let id: pid_t
    /// The descriptors that it has passed out, in the order of the program's steps.
    let descriptors: [Int32]
    /// True when the last of them is the listener of a filter.
    let hasListener: Bool
    private let channel: Int32
    private let path: String

    /// Forks the process and has it carry out the steps.
    ///
    /// - Parameters:
    ///   - command: The command that it is to become.
    ///   - program: The steps.
    /// - Throws: `IsolationFailure` when the system refuses a step; nothing is left then.
    init(_ command: Command, _ program: IsolationProgram) throws(IsolationFailure) {
      var ends: [Int32] = [-1, -1]
      let type = Self.sequencedPackets | Self.closeOnExec
      guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
        throw IsolationFailure(step: "socketpair", code: errno)
      }
      var time = timeval(tv_sec: Self.patience, tv_usec: 0)
      unsafe setsockopt(
        ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      path = command.executable.path
      channel = ends[0]
      (id, _) = Self.fork(command, program, channel: ends[1], parentsEnd: channel)
      let code = errno
      close(ends[1])
      guard id > 0 else {
        close(channel)
        throw IsolationFailure(step: "fork", code: code)
      }
      do throws(IsolationFailure) {
        (descriptors, hasListener) = try Self.accompany(id, program, channel)
      } catch {
        Self.end(id, channel)
        throw error
      }
    }

    /// Lets the process become COMMAND.
    ///
    /// - Returns: COMMAND.
    /// - Throws: `CommandFailure` with status 126.
    func start() throws -> ChildProcess {
      Self.goOn(channel)
      let (message, _) = Self.receive(channel)
      close(channel)
      // The channel is closed when COMMAND is started.
      guard let message else { return ChildProcess(id: id) }
      var status: Int32 = 0
      while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
      throw CommandFailure.cannotRun(path, message.code)
    }

    /// Ends the process before it becomes COMMAND.
    func abandon() { Self.end(id, channel) }

    /// Ends the process before it becomes COMMAND, and closes what it handed over.
    func discard() {
      abandon()
      for descriptor in descriptors { close(descriptor) }
    }

    private static func end(_ id: pid_t, _ channel: Int32) {
      kill(id, SIGKILL)
      close(channel)
      var status: Int32 = 0
      while unsafe waitpid(id, &status, 0) == -1, errno == EINTR {}
    }

    /// Does the parent's part of the steps.
    ///
    /// - Returns: The descriptors that the child has passed out, and whether the last of them is
    ///   the listener of a filter.
    private static func accompany(
      _ id: pid_t, _ program: IsolationProgram, _ channel: Int32
    ) throws(IsolationFailure) -> ([Int32], Bool) {
      while true {
        let (message, descriptors) = receive(channel)
        guard let message else {
          throw IsolationFailure(reason: "the process ended, or hung, while it was prepared")
        }
        switch UInt32(message.report) {
        case ISOLATION_WAITS.rawValue:
          try UserMapping.write(for: id)
          goOn(channel)
        case ISOLATION_READY.rawValue: return (descriptors, message.number == 1)
        default:
          throw IsolationFailure(step: program.names[Int(message.number)], code: message.code)
        }
      }
    }

    /// Lets the child take its next step.
    private static func goOn(_ channel: Int32) {
      var byte: UInt8 = 1
      _ = unsafe send(channel, &byte, 1, Int32(MSG_NOSIGNAL))
    }

    private static func receive(_ channel: Int32) -> (isolation_message?, [Int32]) {
      var message = isolation_message()
      var descriptors = [Int32](repeating: -1, count: Int(ISOLATION_DESCRIPTORS))
      var count = 0
      let result = unsafe isolation_receive(channel, &message, &descriptors, &count)
      return (result == 1 ? message : nil, Array(descriptors.prefix(count)))
    }

    private static func fork(
      _ command: Command, _ program: IsolationProgram, channel: Int32, parentsEnd: Int32
    ) -> (pid_t, Void) {
      let script =
        [Array("sh".utf8), Array(command.executable.path.utf8)] + command.arguments.dropFirst()
      let inherited = command.caller.descriptors.numbers.sorted()
      return unsafe ChildProcess.withCStrings(command.arguments) { arguments in
        unsafe ChildProcess.withCStrings(script) { script in
          unsafe ChildProcess.withCStrings(command.environment.entries) { environment in
            unsafe command.executable.path.withCString { path in
              unsafe inherited.withUnsafeBufferPointer { inherited in
                var target = unsafe isolation_command()
                unsafe target.path = path
                unsafe target.arguments = UnsafePointer(arguments)
                unsafe target.script_arguments = UnsafePointer(script)
                unsafe target.environment = UnsafePointer(environment)
                if let limit = command.caller.limit.original {
                  unsafe target.soft_limit = UInt64(limit.rlim_cur)
                  unsafe target.hard_limit = UInt64(limit.rlim_max)
                  unsafe target.has_limit = 1
                }
                unsafe target.inherited = inherited.baseAddress
                unsafe target.inherited_count = inherited.count
                let signals = command.caller.signals
                unsafe target.ignores_children = signals.ignoresChildren ? 1 : 0
                return unsafe withUnsafePointer(to: signals.mask) { mask in
                  unsafe target.mask = UnsafeRawPointer(mask)
                  return unsafe withUnsafePointer(to: signals.defaults) { defaults in
                    unsafe target.defaults = UnsafeRawPointer(defaults)
                    return unsafe (
                      isolation_fork(
                        &target, program.bytes, program.bytes.count, channel, parentsEnd), ()
                    )
                  }
                }
              }
            }
          }
        }
      }
    }
  }
#endif
