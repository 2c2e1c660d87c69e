extension YAMLTree {
  /// The comments of the text that was parsed with the places of its nodes.
  ///
  /// - Parameter text: The text.
  /// - Returns: The range of each comment, from its `#` to the end of its line.
  package func comments(in text: ArraySlice<UInt8>) -> [Range<Int>] {
    let sign = UInt8(ascii: "#")
    var comments: [Range<Int>] = []
    func look(_ range: Range<Int>) {
      var index = range.lowerBound
      while let found = text[index..<range.upperBound].firstIndex(of: sign) {
        index = found + 1
        // Only after white space does the sign begin a comment (YAML 1.2 §6.6).
        guard found == text.startIndex || text[found - 1] <= 0x20 else { continue }
        let line = text[found...].firstIndex(of: UInt8(ascii: "\n")) ?? text.endIndex
        index = min(line, range.upperBound)
        comments.append(found..<index)
      }
    }
    // Comments stand between the scalars, and on the line of a block's indicator.
    var end = text.startIndex
    for node in nodes.indices where isScalar(node) {
      let lower = text.startIndex + places[node].range.lowerBound
      let upper = text.startIndex + places[node].range.upperBound
      guard lower < upper, lower >= end else { continue }
      look(end..<lower)
      if [.literal, .folded].contains(nodes[node].kind) {
        look(lower..<(text[lower..<upper].firstIndex(of: UInt8(ascii: "\n")) ?? upper))
      }
      end = upper
    }
    look(end..<max(end, text.endIndex))
    return comments
  }
}
