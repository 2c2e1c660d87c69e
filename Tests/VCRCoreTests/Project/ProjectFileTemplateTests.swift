import Testing

@testable import VCRCore

struct ProjectFileTemplateTests {
  @Test func `a new file sets nothing`() throws {
    let file = try ProjectFile(path: "/.vcr.yaml", content: Array(ProjectFile.template.utf8))
    #expect(file.mode == nil && file.equivalence == nil && file.volatility == .standard)
  }

  @Test func `it names every setting, each with a value that can be read`() throws {
    let lines = ProjectFile.template.split(separator: "\n")
    let settings = lines.filter { $0.hasPrefix("#") && !$0.hasPrefix("# ") }.map { $0.dropFirst() }
    let content = settings.joined(separator: "\n")
    _ = try ProjectFile(path: "/.vcr.yaml", content: Array(content.utf8))
    let names = settings.compactMap { $0.split(separator: ":").first.map(String.init) }
    #expect(Set(names) == Set(SettingTable.rows.map(\.key)))
  }
}
