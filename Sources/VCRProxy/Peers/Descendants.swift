#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// The processes that this process has started, directly or through others.
  package enum Descendants {
    #if os(Linux)
      /// True where processes can be seen (proc(5)): a chroot need not have `/proc`.
      package static var canBeSeen: Bool { unsafe access("/proc/self/stat", F_OK) == 0 }

      /// Whether a process or thread is this process or one of them; one whose parent has ended is,
      /// where this process adopts it (PR_SET_CHILD_SUBREAPER of prctl(2)).
      package static func contains(_ process: Int32) -> Bool {
        process == getpid() || !lineage(of: process).isEmpty
      }

      /// The descendant that has one end of a connection open, and its ancestors.
      ///
      /// The connection may be one of a network namespace of COMMAND's own.
      ///
      /// - Parameters:
      ///   - remote: The address of that end.
      ///   - local: The address of this end.
      /// - Returns: The process, its parent and so on, without this process itself; empty when the
      ///   socket is not a descendant's; nil when the system does not show whose it is.
      static func lineage(at remote: SocketAddress, of local: SocketAddress) -> [Int32]? {
        let lineages = processes().map(lineage(of:)).filter { !$0.isEmpty }
        var networks: Set<String> = []
        for lineage in lineages {
          let folder = "/proc/\(lineage[0])"
          guard let network = target(of: folder + "/ns/net"), networks.insert(network).inserted,
            let inode = SocketList.inode(from: remote, to: local, in: folder + "/net"), inode != 0
          else { continue }
          return lineages.first { OpenSockets(of: $0[0])?.contains(inode) == true }
            ?? lineages.first {
              OpenSockets.ofThreads(of: $0[0]).contains { $0.contains(inode) == true }
            } ?? []
        }
        return nil
      }

      /// Whether the process at the other end of a connection has closed its socket, and not only
      /// its half of the connection: it takes nothing more.
      ///
      /// - Parameters:
      ///   - remote: The address of that end.
      ///   - local: The address of this end.
      /// - Returns: False also when it is not known.
      static func haveClosed(_ remote: SocketAddress, of local: SocketAddress) -> Bool {
        var networks: Set<String> = []
        for process in [getpid()] + processes().filter({ !lineage(of: $0).isEmpty }) {
          let folder = "/proc/\(process)"
          guard let network = target(of: folder + "/ns/net"), networks.insert(network).inserted,
            let inode = SocketList.inode(from: remote, to: local, in: folder + "/net")
          else { continue }
          return inode == 0
        }
        return false
      }

      /// Whether one of them has a socket open, by its inode number, as far as that can be seen.
      package static func haveOpen(_ socket: UInt64) -> Bool {
        processes().contains { process in
          process != getpid() && !lineage(of: process).isEmpty
            && OpenSockets(of: process)?.contains(UInt32(truncatingIfNeeded: socket)) == true
        }
      }

      /// All processes that can be seen.
      static func processes() -> [Int32] { numbers(in: "/proc") }

      /// The entries of a folder that are numbers; none when it cannot be read.
      static func numbers(in path: String) -> [Int32] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        return unsafe numbers(in: folder)
      }

      /// The entries of an open folder that are numbers.
      static func numbers(in folder: OpaquePointer) -> [Int32] {
        var numbers: [Int32] = []
        while let entry = unsafe readdir(folder) {
          let number = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
            unsafe $0.withMemoryRebound(to: CChar.self, capacity: 1) {
              unsafe Int32(String(cString: $0))
            }
          }
          if let number { numbers.append(number) }
        }
        return numbers
      }

      /// Where a symbolic link leads, as far as it is short; nil, with the reason in `errno`, when
      /// it cannot be read.
      static func target(of link: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
          guard let start = buffer.baseAddress else { return nil }
          let count = unsafe readlink(link, start, buffer.count)
          guard count >= 0 else { return nil }
          return unsafe String(
            decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
      }

      /// A process and its ancestors below this process; empty when it is no descendant.
      private static func lineage(of process: Int32) -> [Int32] {
        let ancestry = ancestry(of: process)
        return ancestry.last == getpid() ? ancestry.dropLast() : []
      }

      /// A process and its ancestors, as far as they can be seen, at most up to this process.
      static func ancestry(of process: Int32) -> [Int32] {
        var ancestry = [process]
        while let last = ancestry.last, last > 1, last != getpid(), let parent = parent(of: last),
          parent > 0
        {
          ancestry.append(parent)
        }
        return ancestry
      }

      /// The fourth field of `/proc/PID/stat` (proc(5)); the second may contain spaces and
      /// brackets.
      private static func parent(of process: Int32) -> Int32? {
        guard let text = text(of: process, "stat"), let bracket = text.lastIndex(of: ")") else {
          return nil
        }
        let fields = text[text.index(after: bracket)...].split(separator: " ", maxSplits: 2)
        return fields.count > 1 ? Int32(fields[1]) : nil
      }

      /// A process's name, with nothing in it that could confuse a terminal; nil when it has ended.
      static func name(of process: Int32) -> String? {
        let name = text(of: process, "comm")?.unicodeScalars.filter { $0.isASCII && $0.value > 32 }
        return name.map { String(String.UnicodeScalarView($0)) }
      }

      /// The user IDs of a process: real, effective, saved and of the file system; empty when it
      /// has ended.
      static func users(of process: Int32) -> [UInt32] {
        let lines = text(of: process, "status")?.split(separator: "\n") ?? []
        guard let line = lines.first(where: { $0.hasPrefix("Uid:") }) else { return [] }
        return line.dropFirst(4).split(separator: "\t").compactMap { UInt32($0) }
      }

      private static func text(of process: Int32, _ file: String) -> String? {
        (try? FileSystem.read("/proc/\(process)/\(file)")).map {
          String(decoding: $0, as: UTF8.self)
        }
      }
    #else
      /// Apple's systems show whose a socket is to those alone who ask for each process, which is
      /// not done here.
      ///
      /// - Returns: Nil, as it is not known.
      static func lineage(at remote: SocketAddress, of local: SocketAddress) -> [Int32]? { nil }

      /// Whether the other end of a connection is closed as a whole, which is not known.
      static func haveClosed(_ remote: SocketAddress, of local: SocketAddress) -> Bool { false }
    #endif
  }
#endif
