import Foundation
import TestSupport
import Testing

@testable import VCRCore

struct CassetteRoundTripTests {
  @Test(arguments: 0..<6)
  func `any interaction survives the file`(seed: UInt64) throws {
    var generator = InteractionGenerator(seed: seed, corpus: try Corpus.files())
    let writer = CassetteWriter()
    var text = CassetteWriter.prologue
    var written: [Interaction] = []
    for _ in 0..<100 {
      let interaction = generator.interaction()
      let item = writer.item(interaction)
      try #require(item == writer.item(interaction))
      text += item
      written.append(interaction)
    }
    let file = try CassetteFile(path: "any.yaml", content: text)
    try #require(file.count == written.count)
    let whole = try YAMLParser.parse(text)
    let list = try #require(whole.value(HeadingKey.interactions, in: YAMLTree.root))
    for (index, node) in whole.children(list).enumerated() {
      let item = String(decoding: file.text(at: index), as: UTF8.self)
      #expect(try file.interaction(at: index) == written[index], "\(item)")
      #expect(try file.request(at: index) == written[index].request)
      #expect(try file.rule(at: index) == written[index].rule)
      // The generic parse of the whole file gives the same.
      let generic = try InteractionReader(tree: whole, item: node).interaction()
      #expect(generic == written[index], "\(item)")
      let line = unsafe file.withMethodAndURL(at: index) { unsafe (Array($0), Array($1)) }
      if let line {
        #expect(line.0 == Array(written[index].request.method.utf8))
        #expect(line.1 == Array(written[index].request.url.utf8))
        #expect(written[index].rule == nil)
      }
      // What the cassette's own layout is put into is what the writer writes.
      let again = YAMLTreeWriter(tree: whole).item(node)
      let tree = try YAMLParser.parse(again)
      #expect(try InteractionReader(tree: tree, item: 1).interaction() == written[index])
    }
  }

  @Test(.enabled(if: Corpus.folder != nil, "VCR_CORPUS is not set"))
  func `every file of the corpus survives as a body`() throws {
    let files = try Corpus.files()
    try #require(!files.isEmpty)
    for (index, bytes) in files.enumerated() {
      let type = InteractionGenerator.contentTypes[index % InteractionGenerator.contentTypes.count]
      let interaction = Interaction(
        request: .init(url: "https://example.com/"),
        outcome: .response(.init(status: 200, headers: ["Content-Type": type], body: Body(bytes))))
      let text = CassetteWriter.prologue + CassetteWriter().item(interaction)
      let file = try CassetteFile(path: "corpus.yaml", content: text)
      #expect(try file.interaction(at: 0) == interaction)
    }
  }

  @Test func `every short text of awkward characters survives`() throws {
    let alphabet = ["a", " ", "\n", "\r", "\t", "\u{85}", "\u{FEFF}", "é", "#", "-"]
    var texts = [""]
    for _ in 0..<3 {
      texts = texts + texts.flatMap { text in alphabet.map { text + $0 } }
    }
    for text in Set(texts) {
      let body = Body(Array(text.utf8))
      let interaction = Interaction(
        request: .init(url: "https://example.com/", body: body),
        outcome: .response(.init(status: 200, body: body)))
      let item = CassetteWriter().item(interaction)
      let fast = CanonicalItemParser.parse(item, item.indices)
      let slow = try YAMLParser.parse(item)
      #expect(fast == nil || fast == slow)
      #expect(try InteractionReader(tree: slow, item: 1).interaction() == interaction)
    }
  }
}
