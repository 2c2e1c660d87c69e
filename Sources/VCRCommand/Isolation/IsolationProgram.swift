#if CommandLineTool && os(Linux)
  import CIsolation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore
  import VCRProxy

  /// The steps that prepare COMMAND's process: system calls alone, as a program that a child can
  /// carry out right after a fork.
  struct IsolationProgram {
    /// The program.
    private(set) var bytes: [UInt8] = []
    /// The name of each step, for messages.
    private(set) var names: [String] = []

    /// Leaves the namespaces of the parent.
    mutating func unshare(_ flags: Int32, _ name: String) {
      add(ISOLATION_UNSHARE, name, Netlink.native(UInt32(bitPattern: flags)))
    }

    /// Waits until the parent has done its part.
    mutating func waitForParent(_ name: String) { add(ISOLATION_WAIT, name, []) }

    /// Writes a file that exists.
    mutating func write(_ text: String, to path: String) {
      add(
        ISOLATION_WRITE, path, Array(path.utf8) + [0] + Array(text.utf8), isOptional: true)
    }

    /// Sends netlink messages.
    mutating func send(
      _ messages: [[UInt8]], over netlink: NetlinkProtocol, _ name: String,
      acknowledgements: Int, isKept: Bool = false, isOptional: Bool = false
    ) {
      let content = Netlink.native(netlink.rawValue) + Netlink.native(UInt32(acknowledgements))
      add(
        ISOLATION_NETLINK, name, content + messages.flatMap { $0 }, isOptional: isOptional,
        flags: isKept ? UInt8(ISOLATION_KEEPS_SOCKET) : 0)
    }

    /// Opens a socket for the parent.
    mutating func open(_ socket: InnerSocket) {
      let family = socket.address.count == 4 ? AF_INET : AF_INET6
      let fields = [
        UInt16(family), socket.type.rawValue, socket.port, socket.isTransparent ? 1 : 0,
      ]
      add(
        ISOLATION_SOCKET, "a socket on port \(socket.port)",
        fields.flatMap { Netlink.native($0) } + socket.address)
    }

    /// Mounts a file over another, or changes how mounts are shared.
    mutating func mount(
      _ source: String, over target: String, flags: UInt, isOptional: Bool = false
    ) {
      add(
        ISOLATION_MOUNT, "mount \(target)",
        Netlink.native(UInt64(flags)) + Self.zeroTerminated(source, target, "", ""),
        isOptional: isOptional)
    }

    /// Lays a folder over another, whose files stay to be seen beside its own; none can be written.
    ///
    /// Kernels before 5.11 let no ordinary user do so, and some file systems nobody.
    mutating func overlay(_ folder: String, over target: String) {
      let readOnly: UInt64 = 1
      add(
        ISOLATION_MOUNT, "mount \(target)",
        Netlink.native(readOnly)
          + Self.zeroTerminated("vcr", target, "overlay", "lowerdir=\(folder):\(target)"),
        isOptional: true)
    }

    /// Mounts a copy of the folder of a run over it, of which every user reads what is public.
    mutating func copy(_ folder: RunFolder) {
      let entries = folder.entries.flatMap { entry -> [UInt8] in
        let isFolder = FileSystem.exists("\(folder.path)/\(entry)/.")
        let mode: mode_t =
          isFolder ? S_IFDIR | 0o755 : folder.isPublic(entry) ? 0o644 : 0o600
        return Netlink.native(UInt32(mode)) + Self.zeroTerminated(entry)
      }
      add(
        ISOLATION_COPY, "a copy of \(folder.path)", Self.zeroTerminated(folder.path) + entries,
        isOptional: true)
    }

    private static func zeroTerminated(_ texts: String...) -> [UInt8] {
      texts.flatMap { Array($0.utf8) + [0] }
    }

    /// Joins a namespace of another process.
    mutating func join(_ namespace: Int32, _ name: String) {
      add(ISOLATION_JOIN, name, Netlink.native(namespace))
    }

    /// Connects for the parent, and does nothing else any more.
    mutating func connectForParent() { add(ISOLATION_CONNECT, "connections", []) }

    /// Puts COMMAND under a filter of system calls; the last step, whose listener is passed out.
    mutating func filterCalls(
      _ filter: isolation_filter, _ name: String, isOptional: Bool = false
    ) {
      add(ISOLATION_FILTER, name, Netlink.native(filter.rawValue), isOptional: isOptional)
    }

    /// Allows TCP connections to some ports alone.
    mutating func allowPorts(_ ports: Set<UInt16>, _ name: String) {
      add(ISOLATION_PORTS, name, ports.sorted().flatMap { Netlink.native($0) })
    }

    /// Keeps COMMAND out of the memory of every process that it has not started.
    mutating func keepOut() {
      add(ISOLATION_KEEP_OUT, "memory of others", [], isOptional: true)
    }

    private mutating func add(
      _ kind: isolation_step, _ name: String, _ content: [UInt8], isOptional: Bool = false,
      flags: UInt8 = 0
    ) {
      bytes += [UInt8(kind.rawValue), flags | (isOptional ? 1 : 0)]
      bytes += Netlink.native(UInt32(content.count)) + content
      names.append(name)
    }
  }
#endif
