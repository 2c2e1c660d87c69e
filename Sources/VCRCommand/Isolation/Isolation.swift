#if CommandLineTool
  import VCRCore
  import VCRProxy
  import VCRUpstream

  #if os(Linux)
    import CIsolation
    #if canImport(Glibc)
      import Glibc
    #elseif canImport(Musl)
      import Musl
    #endif

    /// COMMAND's process in namespaces of its own, with the sockets through which `vcr` serves it.
    struct Isolation: Sendable {
      private let process: PreparedProcess
      private let watch: HostPortWatch?
      /// The end whose closing stops the decisions about sockets in files; nil when nobody decides.
      private let stop: Int32?
      /// True when whatever user COMMAND becomes reads the folder of the run.
      let hasCopy: Bool
      /// The part that was asked to be held and is not; nil for none.
      let missing: String?
      private let connections: InnerConnections

      /// The settings that the kernel resets for a new network, and programs rely on.
      private static let kernelSettings = [
        "/proc/sys/net/ipv4/ip_unprivileged_port_start", "/proc/sys/net/ipv4/ping_group_range",
        "/proc/sys/net/ipv4/ip_local_port_range",
      ]

      /// Prepares COMMAND's process, and makes the server serve it.
      ///
      /// - Parameters:
      ///   - command: The command that the process is to become.
      ///   - server: The proxy.
      ///   - bundle: The bundle that stands in the place of the system's roots.
      ///   - folder: The folder of the run.
      ///   - settings: The settings of the run.
      ///   - records: True when the run records.
      ///   - isWithinReplay: True when a replay around this one watches COMMAND, too.
      ///   - inside: Learns how servers of COMMAND's are reached.
      /// - Throws: `IsolationFailure` when the machine does not allow it.
      init(
        _ command: PreparedProcess.Command, server: ProxyServer, bundle: RunFolder.SystemBundle?,
        folder: RunFolder, _ settings: IsolationSettings, records: Bool,
        isWithinReplay: Bool, inside: InnerLoopback
      ) async throws {
        let local = HostNetwork.addresses.union([InnerNetwork.own4, InnerNetwork.own6])
        let ports = Self.ports(settings)
        let proxy = server.address ?? [127, 0, 0, 1]
        let files: isolation_filter? =
          !settings.relaysHostPorts
          ? ISOLATION_FILTER_FILES : records ? nil : FileServices.watch
        process = try PreparedProcess(
          command,
          Self.program(
            proxy: .listener(proxy, port: UInt16(server.port)), local: local, ports: ports,
            bundle: bundle, folder: folder, asksNobody: !records, files: files))
        connections = InnerConnections(of: process.id)
        inside.use { [connections] in connections.connect(to: $0, port: $1) }
        var descriptors = process.descriptors[...]
        hasCopy = Self.takeFolder(from: &descriptors)
        let listener = process.hasListener ? descriptors.removeLast() : nil
        let rules = descriptors.removeFirst()
        var sockets = CaptureSockets()
        sockets.proxies = [descriptors.removeFirst()]
        let families = descriptors.count / 2
        sockets.listeners = Array(descriptors.prefix(families))
        sockets.nameQueries = Array(descriptors.dropFirst(families))
        if settings.relaysHostPorts {
          watch = HostPortWatch(rules: rules, ports: ports)
        } else {
          watch = nil
          close(rules)
        }
        let tell = settings.relaysHostPorts ? server.onService : nil
        stop = listener.flatMap { Self.decide($0, tell: tell) }
        let isHeld = files == nil || stop != nil || settings.relaysHostPorts && isWithinReplay
        missing =
          isHeld
          ? nil
          : "sockets in files are not \(settings.relaysHostPorts ? "watched" : "shut out"), as another "
            + "program decides about system calls here, or a sandbox forbids it"
        do {
          try await server.capture(
            sockets,
            CapturePolicy(
              records: records, allowed: settings.allowed, localAddresses: local))
        } catch {
          abandon()
          throw IsolationFailure(reason: "the sockets of COMMAND's network: \(error)")
        }
      }

      /// Closes the descriptor of the folder's copy; false when there is none.
      private static func takeFolder(from descriptors: inout ArraySlice<Int32>) -> Bool {
        let place = descriptors.firstIndex { descriptor in
          var status = stat()
          return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
        }
        guard let place else { return false }
        close(descriptors.remove(at: place))
        return true
      }

      /// Starts to decide about sockets in files.
      ///
      /// - Parameters:
      ///   - listener: Where the calls come from.
      ///   - tell: Called with each service that is reached; nil when none is to be.
      /// - Returns: The end whose closing stops it; nil when it cannot be had.
      private static func decide(
        _ listener: Int32, tell: (@Sendable (String) -> Void)?
      ) -> Int32? {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
          close(listener)
          return nil
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        FileSupervisor.start(listener, stop: ends[0], tell: tell)
        return ends[1]
      }

      /// Lets the process become COMMAND.
      ///
      /// - Returns: COMMAND.
      /// - Throws: `CommandFailure` with status 126.
      func start() throws -> ChildProcess { try process.start() }

      /// Ends the process before it becomes COMMAND.
      func abandon() {
        process.abandon()
        end()
      }

      /// Ends what was done for COMMAND, once it has ended.
      func end() {
        watch?.stop()
        connections.end()
        if let stop { close(stop) }
      }

      /// Why this machine does not allow it; nil when it does.
      static func failure() -> IsolationFailure? {
        do {
          let program = Self.program(
            proxy: .listener([127, 0, 0, 1], port: 2), local: HostNetwork.addresses, ports: [],
            bundle: nil, folder: nil, asksNobody: true, files: nil)
          let process = try PreparedProcess(PreparedProcess.Command.trial, program)
          process.discard()
          return nil
        } catch {
          return error
        }
      }

      /// The ports of this machine that COMMAND may reach at first.
      private static func ports(_ settings: IsolationSettings) -> Set<UInt16> {
        settings.relaysHostPorts ? HostNetwork.listeningPorts : settings.allowedOwnPorts
      }

      /// The steps that prepare COMMAND's process.
      ///
      /// The descriptors that they pass out are the rules, the proxy's listener, those of captured
      /// connections, and the sockets for names, the last two for each family.
      private static func program(
        proxy: InnerSocket, local: Set<[UInt8]>, ports: Set<UInt16>,
        bundle: RunFolder.SystemBundle?, folder: RunFolder?, asksNobody: Bool,
        files: isolation_filter?
      ) -> IsolationProgram {
        let hasIPv6 = HostNetwork.hasIPv6
        var program = IsolationProgram()
        program.unshare(
          newUser | newNetwork | newMounts, IsolationFailure.namespacesStep)
        program.waitForParent("users")
        program.send(
          InnerNetwork.basis, over: .route, "a network of its own",
          acknowledgements: InnerNetwork.basis.count)
        if hasIPv6 {
          let basis = InnerNetwork.basis6(nameServers: HostNetwork.nameServers6)
          program.send(
            basis, over: .route, "IPv6", acknowledgements: basis.count, isOptional: true)
        }
        let rules = CaptureRules(
          ports: ports, localAddresses: local.sorted { $0.lexicographicallyPrecedes($1) }
        )
        .messages
        program.send(
          rules.bytes, over: .netfilter, IsolationFailure.rulesStep,
          acknowledgements: rules.acknowledgements, isKept: true)
        program.open(proxy)
        program.open(
          .listener(InnerNetwork.capture4, port: InnerNetwork.capturePort, isTransparent: true))
        if hasIPv6 {
          program.open(
            .listener(InnerNetwork.capture6, port: InnerNetwork.capturePort, isTransparent: true))
        }
        program.open(.nameServer([0, 0, 0, 0]))
        if hasIPv6 { program.open(.nameServer([UInt8](repeating: 0, count: 16))) }
        for path in kernelSettings {
          guard let value = try? FileSystem.read(path) else { continue }
          program.write(String(decoding: value, as: UTF8.self), to: path)
        }
        mount(bundle, folder, asksNobody: asksNobody, in: &program)
        if let files {
          // Another program may decide about calls here already, such as a vcr around this one.
          program.filterCalls(files, IsolationFailure.filterStep, isOptional: true)
        }
        return program
      }

      private static func mount(
        _ bundle: RunFolder.SystemBundle?, _ folder: RunFolder?, asksNobody: Bool,
        in program: inout IsolationProgram
      ) {
        // The mounts of the machine are seen by COMMAND, and none of COMMAND's by the machine.
        program.mount("none", over: "/", flags: recursive | slave)
        for folder in bundle?.folders ?? [] {
          program.overlay(bundle?.rootFolder ?? "", over: folder)
        }
        for target in bundle?.targets ?? [] {
          program.mount(bundle?.path ?? "", over: target, flags: bind)
        }
        for file in folder?.named ?? [] {
          program.mount(file.path, over: file.target, flags: bind, isOptional: true)
        }
        // Nobody but root becomes another user.
        if let folder, geteuid() == 0 { program.copy(folder) }
        guard asksNobody else { return }
        for path in NameServices.paths where FileSystem.exists(path) {
          program.mount("/dev/null", over: path, flags: bind)
        }
      }

      // Values of <linux/sched.h> and <linux/mount.h>, not all of which Swift imports.
      private static let (newUser, newNetwork, newMounts): (Int32, Int32, Int32) = (
        0x1000_0000, 0x4000_0000, 0x0002_0000
      )
      private static let (bind, recursive, slave): (UInt, UInt, UInt) = (1 << 12, 1 << 14, 1 << 19)
    }
  #else
    /// Other systems have no namespaces.
    enum Isolation {
      /// Why this machine does not allow it.
      static func failure() -> IsolationFailure? {
        IsolationFailure(reason: "only Linux has network namespaces")
      }
    }
  #endif
#endif
