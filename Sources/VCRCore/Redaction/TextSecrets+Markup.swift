/// Names in XML and HTML.
extension TextSecrets {
  /// `<name>value<`.
  func element(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard isElement(text, name) else { return nil }
    return content(text, of: name, from: name.upperBound + 1, &scan)
  }

  /// `<name attribute="…">value<`.
  func elementWithAttributes(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    guard isElement(text, name) else { return nil }
    // The start tag of an element with a secret is not longer.
    let limit = min(text.count, name.upperBound + 1024)
    var index = name.upperBound
    var quote: UInt8?
    while index < limit, quote != nil || text[index] != UInt8(ascii: ">") {
      let byte = text[index]
      if byte == UInt8(ascii: "<") { return nil }
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      index += 1
    }
    guard index < limit, text[index - 1] != UInt8(ascii: "/") else { return nil }
    return content(text, of: name, from: index + 1, &scan)
  }

  /// True for a name after `<` or after the prefix of its namespace.
  private func isElement(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.lowerBound > 0 else { return false }
    if text[name.lowerBound - 1] == UInt8(ascii: "<") { return true }
    guard text[name.lowerBound - 1] == UInt8(ascii: ":") else { return false }
    var index = name.lowerBound - 1
    while index > 0, name.lowerBound - index < 64, ByteSet.word.contains(text[index - 1]) {
      index -= 1
    }
    return index > 0 && text[index - 1] == UInt8(ascii: "<")
  }

  private func content(
    _ text: Span<UInt8>, of name: Range<Int>, from start: Int, _ scan: inout Scan
  ) -> Int? {
    let isPlain = plainNames.contains(text, in: name)
    guard isPlain || (findsShapes && mayMeanSecret(text, name)) else { return nil }
    var value = start..<start
    let opening = "<![CDATA[".utf8.count
    if start + opening <= text.count, text.equals("<![CDATA[", in: start..<start + opening) {
      var end = start + opening
      while end + 3 <= text.count, !text.equals("]]>", in: end..<end + 3) { end += 1 }
      value = start + opening..<end
    } else {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "<") { end += 1 }
      value = start..<end
    }
    let end = value.upperBound
    while !value.isEmpty, text[value.lowerBound] <= 0x20 {
      value = value.lowerBound + 1..<value.upperBound
    }
    while !value.isEmpty, text[value.upperBound - 1] <= 0x20 {
      value = value.lowerBound..<value.upperBound - 1
    }
    guard isPlain || SuspiciousValue.isSecret(text, name, text, value) else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return end
  }

  /// `name="NAME" value="…"` within one tag, as in a form's hidden field.
  func attribute(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard name.lowerBound > 6, text[name.lowerBound - 1] == text[name.upperBound],
      text.equals("name=", in: name.lowerBound - 6..<name.lowerBound - 1)
    else { return nil }
    let isPlain = queryNames.contains(text, in: name) || plainNames.contains(text, in: name)
    guard isPlain || findsShapes else { return nil }
    var index = name.upperBound + 1
    let limit = min(text.count, index + 160)
    while index < limit, text[index] != UInt8(ascii: ">"), text[index] != UInt8(ascii: "<") {
      let key: StaticString = text[index] == UInt8(ascii: "v") ? "value=" : "content="
      let start = index + key.utf8CodeUnitCount
      if start < limit, Self.fieldKeys.contains(text[index]), text.equals(key, in: index..<start) {
        let quote = text[start]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { return nil }
        var end = start + 1
        while end < text.count, text[end] != quote { end += 1 }
        let isSecret =
          isPlain
          || SuspiciousValue.isSecret(text, name, text, start + 1..<end, isInQuery: true)
        // A page may hold scripts that build such a field.
        guard isSecret, scan.kind == .data || Self.isLiteral(text, start + 1..<end) else {
          return nil
        }
        scan.add(start + 1..<end, name.map { text[$0] }, in: text)
        return end
      }
      index += 1
    }
    return nil
  }

  /// The first letters of the attributes that hold a field's value.
  private static let fieldKeys = ByteSet("vc")
}
