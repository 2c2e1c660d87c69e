/// The lines of a mapping in block style, so that one of its pairs can be written anew, left out or
/// put in while every other line, comments included, stays as it is.
struct MappingEditor {
  private let tree: YAMLTree
  private let offset: Int
  private let source: [UInt8]
  private let mapping: Int

  /// How far the mapping's keys are indented.
  let indentation: Int

  /// Where the line of the mapping's first key begins.
  let start: Int

  /// True when the dash of the element that the mapping is stands on that line.
  private let isBesideDash: Bool

  /// Creates the lines of a mapping; nil when it is in flow style, is empty, or begins on the line of
  /// something else.
  init?(_ item: PositionedItem, _ mapping: Int, in source: [UInt8]) {
    tree = item.tree
    offset = item.offset
    self.source = source
    self.mapping = mapping
    guard tree.nodes[mapping].kind == .mapping, !tree.places[mapping].isFlow,
      tree.nodes[mapping].end > Int32(mapping + 1)
    else { return nil }
    let first = tree.places[mapping + 1].range.lowerBound + offset
    start = Self.startOfLine(first, in: source)
    indentation = first - start
    // An element's own mapping begins beside its dash.
    let lead = source[start..<first].drop { $0 == UInt8(ascii: " ") }
    isBesideDash = lead.elementsEqual("- ".utf8)
    guard lead.isEmpty || isBesideDash else { return nil }
  }

  /// Where the line after the mapping begins; nil when its last line does not end.
  var end: Int? { end(ofValue: mapping) }

  /// The value of a key, or nil.
  func value(_ key: some CassetteKeys) -> Int? { tree.value(key, in: mapping) }

  /// The lines of a pair, from its key to the end of its value.
  ///
  /// - Parameter key: The key's node.
  /// - Returns: The place in the file; nil when something else is on these lines.
  func lines(ofKey key: Int) -> Range<Int>? {
    let keyStart = tree.places[key].range.lowerBound + offset
    let start = Self.startOfLine(keyStart, in: source)
    guard source[start..<keyStart].allSatisfy({ $0 == UInt8(ascii: " ") }),
      let end = end(ofValue: tree.value(ofKey: key))
    else { return nil }
    return start..<end
  }

  /// The lines of a pair.
  func lines<Key: CassetteKeys>(of key: Key) -> Range<Int>? {
    tree.children(mapping).first { tree.key($0) == key }.flatMap { lines(ofKey: $0) }
  }

  /// Where a pair belongs that is not there.
  ///
  /// - Parameter key: Its key.
  /// - Returns: The place behind the last that is there of the keys that the writer has before it;
  ///   before all when there is none, and nil where it could not stand.
  func place<Key: CassetteKeys>(of key: Key) -> Int? {
    for before in Key.allCases.prefix(while: { $0 != key }).reversed() {
      if let value = value(before) { return end(ofValue: value) }
    }
    return isBesideDash ? nil : start
  }

  /// Lines of the writer's, indented as this mapping is.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - indentation: How far the writer indents the keys.
  /// - Returns: The lines.
  func indented(_ text: some Collection<UInt8>, from indentation: Int) -> [UInt8] {
    LineIndentation.moved(Array(text)[...], by: self.indentation - indentation)
  }

  /// Where the line after a value begins; nil for a last line that does not end.
  private func end(ofValue node: Int) -> Int? {
    var end = 0
    for place in tree.places[node..<Int(tree.nodes[node].end)] {
      end = max(end, place.range.upperBound)
    }
    end += offset
    if end > 0, source[end - 1] == UInt8(ascii: "\n") { return end }
    let newline = source.firstNewline(from: end, to: source.count)
    return newline < source.count ? newline + 1 : nil
  }

  private static func startOfLine(_ index: Int, in source: [UInt8]) -> Int {
    source[..<index].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }
}

/// Moves lines to the right and left.
enum LineIndentation {
  /// Lines with more blanks before them, or fewer; empty ones stay empty.
  ///
  /// - Parameters:
  ///   - text: The lines.
  ///   - columns: How far to the right; to the left a line moves as far as it can.
  /// - Returns: The lines.
  static func moved(_ text: ArraySlice<UInt8>, by columns: Int) -> [UInt8] {
    guard columns != 0 else { return Array(text) }
    var out: [UInt8] = []
    out.reserveCapacity(text.count + text.count / 16)
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if columns > 0 {
        if !line.isEmpty { out.appendSpaces(columns) }
        out += line
      } else {
        out += line.dropFirst(line.prefix(-columns).prefix { $0 == UInt8(ascii: " ") }.count)
      }
      out.append(UInt8(ascii: "\n"))
    }
    // The last line feed ends the last line and begins none.
    out.removeLast()
    return out
  }
}
