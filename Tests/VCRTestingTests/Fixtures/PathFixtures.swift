import Testing
import VCRTesting

/// Tests whose cassettes cannot be read, written or used up, so that messages name them.
@Suite(.enabled(if: Fixture.isOn))
struct PathFixtures {
  /// With its ending and that of a journal, it is as long as a name can be.
  static let longName = String(repeating: "n", count: 240)

  @Test(.cassette("picture")) func picture() async throws { _ = try await Fixture.text("/picture") }

  @Test(.cassette(PathFixtures.longName)) func long() async throws {
    #expect(try await Fixture.text("/long") == "/long")
  }

  @Test(.cassette("deep/../back", mode: .none)) func back() async throws {
    _ = try await Fixture.text("/back")
  }

  @Test(.cassette("absent", mode: .none)) func absent() async throws {
    _ = try await Fixture.text("/absent")
  }
}
