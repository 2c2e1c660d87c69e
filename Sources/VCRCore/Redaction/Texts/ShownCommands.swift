/// Command lines that a page of HTML shows: in `pre`, `code`, `kbd`, `samp` and `textarea`.
///
/// They are read as a shell would read them, with the character references undone. Samples of code,
/// JSON and markup are left to the search for the page as a whole.
struct ShownCommands {
  /// The search for secrets in any text.
  let secrets: TextSecrets

  private static let elements: [StaticString] = ["pre", "code", "kbd", "samp", "textarea"]

  /// Longer texts are no commands.
  private static let longest = 64 << 10

  /// The secrets of all such texts.
  func find(in text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while let open = text.firstIndex(of: UInt8(ascii: "<"), in: index..<text.count) {
      index = open + 1
      guard
        Self.elements.contains(where: { name in
          let end = index + name.utf8CodeUnitCount
          return end < text.count && text.equals(name, at: index)
            && (text[end] == UInt8(ascii: ">") || text[end] == 0x20)
        }), let start = text.firstIndex(of: UInt8(ascii: ">"), in: index..<text.count)
      else { continue }
      let end = text.firstIndex(of: UInt8(ascii: "<"), in: start..<text.count) ?? text.count
      index = end
      let content = start + 1..<end
      guard content.count <= Self.longest, content.count > Self.shortest else { continue }
      let shown = text.extracting(content)
      let decoded = DecodedText(shown, .html)
      let inner = decoded.map { find(inCommands: $0.bytes.view) } ?? find(inCommands: shown)
      for item in inner.items {
        let place = decoded?.original(item.range) ?? item.range
        found.add(
          start + 1 + place.lowerBound..<start + 1 + place.upperBound, item.bytes, in: text)
      }
    }
    return found
  }

  private static let shortest = 8

  private func find(inCommands text: Span<UInt8>) -> Replacements {
    let bytes = text.indices.map { text[$0] }
    guard let first = bytes.first(where: { $0 > 0x20 }), !"{[<".utf8.contains(first),
      TextKind.of(bytes, nil) == .data
    else { return Replacements() }
    return secrets.find(in: text)
  }
}
