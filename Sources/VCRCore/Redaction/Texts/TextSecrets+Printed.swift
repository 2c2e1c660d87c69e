/// Names and values as PHP prints and stores them.
extension TextSecrets {
  /// `[name] => value` of `print_r`, where the value is the rest of the line.
  func printed(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, name.lowerBound > 0, text[name.lowerBound - 1] == UInt8(ascii: "["),
      text.equals("] => ", at: name.upperBound), !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    let start = name.upperBound + 5
    return secret(text, name, start..<Self.endOfLineInString(text, from: start), &scan)
  }

  /// `["name"]=>`, a line end and `string(7) "value"` of `var_dump`, and `"name";s:7:"value"` of
  /// `serialize`.
  func counted(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    let level = Self.backslashes(text, from: name.upperBound)
    let quote = name.upperBound + level
    guard findsShapes, quote < text.count, text[quote] == UInt8(ascii: "\""),
      let open = Self.startOfCounted(text, after: quote + 1),
      !meaning(text, of: name, &scan).isEmpty, Self.backslashes(text, from: open) == level,
      open + level < text.count, text[open + level] == UInt8(ascii: "\""),
      let end = Self.endOfQuoted(text, from: open + level + 1, UInt8(ascii: "\""), level)
    else { return nil }
    return secret(text, name, open + level + 1..<end, &scan)
  }

  /// Where the value begins after the quotation mark that ends its name and what says how long it
  /// is; nil for anything else.
  package static func startOfCounted(_ text: Span<UInt8>, after end: Int) -> Int? {
    if text.equals(";s:", at: end) {
      let colon = endOfNumber(text, from: end + 3)
      return colon > end + 3 && text.equals(":", at: colon) ? colon + 1 : nil
    }
    guard text.equals("]=>", at: end) else { return nil }
    var index = end + 3
    if text.equals("\\n", at: index) { index += 2 }
    index = text.endOfSpace(from: index)
    guard text.equals("string(", at: index) else { return nil }
    let close = endOfNumber(text, from: index + 7)
    return close > index + 7 && text.equals(") ", at: close) ? close + 2 : nil
  }

  private static func endOfNumber(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, index - start < 9, text[index].isASCIIDigit { index += 1 }
    return index
  }

  private func secret(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    guard !value.isEmpty, !HarmlessValues.isTemplate(text, value) else { return nil }
    // PHP escapes each slash in JSON.
    let plain =
      text.firstIndex(of: UInt8(ascii: "\\"), in: value) == nil
      ? nil : DecodedText(text.extracting(value), .json)?.bytes
    guard
      plain.map({ SuspiciousValue.isSecret(text, name, $0.view, $0.indices) })
        ?? SuspiciousValue.isSecret(text, name, text, value)
    else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return value.upperBound
  }
}
