#if CommandLineTool && os(Linux)
  import Foundation

  /// The processes that this process has started, directly or through others.
  enum Descendants {
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
      let name = "socket:[\(inode)]"
      let files = FileManager.default
      let processes = (try? files.contentsOfDirectory(atPath: "/proc")) ?? []
      return processes.compactMap { Int32($0) }.contains { process in
        let folder = "/proc/\(process)"
        let owner = try? files.attributesOfItem(atPath: folder)[.ownerAccountID] as? NSNumber
        guard owner?.uint32Value == user else { return false }
        let descriptors = (try? files.contentsOfDirectory(atPath: folder + "/fd")) ?? []
        let isHolder = descriptors.contains {
          (try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\($0)")) == name
        }
        return isHolder && isDescendant(process)
      }
    }

    private static func isDescendant(_ process: Int32) -> Bool {
      let own = ProcessInfo.processInfo.processIdentifier
      var process = process
      while process > 1 {
        if process == own { return true }
        guard let parent = parent(of: process) else { return false }
        process = parent
      }
      return false
    }

    /// The fourth field of `/proc/PID/stat` (proc(5)); the second may contain spaces and brackets.
    private static func parent(of process: Int32) -> Int32? {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let bracket = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[text.index(after: bracket)...].split(separator: " ")
      return fields.count > 1 ? Int32(fields[1]) : nil
    }
  }
#endif
