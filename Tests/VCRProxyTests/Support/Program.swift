#if CommandLineTool
  import Foundation

  /// What a child process left behind.
  struct ProgramResult: Sendable {
    /// Its exit status.
    var status: Int32
    /// What it wrote to standard output.
    var output: [UInt8]
    /// What it wrote to standard error.
    var errors: String

    /// Standard output as text.
    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// Real clients, run as child processes.
  enum Program {
    /// Runs a program found on the path and waits for its end.
    static func run(
      _ name: String, _ arguments: [String], input: [UInt8] = [],
      environment: [String: String] = [:]
    ) async throws -> ProgramResult {
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      // Files rather than pipes: a pipe that nobody drains stops the child.
      let files = try ["in", "out", "err"].map { name in
        let path = folder.path(name)
        try Data(name == "in" ? input : []).write(to: URL(fileURLWithPath: path))
        return path
      }
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = [name] + arguments
      var variables = ProcessInfo.processInfo.environment.filter {
        !$0.key.lowercased().hasSuffix("_proxy")
      }
      variables.merge(environment) { $1 }
      process.environment = variables
      process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: files[0]))
      process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: files[1]))
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: files[2]))
      let status = try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Int32, any Error>) in
        process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
        do { try process.run() } catch { continuation.resume(throwing: error) }
      }
      return ProgramResult(
        status: status,
        output: Array(try Data(contentsOf: URL(fileURLWithPath: files[1]))),
        errors: try String(contentsOfFile: files[2], encoding: .utf8))
    }

    /// Runs curl; its own set-up file is not read.
    static func curl(_ arguments: [String]) async throws -> ProgramResult {
      try await run("curl", ["-q", "-sS", "--max-time", "30"] + arguments)
    }

    /// Runs a Python program given as text.
    static func python(
      _ program: String, _ arguments: [String] = [], input: [UInt8] = [],
      environment: [String: String] = [:]
    ) async throws -> ProgramResult {
      try await run("python3", ["-c", program] + arguments, input: input, environment: environment)
    }

    /// Sends bytes to a port, says that no more will come, and returns all that comes back.
    static func exchange(_ bytes: String, port: Int) async throws -> String {
      let result = try await python(
        """
        import socket, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=30)
        s.sendall(sys.stdin.buffer.read())
        s.shutdown(socket.SHUT_WR)
        while True:
            data = s.recv(65536)
            if not data: break
            sys.stdout.buffer.write(data)
        """, ["\(port)"], input: Array(bytes.utf8))
      return String(decoding: result.output, as: UTF8.self)
    }
  }

  /// A folder that is there for one test.
  struct TemporaryFolder: Sendable {
    private let url: URL

    init() throws {
      url = FileManager.default.temporaryDirectory.appending(path: "vcr-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    /// The path of a file in it.
    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Removes it with all it holds.
    func remove() { try? FileManager.default.removeItem(at: url) }
  }
#endif
