import Testing
import VCRCore

/// The article about the format has the keys that the reader knows, and no others.
struct CassetteKeyTests {
  /// The keys in the first column of the tables of each section, by its title.
  private func keys() throws -> [String: [String]] {
    let article = try Sources.text("Sources/VCR/Documentation.docc/TheCassette.md")
    var keys: [String: [String]] = [:]
    var title = ""
    for line in article.split(separator: "\n") {
      if line.hasPrefix("## ") { title = String(line.dropFirst(3)) }
      guard line.hasPrefix("| `"), let first = line.split(separator: "|").first else { continue }
      keys[title, default: []] += first.matches(of: /`([a-z0-9_]+)`/).map { String($0.1) }
    }
    return keys
  }

  private func names<Key: CassetteKeys>(_ type: Key.Type) -> [String] {
    Key.allCases.map(\.rawValue)
  }

  @Test func `the article explains each key of a cassette in its section`() throws {
    let documented = try keys()
    let known = [
      "The file": names(HeadingKey.self), "An interaction": names(ItemKey.self),
      "A request": names(RequestKey.self), "A response": names(ResponseKey.self),
      "A failure": names(ErrorKey.self), "A body": names(BodyKey.self),
      "A piece of a stream": names(ChunkKey.self),
      "A message of a WebSocket": names(MessageKey.self),
    ]
    #expect(Set(documented.keys) == Set(known.keys))
    for (title, keys) in known {
      #expect(documented[title]?.sorted() == keys.sorted(), "\(title)")
    }
  }

  @Test func `the article names the keys below others`() throws {
    let article = try Sources.text("Sources/VCR/Documentation.docc/TheCassette.md")
    let below =
      names(InterimKey.self) + names(EncodedKey.self) + names(ValueDigestsKey.self)
      + names(FieldValueKey.self) + names(StreamTextKey.self)
    for key in below { #expect(article.contains("`\(key)"), "\(key)") }
  }
}
