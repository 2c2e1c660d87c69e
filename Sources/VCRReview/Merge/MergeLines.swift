import VCRCore

/// The text of a cassette with uniform line ends, so that its lines compare equal to those of
/// another version whichever editor wrote them.
struct MergeLines {
  /// The content, in which every line, the last one included, ends in LF.
  private(set) var content: [UInt8]
  /// True when lines ended in CR LF, which is equivalent (YAML 1.2 §5.4).
  private(set) var hadCarriageReturns = false

  private static let lineFeed = UInt8(ascii: "\n")

  /// Normalises the content of a file.
  ///
  /// - Throws: `CassetteError` when it is not a cassette.
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

  /// Replaces `interactions: []`, to which no item can be appended, by `interactions:`.
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
    let file = try CassetteFile(merging: content, path: path)
    let ended = content + [Self.lineFeed]
    let item = file.count - 1
    // An additional line feed after a literal block at the end of the file would belong to its
    // text.
    if item >= 0, let range = file.range(ofItem: item),
      try CassetteFile(merging: ended, path: path).interaction(at: item)
        != file.interaction(at: item)
    {
      content = Array(content[..<range.lowerBound]) + file.text(at: item)
    } else {
      content = ended
    }
  }
}

extension CassetteFile {
  /// Reads a version that takes part in a merge.
  ///
  /// Git has not yet put the other side's files into the work tree then. One that is missing stands
  /// for itself by its name, which is that of its content.
  ///
  /// - Throws: `CassetteError` when it is not a cassette.
  convenience init(merging content: [UInt8], path: String) throws {
    try self.init(
      path: path, content: content,
      sideFile: { reference in
        (try? SideFiles.read(reference, besideCassette: path)) ?? Body(Array(reference.utf8))
      })
  }
}
