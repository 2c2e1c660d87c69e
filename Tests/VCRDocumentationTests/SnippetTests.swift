import Foundation
import TestSupport
import Testing
import VCRCore

/// What the documents show is what runs.
struct SnippetTests {
  /// The lines that count of each file in some folders.
  private func files(_ folders: [String], _ suffix: String) throws -> [[String]] {
    try folders.flatMap { Sources.files(in: $0, suffix) }.map {
      Excerpt.compared(try Sources.text($0).components(separatedBy: "\n"))
    }
  }

  private func check(_ blocks: [Block], standIn files: [[String]], _ place: String) {
    for block in blocks {
      let excerpt = Excerpt(block.lines)
      let isThere = files.contains { excerpt.stands(in: $0) }
      #expect(
        isThere, "\(block.file):\(block.line): no file of \(place) has these lines:\n\(block.text)")
    }
  }

  @Test func `Swift that a document shows stands in a snippet that is run`() throws {
    let blocks = try Block.all("swift").filter { $0.lines.first != "// Package.swift" }
    #expect(blocks.count > 20)
    check(
      blocks,
      standIn: try files(
        ["Tests/VCRDocumentationTests/Snippets", "Examples/Sources", "Examples/Tests"], ".swift"),
      "Tests/VCRDocumentationTests/Snippets or of Examples")
  }

  @Test func `what a reader pastes first compiles as it is shown`() throws {
    let whole = try Sources.files(in: "Tests/VCRDocumentationTests/Snippets", ".swift").map {
      try Sources.text($0)
    }
    let blocks = try Block.all("swift").filter { block in
      block.lines.contains { $0.hasPrefix("import ") }
    }
    #expect(!blocks.isEmpty)
    for block in blocks {
      // Not an excerpt: the file that is compiled is this one and nothing else.
      #expect(
        whole.contains(block.text + "\n"), "\(block.file):\(block.line): no snippet is this file")
    }
    // In what a newcomer reads first, the first test is such a file.
    for file in [
      "README.md", "Sources/VCR/Documentation.docc/RecordYourFirstTest.md",
      "Sources/VCRTesting/Documentation.docc/VCRTesting.md",
    ] {
      let first = try Block.all(in: file).first { block in
        block.language == "swift" && block.lines.contains { $0.contains("@Test") }
      }
      #expect(first?.lines.first == "import Foundation", "\(file) shows no imports")
    }
  }

  @Test func `Swift that a document shows names types as code outside of this package has to`()
    throws
  {
    // Snippets are compiled within the package, where nested types have short names as well.
    let short = try Sources.files(in: "Sources", ".swift").flatMap { file in
      try Sources.text(file).matches(of: /package typealias (\w+) = \w+\.(\w+)\n/).filter {
        $0.1 == $0.2
      }.map { String($0.1) }
    }
    #expect(short.contains("Deck") && short.contains("Body"))
    for block in try Block.all("swift") {
      for name in block.text.matches(of: /(?:^|[^.\w`"\/])([A-Z]\w+)/) {
        #expect(
          !short.contains(String(name.1)),
          "\(block.file):\(block.line): \(name.1) is Cassette.\(name.1)")
      }
    }
  }

  @Test func `a cassette that a document shows is one that a snippet replays`() throws {
    let blocks = try Block.all("yaml").filter { $0.lines.first != "# .vcr.yaml" }
    #expect(blocks.count > 1)
    check(
      blocks, standIn: try files(["Tests/VCRDocumentationTests/Snippets/Cassettes"], ".yaml"),
      "Tests/VCRDocumentationTests/Snippets/Cassettes")
  }

  @Test func `a project file that a document shows can be read`() throws {
    let blocks = try Block.all("yaml").filter { $0.lines.first == "# .vcr.yaml" }
    #expect(blocks.count > 1)
    for block in blocks {
      let folder = try TemporaryDirectory()
      #expect(throws: Never.self, "\(block.file):\(block.line)") {
        try ProjectFile(path: folder.write(block.text, to: ProjectFile.name).path)
      }
    }
  }

  @Test func `a manifest that a document shows names products and traits that exist`() throws {
    let package = try Sources.text("Package.swift")
    let blocks = try Block.all("swift").filter { $0.lines.first == "// Package.swift" }
    #expect(!blocks.isEmpty)
    for block in blocks {
      for product in block.text.matches(of: /(product|plugin)\(name: "([^"]+)"/) {
        let kind = product.1 == "plugin" ? "plugin" : "library"
        #expect(
          package.contains(".\(kind)(name: \"\(product.2)\", targets"),
          "\(block.file):\(block.line)")
      }
      for list in block.text.matches(of: /traits: \[([^\]]*)\]/) {
        for trait in list.1.matches(of: /"([^"]+)"/) {
          #expect(package.contains("name: \"\(trait.1)\""), "\(block.file):\(block.line)")
        }
      }
    }
  }

  @Test(arguments: [
    (["a", "b"], true), (["b", "d"], false), (["a", "…", "d"], true), (["a", "// …", "e"], false),
    (["  x(… z)"], true), (["x(y … w)"], false), (["b", "", "c"], true),
  ])
  func `an excerpt is found line by line`(lines: [String], isThere: Bool) {
    let file = Excerpt.compared(["a", "  b", "", "c", "d", "x(y, z)"])
    #expect(Excerpt(lines).stands(in: file) == isThere)
  }
}
