import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// How many credentials redaction finds, and how many other values it changes, over generated sets.
struct SecretBenchTests {
  /// The least share of each kind that has to be found.
  private static let goals: [(kind: PlantedCredential.Kind, least: Double)] = [
    (.named, 0.98), (.shaped, 0.98), (.doubtful, 0.80),
  ]

  /// The sets: one that never changes, others, and one of the caller's (`VCR_BENCH_SEED=NUMBER`).
  private static let seeds: [UInt64] =
    [2026, 7, 90_210]
    + (ProcessInfo.processInfo.environment["VCR_BENCH_SEED"].flatMap { UInt64($0) }.map { [$0] }
      ?? [])

  private static func planted(_ kind: PlantedCredential.Kind, seed: UInt64) -> [PlantedCredential] {
    switch kind {
    case .named: PlantedCredential.named(1200, seed: seed)
    case .shaped: PlantedCredential.shaped(4, seed: seed)
    case .doubtful: PlantedCredential.doubtful(800, seed: seed)
    }
  }

  /// Writes a cassette of the set to a folder, for other tools, where `VCR_SECRET_BENCH` names one.
  private static func keep(_ text: [UInt8], _ kind: String) {
    guard let folder = ProcessInfo.processInfo.environment["VCR_SECRET_BENCH"] else { return }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let name = kind + "-" + UUID().uuidString + ".yaml"
    _ = FileManager.default.createFile(atPath: folder + "/" + name, contents: Data(text))
  }

  private static func padded(_ text: String, _ count: Int) -> String {
    text + String(repeating: " ", count: max(0, count - text.count))
  }

  @Test(arguments: seeds)
  func
    `of 3,000 planted credentials redaction and check find what they promise, and leave the rest`(
      seed: UInt64
    )
  {
    var table = [
      Self.padded("seed \(seed)", 12) + "count  redaction  check  carrier with the most misses"
    ]
    var total = 0
    for (kind, least) in Self.goals {
      let planted = Self.planted(kind, seed: seed)
      total += planted.count
      var missed: [PlantedCredential] = []
      var unseen = 0
      let check = CassetteCheck(.standard, isStandard: true)
      for one in planted {
        let isGone = one.isGone(from: Redaction.standard.redacting(one.interaction))
        if !isGone { missed.append(one) }
        let text = CassetteWriter.prologue + CassetteWriter().item(one.interaction)
        Self.keep(text, kind.rawValue)
        let findings = check.findings(path: "c.yaml", content: text.view, isNamed: true) ?? []
        if findings.isEmpty {
          unseen += 1
          // Only a dummy may stay without a word that redaction replaces.
          if isGone {
            Issue.record("check is silent on \(one.label) in \(one.carrier): \(one.spelling)")
          }
        }
      }
      let recall = 1 - Double(missed.count) / Double(planted.count)
      let worst = Dictionary(grouping: missed, by: \.carrier).max {
        $0.value.count < $1.value.count
      }
      table.append(
        Self.padded(kind.rawValue, 12) + Self.padded("\(planted.count)", 7)
          + Self.padded(Self.share(recall), 11)
          + Self.padded(Self.share(1 - Double(unseen) / Double(planted.count)), 7)
          + (worst.map { "\($0.key) (\($0.value.count))" } ?? ""))
      #expect(recall >= least, "\(missed.map { "\($0.label) in \($0.carrier)" })")
    }
    #expect(total >= 3000)
    let innocent = InnocentValues(20_000, seed: seed)
    var changes: [String] = []
    for interaction in innocent.interactions {
      Self.keep(CassetteWriter.prologue + CassetteWriter().item(interaction), "other")
      changes += InnocentValues.changes(
        from: interaction, to: Redaction.standard.redacting(interaction))
    }
    table.append(
      Self.padded("others", 12) + Self.padded("\(innocent.count)", 7) + "changed \(changes.count)")
    #expect(changes.count * 2000 <= innocent.count, "\(changes)")
    print(table.joined(separator: "\n"))
  }

  private static func share(_ share: Double) -> String {
    let thousandths = Int((share * 1000).rounded(.down))
    return "\(thousandths / 1000)." + String("00\(thousandths % 1000)".suffix(3))
  }
}
