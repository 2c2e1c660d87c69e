extension YAMLEditor {
  /// The lines of a mapping in block style, so that one of its pairs can be rewritten, removed or
  /// inserted while every other line, comments included, stays as it is.
  struct Block {
    private let editor: YAMLEditor
    private let mapping: Int

    /// The indentation of the mapping's keys.
    let indentation: Int

    /// The start of the line of the mapping's first key.
    let start: Int

    /// True when that line begins with the dash of the element that is the mapping.
    private let isAfterDash: Bool

    /// Creates the lines of a mapping; nil when it is in flow style, is empty, or begins on a line
    /// with other content.
    init?(_ mapping: Int, of editor: YAMLEditor) {
      let (tree, source) = (editor.tree, editor.source)
      (self.editor, self.mapping) = (editor, mapping)
      guard tree.nodes[mapping].kind == .mapping, !tree.places[mapping].isFlow,
        tree.nodes[mapping].end > Int32(mapping + 1)
      else { return nil }
      let first = editor.range(of: mapping + 1).lowerBound
      start = source.startOfLine(first, from: 0)
      indentation = first - start
      // A mapping that is an element begins after its dash.
      let lead = source[start..<first].drop { $0 == UInt8(ascii: " ") }
      isAfterDash = lead.elementsEqual("- ".utf8)
      guard lead.isEmpty || isAfterDash else { return nil }
    }

    /// The start of the line after the mapping; nil when its last line has no end.
    var end: Int? { end(ofValue: mapping) }

    /// The lines of a pair, from its key to the end of its value.
    ///
    /// - Parameter key: The key's node.
    /// - Returns: The range in the file; nil when these lines have other content.
    func lines(ofKey key: Int) -> Range<Int>? {
      let keyStart = editor.range(of: key).lowerBound
      let start = editor.source.startOfLine(keyStart, from: 0)
      guard editor.source[start..<keyStart].allSatisfy({ $0 == UInt8(ascii: " ") }),
        let end = end(ofValue: editor.tree.value(ofKey: key))
      else { return nil }
      return start..<end
    }

    /// The lines of a pair.
    func lines<Key: CassetteKeys>(of key: Key) -> Range<Int>? {
      editor.tree.children(mapping).first { editor.tree.key($0) == key }.flatMap {
        lines(ofKey: $0)
      }
    }

    /// The place at which an absent pair is inserted.
    ///
    /// - Parameter key: Its key.
    /// - Returns: The place after the last present key that the writer puts before it, or the start
    ///   of the mapping when there is none; nil when a pair cannot be inserted there.
    func place<Key: CassetteKeys>(of key: Key) -> Int? {
      for before in Key.allCases.prefix(while: { $0 != key }).reversed() {
        if let value = editor.tree.value(before, in: mapping) { return end(ofValue: value) }
      }
      return isAfterDash ? nil : start
    }

    /// Lines of the writer, with this mapping's indentation.
    ///
    /// - Parameters:
    ///   - text: The lines.
    ///   - indentation: The indentation of the keys in the writer's lines.
    /// - Returns: The lines.
    func indented(_ text: some Collection<UInt8>, from indentation: Int) -> [UInt8] {
      LineIndentation.moved(Array(text)[...], by: self.indentation - indentation)
    }

    /// The start of the line after a value; nil for a last line without an end.
    private func end(ofValue node: Int) -> Int? {
      let end = (node..<Int(editor.tree.nodes[node].end)).reduce(0) {
        max($0, editor.range(of: $1).upperBound)
      }
      let source = editor.source
      if end > 0, source[end - 1] == UInt8(ascii: "\n") { return end }
      let newline = source.firstNewline(from: end, to: source.count)
      return newline < source.count ? newline + 1 : nil
    }
  }
}
