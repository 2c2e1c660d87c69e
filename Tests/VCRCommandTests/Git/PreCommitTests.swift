#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The hook for pre-commit, as the program itself reads and runs it.
  struct PreCommitTests {
    private static let leaky = Repository.item("a").replacing(
      "/a\n", with: "/a?token=q7Zt2LmX9vB4nRk8Wd3Hs6Yc\n")

    /// A repository whose hooks are this project's, and the one that pre-commit has them from.
    private func repositories() async throws -> (own: Repository, hooks: Repository) {
      let hooks = try await Repository(isSetUp: false)
      let table = Package.path(".pre-commit-hooks.yaml")
      try hooks.workshop.folder.write(
        String(contentsOfFile: table, encoding: .utf8), to: ".pre-commit-hooks.yaml")
      try await hooks.commit()
      let revision = try await hooks.git("rev-parse", "HEAD").dropLast()

      let repository = try await Repository(isSetUp: false)
      let place = hooks.workshop.folder.url.path(percentEncoded: false)
      try repository.workshop.folder.write(
        "repos:\n- repo: \(place)\n  rev: \(revision)\n  hooks: [{id: vcr-check}]\n",
        to: ".pre-commit-config.yaml")
      return (repository, hooks)
    }

    @Test(.enabled(if: Package.client("pre-commit") != nil, "pre-commit is not installed"))
    func `pre-commit refuses a commit with a secret in a cassette, and takes it without`()
      async throws
    {
      let (repository, hooks) = try await repositories()
      defer { withExtendedLifetime(hooks) {} }
      try repository.write(Self.leaky)
      try await repository.git("add", "--all")
      let program = try #require(Package.client("pre-commit"))
      try await repository.run(program, ["install"])
      let refused = try await repository.git(
        ["commit", "--quiet", "--message", "Change"], status: 1)
      #expect(refused.contains("Cassettes/a.yaml:5: #1 request url query token"), "\(refused)")
      try repository.write(Repository.item("a"))
      try await repository.commit()
      #expect(try await repository.git("log", "--format=%s") == "Change\n")
    }

    @Test(.enabled(if: Package.client("pre-commit") != nil, "pre-commit is not installed"))
    func `pre-commit finds a secret that was committed when it looks at all files`() async throws {
      let (repository, hooks) = try await repositories()
      defer { withExtendedLifetime(hooks) {} }
      let program = try #require(Package.client("pre-commit"))
      try repository.write(Self.leaky)
      try await repository.commit()
      let found = try await repository.run(program, ["run", "--all-files"], status: 1)
      #expect(found.contains("Cassettes/a.yaml:5: #1 request url query token"), "\(found)")
      try repository.write(Repository.item("a"))
      try await repository.commit()
      try await repository.run(program, ["run", "--all-files"])
    }
  }
#endif
