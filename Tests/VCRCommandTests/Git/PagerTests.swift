#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  struct PagerTests {
    /// Runs `vcr diff` with a terminal for its output, and gives what it shows.
    private static func shown(
      _ repository: Repository, _ arguments: String = "", setting variables: [String: String] = [:]
    ) async throws -> String {
      // script(1) of util-linux gives its command a terminal, and passes its status on.
      try await repository.run(
        "script", ["--quiet", "--return", "--command", "vcr diff \(arguments)", "/dev/null"],
        status: 1, setting: ["TERM": "xterm", "NO_COLOR": "", "LESS": ""].merging(variables) { $1 })
    }

    private static func changed(_ count: Int = 1) async throws -> Repository {
      let repository = try await Repository()
      for value in 1...2 {
        try repository.write(
          (1...count).map { Repository.item("item/\($0)", "\(value)") }.joined())
        if value == 1 { try await repository.commit() }
      }
      return repository
    }

    @Test func `the pager is chosen as git chooses it`() async throws {
      let repository = try await Self.changed()
      func pager(_ name: String) -> String { "sed s/^/\(name):/" }
      let plain = try await Self.shown(repository, "--no-pager", setting: ["PAGER": pager("p")])
      #expect(plain.hasPrefix("\u{1B}[1m"), "\(plain)")
      var variables = ["PAGER": pager("p")]
      #expect(try await Self.shown(repository, setting: variables).hasPrefix("p:"))
      try await repository.git("config", "core.pager", pager("core"))
      #expect(try await Self.shown(repository, setting: variables).hasPrefix("core:"))
      variables["GIT_PAGER"] = pager("git")
      #expect(try await Self.shown(repository, setting: variables).hasPrefix("git:"))
      variables["VCR_PAGER"] = pager("vcr")
      #expect(try await Self.shown(repository, setting: variables).hasPrefix("vcr:"))
      variables["VCR_PAGER"] = ""
      #expect(try await Self.shown(repository, setting: variables).hasPrefix("\u{1B}[1m"))
      let piped = try await repository.run(
        "vcr", ["diff"], status: 1, setting: ["VCR_PAGER": pager("vcr")])
      #expect(piped.hasPrefix("HEAD:"), "\(piped)")
    }

    @Test func `a pager that is left early is no error`() async throws {
      let repository = try await Self.changed(3_000)
      let shown = try await Self.shown(repository, setting: ["VCR_PAGER": "head -n 1"])
      #expect(shown.hasSuffix("3000 changed\r\n"), "\(shown.prefix(300))")
    }

    @Test func `a pager that is not there leaves the text`() async throws {
      let repository = try await Self.changed()
      let shown = try await Self.shown(repository, setting: ["VCR_PAGER": "nosuchpager"])
      #expect(shown.contains("$.value"))
    }
  }
#endif
