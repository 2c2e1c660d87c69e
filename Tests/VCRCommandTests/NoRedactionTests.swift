#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// `--no-redaction`, the one way to record secrets.
  struct NoRedactionTests {
    private let command = [
      "-c", "c.yaml", "--match", "method,url,headers(Authorization)", "--", "curl", "-sS", "-H",
      "Authorization: Bearer hidden-token",
    ]

    @Test func `everything is recorded, with a warning, and replayed as it was`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in
        ServerResponse(headers: [("Set-Cookie", "sid=cookie-value")], text: "live")
      }
      let url = "\(server.origin)/?api_key=key-value"
      // Rules that are always there have no say in this run.
      try workshop.folder.write("redact: X-A\nsecrets: NOT_SET_ANYWHERE\n", to: ".vcr.yaml")
      let recorded = try await workshop.vcr(
        ["record", "--quiet", "--no-redaction"] + command + [url])
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.errorText.hasPrefix("vcr: warning: nothing is redacted"))
      #expect(recorded.errorText.hasSuffix("vcr redact c.yaml\n"), "\(recorded.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      for secret in ["hidden-token", "key-value", "cookie-value"] {
        #expect(text.contains(secret), "\(text)")
      }
      server.stop()
      let replayed = try await workshop.vcr(
        ["replay", "-q", "--no-redaction"] + command + [url])
      #expect(replayed.status == 0 && replayed.text == "live", "\(replayed.errorText)")
      #expect(replayed.errorText == "")
    }

    @Test func `no variable switches redaction off, and a note says so`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let recorded = try await workshop.vcr(
        ["record"] + command + [server.origin + "/"],
        setting: ["VCR_NO_REDACTION": "1", "VCR_REDACTION": "off"])
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(workshop.text("c.yaml")?.contains("hidden-token") == false)
      #expect(!recorded.errorText.contains("warning"))
      for name in ["VCR_NO_REDACTION", "VCR_REDACTION"] {
        #expect(
          recorded.errorText.contains("vcr: \(name) is ignored: redaction is switched off on"),
          "\(recorded.errorText)")
      }
    }
  }
#endif
