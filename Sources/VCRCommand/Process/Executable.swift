#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Finds the file of a command by the rules of `execvp` (POSIX.1-2024, XBD 8.3).
  struct Executable: Equatable {
    /// The file's path.
    var path: String

    /// A file that is known.
    ///
    /// - Parameter path: The file's path.
    init(path: String) { self.path = path }

    /// Finds a command.
    ///
    /// - Parameters:
    ///   - command: The command's name, or a path when it holds a slash.
    ///   - searchPath: The value of `PATH`; nil when it is not set.
    /// - Throws: `CommandFailure` with status 127 when there is no such file, 126 when there is one
    ///   and it cannot be run.
    init(command: String, searchPath: String?) throws {
      guard !command.isEmpty else {
        throw CommandFailure(
          .notFound, "COMMAND is an empty word; is a variable before it not set?")
      }
      guard !Self.isURL(command) else {
        throw CommandFailure(
          .notFound, "\(command): a URL is no COMMAND; a client is to ask for it: curl -s URL")
      }
      if command.contains("/") {
        switch Self.check(command) {
        case .runnable: path = command
        case .missing:
          throw CommandFailure(.notFound, "\(command): there is no such file")
        case .unusable(let reason):
          throw CommandFailure(.cannotRun, "\(command): \(reason)")
        }
        return
      }
      var unusable: (path: String, reason: String)?
      let folders = (searchPath ?? "/usr/local/bin:/usr/bin:/bin")
        .split(separator: ":", omittingEmptySubsequences: false)
      for folder in folders {
        let candidate = (folder.isEmpty ? "." : folder) + "/" + command
        switch Self.check(candidate) {
        case .runnable:
          path = candidate
          return
        case .missing: continue
        case .unusable(let reason): unusable = unusable ?? (candidate, reason)
        }
      }
      if let unusable {
        throw CommandFailure(.cannotRun, "\(unusable.path): \(unusable.reason)")
      }
      throw CommandFailure(.notFound, "\(command): there is no such command in PATH")
    }

    /// True for what is a URL, and no program.
    static func isURL(_ word: String) -> Bool {
      word.hasPrefix("http://") || word.hasPrefix("https://")
    }

    private enum Check {
      case runnable
      case missing
      case unusable(String)
    }

    private static func check(_ path: String) -> Check {
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        return errno == EACCES ? .unusable("permission denied") : .missing
      }
      if status.st_mode & S_IFMT == S_IFDIR { return .unusable("is a folder") }
      // The superuser may open anything, but a file without any execute bit is run for nobody.
      guard unsafe access(path, X_OK) == 0 else { return .unusable("is not executable (chmod +x)") }
      return .runnable
    }
  }
#endif
