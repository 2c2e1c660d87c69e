#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Shows text page by page, as git does: with `VCR_PAGER`, or else what git would use, which is
  /// `GIT_PAGER`, `core.pager`, `PAGER` or its own (git-var(1)).
  enum Pager {
    /// The command that shows pages.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The command for the shell; nil when there is to be none.
    static func command(_ environment: [String: String]) -> String? {
      let command =
        environment["VCR_PAGER"] ?? (try? Git().line("var", "GIT_PAGER")) ?? environment["PAGER"]
        ?? "less"
      return command.isEmpty || command == "cat" ? nil : command
    }

    /// Shows a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - command: The pager, for the shell.
    /// - Returns: False when the pager cannot be started or was not found.
    static func show(_ text: String, with command: String) -> Bool {
      // As git sets them, unless the user has: quit at one screen, keep colours, keep the screen.
      unsafe setenv("LESS", "FRX", 0)
      unsafe setenv("LV", "-c", 0)
      guard let pipe = unsafe popen(command, "w") else { return false }
      // A pager that is left early is no error; the pager itself is to end when its reader does.
      signal(SIGPIPE, SIG_IGN)
      var bytes = Array(text.utf8)
      let count = bytes.count
      _ = unsafe bytes.withUnsafeMutableBytes { buffer in
        unsafe fwrite(buffer.baseAddress, 1, count, pipe)
      }
      let status = unsafe pclose(pipe)
      // The shell's word for a command that is not there.
      return status >> 8 & 0xFF != 127
    }
  }
#endif
