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

  @Test func `the keys that tests take are named in the read-me`() throws {
    let text = try Sources.text("README.md").replacing("\n", with: " ")
    let sentence = try #require(text.firstMatch(of: /tests take (.*?) alone\./))
    let named = sentence.1.matches(of: /`([a-z_]+)`/).map { String($0.1) }
    let keys = SettingTable.rows.map(\.key)
    #expect(named.count > 3)
    for key in named { #expect(keys.contains(key), "\(key)") }
  }
}
