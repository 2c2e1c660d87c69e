/// JSON that stands in a string of other JSON, such as the `arguments` of a tool call.
package struct StringJSON {
  /// The JSON in the string.
  package let text: JSONText
  /// The string among the values of the other JSON.
  package let node: Int
  /// Where each byte of what it says begins in the other JSON, and where the last one ends.
  private let offsets: [Int]

  /// Reads a string; nil for one that holds no object and no array.
  ///
  /// - Parameters:
  ///   - outer: The JSON in which it stands.
  ///   - node: The string.
  package init?(in outer: JSONText, at node: Int) {
    let range = outer.range(of: node)
    guard outer.nodes[node].kind == .string, range.count > 2,
      outer.bytes[range.upperBound - 1] == UInt8(ascii: "\""),
      Self.mayBegin(in: outer.bytes, range)
    else { return nil }
    var (content, offsets) = ([UInt8](), [Int]())
    var index = range.lowerBound + 1
    while index < range.upperBound - 1 {
      let next = Self.end(ofCharacterAt: index, in: outer.bytes)
      JSONString.appendUnescaped(outer.bytes.view, index..<next, to: &content)
      while offsets.count < content.count { offsets.append(index) }
      index = next
    }
    guard let text = JSONText(content), [.object, .array].contains(text.nodes[0].kind) else {
      return nil
    }
    offsets.append(index)
    (self.text, self.node, self.offsets) = (text, node, offsets)
  }

  /// False for a string whose first character other than white space begins no object and no array.
  private static func mayBegin(in bytes: [UInt8], _ string: Range<Int>) -> Bool {
    let space = [UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t")]
    var index = string.lowerBound + 1
    while index < string.upperBound - 1 {
      let isEscape = bytes[index] == UInt8(ascii: "\\")
      if isEscape, space.contains(bytes[index + 1]) {
        index += 2
      } else if bytes[index] == 0x20 {
        index += 1
      } else {
        // Any character may be written as an escape of its number.
        return isEscape && bytes[index + 1] == UInt8(ascii: "u")
          || bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[")
      }
    }
    return false
  }

  /// Where an escape, or a byte that is none, ends; two escapes of surrogates are one character.
  private static func end(ofCharacterAt index: Int, in bytes: [UInt8]) -> Int {
    guard bytes[index] == UInt8(ascii: "\\") else { return index + 1 }
    guard bytes[index + 1] == UInt8(ascii: "u") else { return index + 2 }
    let (end, isHigh) = (index + 6, bytes[index + 2] | 0x20 == UInt8(ascii: "d"))
    let isFollowed =
      end + 6 <= bytes.count && bytes[end] == UInt8(ascii: "\\")
      && bytes[end + 1] == UInt8(ascii: "u")
    // The second half of a pair alone is a character of its own.
    return isHigh && "89abAB".utf8.contains(bytes[index + 3]) && isFollowed
      && bytes[end + 2] | 0x20 == UInt8(ascii: "d") && "cdefCDEF".utf8.contains(bytes[end + 3])
      ? end + 6 : end
  }

  /// The range of one of its values in the other JSON, escapes included.
  package func range(of value: Int) -> Range<Int> { outerRange(text.range(of: value)) }

  /// The range in the other JSON of a range in what the string says.
  func outerRange(_ range: Range<Int>) -> Range<Int> {
    offsets[range.lowerBound]..<offsets[range.upperBound]
  }

  /// The values that paths select in the strings of a text, none within another.
  ///
  /// - Parameters:
  ///   - paths: The paths, whatever they belong to; those that go into no string are left out.
  ///   - text: The text.
  /// - Returns: The strings in ascending order, each with the values.
  package static func selected(
    by paths: [JSONPath], in text: JSONText
  ) -> [(json: StringJSON, values: [Int])] {
    selected(by: paths.map { ($0, 0) }, in: text)
  }

  /// The values that paths select in the strings of a text, none within another.
  ///
  /// - Parameters:
  ///   - paths: The paths, each with the value from which it begins.
  ///   - text: The text.
  /// - Returns: The strings in ascending order, each with the values.
  package static func selected(
    by paths: [(path: JSONPath, root: Int)], in text: JSONText
  ) -> [(json: StringJSON, values: [Int])] {
    var nodes: [Int: [JSONPath]] = [:]
    for (path, root) in paths {
      for node in path.strings(in: text, from: root) { nodes[node, default: []].append(path) }
    }
    return nodes.sorted { $0.key < $1.key }.compactMap { node, paths in
      guard let json = StringJSON(in: text, at: node) else { return nil }
      var end = 0
      let values = Set(paths.flatMap { $0.select(inString: json.text) }).sorted().filter { value in
        guard value >= end else { return false }
        end = Int(json.text.nodes[value].next)
        return true
      }
      return values.isEmpty ? nil : (json, values)
    }
  }
}

extension JSONText {
  /// The text with nothing in the place of values in its strings; its values keep their indices.
  ///
  /// - Parameter strings: The strings, each with the values.
  /// - Returns: The text; itself where there are none.
  package func without(_ strings: [(json: StringJSON, values: [Int])]) -> JSONText {
    guard !strings.isEmpty else { return self }
    let ranges = strings.flatMap { string in string.values.map(string.json.range) }
    return JSONText(bytes.replacing(ranges, by: [])) ?? self
  }
}

extension JSONChoice {
  /// The values in the strings of a text that do not count.
  ///
  /// - Parameter text: The text.
  /// - Returns: The strings in ascending order, each with the values.
  package func ignoredInStrings(of text: JSONText) -> [(json: StringJSON, values: [Int])] {
    StringJSON.selected(by: ignored.filter { $0.scope == nil }, in: text)
  }

  /// A text without the values in its strings that do not count.
  ///
  /// - Parameter text: The text.
  /// - Returns: The text with nothing in their places; itself where there are none.
  package func withoutIgnoredInStrings(_ text: JSONText) -> JSONText {
    text.without(ignoredInStrings(of: text))
  }
}
