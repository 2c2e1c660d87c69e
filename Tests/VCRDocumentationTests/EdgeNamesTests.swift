import Foundation
import Testing

/// The list of cases that tests prove, `Tests/HTTPEdges.md`.
struct EdgeNamesTests {
  @Test func `every test that the list of cases names is there`() throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    var names: Set<Substring> = []
    let files = try #require(
      FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil))
    var sources: [String] = []
    for case let file as URL in files where file.pathExtension == "swift" {
      sources.append(try String(contentsOf: file, encoding: .utf8))
    }
    for source in sources {
      for match in source.matches(of: /func `([^`]+)`/) { names.insert(match.output.1) }
    }
    #expect(names.count > 500)
    let list = try String(contentsOf: tests.appending(path: "HTTPEdges.md"), encoding: .utf8)
    var named = 0
    for row in list.split(separator: "\n") where row.hasPrefix("|") {
      // The second column has the tests; a backtick in the first is of HTTP.
      guard let column = row.split(separator: "|").last else { continue }
      for match in column.matches(of: /`([^`]+)`/) {
        #expect(names.contains(match.output.1), "no test is named \(match.output.1)")
        named += 1
      }
    }
    #expect(named > 90)
  }
}
