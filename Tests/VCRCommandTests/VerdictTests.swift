#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What a replay says about whether anything can have gone round it.
  @Suite(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
  struct VerdictTests {
    @Test func `the verdict stands in the closing line and in every report`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let reports = ["r.json", "r.xml", "r.md"].flatMap { ["--report", $0] }
      for (options, verdict) in [
        ([], "isolated"), (["--isolate", "off"], "not proven"),
      ] {
        let result = try await workshop.vcr(
          ["replay", "-c", "c.yaml"] + reports + options
            + ["--", "curl", "-sS", "http://api.test/a"])
        #expect(result.status == 0 && result.text == "a\n", "\(result.errorText)")
        #expect(result.errorText.contains("replayed 1 of 1: c.yaml; \(verdict)"))
        #expect(workshop.text("r.json")?.contains("\"verdict\":\"\(verdict)\"") == true)
        #expect(workshop.text("r.xml")?.contains("\(verdict), by ") == true)
        #expect(workshop.text("r.md")?.contains("\(verdict), by ") == true)
      }
    }

    @Test func `a miss, and a replay that serves nothing, prove nothing`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let missed = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--", "curl", "-s", "http://api.test/a", "http://api.test/b")
      #expect(missed.status == 80, "\(missed.errorText)")
      #expect(
        missed.errorText.contains("; not proven: 1 request without a recorded response\n"),
        "\(missed.errorText)")
      let idle = try await workshop.vcr("replay", "-c", "c.yaml", "--", "true")
      #expect(idle.status == 81)
      #expect(idle.errorText.contains("not proven: nothing was served"), "\(idle.errorText)")
    }

    @Test(
      .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() })
    func `where namespaces are refused, doctor says why, and what holds instead`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let result = try await Isolated.vcr(
        withoutNamespacesIn: workshop,
        [
          "replay", "--isolate", "require", "-c", "c.yaml", "--", "env", "-i", "curl", "-sS",
          "http://api.test/a",
        ])
      #expect(result.status == 0 && result.text == "a\n", "\(result.errorText)")
      #expect(result.errorText.contains("; isolated\n"), "\(result.errorText)")
      let doctor = try await Isolated.vcr(withoutNamespacesIn: workshop, ["doctor"])
      #expect(doctor.text.hasPrefix("isolation: seccomp notification\n"), "\(doctor.text)")
      #expect(
        doctor.text.contains("to allow it: as root: sysctl -w user.max_user_namespaces="),
        "\(doctor.text)")
    }

    @Test func `without isolation nothing is said of it but the verdict`() async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["http://api.test/a"])
      let off = try await workshop.vcr(
        "replay", "--isolate", "off", "-c", "c.yaml", "--", "curl", "-sS", "http://api.test/a")
      #expect(off.text == "a\n" && !off.errorText.contains("isolation: "), "\(off.errorText)")
      #expect(off.errorText.contains("; not proven: variables alone"), "\(off.errorText)")
    }

    @Test func `a word that --isolate and --allow do not know is a usage error`() async throws {
      let workshop = try Workshop()
      for options in [["--isolate", "yes"], ["--allow", "db"]] {
        let result = try await workshop.vcr(["replay", "-c", "c.yaml"] + options + ["--", "true"])
        #expect(result.status == 64, "\(result.errorText)")
        #expect(result.errorText.contains(options[0]), "\(result.errorText)")
      }
    }
  }
#endif
