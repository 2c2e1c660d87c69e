/// Secrets in what certain files and pages have in place of a name and a sign: the words of a
/// wallet, the arguments of a call that signs in, a text after tags.
extension TextSecrets {
  /// Where the words of a wallet end that begin at a position after a name that means them.
  func endOfWallet(_ text: Span<UInt8>, _ name: Range<Int>, from start: Int) -> Int? {
    var end = start
    while end < text.count, text[end] == 0x20 || text[end].isASCIILowercase {
      end += 1
    }
    while end > start, text[end - 1] == 0x20 { end -= 1 }
    return end - start > Self.shortestWallet
      && SuspiciousValue.isSecret(text, name, text, start..<end) ? end : nil
  }

  private static let shortestWallet = 40

  // MARK: - Calls

  /// Functions and classes that take a user and a password.
  private static let callees = [
    "login", "logIn", "signin", "signIn", "sign_in", "logon", "authenticate", "basicAuth",
    "basic_auth", "SetBasicAuth", "HTTPBasicAuth", "NetworkCredential", "setCredentials",
    "getConnection",
    "mysql_connect", "mysqli_connect", "mysqli", "PasswordAuthentication",
    "UsernamePasswordCredentials",
  ]
  private static let calleeNames = SecretNames(callees)
  private static let pairNames = SecretNames(["auth", "basic_auth", "credentials"])

  /// How such calls begin.
  package static let callMarks = callees.flatMap { ["\($0)(\"", "\($0)('"] }

  /// The password in `login("user", "password")` and `auth=("user", "password")`.
  func argumentOfSignIn(
    _ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan
  ) -> Int? {
    guard findsShapes else { return nil }
    // The byte after the name is looked at first: after most words there is no parenthesis.
    var index = name.upperBound
    let isCall = index < text.count && text[index] == UInt8(ascii: "(")
    if !isCall {
      let next = Self.skipSpaces(text, index)
      guard let sign = Self.endOfSign(text, at: next) ?? Self.openingOfBareCall(text, name, next)
      else {
        return nil
      }
      index = Self.skipSpaces(text, sign)
    }
    let isBare = !isCall && index < text.count && text[index].isQuotationMark
    guard index < text.count, text[index] == UInt8(ascii: "(") || isBare else { return nil }
    if isBare { index -= 1 }
    var own = name
    while let dot = text.firstIndex(of: UInt8(ascii: "."), in: own) {
      own = dot + 1..<name.upperBound
    }
    let names = isCall || isBare ? Self.calleeNames : Self.pairNames
    guard names.contains(text, in: own) else { return nil }
    let limit = min(text.count, index + Self.longestCall)
    index += 1
    for number in 0..<Self.mostArguments {
      index = Self.skipSpaces(text, index)
      guard index < limit else { return nil }
      if ByteSet.quotes.contains(text[index]) {
        guard let end = Self.endOfQuoted(text, from: index + 1, text[index], 0), end < limit else {
          return nil
        }
        if number > 0, Self.isPasswordArgument(text, index + 1..<end) {
          scan.add(index + 1..<end, Array("PASSWORD".utf8), in: text)
          return end
        }
        index = Self.skipSpaces(text, end + 1)
      } else {
        while index < limit, ByteSet.word.contains(text[index]) || text[index] == 0x24 {
          index += 1
        }
        index = Self.skipSpaces(text, index)
      }
      guard index < limit, text[index] == UInt8(ascii: ",") else { return nil }
      index += 1
    }
    return nil
  }

