/// The literal style (`|`), which holds a text as it is, indented.
package enum LiteralBlock {
  /// True when a literal block reproduces the text exactly in YAML 1.1 and 1.2.
  ///
  /// The text must be valid UTF-8.
  package static func canHold(_ text: ArraySlice<UInt8>) -> Bool {
    if text.isPlainASCII { return text.contains { $0 > 0x20 } }
    var safety = TextSafety()
    var hasContent = false
    for byte in text {
      if byte > 0x20 {
        hasContent = true
      } else if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") || byte == 0x09 {
        continue
      }
      if safety.needsEscape(byte) { return false }
    }
    // Readers differ on a text of blank lines alone.
    return hasContent
  }

  /// Appends header and lines, for a key at the indentation.
  package static func append(_ text: ArraySlice<UInt8>, indent: Int, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "|"))
    // Leading white space would be taken for indentation.
    if let first = text.first, first <= 0x20 { out.append(UInt8(ascii: "2")) }
    if text.last != UInt8(ascii: "\n") {
      out.append(UInt8(ascii: "-"))
    } else if text.dropLast().last == UInt8(ascii: "\n") {
      out.append(UInt8(ascii: "+"))
    }
    out.append(UInt8(ascii: "\n"))
    var rest = text
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      if end > rest.startIndex {
        out.appendSpaces(indent + 2)
        out.append(contentsOf: rest[..<end])
      }
      out.append(UInt8(ascii: "\n"))
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }
}
