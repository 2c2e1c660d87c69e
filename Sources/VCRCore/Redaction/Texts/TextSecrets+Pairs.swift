/// Names and values that settings, programs and markup separate by other signs.
extension TextSecrets {
  /// How many backslashes begin at a position: none before a quote, one before a quote in a JSON
  /// string, three in JSON within one.
  static func backslashes(_ text: Span<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count, index - start < 7, text[index] == UInt8(ascii: "\\") { index += 1 }
    return index - start
  }

  /// Longer values have a known shape.
  static let longestQuoted = 1024

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

  /// The signs that assign a value in settings, code and the files of `make`.
  private static let signs: [StaticString] = [
    "=", ":", "=>", ":=", "::=", ":::=", "?=", "??=", "||=", "+=", ".=", "||", "??",
  ]

  /// The position after the sign of an assignment that begins at a position; nil for anything else,
  /// such as a comparison.
  static func endOfSign(_ text: Span<UInt8>, at start: Int) -> Int? {
    guard start < text.count else { return nil }
    let end = signCharacters.end(in: text, from: start, before: min(text.count, start + 5))
    guard end > start, end - start <= 4 else {
      // `**name**: value`
      return text.equals("**:", at: start) ? start + 3 : nil
    }
    let isSign = signs.contains {
      $0.utf8CodeUnitCount == end - start && text.equals($0, in: start..<end)
    }
    // LDIF has a value in Base64 after two colons and a space (RFC 2849).
    return isSign || text.equals(":: ", at: start) ? end : nil
  }

  private static let signCharacters = ByteSet("=:>?|+.")

  /// Where the quote stands that begins the value of a name: `name = "…"`, `name := "…"`, and with
  /// a type `name string = "…"` or `name: String = "…"`; nil if there is none.
  static func openingQuote(_ text: Span<UInt8>, after end: Int) -> Int? {
    let sign = skipSpaces(text, end)
    if let value = endOfSign(text, at: sign).map({
      startOfPrefixed(text, skipSpaces(text, $0))
    }), value < text.count, ByteSet.quotes.contains(text[value]) {
      return value
    }
    // `name <- "…"`, as R assigns.
    if text.equals("<- ", at: sign), case let value = skipSpaces(text, sign + 3),
      value < text.count, ByteSet.quotes.contains(text[value])
    {
      return value
    }
    return quoteOfPair(text, after: end) ?? quoteAfterProperty(text, from: sign)
      ?? quoteAfterType(text, from: end)
  }

  /// Where the quote stands that begins the value of a name in quotes: `"name" -> "…"` and `"name"
  /// to "…"`, as Scala and Kotlin write pairs, and as a text says what to set a name to.
  private static func quoteOfPair(_ text: Span<UInt8>, after end: Int) -> Int? {
    guard end > 0, ByteSet.quotes.contains(text[end - 1]) else { return nil }
    let sign = skipSpaces(text, end)
    guard sign > end, text.equals("-> ", at: sign) || text.equals("to ", at: sign) else {
      return nil
    }
    let value = skipSpaces(text, sign + 3)
    return value < text.count && ByteSet.quotes.contains(text[value]) ? value : nil
  }

  /// Where the quote stands that begins the value of a property of C#: `{ get; set; } = "…"`.
  private static func quoteAfterProperty(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard text.equals("{ get", at: start),
      let end = text.firstIndex(
        of: UInt8(ascii: "}"), in: start..<min(text.count, start + longestType)),
      case let sign = skipSpaces(text, end + 1), text.equals("= ", at: sign)
    else { return nil }
    let value = skipSpaces(text, sign + 2)
    return value < text.count && ByteSet.quotes.contains(text[value]) ? value : nil
  }

  /// True if a value may be assigned with a sign or a type that begins at a position, which is the
  /// end of a name.
  package static func isAssigned(_ text: Span<UInt8>, from end: Int) -> Bool {
    endOfSign(text, at: skipSpaces(text, end)) != nil
      || quoteOfPair(text, after: end) != nil
      || quoteAfterProperty(text, from: skipSpaces(text, end)) != nil
      || quoteAfterType(text, from: end, isEscaped: true) != nil
  }

