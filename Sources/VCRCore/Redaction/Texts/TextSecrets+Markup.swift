/// Names in XML and HTML.
extension TextSecrets {
  /// `<name>value<`.
  func element(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard isElement(text, name) else { return nil }
    return content(
      text, of: name, from: Self.startOfValueElement(text, from: name.upperBound + 1), &scan)
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
      } else if byte.isQuotationMark {
        quote = byte
      }
      index += 1
    }
    guard index < limit else { return nil }
    if let end = valueAttribute(text, of: name, name.upperBound..<index, &scan) { return end }
    guard text[index - 1] != UInt8(ascii: "/") else { return nil }
    return content(
      text, of: name, from: Self.startOfValueElement(text, from: index + 1), &scan)
  }

  /// `<name value="…">`.
  private func valueAttribute(
    _ text: Span<UInt8>, of name: Range<Int>, _ tag: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    guard findsShapes, mayMeanSecret(text, name), let value = Self.valueOfField(text, tag, 0),
      isSecretInMarkup(text, name, value), !Self.isVariableOfShell(text, value)
    else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return value.upperBound
  }

  /// True for a value that is a secret by its name, with its character references read.
  private func isSecretInMarkup(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>, isInQuery: Bool = false
  ) -> Bool {
    if text.firstIndex(of: UInt8(ascii: "&"), in: value) != nil,
      let decoded = DecodedText(text.extracting(value), .html)
    {
      return SuspiciousValue.isSecret(
        text, name, decoded.bytes.view, decoded.bytes.indices, isInQuery: isInQuery)
    }
    return SuspiciousValue.isSecret(text, name, text, value, isInQuery: isInQuery)
  }

  /// True for a value that is no secret although its name means one: a label, and the path of a
  /// file.
  private static func isHarmlessInMarkup(
    _ text: Span<UInt8>, _ name: Range<Int>, _ value: Range<Int>
  ) -> Bool {
    let meaning = PasswordNames.meaning(text, in: name)
    if text.firstIndex(of: UInt8(ascii: "&"), in: value) != nil,
      let decoded = DecodedText(text.extracting(value), .html)
    {
      return HarmlessValues.contains(decoded.bytes.view, decoded.bytes.indices, meaning)
    }
    return meaning == nil && TokenLikeness.isPath(text, in: value)
      || HarmlessValues.contains(text, value, meaning)
      || HarmlessValues.isOutcome(text, name, text, value)
  }

  /// `&quot;name&quot;:&quot;value&quot;`: JSON in an attribute, as pages hand data to scripts.
  func referencedMember(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard let before = Self.reference(text, before: name.lowerBound),
      let after = Self.reference(text, at: name.upperBound), before == after - name.upperBound
    else { return nil }
    let colon = Self.skipSpaces(text, after)
    guard colon < text.count, text[colon] == UInt8(ascii: ":"),
      let start = Self.reference(text, at: Self.skipSpaces(text, colon + 1))
    else { return nil }
    let limit = min(text.count, start + Self.longestMember)
    var end = start
    while end < limit, text[end] >= 0x20, Self.reference(text, at: end) == nil {
      // A quotation mark after a backslash is one of the value.
      end +=
        text[end] == UInt8(ascii: "\\")
        ? Self.reference(text, at: end + 1).map { $0 - end } ?? 2 : 1
    }
    guard end < limit, end > start else { return nil }
    let isNamed =
      plainNames.contains(text, in: name)
      || (findsShapes && PasswordNames.meaning(text, in: name) != nil)
    guard
      isNamed
        ? isSecret(text, name, start..<end, isQuoted: true)
        : findsShapes && mayMeanSecret(text, name)
          && SuspiciousValue.isSecret(text, name, text, start..<end)
    else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// The character references of a quotation mark (HTML §13.5).
  private static let references: [StaticString] = ["&quot;", "&#34;", "&#x22;", "&#39;", "&#x27;"]
  private static let longestMember = 4096

  /// The position after the reference of a quotation mark that begins at a position.
  static func reference(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard start + 5 <= text.count, text[start] == UInt8(ascii: "&") else { return nil }
    for reference in references {
      let end = start + reference.utf8CodeUnitCount
      if end <= text.count, text.equals(reference, in: start..<end) { return end }
    }
    return nil
  }

  /// The length of the reference of a quotation mark that ends at a position.
  private static func reference(_ text: Span<UInt8>, before end: Int) -> Int? {
    for reference in references {
      let start = end - reference.utf8CodeUnitCount
      if start >= 0, text.equals(reference, in: start..<end) {
        return reference.utf8CodeUnitCount
      }
    }
    return nil
  }

  /// True for a name after `<` or after the prefix of its namespace.
  private func isElement(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.lowerBound > 0 else { return false }
    var index = name.lowerBound
    if text[index - 1] == UInt8(ascii: ":") {
      index -= 1
      while index > 0, name.lowerBound - index < 64, ByteSet.word.contains(text[index - 1]) {
        index -= 1
      }
    }
    return index > 0 && text[index - 1] == UInt8(ascii: "<")
      && !Self.elementsOfPages.contains(text, in: name)
  }

  /// Elements of pages that hold any text, and are called like a credential (HTML §4.5.15).
  private static let elementsOfPages = SecretNames(["code"])

  func content(
    _ text: Span<UInt8>, of name: Range<Int>, from start: Int, isCell: Bool = false,
    _ scan: inout Scan
  ) -> Int? {
    let isPlain = plainNames.contains(text, in: name) && !isCell
    guard isPlain || (findsShapes && mayMeanSecret(text, name)) else { return nil }
    var value = start..<start
    let opening = "<![CDATA[".utf8.count
    let section = text.endOfSpace(from: start)
    if text.equals("<![CDATA[", at: section) {
      var end = section + opening
      while end + 3 <= text.count, !text.equals("]]>", in: end..<end + 3) { end += 1 }
      value = section + opening..<end
    } else {
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "<") { end += 1 }
      // Text that another tag follows is no content, nor are the lines after `<name>` in prose.
      guard Self.endsContent(text, start..<end) else { return nil }
      value = start..<end
    }
    let end = value.upperBound
    while !value.isEmpty, text[value.lowerBound] <= 0x20 {
      value = value.lowerBound + 1..<value.upperBound
    }
    while !value.isEmpty, text[value.upperBound - 1] <= 0x20 {
      value = value.lowerBound..<value.upperBound - 1
    }
    guard value.contains(where: { !NameWords.isSeparator(text[$0]) }),
      isPlain
        ? !Self.isHarmlessInMarkup(text, name, value)
        : isSecretInMarkup(text, name, value),
      !isCell
        || (TokenLikeness.isSecretLike(text, in: value)
          || TokenLikeness.isUnrelatedWords(text, in: value))
          && value.contains(where: { text[$0].isASCIILetter })
          && !TokenLikeness.isMethod(text, in: value)
    else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return end
  }

  /// True where an end tag follows a text, or the text is cut off in its line.
  private static func endsContent(_ text: Span<UInt8>, _ content: Range<Int>) -> Bool {
    let end = content.upperBound
    guard end < text.count else {
      // `"<TOKEN>", …`, `<TOKEN>&a=1` and `<PASSWORD>@host` are no elements: the name stands for a
      // value.
      return !content.contains { text[$0] == 0x0A || ByteSet.quotes.contains(text[$0]) }
        && !content.prefix(1).contains { "&@ ".utf8.contains(text[$0]) }
    }
    return text.equals("</", at: end) || text.equals("<\\/", at: end)
      || text.equals("<!--", at: end)
  }

  /// `name="NAME" value="…"` within one tag in any order, and `<entry key="NAME">value<`.
  func attribute(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    let level = Self.backslashes(text, from: name.upperBound)
    let quote = name.upperBound + level
    guard quote < text.count, text[quote].isQuotationMark,
      name.lowerBound > level, text[name.lowerBound - 1] == text[quote]
    else { return nil }
    return field(text, name, from: name.lowerBound - 1 - level, level, &scan)
  }

  /// `name=NAME value="…"`, as HTML may leave out the quotes (HTML §13.1.2.3).
  func unquotedAttribute(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    field(text, name, from: name.lowerBound, 0, &scan)
  }

  /// `name="user[NAME]" value="…"` and `name="main$NAME" value="…"`, as frameworks for forms have
  /// the name of a part.
  func nestedAttribute(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard let quote = Self.quoteOfNested(text, name) else { return nil }
    return field(text, name, from: quote.open - quote.level, quote.level, &scan)
  }

  /// The quote before a longer name that ends in a name, and how many backslashes come before it;
  /// nil where the name stands alone between quotes, or in no quotes.
  package static func quoteOfNested(
    _ text: Span<UInt8>, _ name: Range<Int>
  ) -> (open: Int, level: Int)? {
    var end = name.upperBound
    while end < text.count, end - name.upperBound < longestKey, keysOfLists.contains(text[end]) {
      end += 1
    }
    let level = backslashes(text, from: end)
    var start = name.lowerBound
    while start > level, name.lowerBound - start < longestPath,
      ByteSet.word.contains(text[start - 1]) || signsOfPaths.contains(text[start - 1])
    {
      start -= 1
    }
    guard start > level, start < name.lowerBound, end + level < text.count,
      text[end + level].isQuotationMark,
      text[start - 1] == text[end + level]
    else { return nil }
    return (start - 1, level)
  }

  /// The characters after the key of a list in the name of a field: `codes[password][]`, `[0]`.
  private static let keysOfLists = ByteSet("[]0123456789")
  private static let longestKey = 8
  private static let signsOfPaths = ByteSet("[]:$")
  private static let longestPath = 128

  /// The value of a field whose name is the value of an attribute that begins at a position.
  private func field(
    _ text: Span<UInt8>, _ name: Range<Int>, from start: Int, _ level: Int, _ scan: inout Scan
  ) -> Int? {
    guard start > 3, text[start - 1] == UInt8(ascii: "="),
      Self.fieldNames.contains(where: { ends(text, start, with: $0) })
    else { return nil }
    let isPlain = queryNames.contains(text, in: name) || plainNames.contains(text, in: name)
    guard isPlain || (findsShapes && mayMeanSecret(text, name)) else { return nil }
    guard let tag = tag(text, around: name) else { return nil }
    guard let value = Self.valueOfField(text, tag, level) else {
      // The text after a field of a form is a text of the page.
      guard tag.upperBound < text.count, text[tag.upperBound - 1] != UInt8(ascii: "/"),
        level == 0 || scan.kind == .data,
        !text.holds(lowercased: Self.inputTag, at: tag.lowerBound, to: tag.upperBound)
      else { return nil }
      return content(
        text, of: name, from: Self.startOfValueElement(text, from: tag.upperBound + 1), &scan)
    }
    let isSecret =
      isPlain
      ? !Self.isHarmlessInMarkup(text, name, value)
      : isSecretInMarkup(text, name, value, isInQuery: true)
    // A page may hold scripts that build such a field.
    guard isSecret,
      scan.kind == .data || value.allSatisfy({ !Self.codeInFields.contains(text[$0]) }),
      value.lowerBound >= scan.found.items.last?.range.upperBound ?? 0
    else { return nil }
    scan.add(value, name.map { text[$0] }, in: text)
    return max(value.upperBound, name.upperBound)
  }

  /// Where the text of an element begins that holds the value of the one around it
  /// (`<property name="NAME"><value>`, `<Password><Value>`); the position itself if none begins
  /// there.
  private static func startOfValueElement(_ text: Span<UInt8>, from start: Int) -> Int {
    let tag = text.endOfSpace(from: start)
    guard tag < text.count, text[tag] == UInt8(ascii: "<") else { return start }
    let limit = min(text.count, tag + longestStartTag)
    var (name, index) = (tag + 1, tag + 1)
    while index < limit, ByteSet.word.contains(text[index]) || text[index] == UInt8(ascii: ":") {
      if text[index] == UInt8(ascii: ":") { name = index + 1 }
      index += 1
    }
    guard elementsOfValues.contains(text, in: name..<index) else { return start }
    while index < limit, text[index] != UInt8(ascii: ">") { index += 1 }
    return index < limit && text[index - 1] != UInt8(ascii: "/") ? index + 1 : start
  }

  private static let longestStartTag = 256
  private static let elementsOfValues = SecretNames(["value", "AttributeValue", "param-value"])

  /// `<!-- name=value -->` and `<!-- name: value -->`.
  func valueInComment(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard !meaning(text, of: name, &scan).isEmpty else { return nil }
    var index = name.lowerBound
    let floor = max(0, index - Self.longestComment)
    while index > floor, text[index - 1] != UInt8(ascii: ">") {
      index -= 1
      if text.equals("<!--", at: index) {
        return assigned(
          text, name, from: Self.endOfSign(text, at: name.upperBound) ?? name.upperBound + 1, &scan)
      }
    }
    return nil
  }

  private static let longestComment = 1024

  /// `data-name=value`, as HTML may leave out the quotes (HTML §13.1.2.3).
  func dataAttribute(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, text.equals("data-", at: name.lowerBound), name.lowerBound > 0,
      text[name.lowerBound - 1] <= 0x20, !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    let start = name.upperBound + 1
    var end = start
    while end < text.count, text[end] > 0x20, !Self.endsUnquoted.contains(text[end]) { end += 1 }
    guard end > start, isSecretInMarkup(text, name, start..<end) else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  private static let endsUnquoted = ByteSet("\"'`=<>")

  private static let inputTag = Array("input ".utf8)

  /// The attributes that name a field, each with its equals sign.
  private static let fieldNames = ["name=", "key=", "id="].map { Array($0.utf8) }

  /// True at the end of an attribute's name, in any case, and its equals sign.
  private func ends(_ text: Span<UInt8>, _ end: Int, with ending: [UInt8]) -> Bool {
    let start = end - ending.count
    return start > 0 && text.holds(lowercased: ending, at: start, to: end)
      && text[start - 1] <= 0x20
  }

  /// The start tag that a position is in, without its brackets.
  private func tag(_ text: Span<UInt8>, around name: Range<Int>) -> Range<Int>? {
    // The value of a field may be an assertion in XML.
    let floor = max(0, name.lowerBound - Self.longestTag)
    let limit = min(text.count, name.upperBound + Self.longestTag)
    guard let open = Self.brackets.last(in: text, floor..<name.lowerBound),
      text[open] == UInt8(ascii: "<"),
      let close = Self.brackets.first(in: text, name.upperBound..<limit),
      text[close] == UInt8(ascii: ">")
    else { return nil }
    return open + 1..<close
  }

  /// The characters around a tag.
  private static let brackets = ByteSet("<>")
  private static let longestTag = 16 << 10

  /// The value of the attribute `value` or `content` of a tag.
  private static func valueOfField(
    _ text: Span<UInt8>, _ tag: Range<Int>, _ level: Int
  ) -> Range<Int>? {
    var index = tag.lowerBound
    var open: UInt8?
    while index < tag.upperBound {
      let byte = text[index]
      if let quote = open {
        if byte == quote { open = nil }
      } else if byte.isQuotationMark {
        open = byte
      } else if fieldKeys.contains(byte), text[index - 1] <= 0x20 {
        let key = byte | 0x20 == UInt8(ascii: "v") ? valueKey : contentKey
        let start = index + key.count
        if start + level < tag.upperBound, text.holds(lowercased: key, at: index, to: text.count) {
          let quote = text[start + level]
          guard quote.isQuotationMark else {
            var end = start
            while end < tag.upperBound, text[end] > 0x20 { end += 1 }
            return start..<end
          }
          let first = start + level + 1
          guard let last = text.firstIndex(of: quote, in: first..<tag.upperBound),
            last - level >= first
          else { return nil }
          return first..<last - level
        }
      }
      index += 1
    }
    return nil
  }

  /// The characters with which code goes on where it builds a field.
  private static let codeInFields = ByteSet("'\"<>{}()`")

  /// The first letters of the attributes that hold a field's value.
  private static let fieldKeys = ByteSet("vcVC")
  private static let valueKey = Array("value=".utf8)
  private static let contentKey = Array("content=".utf8)
}
