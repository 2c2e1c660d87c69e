#if CommandLineTool
  import VCRCore

  /// Whether COMMAND gives up root's rights, as its words tell, where nobody else says so.
  ///
  /// What it becomes then goes on with the variables of the run, and may not read root's files.
  enum ChangedUser {
    /// Programs that run others as another user.
    private static let changers: Set<String> = [
      "su", "runuser", "sudo", "doas", "setpriv", "capsh", "chroot", "gosu", "su-exec", "chpst",
      "setuidgid", "s6-setuidgid", "s6-applyuidgid", "start-stop-daemon", "pg_ctlcluster",
    ]

    /// Servers whose workers are other users, without the version behind their names.
    private static let servers: Set<String> = [
      "apache2", "apache2ctl", "apachectl", "httpd", "httpd-foreground", "nginx", "php-fpm",
      "uwsgi", "supervisord",
    ]

    /// The most bytes of a script that are read: COMMAND waits.
    private static let longestScript = 65_536

    /// True when COMMAND names such a program, or is a script that does.
    ///
    /// - Parameters:
    ///   - command: The words of COMMAND, which may be scripts.
    ///   - searchPath: The value of `PATH`.
    /// - Returns: False as well for a program that changes its user by itself and is none of these.
    static func isNamed(by command: [String], searchPath: String?) -> Bool {
      command.contains(where: isNamed(in:))
        || scripts(in: command, searchPath).contains(where: isNamed(in:))
    }

    private static func isNamed(in text: String) -> Bool {
      text.split { " \t\n'\"`;|&(){}".contains($0) }.contains { word in
        let name = word.split(separator: "/").last.map(String.init) ?? ""
        // php-fpm8.2
        return changers.contains(name)
          || servers.contains(String(name.prefix { !$0.isNumber }))
          || servers.contains(name)
      }
    }

    /// The texts of the scripts among the words: the first, which may stand in a folder of `PATH`,
    /// and those that are given to a shell.
    private static func scripts(in command: [String], _ searchPath: String?) -> [String] {
      let folders = (searchPath ?? "").split(separator: ":").map { $0 + "/" }
      let found = command.first.flatMap { name in
        name.contains("/") ? nil : folders.map { $0 + name }.first(where: FileSystem.exists)
      }
      return ([found].compactMap { $0 } + command).compactMap { path in
        guard let size = FileSystem.size(ofFile: path), size <= longestScript,
          let bytes = try? FileSystem.read(path), bytes.starts(with: "#!".utf8)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
      }
    }
  }
#endif
