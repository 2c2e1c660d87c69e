#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What has crashed or hung URL loading on Linux, each in a process of its own.
  struct ProbeTests {
    @Test(arguments: [
      "cancel-replaying", "cancel-recording", "trailers", "interim", "download", "basic",
      "resumed-often",
    ])
    func `a process survives`(scenario: String) async throws {
      // The tests are built beside the probe.
      let folder = try #require(Bundle.main.executableURL).deletingLastPathComponent()
      let result = try await Child.run(
        folder.appending(path: "VCRProbe").path, [scenario], timeout: 240)
      #expect(!result.timedOut)
      #expect(result.status == 0)
      #expect(result.text == "passed\n", "\(result.errorText)")
    }
  }
#endif
