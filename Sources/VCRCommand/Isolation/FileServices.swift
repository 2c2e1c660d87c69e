#if CommandLineTool && os(Linux)
  import CIsolation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore

  /// Decides about connections to sockets that have a name in place of an address (unix(7)), where
  /// services of this machine are shut out.
  ///
  /// They lead to no network by themselves, but to services of this machine that may have one
  /// (Docker, a proxy, an agent). COMMAND's own are its own.
  enum FileServices {
    /// Services that the C library asks in every program, and that have no network: users, groups
    /// and logs.
    private static let harmless = [
      "/run/systemd/userdb/", "/run/systemd/journal/", "/run/systemd/notify", "/dev/log",
    ]

    /// The sockets that are COMMAND's.
    enum Ownership: Sendable {
      /// The sockets of its network.
      case ofNetwork
      /// The sockets whose inode numbers are noted when they get their names.
      case ofSockets(Set<UInt64>)
    }

    /// The treatment of a service of this machine.
    enum Treatment {
      /// COMMAND does not reach the service.
      case shutOut
      /// COMMAND reaches the service, which is reported.
      case reported((String) -> Void)
    }

    /// The decision about a call that names a socket.
    enum Decision {
      /// The call ends with an error.
      case refused(Int32)
      /// The call leads to a service of this machine, whose path or name is none of COMMAND's.
      case foreign(String)
      /// The call leads to no service of this machine; through the file that was found, if it names
      /// one.
      case admitted(SocketFile?)
    }

    /// The filter under which services are reported.
    ///
    /// Where none has a path that makes an address as long as one of IPv4, nothing is asked about
    /// connections to such an address.
    static var watch: isolation_filter {
      let isMistaken = NamedSocket.list("self").contains { [13, 14].contains($0.name.utf8.count) }
      let all = ISOLATION_FILTER_WATCH
      return isMistaken
        ? all : isolation_filter(all.rawValue | ISOLATION_FILTER_WATCH_OTHERS.rawValue)
    }

    /// Decides about a call that names a socket.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - address: Where its memory says what it names.
    ///   - length: How long that is.
    ///   - own: Whose sockets are COMMAND's.
    ///   - treatment: The treatment of those of others.
    /// - Returns: The error with which it is refused; nil when it may go on.
    static func refusal(
      _ call: SupervisedCall, at address: UInt64, length: UInt64, own: Ownership,
      _ treatment: Treatment = .shutOut
    ) -> Int32? {
      refusal(CallAddress(call, at: address, length: length), call, own: own, treatment)
    }

    /// Decides about a call that sends a message.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - header: Where its memory says what it names.
    ///   - own: Whose sockets are COMMAND's.
    ///   - treatment: The treatment of those of others.
    /// - Returns: The error with which it is refused; nil when it may go on.
    static func refusal(
      _ call: SupervisedCall, messageAt header: UInt64, own: Ownership,
      _ treatment: Treatment = .shutOut
    ) -> Int32? {
      guard let message = MessageHeader(call, at: header) else { return unread }
      guard message.hasName else { return nil }
      return refusal(message.name(call), call, own: own, treatment)
    }

    /// Decides about a call that names a socket.
    ///
    /// - Parameters:
    ///   - address: The address that it names; nil, with `errno` set, when that cannot be read.
    ///   - call: The call.
    ///   - own: Whose sockets are COMMAND's.
    ///   - treatment: The treatment of those of others.
    /// - Returns: The error with which it is refused; nil when it may go on.
    static func refusal(
      _ address: CallAddress?, _ call: SupervisedCall, own: Ownership, _ treatment: Treatment
    ) -> Int32? {
      // An address that is too short or too long to be one names nothing.
      guard let address else { return errno == EINVAL ? nil : unread }
      switch (decision(call, address.target, own: own), treatment) {
      case (.admitted, _): return nil
      case (.refused(let code), .shutOut): return code
      case (.foreign, .shutOut): return ECONNREFUSED
      case (.refused(let code), .reported(let tell)):
        // The kernel may find somebody there whom vcr does not, and nobody elsewhere.
        if case .file(let path) = address.target, path.starts(with: "/proc/".utf8) {
          tell(String(decoding: path, as: UTF8.self))
          return nil
        }
        return code
      case (.foreign(let name), .reported(let tell)):
        tell(name)
        return nil
      }
    }

    /// The error of a call whose memory cannot be read here: the kernel may still be able to, so
    /// that it has no say.
    static var unread: Int32 { errno == EFAULT ? EFAULT : EACCES }

    /// Finds out where a call leads.
    static func decision(
      _ call: SupervisedCall, _ target: CallAddress.Target, own: Ownership
    ) -> Decision {
      switch target {
      case .file(let path):
        // The kernel, to which some paths mean something else than here (/proc/self), has no say
        // about one at which nobody is found.
        guard let file = SocketFile(path, seenBy: call.process) else {
          return switch errno {
          case ENOENT, ENOTDIR: .refused(errno)
          case ENOTSOCK: .refused(ECONNREFUSED)
          default: .foreign(String(decoding: path, as: UTF8.self))
          }
        }
        let isAdmitted =
          file.isHere && harmless.contains(where: { file.path.hasPrefix($0) })
          || isOwn(call, own) { file.isNamed($0, seenBy: call.process) }
        return isAdmitted ? .admitted(file) : .foreign(file.path)
      case .abstract(let bytes):
        // A network has names of its own.
        guard case .ofSockets = own else { return .admitted(nil) }
        // /proc/net/unix has `@` for each zero.
        let name =
          "@" + String(decoding: bytes.map { $0 == 0 ? UInt8(ascii: "@") : $0 }, as: UTF8.self)
        return isOwn(call, own) { $0 == name } ? .admitted(nil) : .foreign(name)
      case .place, .other: return .admitted(nil)
      }
    }

    /// Whether there are sockets with a name, all of them COMMAND's.
    private static func isOwn(
      _ call: SupervisedCall, _ own: Ownership, _ isNamed: (String) -> Bool
    ) -> Bool {
      let here = NamedSocket.list("self").filter { isNamed($0.name) }
      switch own {
      case .ofSockets(let inodes):
        return !here.isEmpty && here.allSatisfy { inodes.contains($0.inode) }
      case .ofNetwork:
        // COMMAND's network does not have the sockets of this machine, which are reached by their
        // files.
        return here.isEmpty && NamedSocket.list("\(call.process)").contains { isNamed($0.name) }
      }
    }
  }

  /// A socket with a name, as the kernel lists it (proc_net(5)).
  private struct NamedSocket {
    /// Its inode number.
    let inode: UInt64
    /// The path that it was given, or `@` and a name.
    let name: String

    /// The sockets of the network that a process is in that take connections or datagrams: an end
    /// of a connection has the name of the socket that took it.
    static func list(_ process: String) -> [NamedSocket] {
      let text = (try? FileSystem.read("/proc/\(process)/net/unix")) ?? []
      return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
        let words = line.split(separator: " ", maxSplits: 7)
        guard words.count == 8, let inode = UInt64(words[6]) else { return nil }
        // SOCK_DGRAM, or SS_UNCONNECTED (<linux/net.h>).
        guard words[4] == "0002" || words[5] == "01" else { return nil }
        return NamedSocket(inode: inode, name: String(words[7]))
      }
    }
  }
#endif
