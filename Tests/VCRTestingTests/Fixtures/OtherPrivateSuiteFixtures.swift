import Testing
import VCRTesting

/// A suite whose name another file has, too: both are private.
@Suite(.enabled(if: Fixture.isOn), .cassettes)
private struct PrivateSuiteFixtures {
  @Test func named() async throws { #expect(try await Fixture.text("/second") == "/second") }
}
