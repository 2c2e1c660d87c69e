import Testing
import VCRCore

@testable import VCRReview

struct VerificationReportTests {
  private static func interaction(
    _ number: Int, _ verdict: VerifiedInteraction.Verdict, withheld reason: String? = nil
  ) -> VerifiedInteraction {
    VerifiedInteraction(
      number: number, request: .init(method: "PUT", url: "https://api.test/\(number)"),
      verdict: verdict, reasonToWithhold: reason)
  }

  private let report = VerificationReport(
    cassette: "c.yaml",
    interactions: [
      interaction(1, .same), interaction(2, .skipped("a failure was recorded")),
      interaction(3, .unchecked("no response in time")), interaction(4, .same),
      interaction(5, .unchecked("status 401"), withheld: "an error, status 401"),
    ])

  @Test func `interactions are counted by their verdicts`() {
    #expect(
      ["same", "skipped", "unchecked", "drifted", ""].map(report.count) == [2, 1, 2, 0, 0])
  }

  @Test func `what could not be checked is a problem of its interaction`() {
    #expect(
      report.problems == [
        DiffProblem(
          interaction: "c.yaml #3 PUT https://api.test/3", reason: "no response in time"),
        DiffProblem(interaction: "c.yaml #5 PUT https://api.test/5", reason: "status 401"),
      ])
  }

  @Test func `a response that is not written is named with the reason`() {
    #expect(
      report.withheld == [
        "c.yaml #5 PUT https://api.test/5: worse than what was recorded, an error, status 401"
      ])
  }

  @Test func `a diff has the drifted interactions alone`() {
    let diff = report.diff(liveName: "https://api.test", limits: .usual)
    #expect(diff.changes.isEmpty)
    #expect(diff.oldName == "c.yaml")
    #expect(diff.newName == "https://api.test")
    #expect([diff.oldCount, diff.newCount] == [5, 5])
  }
}
