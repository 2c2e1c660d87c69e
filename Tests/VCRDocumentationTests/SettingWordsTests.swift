import Testing
import VCRCore

/// What the documents say of settings is what the table of settings has.
struct SettingWordsTests {
  @Test func `the variables in the article are those that a run of tests reads`() throws {
    let article = try Sources.text("Sources/VCR/Documentation.docc/ContinuousIntegration.md")
    let rows = article.split(separator: "\n").filter { $0.hasPrefix("| `VCR_") }
    let variables = rows.flatMap { row in
      row.split(separator: "|").first?.matches(of: /VCR_[A-Z_]+/).map { String($0.0) } ?? []
    }
    let known = SettingTable.rows.filter(\.isForTests).map(\.variable)
    #expect(Set(variables) == Set(known + [SettingTable.folderVariable]))
    #expect(Set(variables).count == variables.count)
  }

  @Test func `the members of a run record are those of the article`() throws {
    let article = try Sources.text("Sources/VCR/Documentation.docc/CheckingCassettes.md")
    let table = try #require(article.split(separator: "| member | meaning |").last)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let documented = rows.flatMap { row in
      row.split(separator: "|").first?.matches(of: /`([a-z_]+)`/).map { String($0.1) } ?? []
    }
    var report = RunReport(
      cassette: "c.yaml", options: .init(), failure: "why",
      command: .init(name: "curl", status: 1, ownStatus: 71))
    report.isolation = .init(rung: "variables", verdict: "not proven", reason: "why")
    report.scopes = [report]
    report.scope = "test"
    guard case .object(let members) = report.json else {
      Issue.record("\(report.json)")
      return
    }
    #expect(documented.sorted() == members.map(\.name).sorted())
  }

  @Test func `the keys that tests take are named in the read-me`() throws {
    let text = try Sources.text("README.md").replacing("\n", with: " ")
    let sentence = try #require(text.firstMatch(of: /tests take (.*?) alone\./))
    let named = sentence.1.matches(of: /`([a-z_]+)`/).map { String($0.1) }
    let keys = SettingTable.rows.map(\.key)
    #expect(named.count > 3)
    for key in named { #expect(keys.contains(key), "\(key)") }
  }
}