  /// Where the quote stands that begins the value after a type, with the backslashes before it if
  /// `isEscaped` is true; nil for anything else.
  private static func quoteAfterType(
    _ text: Span<UInt8>, from end: Int, isEscaped: Bool = false
  ) -> Int? {
    var index = end
    if index < text.count, text[index] == UInt8(ascii: ":") { index += 1 }
    var type = skipSpaces(text, index)
    // `Dim name As String = "…"`
    if type > end, text.equals("As ", at: type) || text.equals("as ", at: type) {
      type = skipSpaces(text, type + 3)
    }
    // In JSON a quote, a digit or a bracket follows, and most names are there.
    guard type > end, type < text.count,
      text[type].isASCIILetter || text[type] == UInt8(ascii: "&")
    else { return nil }
    index = typeCharacters.end(in: text, from: type, before: min(text.count, type + longestType))
    let sign = skipSpaces(text, index)
    guard sign + 1 < text.count, text[sign] == UInt8(ascii: "=") else { return nil }
    // After a name and a space, a word that an equals sign follows at once is an attribute of
    // markup. It has the name's value only if the name is the value of another attribute
    // (`key="NAME" value="…"`).
    guard
      text[end] == UInt8(ascii: ":") || sign > index
        || end > 0 && ByteSet.quotes.contains(text[end - 1])
          && attributesOfValues.contains(text, in: type..<index)
    else { return nil }
    let value = startOfPrefixed(text, skipSpaces(text, sign + 1))
    let quote = value + (isEscaped ? backslashes(text, from: value) : 0)
    return quote < text.count && ByteSet.quotes.contains(text[quote]) ? value : nil
  }

  /// The attributes of markup that hold the value of what another one names.
  private static let attributesOfValues = SecretNames([
    "value", "val", "content", "default", "data", "data-value", "default-value", "initial",
  ])

  private static let typeCharacters = ByteSet(.alphanumeric, "_.<>[]&*?!:")
  private static let longestType = 40

  static func skipSpaces(_ text: Span<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < text.count, text[index].isSpaceOrTab { index += 1 }
    return index
  }

  /// `name = value`, `name : value`, `name => value` and `name string = "value"`.
  func spacedAssignment(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    var sign = name.upperBound
    while sign < text.count, text[sign] == UInt8(ascii: " ") { sign += 1 }
    // In prose a letter follows.
    guard sign < text.count, !text[sign].isASCIILetter, let end = Self.endOfSign(text, at: sign)
    else { return typedAssignment(text, name, &scan) }
    // A colon with spaces around it assigns a value, except in a table.
    guard
      text[sign] != UInt8(ascii: ":") || end > sign + 1 || sign == name.upperBound + 1
        || Self.isRecord(text, name, value: end),
      end < text.count,
      text[end] == UInt8(ascii: " ") || text[end - 1] == UInt8(ascii: ">")
        || ByteSet.quotes.contains(text[end])
    else { return nil }
    return assigned(text, name, from: end, &scan)
  }

