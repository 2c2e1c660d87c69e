#if CommandLineTool && os(Linux)
  import Foundation

  /// The processes that this one has started, at any remove.
  enum Descendants {
    /// True when one of them has a socket open.
    ///
    /// Looks at the processes of one user, whose descriptors only that user and root may see; of any
    /// other it is false.
    ///
    /// - Parameters:
    ///   - inode: The socket's number.
    ///   - user: Who made the socket.
    /// - Returns: Whether a descendant has it; one whose parent has ended counts as nobody's.
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

    /// The fourth field of `/proc/PID/stat` (proc(5)); the second may have blanks and brackets in it.
    private static func parent(of process: Int32) -> Int32? {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let bracket = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[text.index(after: bracket)...].split(separator: " ")
      return fields.count > 1 ? Int32(fields[1]) : nil
    }
  }
#endif
