#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// `vcr` as COMMAND of `vcr`.
  struct NestedRunTests {
    @Test func `what the inner run asks for goes through the outer one`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: "plain \($0.target)") }
      let secure = try await HTTP2Loopback(certificates: TestCertificates(), size: 3)
      let urls = ["\(server.origin)/a", "\(secure.origin)/b"]
      let result = try await workshop.vcr(
        [
          "record", "-c", "outer.yaml", "--upstream-ca", secure.certificates.rootFile, "--",
          Workshop.tool, "record", "-c", "inner.yaml", "--", "curl", "-sS",
        ] + urls)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text == "plain /a\u{0}\u{1}\u{2}")
      for cassette in ["outer.yaml", "inner.yaml"] {
        #expect(result.errorText.contains("vcr: recorded 2: \(cassette)"), "\(result.errorText)")
        for url in urls { #expect(workshop.text(cassette)?.contains("url: \(url)\n") == true) }
      }
      #expect(server.requestCount == 1)
    }

    @Test func `a host that the inner run lets through is the outer one's to record`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let result = try await workshop.vcr(
        "record", "-c", "outer.yaml", "--", Workshop.tool, "record", "-c", "inner.yaml",
        "--passthrough", "127.0.0.1", "--", "curl", "-sS", "-p", "\(server.origin)/a")
      #expect(result.text == "live", "\(result.errorText)")
      #expect(result.errorText.contains("passed through 1: inner.yaml"), "\(result.errorText)")
      #expect(result.errorText.contains("recorded 1: outer.yaml"), "\(result.errorText)")
    }

    @Test func `an outer run that has ended is a fault and not a recording`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "live") }
      let port = try RefusingPort()
      let result = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "curl", "-sS", "\(server.origin)/a"],
        setting: ["VCR_PROXY": "http://127.0.0.1:\(port.port)"])
      #expect(result.status == 71, "\(result.errorText)")
      #expect(result.errorText.contains("of the vcr run around this one, is not there"))
      #expect(server.requestCount == 0)
      #expect(workshop.text("c.yaml") == nil)
      let odd = try await workshop.vcr(
        ["record", "-c", "c.yaml", "--", "true"], setting: ["VCR_PROXY": "elsewhere"])
      #expect(odd.status == 64, "\(odd.errorText)")
    }

    #if os(Linux)
      @Test(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
      func `a replay within a run has namespaces of its own`() async throws {
        let workshop = try Workshop()
        try workshop.writeCassette("c.yaml", urls: ["https://api.test/a"])
        try workshop.writeCassette("replay.yaml", urls: ["https://api.test/b"])
        for outer in ["record", "replay"] {
          let result = try await workshop.vcr(
            outer, "-c", "\(outer).yaml", "--mode", outer == "record" ? "once" : "none", "--",
            Workshop.tool, "replay", "-v", "-c", "c.yaml", "--", "curl", "-sS",
            "https://api.test/a")
          #expect(result.text == "a\n", "\(result.errorText)")
          #expect(result.errorText.contains("vcr: isolation: namespaces"), "\(result.errorText)")
          #expect(result.errorText.contains("; isolated\n"), "\(result.errorText)")
        }
      }
    #endif
  }
#endif
