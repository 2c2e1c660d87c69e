import VCRCore

/// The text of a cassette in lines that can be compared with those of another version, whatever editor
/// wrote it.
struct MergeLines {
  /// The content: every line ends in LF, the last one, too.
  private(set) var content: [UInt8]
  /// True when lines ended in CR LF, which means the same (YAML 1.2 §5.4).
  private(set) var hadCarriageReturns = false

  private static let lineFeed = UInt8(ascii: "\n")

  /// Takes the content of a file.
  ///
  /// - Throws: `CassetteError` when it is no cassette.
  init(_ content: [UInt8], path: String) throws {
    self.content = CassetteFile.withoutByteOrderMark(content)
    if self.content.contains(UInt8(ascii: "\r")) {
      let lines = LineEnds.withoutCarriageReturns(self.content)
      self.content = lines.text
      hadCarriageReturns = lines.replaced > 0
    }
    openEmptyList()
    try endLastLine(path: path)
  }

  /// Puts `interactions:` in the place of `interactions: []`, to which nothing can be added.
  private mutating func openEmptyList() {
    let key = Array("interactions:".utf8)
    var start = 0
    while start < content.count {
      let end = content.firstNewline(from: start, to: content.count)
      if content[start..<end].starts(with: key) {
        let rest = content[(start + key.count)..<end].filter { $0 != UInt8(ascii: " ") }
        if rest == Array("[]".utf8) { content.removeSubrange((start + key.count)..<end) }
        return
      }
      start = end + 1
    }
  }

  private mutating func endLastLine(path: String) throws {
    guard let last = content.last, last != Self.lineFeed else { return }
    let file = try CassetteFile(path: path, content: content)
    let ended = content + [Self.lineFeed]
    let item = file.count - 1
    // In a literal block at the end of the file a line feed more is one of the text, too.
    if item >= 0, let range = file.range(ofItem: item),
      try CassetteFile(path: path, content: ended).interaction(at: item)
        != file.interaction(at: item)
    {
      content = Array(content[..<range.lowerBound]) + file.text(at: item)
    } else {
      content = ended
    }
  }
}
