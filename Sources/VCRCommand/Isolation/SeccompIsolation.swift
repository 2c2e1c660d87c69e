#if CommandLineTool && os(Linux)
  import CIsolation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRProxy

  /// COMMAND's process under a filter of system calls, where namespaces are refused.
  struct SeccompIsolation: Sendable {
    private let process: PreparedProcess
    /// The end whose closing stops the supervisor.
    private let stop: Int32

    /// Prepares COMMAND's process, and makes the server serve it.
    ///
    /// - Parameters:
    ///   - command: The command that the process is to become.
    ///   - server: The proxy.
    ///   - folder: The folder of the run.
    ///   - bundle: The file that is opened in the place of the system's roots.
    ///   - settings: The settings of the run.
    ///   - records: True when the run records.
    ///   - keepsOut: True to keep COMMAND out of the memory of other processes, where the kernel
    ///     can.
    ///   - onProblem: Called with what is refused although it might be meant well.
    /// - Throws: `IsolationFailure` when the machine does not allow it.
    init(
      _ command: PreparedProcess.Command, server: ProxyServer, folder: RunFolder, bundle: String,
      _ settings: IsolationSettings, records: Bool, keepsOut: Bool,
      onProblem: @escaping @Sendable (String) -> Void
    ) async throws {
      var filters: [isolation_filter] = []
      // Nobody else becomes another user.
      if geteuid() == 0 { filters.append(ISOLATION_FILTER_USERS) }
      if !settings.relaysHostPorts { filters.append(ISOLATION_FILTER_NAMES) }
      process = try Self.prepare(command, keepsOut: keepsOut, filters)
      let listener = process.descriptors[0]
      var ends: [Int32] = [-1, -1]
      do {
        let (capture, capturePort) = try Self.open(1, [0, 0, 0, 0])
        let (names, namesPort) = try Self.open(2, [127, 0, 0, 1])
        var sockets = CaptureSockets()
        sockets.redirected = [capture]
        sockets.nameQueries = [names]
        let redirections = Redirections()
        sockets.redirections = redirections
        let policy = CapturePolicy(
          records: records, allowed: settings.allowed, localAddresses: HostNetwork.addresses)
        try await server.capture(sockets, policy)
        guard unsafe pipe(&ends) == 0 else { throw IsolationFailure(step: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let address = server.address ?? []
        Supervisor.start(
          listener, stop: ends[0],
          Supervisor.Policy(
            proxy: .init(
              address: address.allSatisfy { $0 == 0 } ? [127, 0, 0, 1] : address,
              port: UInt16(server.port)),
            capturePort: capturePort, names: .init(address: [127, 0, 0, 1], port: namesPort),
            redirections: redirections, capture: policy,
            relaysHostPorts: settings.relaysHostPorts,
            onService: records ? nil : server.onService,
            allowedPorts: settings.allowedOwnPorts,
            roots: SupervisedRoots(
              bundle: bundle, hashed: folder.hashedAuthorityPath, named: folder.named),
            onUserChange: { folder.openForAll() }, onProblem: onProblem))
        stop = ends[1]
      } catch let failure as IsolationFailure {
        process.abandon()
        close(listener)
        throw failure
      } catch {
        process.abandon()
        close(listener)
        throw IsolationFailure(reason: "the sockets of COMMAND's connections: \(error)")
      }
      // COMMAND belongs to the same user, who may otherwise write the memory of a process.
      isolation_hide_memory()
    }

    /// Lets the process become COMMAND.
    ///
    /// - Returns: COMMAND.
    /// - Throws: `CommandFailure` with status 126.
    func start() throws -> ChildProcess { try process.start() }

    /// Ends the decisions; calls of processes that COMMAND has left behind fail from here on.
    func end() { close(stop) }

    /// Why this machine does not allow it; nil when it does.
    static func failure() -> IsolationFailure? {
      do {
        let process = try prepare(PreparedProcess.Command.trial, keepsOut: false, [])
        process.discard()
        return nil
      } catch {
        return error
      }
    }

    /// Prepares a process under the filter, with others beside it, and sees that its memory can be
    /// read.
    private static func prepare(
      _ command: PreparedProcess.Command, keepsOut: Bool, _ others: [isolation_filter]
    ) throws(IsolationFailure) -> PreparedProcess {
      guard KernelVersion.current >= KernelVersion(5, 14) else {
        throw IsolationFailure(
          reason: "the kernel is \(KernelVersion.current), and it takes 5.14",
          remedy: "a newer kernel")
      }
      var program = IsolationProgram()
      if keepsOut { program.keepOut() }
      let filter = others.reduce(ISOLATION_FILTER_NETWORK.rawValue) { $0 | $1.rawValue }
      program.filterCalls(isolation_filter(filter), IsolationFailure.filterStep)
      let process = try PreparedProcess(command, program)
      // The child is a copy of this process, and has the same at the same place.
      let place = unsafe UInt64(UInt(bitPattern: CommandLine.unsafeArgv))
      var copy: UInt64 = 0
      if unsafe isolation_read_memory(process.id, place, &copy, 8) != 8 {
        let code = errno
        process.discard()
        throw IsolationFailure(step: IsolationFailure.memoryStep, code: code)
      }
      return process
    }

    /// Opens a socket of this machine's loopback; for a port of its own.
    ///
    /// - Parameters:
    ///   - type: SOCK_STREAM (1), which listens, or SOCK_DGRAM (2).
    ///   - address: An address of IPv4; nobody but this machine reaches it in any case.
    /// - Returns: The socket and its port.
    /// - Throws: `IsolationFailure`.
    private static func open(
      _ type: Int32, _ address: [UInt8]
    ) throws(IsolationFailure) -> (Int32, UInt16) {
      // SOCK_CLOEXEC and SOCK_NONBLOCK (<bits/socket_type.h>).
      let descriptor = socket(AF_INET, type | 0o2004000, 0)
      guard descriptor >= 0 else { throw IsolationFailure(step: "socket", code: errno) }
      var device = Array("lo".utf8) + [0]
      let wanted = CallAddress(.init(address: address, port: 0), asNewFamily: false)
      // 25 is SO_BINDTODEVICE.
      guard unsafe setsockopt(descriptor, SOL_SOCKET, 25, &device, socklen_t(device.count)) == 0,
        unsafe wanted.withPointer({ unsafe bind(descriptor, $0, $1) }) == 0,
        type != 1 || listen(descriptor, 1024) == 0
      else {
        let code = errno
        close(descriptor)
        throw IsolationFailure(step: "a socket of loopback", code: code)
      }
      var storage = sockaddr_in()
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      _ = unsafe withUnsafeMutablePointer(to: &storage) { storage in
        unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          unsafe getsockname(descriptor, address, &length)
        }
      }
      return (descriptor, UInt16(bigEndian: storage.sin_port))
    }
  }
#endif