  /// The position of the quote in `basic_auth 'user', 'password'`, as Ruby calls a method; nil for
  /// anything else.
  private static func openingOfBareCall(
    _ text: Span<UInt8>, _ name: Range<Int>, _ next: Int
  ) -> Int? {
    guard next > name.upperBound, next < text.count, text[next].isQuotationMark else { return nil }
    let dot = name.last { text[$0] == UInt8(ascii: ".") }
    let own = (dot.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
    return namesOfBareCalls.contains(text, in: own) ? next : nil
  }

  private static let namesOfBareCalls = SecretNames(["basic_auth"])
  private static let longestCall = 512
  private static let mostArguments = 4

  /// True for an argument that is a password: letters and a digit, and no address, or words that a
  /// person chose.
  private static func isPasswordArgument(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if TokenLikeness.isPlacedWords(text, in: value) { return true }
    return TokenLikeness.isSecretLike(text, in: value) && value.contains { text[$0].isASCIIDigit }
      && !value.contains { ":/{<".utf8.contains(text[$0]) }
      && !(text.firstIndex(of: UInt8(ascii: "@"), in: value) != nil
        && text.firstIndex(of: UInt8(ascii: "."), in: value) != nil)
      && !(value.count { text[$0].isASCIIDigit } < 2
        && TokenLikeness.isName(value.map { text[$0] }))
      && !PasswordNames.isWord(text, value) && Placeholder.end(text, at: value.lowerBound) == nil
      && !isKebab(text, value)
  }

  /// True for three and more words that dashes join, where the only digits are those of a method
  /// (`oauth2-popup-window`).
  private static func isKebab(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var (words, start) = (0, value.lowerBound)
    for index in value.lowerBound...value.upperBound
    where index == value.upperBound || text[index] == UInt8(ascii: "-") {
      let word = start..<index
      start = index + 1
      guard !word.isEmpty,
        word.allSatisfy({ text[$0].isASCIILowercase }) || TokenLikeness.isMethod(text, in: word)
      else { return false }
      words += 1
    }
    return words >= 3
  }

  // MARK: - Pages

  /// `Password: <b>value</b>`, `<td>Password</td><td>value</td>` and `the password is
  /// <b>value</b>`, where the value is none that a page says about passwords.
  func tagged(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, let place = Self.placeOnPage(text, after: name, scan.kind),
      !meaning(text, of: name, &scan).isEmpty
    else { return nil }
    let value = place.value
    // `<td>Secret key</td><td>value</td>`, as pages show what they have made.
    let phrase = Self.phrase(text, endingWith: name)
    let isAlone = phrase.lowerBound > 0 && text[phrase.lowerBound - 1] == UInt8(ascii: ">")
    let isShown = place.isStated || isAlone && text[name.upperBound] == UInt8(ascii: "<")
    let isSecret =
      switch PasswordNames.meaning(text, in: phrase) {
      case .password, .account:
        Self.isPassword(text, value, isShown: isShown)
      default:
        value.count >= (isShown ? Self.shortestKeyShown : Self.shortestKeyOnPage)
          && isKey(text, phrase, value, isShown: isShown)
      }
    guard isSecret else { return nil }
    let own = PasswordNames.meaning(text, in: name) == .password ? name : phrase
    scan.add(value, own.map { text[$0] }, in: text)
    return value.upperBound
  }

  /// True for a password on a page, with its character references read.
  ///
  /// A word that documentation has in brackets is a type (`&#x3C;string>`).
  private static func isPassword(
    _ text: Span<UInt8>, _ value: Range<Int>, isShown: Bool
  ) -> Bool {
    guard !(text[value.lowerBound] == UInt8(ascii: "&") && text[value.upperBound - 1] == 0x3E)
    else { return false }
    let isLast = isShown && endsWhatIsShown(text, value.upperBound)
    if text.firstIndex(of: UInt8(ascii: "&"), in: value) != nil,
      let decoded = DecodedText(text.extracting(value), .html)
    {
      let bytes = decoded.bytes.view
      return isMixed(bytes, bytes.indices) || isLast && isEmphasised(bytes, bytes.indices)
    }
    return isMixed(text, value) || isLast && isEmphasised(text, value)
  }

  /// True for a key on a page.
  private func isKey(
    _ text: Span<UInt8>, _ phrase: Range<Int>, _ value: Range<Int>, isShown: Bool
  ) -> Bool {
    let strength = CredentialNames.strength(text, in: phrase)
    guard strength == .strong || isShown && strength != nil else { return false }
    return
      (isShown
      ? TokenLikeness.isTokenLike(text, in: value)
      : Entropy.looksRandom(value.map { text[$0] }[...]))
      && SuspiciousValue.isSecret(text, phrase, text, value)
  }

  /// Where the value stands that a page has behind a name, with tags between; nil where none does.
  ///
  /// It is stated where a verb or a colon comes before it.
  private static func placeOnPage(
    _ text: Span<UInt8>, after name: Range<Int>, _ kind: TextKind
  ) -> (value: Range<Int>, isStated: Bool)? {
    var index = name.upperBound
    let hasVerb = text.equals(" is", at: index)
    if hasVerb { index += 3 }
    index = skipSpaces(text, index)
    var hasColon = index < text.count && text[index] == UInt8(ascii: ":")
    if hasColon { index += 1 }
    var tags = 0
    while tags <= mostTags {
      index = text.endOfSpace(from: index)
      // `<b>Password</b>: value`
      if !hasColon, tags > 0, index < text.count, text[index] == UInt8(ascii: ":") {
        hasColon = true
        index = text.endOfSpace(from: index + 1)
      }
      guard index < text.count, text[index] == UInt8(ascii: "<") else { break }
      guard let end = endOfTagOfText(text, at: index) else { return nil }
      index = end
      tags += 1
    }
    guard tags > 0 || hasColon && kind == .markup else { return nil }
    var end = index
    while end < text.count, text[end] > 0x20, text[end] != UInt8(ascii: "<") { end += 1 }
    guard end < text.count, text[end] == UInt8(ascii: "<"), end - index >= shortestOnPage,
      tags > 0 || endOfTagOfText(text, at: end) != nil,
      Placeholder.end(text, at: index) == nil
    else { return nil }
    return (index..<end, hasVerb || hasColon)
  }

  /// A name with at most two words before it.
  static func phrase(_ text: Span<UInt8>, endingWith name: Range<Int>) -> Range<Int> {
    var start = name.lowerBound
    for _ in 0..<2 where start > 1 && text[start - 1] == 0x20 && text[start - 2].isASCIILetter {
      start -= 1
      while start > 0, ByteSet.word.contains(text[start - 1]) { start -= 1 }
    }
    return start..<name.upperBound
  }

  /// The position after a tag that begins at a position and that a page has around a word or a
  /// cell; nil for any other.
  static func endOfTagOfText(_ text: Span<UInt8>, at start: Int) -> Int? {
    let limit = min(text.count, start + longestTagOfText)
    guard let end = text.firstIndex(of: UInt8(ascii: ">"), in: start..<limit),
      isTagOfText(text, start + 1..<end)
    else { return nil }
    return end + 1
  }

  /// True for a tag that a page has around a word or a cell, and not for an element of XML, which
  /// begins a value of its own.
  private static func isTagOfText(_ text: Span<UInt8>, _ tag: Range<Int>) -> Bool {
    let start = tag.first.map { text[$0] == UInt8(ascii: "/") ? $0 + 1 : $0 } ?? tag.lowerBound
    let name = (start..<tag.upperBound).prefix { text[$0].isASCIIAlphanumeric }
    return tagsOfText.contains(text, in: name.startIndex..<name.endIndex)
  }

  private static let tagsOfText = SecretNames([
    "b", "strong", "i", "em", "u", "code", "kbd", "samp", "tt", "var", "pre", "span", "p", "br",
    "div", "font", "small", "big", "mark", "label", "td", "th", "tr", "dl", "dt", "dd", "ul", "ol",
    "li", "h1", "h2", "h3", "h4", "h5", "h6", "a", "center", "tbody", "thead", "section", "output",
  ])

  private static let mostTags = 4
  private static let longestTagOfText = 256
  private static let shortestOnPage = 6
  private static let shortestKeyOnPage = 20
  private static let shortestKeyShown = 16

  /// True for a word and a number, as a page shows in tags of their own what it has made
  /// (`Your password is <b>island24</b>.`).
  private static func isEmphasised(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var (letters, longest) = (0, 0)
    for index in value {
      letters = text[index].isASCIILetter || text[index] >= 0x80 ? letters + 1 : 0
      longest = max(longest, letters)
    }
    return longest >= 3 && TokenLikeness.isSecretLike(text, in: value)
      && !TokenLikeness.isMethod(text, in: value) && value.contains { text[$0].isASCIIDigit }
      && !value.contains { signsOfCodeOnPages.contains(text[$0]) }
  }

  /// True at the end of the tags around a value, unless a sentence goes on behind it, which says
  /// something about the password.
  private static func endsWhatIsShown(_ text: Span<UInt8>, _ end: Int) -> Bool {
    guard let end = endOfTagOfText(text, at: end) else { return false }
    let next = skipSpaces(text, end)
    return next == text.count || next == end || !text[next].isASCIILetter
  }

  private static let signsOfCodeOnPages = ByteSet("()[]{}=\"/:+")

  /// True for letters and a digit with a capital or a sign, and without what code has.
  private static func isMixed(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let hasDigit = value.contains { text[$0].isASCIIDigit }
    let hasSmall = value.contains { text[$0].isASCIILowercase }
    let hasOther = value.contains {
      text[$0].isASCIIUppercase || "!@#$%^*?".utf8.contains(text[$0])
    }
    return hasDigit && hasSmall && hasOther
      && !value.contains { "()[]{}=\"'/:.".utf8.contains(text[$0]) }
  }
}
