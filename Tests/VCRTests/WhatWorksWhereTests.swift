import Foundation
import Testing

/// The table of what works names tests; it must not promise what nobody proves.
struct WhatWorksWhereTests {
  private struct Row {
    var feature: String
    var linux: String
    var tests: [String]
  }

  private let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func rows() throws -> [Row] {
    let article = root.appending(path: "Sources/VCR/Documentation.docc/WhatWorksWhere.md")
    return try String(contentsOf: article, encoding: .utf8)
      .split(separator: "\n").filter { $0.hasPrefix("| ") }
      .map { line in
        line.dropFirst().dropLast().components(separatedBy: "|")
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
      .filter { $0.last != "Test" }
      .map { cells in
        let names = (cells.last ?? "").components(separatedBy: "`").enumerated()
          .filter { $0.offset % 2 == 1 }.map(\.element)
        return Row(feature: cells[0], linux: cells.count > 1 ? cells[1] : "", tests: names)
      }
  }

  /// The names of all tests of the project.
  private func names() throws -> Set<String> {
    let files = FileManager.default.enumerator(
      at: root.appending(path: "Tests"), includingPropertiesForKeys: nil)
    var names: Set<String> = []
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      for part in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "func `")
        .dropFirst()
      {
        names.insert(String(part.prefix { $0 != "`" }))
      }
    }
    return names
  }

  @Test func `every test that the table names exists`() throws {
    let (rows, names) = (try rows(), try names())
    #expect(rows.count > 50)
    for row in rows {
      for test in row.tests { #expect(names.contains(test), "\(row.feature) names '\(test)'") }
    }
  }

  @Test func `every row for Linux names a test`() throws {
    for row in try rows() where row.linux != "no" && row.linux != "not in Foundation" {
      #expect(!row.tests.isEmpty, "\(row.feature) names no test")
    }
  }
}
