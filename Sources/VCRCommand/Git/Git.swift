#if CommandLineTool
  import VCRCore

  /// The `git` command, asked about the repository that a folder is in.
  struct Git {
    private let executable: Executable
    private let environment: ProcessEnvironment
    private let folder: String?

    /// Finds the command.
    ///
    /// - Parameters:
    ///   - environment: The environment of `vcr` itself.
    ///   - folder: The folder; nil for the current one.
    /// - Throws: `CommandFailure` with status 127 when there is none.
    init(environment: ProcessEnvironment = .current(), folder: String? = nil) throws {
      self.folder = folder
      executable = try Executable(command: "git", searchPath: environment.values["PATH"])
      // Looking must not write to the index, nor wait for who does.
      self.environment = environment.setting(["GIT_OPTIONAL_LOCKS": "0"])
    }

    /// Runs git.
    ///
    /// - Parameters:
    ///   - arguments: The arguments that follow `git`. What a user typed must stand where git takes
    ///     no option.
    ///   - input: The bytes that it reads from standard input.
    /// - Returns: The process, whatever its status.
    /// - Throws: `CommandFailure` when it cannot be run.
    func process(_ arguments: [String], input: [UInt8] = []) throws -> CapturedProcess {
      try CapturedProcess(
        executable: executable,
        arguments: ["git"] + (folder.map { ["-C", $0] } ?? []) + arguments,
        environment: environment,
        input: input)
    }

    /// Returns the output of git.
    ///
    /// - Throws: `GitFailure` with what git said when its status is not 0.
    func output(_ arguments: [String], input: [UInt8] = []) throws -> [UInt8] {
      let process = try process(arguments, input: input)
      guard process.status == 0 else { throw GitFailure(errors: process.errors) }
      return process.output
    }

    /// A line that git prints, without its end; nil when git refuses.
    func line(_ arguments: String...) throws -> String? {
      let process = try process(arguments)
      guard process.status == 0 else { return nil }
      let isEnded = process.output.last == UInt8(ascii: "\n")
      return String(
        decoding: isEnded ? process.output.dropLast() : process.output[...], as: UTF8.self)
    }
  }

  extension [UInt8] {
    /// The texts that end with a zero byte each, as git's `-z` gives them.
    var zeroTerminated: [String] {
      split(separator: 0, omittingEmptySubsequences: false).dropLast().map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }
#endif
