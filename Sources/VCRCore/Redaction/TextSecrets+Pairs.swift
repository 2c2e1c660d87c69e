/// Names and values that settings, programs and markup keep apart in other ways.
extension TextSecrets {
  /// How many backslashes begin at a position: none before a quote, one before a quote in a JSON
  /// string, three in JSON within one.
  static func backslashes(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, index - start < 7, text[index] == UInt8(ascii: "\\") { index += 1 }
    return index - start
  }

  /// Longer values have a known shape.
  private static let longestQuoted = 1024

  /// Where the text between quotes ends that begins at a position; nil if its line ends before.
  static func endOfQuoted(
    _ text: Span<UInt8>, from start: Int, _ quote: UInt8, _ level: Int
  ) -> Int? {
    let limit = min(text.count, start + longestQuoted)
    var index = start
    var run = 0
    while index < limit, text[index] >= 0x20 {
      if text[index] == quote {
        if run % (2 * (level + 1)) == level { return index - level }
        // A quote with fewer backslashes ends the text that this one is in.
        if run < level { return nil }
      }
      run = text[index] == UInt8(ascii: "\\") ? run + 1 : 0
      index += 1
    }
    return nil
  }

  /// `name = value`, `name : value` and `name => value`.
  func spacedAssignment(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    var sign = name.upperBound
    while sign < text.count, text[sign] == UInt8(ascii: " ") { sign += 1 }
    guard sign + 1 < text.count else { return nil }
    let isArrow = text[sign] == UInt8(ascii: "=") && text[sign + 1] == UInt8(ascii: ">")
    guard isArrow || sign == name.upperBound + 1 || text[sign] == UInt8(ascii: "="),
      text[sign] == UInt8(ascii: "=") || text[sign] == UInt8(ascii: ":"),
      isArrow || text[sign + 1] == UInt8(ascii: " ")
    else { return nil }
    return assigned(text, name, from: sign + (isArrow ? 2 : 1), &scan)
  }

  /// `'name': value`, `"name" => value` and `"name"=value`.
  func quotedName(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    let quote = text[name.upperBound]
    guard name.lowerBound > 0, text[name.lowerBound - 1] == quote else { return nil }
    var sign = name.upperBound + 1
    while sign < text.count, text[sign] == UInt8(ascii: " ") { sign += 1 }
    guard sign + 1 < text.count else { return nil }
    let isArrow = text[sign] == UInt8(ascii: "=") && text[sign + 1] == UInt8(ascii: ">")
    // Names in double quotes with a colon are members of JSON.
    guard isArrow || (quote == UInt8(ascii: "'") && text[sign] == UInt8(ascii: ":")) else {
      return nil
    }
    var value = sign + (isArrow ? 2 : 1)
    while value < text.count, text[value] == UInt8(ascii: " ") { value += 1 }
    guard value < text.count, text[value] == UInt8(ascii: "'") || text[value] == UInt8(ascii: "\"")
    else { return nil }
    return assigned(text, name, from: value, quoted: name.lowerBound - 1, &scan)
  }

  /// `--name value` of a command line.
  func option(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard name.count > 4, text[name.lowerBound] == UInt8(ascii: "-"),
      text[name.lowerBound + 1] == UInt8(ascii: "-"), name.upperBound + 1 < text.count,
      text[name.upperBound + 1] != UInt8(ascii: "-")
    else { return nil }
    return assigned(text, name.lowerBound + 2..<name.upperBound, from: name.upperBound + 1, &scan)
  }

  /// `name: NAME`, a line end and `value: …`, as in lists of variables in YAML.
  func nextLine(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    var index = name.upperBound
    var first = name.lowerBound
    if text[index] == UInt8(ascii: "\"") || text[index] == UInt8(ascii: "'") {
      guard first > 0, text[first - 1] == text[index] else { return nil }
      first -= 1
      index += 1
    }
    guard first >= 6, Self.keysOfEntries.contains(where: { Self.ends(text, first, $0) }),
      index < text.count, text[index] == 0x0A || text[index] == 0x0D
    else { return nil }
    while index < text.count, text[index] <= 0x20 { index += 1 }
    guard index + 6 < text.count, text.equals("value:", in: index..<index + 6) else { return nil }
    return assigned(text, name, from: index + 6, &scan)
  }

  private static let keysOfEntries: [StaticString] = ["name: ", "key: ", "Name: ", "Key: "]

  private static func ends(_ text: Span<UInt8>, _ end: Int, _ ending: StaticString) -> Bool {
    let count = ending.utf8CodeUnitCount
    return end >= count && text.equals(ending, in: end - count..<end)
  }

  /// `<key>NAME</key><string>value<`, as in property lists and lists of settings.
  func sibling(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard name.lowerBound > 4, text[name.lowerBound - 1] == UInt8(ascii: ">"),
      Self.tagsOfNames.contains(where: { Self.ends(text, name.lowerBound, $0) })
    else { return nil }
    let limit = min(text.count, name.upperBound + 256)
    var index = name.upperBound
    while index < limit, text[index] != UInt8(ascii: ">") { index += 1 }
    index += 1
    while index < limit, text[index] <= 0x20 { index += 1 }
    guard index + 1 < limit, text[index] == UInt8(ascii: "<"),
      text[index + 1] != UInt8(ascii: "/")
    else { return nil }
    while index < limit, text[index] != UInt8(ascii: ">") { index += 1 }
    guard index < limit else { return nil }
    return content(text, of: name, from: index + 1, &scan)
  }

  private static let tagsOfNames: [StaticString] = [
    "<key>", "<name>", "<Key>", "<Name>", "<ParameterKey>", "<param-name>",
  ]
}
