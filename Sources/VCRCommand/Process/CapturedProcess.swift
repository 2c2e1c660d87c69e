#if CommandLineTool
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif
  import VCRCore
  import VCRProxy

  /// A program run to its end, with all that it wrote.
  struct CapturedProcess {
    /// The exit status; 128 and the signal's number after a signal.
    let status: Int32
    /// The bytes that it wrote to standard output.
    let output: [UInt8]
    /// The bytes that it wrote to standard error.
    let errors: [UInt8]

    /// Runs a program.
    ///
    /// Input and errors are files, which cannot block, so one pipe is all there is to wait for.
    ///
    /// - Parameters:
    ///   - executable: The file to run.
    ///   - arguments: The argument list, the program's name included.
    ///   - environment: The environment.
    ///   - input: The bytes that it reads from standard input.
    /// - Throws: `CommandFailure` with status 126 when it cannot be run, `TemporaryFileFailure`
    ///   when its input or its errors cannot be kept.
    init(
      executable: Executable, arguments: [String], environment: ProcessEnvironment,
      input: [UInt8] = []
    ) throws {
      func failure(_ code: Int32) -> CommandFailure {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return CommandFailure(.cannotRun, "\(executable.path): cannot be run: \(reason)")
      }
      let folder = TemporaryFolder(environment.values)
      let inputFile = try Self.temporaryFile(in: folder)
      defer { close(inputFile) }
      try Self.write(input[...], to: inputFile, in: folder)
      lseek(inputFile, 0, SEEK_SET)
      let errorFile = try Self.temporaryFile(in: folder)
      defer { close(errorFile) }
      var ends: [Int32] = [-1, -1]
      guard unsafe pipe(&ends) == 0 else { throw failure(errno) }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }

      #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
      #else
        var actions = unsafe posix_spawn_file_actions_t()
      #endif
      unsafe posix_spawn_file_actions_init(&actions)
      defer { unsafe posix_spawn_file_actions_destroy(&actions) }
      unsafe posix_spawn_file_actions_adddup2(&actions, inputFile, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, errorFile, 2)
      var id: pid_t = 0
      let code = unsafe ChildProcess.withCStrings(arguments.map { Array($0.utf8) }) { arguments in
        unsafe ChildProcess.withCStrings(environment.entries) { environment in
          unsafe posix_spawn(&id, executable.path, &actions, nil, arguments, environment)
        }
      }
      close(ends[1])
      guard code == 0 else {
        close(ends[0])
        throw failure(code)
      }
      output = try FileSystem.read(ends[0])
      close(ends[0])
      var state: Int32 = 0
      while unsafe waitpid(id, &state, 0) == -1, errno == EINTR {}
      let signal = state & 0x7F
      status = signal == 0 ? (state >> 8) & 0xFF : ExitStatus.afterSignal(signal)
      lseek(errorFile, 0, SEEK_SET)
      errors = try FileSystem.read(errorFile)
      // A full disk takes the reason away.
      if status != 0 { try Self.write([UInt8(ascii: "\n")], to: errorFile, in: folder) }
    }

    private static func write(
      _ bytes: ArraySlice<UInt8>, to file: Int32, in folder: TemporaryFolder
    ) throws {
      do {
        try FileSystem.writeAll(bytes, to: file)
      } catch {
        throw TemporaryFileFailure(in: folder, code: error.code)
      }
    }

    /// A file without a name that nobody else can open.
    private static func temporaryFile(in folder: TemporaryFolder) throws -> Int32 {
      var template = Array("\(folder.path)/vcr-XXXXXX".utf8CString)
      let file = unsafe mkstemp(&template)
      guard file >= 0 else { throw TemporaryFileFailure(in: folder, code: errno) }
      unsafe unlink(&template)
      _ = fcntl(file, F_SETFD, FD_CLOEXEC)
      return file
    }
  }
#endif
