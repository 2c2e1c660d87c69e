#if CommandLineTool
  import Foundation
  import NIOCore
  import VCRUpstream

  /// The processes that this process has started, directly or through others.
  package enum Descendants {
    #if os(Linux)
      /// Whether one of them has a socket open.
      ///
      /// Only the processes of the given user are searched. Their descriptors are visible to that
      /// user and root alone; for anyone else the result is false.
      ///
      /// - Parameters:
      ///   - inode: The inode number of the socket.
      ///   - user: The user ID that created the socket.
      /// - Returns: True when a descendant has it open; a process whose parent has ended is not one.
      static func hold(socket inode: UInt32, of user: UInt32) -> Bool {
        let files = FileManager.default
        return processes().contains { process in
          let owner = try? files.attributesOfItem(atPath: "/proc/\(process)")[.ownerAccountID]
          guard (owner as? NSNumber)?.uint32Value == user else { return false }
          return holds(process, socket: "\(inode)") && !lineage(of: process).isEmpty
        }
      }

      /// Whether a process or thread is this process or one of them; a process whose parent has ended
      /// is not.
      package static func contains(_ process: Int32) -> Bool {
        process == ProcessInfo.processInfo.processIdentifier || !lineage(of: process).isEmpty
      }

      /// The descendant that has one end of a connection open, and its ancestors.
      ///
      /// The connection may be one of a network namespace of COMMAND's own.
      ///
      /// - Parameters:
      ///   - remote: The address of that end.
      ///   - local: The address of this end.
      /// - Returns: The process, its parent and so on, without this process itself; empty when the
      ///   socket is not a descendant's; nil when the system does not tell whose it is.
      static func lineage(at remote: SocketAddress, of local: SocketAddress) -> [Int32]? {
        let lineages = processes().map(lineage(of:)).filter { !$0.isEmpty }
        var networks: Set<String> = []
        for lineage in lineages {
          let folder = "/proc/\(lineage[0])"
          guard
            let network = try? FileManager.default.destinationOfSymbolicLink(
              atPath: folder + "/ns/net"),
            networks.insert(network).inserted,
            let inode = SocketList.inode(from: remote, to: local, in: folder + "/net")
          else { continue }
          return lineages.first { holds($0[0], socket: inode) } ?? []
        }
        return nil
      }

      private static func processes() -> [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [])
          .compactMap { Int32($0) }
      }

      private static func holds(_ process: Int32, socket inode: String) -> Bool {
        let (files, folder) = (FileManager.default, "/proc/\(process)/fd")
        return ((try? files.contentsOfDirectory(atPath: folder)) ?? []).contains {
          (try? files.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == "socket:[\(inode)]"
        }
      }

      /// A process and its ancestors below this process; empty when it is no descendant.
      private static func lineage(of process: Int32) -> [Int32] {
        let own = ProcessInfo.processInfo.processIdentifier
        var lineage: [Int32] = []
        var process = process
        while process > 1, process != own {
          lineage.append(process)
          guard let parent = parent(of: process) else { return [] }
          process = parent
        }
        return process == own ? lineage : []
      }

      /// The fourth field of `/proc/PID/stat` (proc(5)); the second may contain spaces and brackets.
      private static func parent(of process: Int32) -> Int32? {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
          let bracket = text.lastIndex(of: ")")
        else { return nil }
        let fields = text[text.index(after: bracket)...].split(separator: " ")
        return fields.count > 1 ? Int32(fields[1]) : nil
      }
    #else
      /// Apple's systems tell whose a socket is to those alone who ask for each process, which is not
      /// done here.
      ///
      /// - Returns: Nil, as it is not known.
      static func lineage(at remote: SocketAddress, of local: SocketAddress) -> [Int32]? { nil }
    #endif
  }
#endif
