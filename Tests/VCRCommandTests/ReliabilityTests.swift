#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The programs in `Benchmarks/` that look for what is lost under load, each for a short time.
  struct ReliabilityTests {
    private func run(_ program: String, _ arguments: String...) async throws -> Child.Result {
      let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
      let workshop = try Workshop()
      return try await Child.run(
        "python3",
        [root.appending(path: "Benchmarks/\(program)").path, Workshop.tool] + arguments,
        environment: workshop.environment, directory: workshop.folder.url, timeout: 600)
    }

    @Test func `every sound exchange among faulty ones is recorded once and replayed`()
      async throws
    {
      let result = try await run("soak.py", "2000", "7", "16")
      #expect(result.status == 0, "\(result.text) \(result.errorText)")
      #expect(result.text.contains("\nok "), "\(result.text)")
    }

    @Test func `what was delivered before a kill is replayed`() async throws {
      let result = try await run("kills.py", "4")
      #expect(result.status == 0, "\(result.text) \(result.errorText)")
      #expect(result.text.contains("\nok "), "\(result.text)")
    }
  }
#endif
