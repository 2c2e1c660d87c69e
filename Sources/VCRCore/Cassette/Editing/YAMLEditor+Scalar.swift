extension YAMLEditor {
  /// A scalar, parts of which change in its place and style.
  ///
  /// Everything that is not replaced keeps its bytes: the spelling of escapes, the indentation and
  /// blank lines of a block, its chomping.
  struct Scalar {
    private let source: [UInt8]
    /// The scalar's own bytes.
    private let range: Range<Int>
    private let kind: YAMLTree.Kind
    private let isFlow: Bool
    private let content: [UInt8]

    init(_ node: Int, of editor: YAMLEditor) {
      source = editor.source
      let place = editor.tree.places[node]
      let known = editor.range(of: node)
      var start = known.lowerBound
      let end = known.upperBound
      // The place of a scalar includes its tag.
      while start < end, source[start] == UInt8(ascii: "!") {
        while start < end, source[start] > 0x20 { start += 1 }
        while start < end, source[start] <= 0x20 { start += 1 }
      }
      range = start..<end
      kind = editor.tree.nodes[node].kind
      isFlow = place.isFlow
      content = Array(editor.tree.content(node))
    }

    /// The changes to the file that replace parts of the content.
    ///
    /// - Parameter edits: Places in the content, in ascending order.
    /// - Returns: Places in the file, in ascending order.
    func changes(for edits: [Replacements.Item]) -> [Replacements.Item] {
      guard !edits.isEmpty else { return [] }
      let new = edits.applied(to: content)
      guard !new.isEmpty, let (map, indentation) = map(), canStay(new) else { return [whole(new)] }
      if kind == .literal, Self.finalNewlines(new) != Self.finalNewlines(content) {
        // The chomping indicator has to change as well.
        var output: [UInt8] = []
        LiteralBlock.append(new[...], indent: indentation - 2, to: &output)
        return [Replacements.Item(range: range, bytes: output)]
      }
      return edits.map { edit in
        Replacements.Item(
          range: map[
            edit.range.lowerBound]..<max(
              map[edit.range.lowerBound], map[edit.range.upperBound]),
          bytes: encoded(edit.bytes, indentation))
      }
    }

    private static func finalNewlines(_ text: [UInt8]) -> Int {
      text.reversed().prefix { $0 == UInt8(ascii: "\n") }.count
    }

    /// True when the style can hold the new content.
    private func canStay(_ new: [UInt8]) -> Bool {
      switch kind {
      case .plain:
        guard YAMLScalar.style(of: new) == .plain else { return false }
        return !isFlow || !new.contains { ",[]{}".utf8.contains($0) }
      case .singleQuoted: return YAMLScalar.style(of: new) != .doubleQuoted
      case .literal: return LiteralBlock.canHold(new[...])
      default: return true
      }
    }

    /// Added bytes, encoded for the style.
    private func encoded(_ bytes: [UInt8], _ indentation: Int) -> [UInt8] {
      var output: [UInt8] = []
      switch kind {
      case .singleQuoted:
        for byte in bytes {
          output.append(byte)
          if byte == UInt8(ascii: "'") { output.append(byte) }
        }
      case .doubleQuoted:
        YAMLScalar.appendDoubleQuoted(bytes, to: &output)
        output = Array(output.dropFirst().dropLast())
      case .literal:
        for byte in bytes {
          output.append(byte)
          if byte == UInt8(ascii: "\n") { output.appendSpaces(indentation) }
        }
      default: output = bytes
      }
      return output
    }

    /// The scalar, written again as a whole.
    private func whole(_ new: [UInt8]) -> Replacements.Item {
      var output: [UInt8] = []
      let isBlock = kind == .literal || kind == .folded
      if kind == .doubleQuoted || isFlow {
        // JSON, which is flow style, has no other quotes.
        YAMLScalar.appendDoubleQuoted(new, to: &output)
      } else {
        YAMLScalar.append(new, to: &output)
      }
      if isBlock { output.append(UInt8(ascii: "\n")) }
      return Replacements.Item(range: range, bytes: output)
    }

    /// The offset in the file of each byte of the content, and of its end.
    ///
    /// For a block also its indentation. Nil when lines were folded.
    private func map() -> (positions: [Int], indentation: Int)? {
      let positions: [Int]?
      switch kind {
      case .plain:
        positions =
          range.count == content.count && source[range] == content[...]
          ? Array(range.lowerBound...range.upperBound) : nil
      case .singleQuoted: positions = singleQuoted()
      case .doubleQuoted: positions = doubleQuoted()
      case .literal: return literal()
      default: positions = nil
      }
      return positions.map { ($0, 0) }
    }

    private func singleQuoted() -> [Int]? {
      var positions: [Int] = []
      positions.reserveCapacity(content.count + 1)
      var index = range.lowerBound + 1
      for byte in content {
        guard index < range.upperBound, source[index] == byte, byte >= 0x20 else { return nil }
        positions.append(index)
        index += byte == UInt8(ascii: "'") ? 2 : 1
      }
      guard index == range.upperBound - 1 else { return nil }
      return positions + [index]
    }

    private func doubleQuoted() -> [Int]? {
      var positions: [Int] = []
      positions.reserveCapacity(content.count + 1)
      var index = range.lowerBound + 1
      while positions.count < content.count {
        guard index < range.upperBound - 1, source[index] >= 0x20 || source[index] == 0x09 else {
          return nil
        }
        if source[index] == UInt8(ascii: "\\") {
          guard let escape = Self.escape(source[index + 1]) else { return nil }
          // An escape covers as many bytes of the content as its character has.
          let length = Self.length(ofCharacter: content[positions.count])
          guard positions.count + length <= content.count else { return nil }
          for _ in 0..<length { positions.append(index) }
          index += escape
        } else {
          guard source[index] == content[positions.count] else { return nil }
          positions.append(index)
          index += 1
        }
      }
      guard index == range.upperBound - 1 else { return nil }
      return positions + [index]
    }

    /// The length of an escape, by the letter after its backslash; nil for an escaped line end.
    private static func escape(_ letter: UInt8) -> Int? {
      switch letter {
      case UInt8(ascii: "x"): 4
      case UInt8(ascii: "u"): 6
      case UInt8(ascii: "U"): 10
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): nil
      default: 2
      }
    }

    private static func length(ofCharacter first: UInt8) -> Int {
      first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    }

    private func literal() -> (positions: [Int], indentation: Int)? {
      var line = source.firstNewline(from: range.lowerBound, to: range.upperBound) + 1
      var positions: [Int] = []
      positions.reserveCapacity(content.count + 1)
      var indentation: Int?
      var start = 0
      while start < content.count {
        guard line < range.upperBound else { return nil }
        let end = content.firstNewline(from: start, to: content.count)
        var lineEnd = source.firstNewline(from: line, to: range.upperBound)
        let next = lineEnd + 1
        if lineEnd > line, source[lineEnd - 1] == UInt8(ascii: "\r") { lineEnd -= 1 }
        let length = end - start
        guard length <= lineEnd - line,
          source[lineEnd - length..<lineEnd] == content[start..<end]
        else { return nil }
        if length > 0 {
          if indentation == nil { indentation = lineEnd - line - length }
          guard indentation == lineEnd - line - length else { return nil }
        }
        positions.append(contentsOf: lineEnd - length..<lineEnd)
        if end < content.count { positions.append(lineEnd) }
        start = end + 1
        if start >= content.count {
          // After a final newline of the content, the end is the start of the next line.
          positions.append(end < content.count ? min(next, range.upperBound) : lineEnd)
        }
        line = next
      }
      guard positions.count == content.count + 1 else { return nil }
      return (positions, indentation ?? 0)
    }
  }
}
