import TestSupport
import Testing

@testable import VCRCore

struct CanonicalItemParserTests {
  @Test(arguments: 0..<10)
  func `what the writer writes needs no libyaml and parses the same`(seed: UInt64) throws {
    var generator = InteractionGenerator(seed: 1000 + seed)
    var found = 0
    for _ in 0..<100 {
      let item = CassetteWriter().item(generator.interaction())
      guard let fast = CanonicalItemParser.parse(item, item.indices) else { continue }
      found += 1
      let text = String(decoding: item, as: UTF8.self)
      #expect(try fast == YAMLParser.parse(item), "\(text)")
    }
    // Names beyond ASCII, empty mappings and a few more are left to libyaml.
    #expect(found > 80)
  }

  @Test(arguments: 0..<20)
  func `a mutated item parses as libyaml parses it or not at all`(seed: UInt64) throws {
    var generator = InteractionGenerator(seed: 2000 + seed)
    let pieces: [[UInt8]] =
      [
        "\n", " ", "  ", ": ", ":", "- ", "#", " #", "'", "\"", "|", "|-", "|+", "|2", ">", "\t",
        "\\",
        "[", "]", "{", "}", ",", "&a", "*a", "!", "? ", "\r", "\u{85}", "\u{2028}", "\u{FEFF}", "é",
        "\n\n", "\n  ", "\n    ", "\n      - ", "---\n", "...\n", "%", "@", "a: b", "\n  a: b",
      ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0], [0x7F]]
    var agreed = 0
    for _ in 0..<50 {
      let original = CassetteWriter().item(generator.interaction())
      for _ in 0..<12 {
        var item = original
        for _ in 0...generator.random.below(2) {
          let place = 1 + generator.random.below(item.count - 1)
          switch generator.random.below(4) {
          case 0: item.remove(at: place)
          case 1:
            let end = min(item.count, place + generator.random.below(12))
            item.removeSubrange(place..<end)
          case 2: item[place] = UInt8(generator.random.below(128))
          default: item.insert(contentsOf: generator.random.pick(pieces), at: place)
          }
          if item.count < 3 { item = original }
        }
        guard let fast = CanonicalItemParser.parse(item, item.indices) else { continue }
        agreed += 1
        let text = String(decoding: item, as: UTF8.self)
        do {
          let slow = try YAMLParser.parse(item)
          #expect(fast == slow, "\(text.debugDescription)")
        } catch {
          Issue.record("libyaml refuses it: \(error)\n\(text.debugDescription)")
        }
      }
    }
    #expect(agreed > 50)
  }
}
