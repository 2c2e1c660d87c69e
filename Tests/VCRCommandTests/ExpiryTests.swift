#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  struct ExpiryTests {
    /// A cassette whose second interaction is the oldest, and whose last was made this minute.
    private func workshop() throws -> Workshop {
      let workshop = try Workshop()
      try workshop.writeCassette(
        "c.yaml", urls: ["http://api.test/a", "http://api.test/b", "http://api.test/c"])
      let today = Date().formatted(.iso8601)
      let times = ["2021-03-01T10:00:00Z", "2020-01-01T10:00:00Z", today]
      var text = ""
      for (item, time) in zip(
        try #require(workshop.text("c.yaml")).split(separator: "- request:\n"), [nil] + times)
      {
        text += time == nil ? "\(item)" : "- request:\n\(item)  recorded_at: \(time ?? "")\n"
      }
      try workshop.folder.write(text, to: "c.yaml")
      return workshop
    }

    private let command = ["--", "curl", "-s", "http://api.test/a"]

    @Test func `an expired cassette is replayed, and it is said what to type`() async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--expires", "30d"] + command)
      #expect(result.status == 0)
      #expect(
        result.errorText.contains(
          "vcr: 2 of 3 interactions have expired (after 30 days): #2 was recorded "),
        "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "; to record it again: vcr record --mode all -c c.yaml -- curl -s http://api.test/a\n"))
      for age in ["50000w", "999999d"] {
        let fresh = try await workshop.vcr(
          ["replay", "-c", "c.yaml", "--expires", age] + command)
        #expect(!fresh.errorText.contains("expired"), "\(fresh.errorText)")
      }
    }

    @Test func `with on-expired fail it is 83 before COMMAND starts`() async throws {
      let workshop = try workshop()
      let words = ["replay", "-c", "c.yaml", "--", "touch", "ran"]
      try workshop.folder.write("expires: 30d\non_expired: fail\n", to: ".vcr.yaml")
      let result = try await workshop.vcr(words)
      #expect(result.status == 83)
      #expect(
        result.errorText.hasPrefix("vcr: error: c.yaml: 2 of 3 interactions have expired "),
        "\(result.errorText)")
      #expect(workshop.text("ran") == nil)
      let variables = ["VCR_EXPIRES": "12h", "VCR_ON_EXPIRED": "warn"]
      #expect(try await workshop.vcr(words, setting: variables).status == 81)
      let option = Array(words.prefix(3)) + ["--on-expired", "fail"] + words.suffix(3)
      #expect(try await workshop.vcr(option, setting: variables).status == 83)
      let reporting = option.prefix(3) + ["--report", "run.json"] + option.dropFirst(3)
      #expect(try await workshop.vcr(Array(reporting), setting: variables).status == 83)
      let report = try #require(workshop.text("run.json"))
      #expect(report.contains(#""status":83,"error":"c.yaml: 2 of 3 interactions have expired "#))
      let help = try await workshop.vcr("--help")
      #expect(help.text.contains("\n  83    "), "\(help.text)")
    }

    @Test func `recording again is not refused, and then nothing has expired`() async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { ServerResponse(text: $0.target) }
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request: {url: "\(server.origin)/a"}
          response: {status: 200}
          # Of old.
          recorded_at: 2020-01-01T10:00:00Z   # once

        """, to: "c.yaml")
      try workshop.folder.write("expires: 30d\non_expired: fail\n", to: ".vcr.yaml")
      let words = ["-c", "c.yaml", "--", "curl", "-s", "\(server.origin)/a"]
      #expect(try await workshop.vcr(["replay"] + words).status == 83)
      #expect(try await workshop.vcr(["record", "--mode", "all"] + words).status == 0)
      let result = try await workshop.vcr(["replay"] + words)
      #expect(result.status == 0, "\(result.errorText)")
    }

    @Test(arguments: [["--expires", "30"], ["--expires", "-1d"], ["--on-expired", "die"]])
    func `words that mean nothing are 64`(option: [String]) async throws {
      let workshop = try workshop()
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml"] + option + ["--", "touch", "ran"])
      #expect(result.status == 64, "\(result.errorText)")
      #expect(workshop.text("ran") == nil)
    }
  }
#endif
