#if CommandLineTool && os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif
  import VCRCore

  /// Which users and groups of this machine a new user namespace knows (user_namespaces(7)).
  ///
  /// Root keeps every user and group, so that files, set-user-ID programs and programs that drop
  /// their privileges work as before. Others may keep themselves alone.
  enum UserMapping {
    /// Writes the maps of a process that has just got a user namespace of its own.
    ///
    /// - Parameter process: The process.
    /// - Throws: `IsolationFailure`.
    static func write(for process: pid_t) throws(IsolationFailure) {
      if geteuid() == 0, let users = identity("uid_map"), let groups = identity("gid_map"),
        put(users, process, "uid_map") == 0, put(groups, process, "gid_map") == 0
      {
        return
      }
      let maps = [
        ("setgroups", "deny"), ("uid_map", "\(geteuid()) \(geteuid()) 1"),
        ("gid_map", "\(getegid()) \(getegid()) 1"),
      ]
      for (file, text) in maps {
        let code = put(text, process, file)
        guard code == 0 else { throw IsolationFailure(step: "/proc/PID/\(file)", code: code) }
      }
    }

    /// A map of everyone whom this process knows to themselves; nil when it cannot be read.
    private static func identity(_ file: String) -> String? {
      guard let bytes = try? FileSystem.read("/proc/self/\(file)") else { return nil }
      var lines = ""
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
        let numbers = line.split(separator: " ").compactMap { UInt64($0) }
        guard numbers.count == 3 else { return nil }
        lines += "\(numbers[0]) \(numbers[0]) \(numbers[2])\n"
      }
      return lines
    }

    /// Writes one file of a process.
    ///
    /// - Returns: 0, or the system's error.
    private static func put(_ text: String, _ process: pid_t, _ file: String) -> Int32 {
      let descriptor = unsafe open("/proc/\(process)/\(file)", O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return errno }
      defer { close(descriptor) }
      do {
        try FileSystem.writeAll(Array(text.utf8)[...], to: descriptor)
        return 0
      } catch {
        return error.code
      }
    }
  }
#endif
