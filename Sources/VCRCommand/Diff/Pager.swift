#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Shows text page by page, as git does: `VCR_PAGER`, `GIT_PAGER`, `PAGER`, or `less`.
  enum Pager {
    /// The command that shows pages.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The command for the shell; nil when there is to be none.
    static func command(_ environment: [String: String]) -> String? {
      let named = ["VCR_PAGER", "GIT_PAGER", "PAGER"].compactMap { environment[$0] }.first
      guard let command = named else { return "less" }
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
      // A pager that is left early is no error.
      signal(SIGPIPE, SIG_IGN)
      guard let pipe = unsafe popen(command, "w") else { return false }
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