  /// True for a line that is a name, spaces that align a colon, and one word, as commands print the
  /// fields of a record.
  private static func isRecord(_ text: Span<UInt8>, _ name: Range<Int>, value: Int) -> Bool {
    guard startsLine(text, name.lowerBound) else { return false }
    let start = skipSpaces(text, value)
    var end = start
    while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: "\\") { end += 1 }
    return end > start && endsLine(text, end) && TokenLikeness.isSecretLike(text, in: start..<end)
  }

  /// `name: String = "value"`.
  func typedAssignment(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard scan.hasEqualsSign(text, after: name.upperBound, within: Self.longestDeclaration) else {
      return nil
    }
    return Self.quoteAfterType(text, from: name.upperBound, isEscaped: true).flatMap {
      assigned(text, name, from: $0, &scan)
    }
  }

  /// The most bytes between a name and its equals sign: a type, and spaces that align it.
  static let longestDeclaration = 256

  /// Where the text of a block of YAML begins that follows a name (YAML 1.2 §8.1): after `|` or
  /// `>`, a line end and the indentation; nil if no block begins at a position.
  static func block(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard text[start] == UInt8(ascii: "|") || text[start] == UInt8(ascii: ">") else { return nil }
    var index = start + 1
    while index < text.count, index - start < 3, headOfBlock.contains(text[index]) { index += 1 }
    if index < text.count, text[index] == 0x0D { index += 1 }
    guard index < text.count, text[index] == 0x0A else { return nil }
    let first = skipSpaces(text, index + 1)
    return first > index + 1 && first < text.count && text[first] > 0x20 ? first : nil
  }

  /// Where the line ends that a position is in, without white space at its end.
  static func endOfLine(_ text: Span<UInt8>, from start: Int) -> Int {
    var end = text.firstIndex(of: 0x0A, in: start..<text.count) ?? text.count
    while end > start, text[end - 1] <= 0x20 { end -= 1 }
    return end
  }

  /// Where the line ends that a position is in, also where it stands in a JSON string, in which an
  /// escape or the quotation mark ends it.
  static func endOfLineInString(_ text: Span<UInt8>, from start: Int) -> Int {
    let end = endOfLine(text, from: start)
    let mark = (start..<end).first { index in
      text[index] == UInt8(ascii: "\\")
        && (text.equals("\\n", at: index) || text.equals("\\r", at: index))
    }
    return mark ?? end
  }

  private static let headOfBlock = ByteSet("+-123456789")

  /// `'name': value`, `"name" => value` and `"name"=value`, and `["name"] = value` as a program
  /// sets a member.
  func quotedName(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    let quote = text[name.upperBound]
    guard name.lowerBound > 0, text[name.lowerBound - 1] == quote else { return nil }
    var sign = name.upperBound + 1
    let member = Self.signAfterSubscript(text, from: sign)
    sign = member ?? Self.skipSpaces(text, sign)
    guard sign + 1 < text.count else { return nil }
    let isArrow = text[sign] == UInt8(ascii: "=") && text[sign + 1] == UInt8(ascii: ">")
    // Names in double quotes with a colon are members of JSON.
    let isPair = quote == UInt8(ascii: "'") && text[sign] == UInt8(ascii: ":")
    guard isArrow || isPair || member != nil else { return nil }
    var value = sign + (isArrow ? 2 : 1)
    while value < text.count, text[value] == UInt8(ascii: " ") { value += 1 }
    let open = Self.startOfPrefixed(text, value)
    guard open < text.count, text[open] == UInt8(ascii: "'") || text[open] == UInt8(ascii: "\"")
    else { return nil }
    return assigned(text, name, from: value, quoted: name.lowerBound - 1, &scan)
  }

  /// `\"name\"=>\"value\"`, as programs in Ruby print what they have, in a JSON string.
  func escapedName(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    let level = Self.backslashes(text, from: name.upperBound)
    let quote = name.upperBound + level
    guard quote < text.count, text[quote] == UInt8(ascii: "\""), name.lowerBound > level,
      text[name.lowerBound - 1] == text[quote]
    else { return nil }
    let sign = Self.skipSpaces(text, quote + 1)
    // A file of the registry of Windows has an equals sign.
    guard sign < text.count, text[sign] == UInt8(ascii: "=") else { return nil }
    let value = sign + (text.equals("=>", at: sign) ? 2 : 1)
    return assigned(text, name, from: value, quoted: name.lowerBound - 1 - level, &scan)
  }

  /// Where the equals sign stands that assigns a value to a member: `["name"] = value`, from the
  /// position after the quote; nil for anything else.
  package static func signAfterSubscript(_ text: Span<UInt8>, from start: Int) -> Int? {
    guard start < text.count, text[start] == UInt8(ascii: "]") else { return nil }
    let sign = skipSpaces(text, start + 1)
    // `||=`, as Ruby gives a default.
    guard let end = endOfSign(text, at: sign), text[end - 1] == UInt8(ascii: "=") else {
      return nil
    }
    return end - 1
  }

  /// `--name value` of a command line.
  ///
  /// A list of options has more spaces before what it says of each.
  func option(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard name.count > 4, text[name.lowerBound] == UInt8(ascii: "-"),
      name.upperBound + 1 < text.count, text[name.upperBound + 1] != UInt8(ascii: "-"),
      text[name.upperBound + 1] > 0x20
    else { return nil }
    let dashes = text[name.lowerBound + 1] == UInt8(ascii: "-") ? 2 : 1
    // The next option may stand on the next line.
    guard Self.beginsArgument(text, name.lowerBound, dashes: dashes),
      !text.equals("--", at: Self.startOfValue(text, from: name.upperBound + 1))
    else { return nil }
    return assigned(
      text, name.lowerBound + dashes..<name.upperBound, from: name.upperBound + 1, &scan)
  }

  /// False for a dash within a word, as in `X--Session-Token`.
  private static func beginsArgument(_ text: Span<UInt8>, _ start: Int, dashes: Int) -> Bool {
    guard start > 0 else { return true }
    let before = text[start - 1]
    // One dash is also a sign of its own.
    if dashes == 1 { return before <= 0x20 || ByteSet.quotes.contains(before) }
    guard before.isASCIIAlphanumeric else {
      return before != UInt8(ascii: "-") && before != UInt8(ascii: "_")
    }
    // The letter of an escaped line end.
    return start > 1 && text[start - 2] == UInt8(ascii: "\\")
  }

  /// `-u user:password` of a command line of curl.
  func userOption(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, text[name.lowerBound] == UInt8(ascii: "-"),
      Self.userOptions.contains(where: {
        $0.utf8CodeUnitCount == name.count && text.equals($0, in: name)
      }), Self.isInCurl(text, name.lowerBound)
    else { return nil }
    var start =
      Self.nextArgument(text, after: name.upperBound)
      ?? Self.skipSpaces(text, name.upperBound + 1)
    let level = Self.backslashes(text, from: start)
    guard start + level < text.count else { return nil }
    let quote = text[start + level]
    let isQuoted = quote.isQuotationMark
    if isQuoted { start += level + 1 }
    var end = start
    if isQuoted, let closed = Self.endOfQuoted(text, from: start, quote, level) {
      end = closed
      // `"user":"password"`
      if closed + level + 1 < text.count, text[closed + level + 1] == UInt8(ascii: ":") {
        end = closed + level + 1
        while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: "\\") { end += 1 }
        start -= level + 1
      }
    } else {
      while end < text.count, !text[end].endsURL || text[end] == UInt8(ascii: "'") { end += 1 }
      // `user:"password"`, `user:'password'`
      let colon = text.firstIndex(of: UInt8(ascii: ":"), in: start..<end)
      if let colon, case let open = colon + 1, open < text.count, text[open].isQuotationMark,
        let closed = Self.endOfQuoted(text, from: open + 1, text[open], 0)
      {
        end = closed + 1
      }
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: start..<end),
      end - colon > 3 || colon - start > 3, UserInformation.isSecret(text, in: start..<end)
    else { return nil }
    let password = colon + 1..<end
    // The variable of a shell and the mark of a template are no password.
    guard password.isEmpty || !"$<{[".utf8.contains(text[password.lowerBound]) else { return nil }
    scan.add(start..<end, Array("USERINFO".utf8), in: text)
    return end
  }

  /// The password of an entry of `.netrc`: `machine HOST login NAME password VALUE`, on one line or
  /// several.
  func netrcPassword(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, Self.isInNetrc(text, name) else { return nil }
    let start = Self.skipSpaces(text, name.upperBound)
    var end = start
    while end < text.count, text[end] > 0x20 { end += 1 }
    guard end > start, text[start].isASCIIAlphanumeric || end - start > 2 else { return nil }
    scan.add(start..<end, name.map { text[$0] }, in: text)
    return end
  }

  /// True for the word `password` after `login` and a name.
  package static func isInNetrc(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    guard name.count == 8, text.equals("password", in: name) else { return false }
    var index = name.lowerBound
    func skip(_ isPart: (UInt8) -> Bool) -> Int {
      let end = index
      while index > 0, end - index < longestType, isPart(text[index - 1]) { index -= 1 }
      return end - index
    }
    guard skip({ $0 <= 0x20 }) > 0 else { return false }
    let end = index
    guard skip({ $0 > 0x20 }) > 0, case let user = index..<end,
      !text.equals("and", in: user), !text.equals("or", in: user), skip({ $0 <= 0x20 }) > 0
    else { return false }
    if ends(text, index, "account") {
      index -= "account".utf8.count
      guard skip({ $0 <= 0x20 }) > 0, skip({ $0 > 0x20 }) > 0, skip({ $0 <= 0x20 }) > 0 else {
        return false
      }
    }
    return ends(text, index, "login")
  }

  /// Where the value of a header field ends that an option of curl gives (`-H 'Token: value'`); nil
  /// for anything else.
  ///
  /// Where a field is called like a credential, its value is one, even a short one.
  func endOfFieldOption(_ text: Span<UInt8>, _ name: Range<Int>, from value: Int) -> Int? {
    var option = name.lowerBound
    while option > 0, ByteSet.quotes.contains(text[option - 1]) { option -= 1 }
    guard option < name.lowerBound, text[name.upperBound] == UInt8(ascii: ":") else { return nil }
    let quote = text[name.lowerBound - 1]
    while option > 0, " =\\".utf8.contains(text[option - 1]) { option -= 1 }
    guard Self.ends(text, option, "-H") || Self.ends(text, option, "--header"),
      Self.isInCurl(text, option), let end = Self.endOfQuoted(text, from: value, quote, 0),
      !"$<{[".utf8.contains(text[value]), TokenLikeness.isSecretLike(text, in: value..<end),
      !HarmlessValues.isInPlace(text, value..<end)
    else { return nil }
    return end
  }

  /// The options of curl that take a user and a password.
  package static let userOptions: [StaticString] = [
    "-u", "--user", "-U", "--proxy-user", "-su", "-sSu", "-sku", "-ksu", "-fsu", "-fsSu", "-sfu",
    "-sLu", "-Lu", "-ku", "-iu", "-isu", "-siu", "-vu", "-kvu",
  ]

  /// True for a word of a command line that begins with `curl`, within what such a line may have.
  package static func isInCurl(_ text: Span<UInt8>, _ position: Int) -> Bool {
    let floor = max(0, position - longestQuoted)
    var index = position
    while index > floor {
      index -= 1
      if text[index] == UInt8(ascii: "c"), index + 4 < position,
        text.equals("curl", in: index..<index + 4),
        text[index + 4] <= 0x20 || ByteSet.quotes.contains(text[index + 4])
          || text[index + 4] == UInt8(ascii: "\\")
      {
        return true
      }
      // A line goes on after a backslash, and a list of strings after a comma.
      if text[index] == 0x0A, index > 0, text[index - 1] != UInt8(ascii: "\\"),
        !isListed(text, position) || text[index - 1] != UInt8(ascii: ",")
      {
        return false
      }
    }
    return false
  }

  /// `name: NAME`, a line end and `value: …`, as in lists of variables in YAML.
  func nextLine(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    var index = name.upperBound
    var first = name.lowerBound
    if text[index].isQuotationMark {
      guard first > 0, text[first - 1] == text[index] else { return nil }
      first -= 1
      index += 1
    }
    guard first >= 6, index < text.count, text[index] == 0x0A || text[index] == 0x0D,
      Self.keysOfEntries.contains(where: { Self.ends(text, first, $0) })
    else { return nil }
    // Other keys of the entry may come between.
    for _ in 0..<Self.mostKeysBetween {
      index = text.endOfSpace(from: index)
      if text.equals("value:", at: index) {
        return assigned(text, name, from: index + 6, &scan)
      }
      let key = index
      while index < text.count, ByteSet.word.contains(text[index]) { index += 1 }
      guard index > key, index < text.count, text[index] == UInt8(ascii: ":"),
        text[key] != UInt8(ascii: "-")
      else { return nil }
      index = text.firstIndex(of: 0x0A, in: index..<text.count) ?? text.count
    }
    return nil
  }

  private static let mostKeysBetween = 4

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
    var isFirst = true
    // The value's element may say its type by an element of its own: `<value><string>…`.
    while true {
      let tag = text.endOfSpace(from: index)
      guard tag + 1 < limit, text[tag] == UInt8(ascii: "<"), text[tag + 1] != UInt8(ascii: "/")
      else { break }
      isFirst = false
      index = tag
      while index < limit, text[index] != UInt8(ascii: ">") { index += 1 }
      guard index < limit else { return nil }
      index += 1
    }
    guard !isFirst else { return nil }
    let isCell = Self.tagsOfCells.contains { Self.ends(text, name.lowerBound, $0) }
    return content(text, of: name, from: index, isCell: isCell, &scan)
  }

  private static let tagsOfNames: [StaticString] =
    ["<key>", "<name>", "<Key>", "<Name>", "<ParameterKey>", "<param-name>"] + tagsOfCells

  /// The elements of tables and lists for readers, which as often hold words about a name.
  private static let tagsOfCells: [StaticString] = ["<td>", "<th>", "<dt>"]
}
