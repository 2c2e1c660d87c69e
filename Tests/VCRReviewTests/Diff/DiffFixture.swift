@testable import VCRCore
@testable import VCRReview

/// Interactions and diffs for the tests.
enum DiffFixture {
  /// A GET with a JSON response.
  static func json(
    _ text: String, url: String = "https://api.test/users", headers: HeaderFields = [:],
    status: Int = 200
  ) -> Interaction {
    var fields = headers
    fields.append("Content-Type", "application/json")
    return Interaction(
      request: .init(url: url),
      outcome: .response(
        .init(
          status: status, reason: status == 200 ? "OK" : "Not Found", headers: fields,
          body: Body(Array(text.utf8)))))
  }

  /// A GET with a response of any type.
  static func interaction(_ text: String, type: String) -> Interaction {
    Interaction(
      request: .init(url: "https://api.test/users"),
      outcome: .response(
        .init(
          status: 200, reason: "OK", headers: ["Content-Type": type],
          body: Body(Array(text.utf8)))))
  }

  /// The lines that a comparison of two interactions gives.
  static func lines(
    _ old: Interaction, _ new: Interaction, volatility: Volatility = .standard,
    showsVolatile: Bool = false
  ) -> [String] {
    let comparison = InteractionComparison(volatility: volatility, showsVolatile: showsVolatile)
    return (comparison.change(from: old, to: new)?.differences ?? []).map(line)
  }

  /// A difference as one line.
  static func line(_ difference: MessageDifference) -> String {
    let value = DiffWords.value(difference)
    return DiffWords.label(difference) + (value.isEmpty ? "" : " " + value)
  }

  /// A cassette in memory.
  static func file(_ interactions: [Interaction]) throws -> CassetteFile {
    let items = interactions.flatMap { CassetteWriter().item($0) }
    return try CassetteFile(
      path: "c.yaml", content: CassetteWriter.prologue + items)
  }

  /// The diff of two cassettes.
  static func diff(
    _ old: [Interaction], _ new: [Interaction], equivalence: RequestEquivalence = .standard,
    volatility: Volatility = .standard, showsVolatile: Bool = false,
    redaction: Redaction = .standard, limits: DiffLimits = .usual
  ) throws -> CassetteDiff {
    try CassetteDiff(
      old: try file(old), new: try file(new), oldName: "old.yaml", newName: "new.yaml",
      equivalence: equivalence, volatility: volatility, showsVolatile: showsVolatile,
      redaction: redaction, limits: limits)
  }

  /// The changes in short: `~2→2`, `+3`, `-1`, `>1→4`.
  static func short(_ diff: CassetteDiff) -> [String] {
    diff.changes.map { change in
      let numbers = [change.oldNumber, change.newNumber].compactMap { $0.map(String.init) }
      return DiffWords.mark(change.kind) + numbers.joined(separator: "→")
    }
  }
}
