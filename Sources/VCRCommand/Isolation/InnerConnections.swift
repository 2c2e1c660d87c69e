#if CommandLineTool && os(Linux)
  import CIsolation
  import VCRLocks

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Opens connections to servers that COMMAND has started in its own network.
  ///
  /// A process of one thread has to join the namespaces for it, and is started when the first
  /// connection is asked for.
  final class InnerConnections: Sendable {
    private enum State {
      case unused
      case running(pid_t, channel: Int32)
      case ended
    }

    private let namespaces: [Int32]
    private let state = Mutex(State.unused)

    /// Prepares for connections.
    ///
    /// - Parameter process: A process in the namespaces, which lives for now.
    init(of process: pid_t) {
      namespaces = ["user", "net"].map {
        unsafe open("/proc/\(process)/ns/\($0)", O_RDONLY | O_CLOEXEC)
      }
    }

    /// Opens a connection.
    ///
    /// - Parameters:
    ///   - address: The address of a server inside, in network byte order.
    ///   - port: Its port.
    /// - Returns: The descriptor of a connected socket; nil when nobody listens there.
    func connect(to address: [UInt8], port: UInt16) -> Int32? {
      state.withLock { state in
        // A process that was killed is replaced, and one that is late as well: what it says then
        // would be taken for the connection that is asked for next.
        for _ in 0..<2 {
          if case .unused = state { state = start() }
          guard case .running(let process, let channel) = state else { return nil }
          switch Self.ask(channel, for: address, port) {
          case .connected(let descriptor): return descriptor
          case .refused: return nil
          case .none:
            Self.stop(process, channel)
            state = .unused
          }
        }
        return nil
      }
    }

    private enum Reply {
      case connected(Int32)
      case refused
      /// The process has ended, or takes too long.
      case none
    }

    private static func ask(_ channel: Int32, for address: [UInt8], _ port: UInt16) -> Reply {
      var asked = isolation_connection()
      asked.mark = CaptureRules.ownMark
      asked.port = port
      asked.length = UInt16(address.count)
      unsafe withUnsafeMutableBytes(of: &asked.address) { unsafe $0.copyBytes(from: address) }
      let size = MemoryLayout<isolation_connection>.size
      guard unsafe send(channel, &asked, size, Int32(MSG_NOSIGNAL)) == size else { return .none }
      var message = isolation_message()
      var descriptors = [Int32](repeating: -1, count: Int(ISOLATION_DESCRIPTORS))
      var count = 0
      guard unsafe isolation_receive(channel, &message, &descriptors, &count) == 1 else {
        return .none
      }
      return count == 1 ? .connected(descriptors[0]) : .refused
    }

    /// Ends the process, if there is one; no connection is opened after that.
    func end() {
      state.withLock { state in
        if case .running(let process, let channel) = state { Self.stop(process, channel) }
        if case .ended = state {} else { for namespace in namespaces { close(namespace) } }
        state = .ended
      }
    }

    private static func stop(_ process: pid_t, _ channel: Int32) {
      close(channel)
      kill(process, SIGKILL)
      var status: Int32 = 0
      while unsafe waitpid(process, &status, 0) == -1, errno == EINTR {}
    }

    private func start() -> State {
      var program = IsolationProgram()
      for namespace in namespaces { program.join(namespace, "COMMAND's network") }
      program.connectForParent()
      var ends: [Int32] = [-1, -1]
      // SOCK_SEQPACKET and SOCK_CLOEXEC (<bits/socket_type.h>).
      guard unsafe socketpair(AF_UNIX, 5 | 0o2000000, 0, &ends) == 0 else { return .ended }
      var time = timeval(tv_sec: 5, tv_usec: 0)
      unsafe setsockopt(
        ends[0], SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
      var command = unsafe isolation_command()
      let process = unsafe isolation_fork(
        &command, program.bytes, program.bytes.count, ends[1], ends[0])
      close(ends[1])
      guard process > 0 else {
        close(ends[0])
        return .ended
      }
      return .running(process, channel: ends[0])
    }
  }
#endif
