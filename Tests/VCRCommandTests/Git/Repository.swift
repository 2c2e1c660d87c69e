#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// A git repository in a folder of its own, with the `vcr` of this build first in `PATH`.
  struct Repository {
    /// Where the work tree is.
    let workshop: Workshop

    /// Creates an empty repository.
    init(isSetUp: Bool = true, arguments: [String] = []) async throws {
      workshop = try Workshop()
      let bin = workshop.temporary.appending(path: "bin")
      try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: bin.appending(path: "vcr"), withDestinationURL: URL(fileURLWithPath: Workshop.tool))
      try await git(["init", "--quiet", "--initial-branch=main"] + arguments + ["."])
      try workshop.folder.write("/tmp/\n", to: ".git/info/exclude")
      if isSetUp { try await vcr("init") }
    }

    /// Three commits that give one cassette the values 1, 2 and 3; the files have 4, staged is 9.
    static func withHistory() async throws -> Repository {
      let repository = try await Repository()
      for value in 1...3 {
        try repository.write(item("a", "\(value)"))
        try await repository.commit()
        try await repository.git("tag", "v\(value)")
      }
      try repository.write(item("a", "9"))
      try await repository.git("add", "--all")
      try repository.write(item("a", "4"))
      return repository
    }

    /// A commit, and files that change a value and dates and nothing else.
    static func withChange() async throws -> Repository {
      let repository = try await Repository()
      try repository.write(item("a"), item("b"))
      try await repository.commit()
      try repository.write(item("a", date: "Tue"), item("b", "2", date: "Tue"))
      return repository
    }

    /// The environment: nothing of the user's own git, and `vcr` by its name.
    var environment: [String: String] {
      var environment = workshop.environment.filter { !$0.key.hasPrefix("GIT_") }
      let bin = workshop.temporary.appending(path: "bin").path(percentEncoded: false)
      environment["PATH"] = bin + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
      environment["HOME"] = workshop.temporary.path(percentEncoded: false)
      environment["GIT_CONFIG_GLOBAL"] = "/dev/null"
      environment["GIT_CONFIG_NOSYSTEM"] = "1"
      for role in ["AUTHOR", "COMMITTER"] {
        environment["GIT_\(role)_NAME"] = "Ada"
        environment["GIT_\(role)_EMAIL"] = "ada@example.com"
      }
      return environment
    }

    /// Runs a program in the work tree, or in a folder of it.
    @discardableResult
    func run(
      _ program: String, _ arguments: [String], in folder: String = "", status: Int32? = 0,
      setting variables: [String: String] = [:]
    ) async throws -> String {
      let result = try await Child.run(
        program, arguments, environment: environment.merging(variables) { $1 },
        directory: workshop.folder.url.appending(path: folder))
      if let status {
        #expect(
          result.status == status, "\(program) \(arguments): \(result.text)\(result.errorText)")
      }
      return result.text + result.errorText
    }

    /// Runs git; its status must be 0 unless another is given.
    @discardableResult
    func git(_ arguments: [String], in folder: String = "", status: Int32? = 0) async throws
      -> String
    {
      try await run("git", arguments, in: folder, status: status)
    }

    /// Runs git; its status must be 0.
    @discardableResult
    func git(_ arguments: String...) async throws -> String { try await git(arguments) }

    /// Runs `vcr`; its status must be 0 unless another is given.
    @discardableResult
    func vcr(_ arguments: String..., in folder: String = "", status: Int32? = 0) async throws
      -> String
    {
      try await run("vcr", arguments, in: folder, status: status)
    }

    /// Writes a cassette of items.
    func write(_ items: String..., to name: String = "Cassettes/a.yaml") throws {
      try workshop.folder.write("vcr: 1\ninteractions:\n" + items.joined(), to: name)
    }

    /// Commits all there is.
    func commit(_ message: String = "Change") async throws {
      try await git("add", "--all")
      try await git("commit", "--quiet", "--message", message)
    }

    /// A file of the work tree.
    func text(_ name: String = "Cassettes/a.yaml") -> String { workshop.text(name) ?? "" }

    /// The cassette of some items.
    static func cassette(_ items: String...) -> String {
      "vcr: 1\ninteractions:\n" + items.joined()
    }

    /// An interaction whose response is JSON.
    static func item(_ name: String, _ value: String = "1", date: String = "Mon") -> String {
      """
      - request:
          method: GET
          url: https://api.example.com/\(name)
        response:
          status: 200 OK
          headers:
            Content-Type: application/json
            Date: \(date)
          body:
            json: |-
              {
                "value": \(value)
              }
        seconds: 0.\(date.utf8.count)\(date.utf8.first ?? 0)

      """
    }
  }
#endif
