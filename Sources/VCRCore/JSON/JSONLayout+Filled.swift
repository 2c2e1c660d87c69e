extension JSONLayout {
  /// Appends a JSON text in few lines: a value that fits is on one line, of any other each member
  /// or element begins a line, and a list of plain values fills its lines.
  ///
  /// `restore(_:isSpaced:)` gives the text back.
  ///
  /// - Parameters:
  ///   - json: A text that the scanner classified as compact or spaced.
  ///   - indent: The column of its first byte.
  ///   - out: Receives the lines, the last with its line end.
  /// - Returns: False when the text is nested too deep; nothing is appended then.
  static func appendFilled(_ json: [UInt8], indent: Int, to out: inout [UInt8]) -> Bool {
    guard let text = JSONText(json), depth(of: text) <= maximumDepth else { return false }
    out.appendSpaces(indent)
    appendFilled(text, 0, indent: indent, column: indent, to: &out)
    out.append(UInt8(ascii: "\n"))
    return true
  }

  private static func appendFilled(
    _ text: JSONText, _ node: Int, indent: Int, column: Int, to out: inout [UInt8]
  ) {
    let range = text.range(of: node)
    let children = text.children(of: node)
    // A comma may follow.
    guard !children.isEmpty, column + range.count >= width else {
      out += text.bytes[range]
      return
    }
    func line() {
      out.append(UInt8(ascii: "\n"))
      out.appendSpaces(indent + 2)
    }
    let isFilled =
      text.nodes[node].kind == .array && Int(text.nodes[node].next) == node + 1 + children.count
    out.append(text.bytes[range.lowerBound])
    var end = width
    for (index, child) in children.enumerated() {
      let value = text.range(of: child)
      if !isFilled || end + value.count + 2 > width {
        line()
        end = indent + 2
      } else {
        out.append(UInt8(ascii: " "))
        end += 1
      }
      var column = indent + 2
      if text.nodes[node].kind == .object {
        let name = Int(text.nodes[child].nameStart)..<Int(text.nodes[child].nameEnd)
        out += text.bytes[name]
        out += ": ".utf8
        column += name.count + 2
      }
      appendFilled(text, child, indent: indent + 2, column: column, to: &out)
      end += value.count + 1
      if index < children.count - 1 { out.append(UInt8(ascii: ",")) }
    }
    out.append(UInt8(ascii: "\n"))
    out.appendSpaces(indent)
    out.append(text.bytes[range.upperBound - 1])
  }

  private static func depth(of text: JSONText) -> Int {
    var deepest = 0
    var ends: [UInt32] = []
    for (index, node) in text.nodes.enumerated() {
      while let end = ends.last, end <= index { ends.removeLast() }
      if node.next > index + 1 { ends.append(node.next) }
      deepest = max(deepest, ends.count)
    }
    return deepest
  }
}
