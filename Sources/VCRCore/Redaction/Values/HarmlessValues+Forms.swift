/// Values that their form alone shows to be no secret.
extension HarmlessValues {
  /// True for what stands in the place of a secret in a pair of a query or a form, as it is encoded
  /// there: a mask, a template, `null`, and what says how a request is authorized.
  ///
  /// The value of a name that only the settings of a project have is replaced, whatever it is.
  static func isInPlaceOfPair(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    guard !value.isEmpty, value.count <= longestInPlace,
      SuspiciousValue.isDoubtful(nameText, name)
    else { return false }
    func isInPlace(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
      self.isInPlace(text, value) || isOutcome(nameText, name, text, value)
    }
    let bytes = value.map { text[$0] }
    guard
      let decoded = (DecodedText(bytes.view, .form) ?? DecodedText(bytes.view, .percent))?.bytes
    else { return isInPlace(text, value) }
    return isInPlace(decoded.view, decoded.indices)
  }

  private static let longestInPlace = 128

  /// As ``isInPlace(_:_:)``, for a value that may be percent-encoded.
  static func isInPlace(_ text: Span<UInt8>, _ value: Range<Int>, isEncoded: Bool) -> Bool {
    guard isEncoded, text.firstIndex(of: UInt8(ascii: "%"), in: value) != nil else {
      return isInPlace(text, value)
    }
    let bytes = value.map { text[$0] }
    let decoded = DecodedText(bytes.view, .percent)?.bytes ?? bytes
    return isInPlace(decoded.view, decoded.indices)
  }

  /// As ``isReference(_:_:)``; where the value is percent-encoded, as ``isInPlace(_:_:)``.
  static func isReference(_ text: Span<UInt8>, _ value: Range<Int>, isEncoded: Bool) -> Bool {
    isEncoded && value.count <= longestInPlace
      && text.firstIndex(of: UInt8(ascii: "%"), in: value) != nil
      ? isInPlace(text, value, isEncoded: true) : isReference(text, value)
  }

  /// True for what says how a request or a payment is authorized, and for whether it is: a word,
  /// several of them joined, a day, and the identifier of an authorization, which begins with the
  /// word for one (`iauth_…`).
  static func isOutcome(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    mayBeOutcome(nameText, name) && !value.isEmpty
      && (value.allSatisfy { text[$0].isASCIILowercase || "-_.".utf8.contains(text[$0]) }
        || isDate(text, value) || isNumberOfOutcome(text, value))
  }

  private static func isNumberOfOutcome(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let word = value.prefix { text[$0].isASCIILowercase }
    guard word.endIndex < value.upperBound, text[word.endIndex] == UInt8(ascii: "_") else {
      return false
    }
    return wordsOfOutcomes.contains {
      word.count >= $0.utf8CodeUnitCount
        && text.equals($0, in: word.suffix($0.utf8CodeUnitCount))
    }
      && value.allSatisfy { text[$0].isASCIIAlphanumeric || text[$0] == UInt8(ascii: "_") }
  }

  private static let wordsOfOutcomes: [StaticString] = [
    "auth", "authorization", "cred", "credential",
  ]

  /// True for a name that stands before such a word as well.
  static func mayBeOutcome(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    namesOfOutcomes.contains(text, in: name)
  }

  private static let namesOfOutcomes = SecretNames(["authorization", "credentials", "credential"])

  /// True for what documentation says in brackets about a value: `<details for your database>`.
  static func isDescription(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count > 4, text[value.lowerBound] == UInt8(ascii: "<"),
      text[value.upperBound - 1] == UInt8(ascii: ">")
    else { return false }
    let words = value.dropFirst().dropLast()
    return words.contains { text[$0] == 0x20 }
      && words.allSatisfy { text[$0].isASCIILetter || " -'/,.".utf8.contains(text[$0]) }
  }

  /// True for the name of a variable of an environment that holds a secret (`DB_PASSWORD`), as
  /// settings say where to look for one.
  static func isNameOfVariable(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= 5 && text[value.lowerBound].isASCIIUppercase
      && value.allSatisfy { text[$0].isASCIIUppercase || text[$0] == UInt8(ascii: "_") }
      && isNameOfSecret(text, value)
  }

  /// True for a variable as shells have them, whose names have no small letter: `$TOKEN`,
  /// `${TOKEN}`.
  static func isVariableOfShell(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    // A name in mixed case may be a password that begins with a dollar sign.
    guard value.count > 1, text[value.lowerBound] == UInt8(ascii: "$") else { return false }
    return value.dropFirst().allSatisfy { charactersOfVariables.contains(text[$0]) }
  }

  /// True for two and more variables in a row, as servers have them: `$s3_backend$uri`.
  static func areVariables(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var count = 0
    for index in value {
      let byte = text[index]
      if byte == UInt8(ascii: "$") {
        guard index + 1 < value.upperBound, text[index + 1].isASCIILowercase else { return false }
        count += 1
      } else if !byte.isASCIILowercase, !byte.isASCIIDigit, byte != UInt8(ascii: "_") {
        return false
      }
    }
    return count > 1
  }

  static let charactersOfVariables = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_{}")

  /// True for the name itself as a value, as documentation has it: `api_key: API_KEY`.
  static func isName(_ text: Span<UInt8>, _ value: Range<Int>, of name: [UInt8]) -> Bool {
    var (first, second) = (name[...], value)
    while let next = first.first {
      guard next.isASCIIAlphanumeric else {
        first = first.dropFirst()
        continue
      }
      guard let index = second.first else { return false }
      second = second.dropFirst()
      guard text[index].isASCIIAlphanumeric else { continue }
      guard text[index].asciiLowercased == next.asciiLowercased else { return false }
      first = first.dropFirst()
    }
    return second.isEmpty
  }

  /// True for the type of a column with its length: `varchar(255)`.
  static func isTypeWithLength(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let word = value.prefix { text[$0].isASCIILetter }
    guard word.count >= 3, value.count > word.count + 2,
      text[word.endIndex] == UInt8(ascii: "("), text[value.upperBound - 1] == UInt8(ascii: ")")
    else { return false }
    return value.dropFirst(word.count + 1).dropLast().allSatisfy {
      text[$0].isASCIIDigit || ", ".utf8.contains(text[$0])
    }
  }

  /// True for the rules by which a program checks a value: `required|min:8|confirmed`.
  static func areRules(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard text.firstIndex(of: UInt8(ascii: "|"), in: value) != nil else { return false }
    var (start, isKnown) = (value.lowerBound, false)
    for index in value.lowerBound...value.upperBound
    where index == value.upperBound || text[index] == UInt8(ascii: "|") {
      let rule = start..<index
      start = index + 1
      let name = rule.prefix { text[$0].isASCIILowercase || text[$0] == UInt8(ascii: "_") }
      guard name.count >= 2,
        name.count == rule.count || text[name.endIndex] == UInt8(ascii: ":")
      else { return false }
      isKnown = isKnown || wordsOfRules.contains(text, in: name.startIndex..<name.endIndex)
    }
    return isKnown
  }

  private static let wordsOfRules = SecretNames([
    "required", "nullable", "string", "sometimes", "confirmed", "min", "max", "optional",
  ])

  /// True for the beginning of a token and a mask for the rest: `sk_test_xxxxxxxxxxxx`, `sk-...`.
  static func endsInMask(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let last = text[value.upperBound - 1]
    if value.count > 3,
      text.equals("...", at: value.upperBound - 3)
        || text.equals("…", at: value.upperBound - 3)
    {
      return true
    }
    guard value.count > shortestMask, last | 0x20 == UInt8(ascii: "x") || last == 0x2A else {
      return false
    }
    return value.suffix(shortestMask).allSatisfy { text[$0] == last }
  }

  private static let shortestMask = 8

  /// True for a day, and for a day and a time (RFC 3339 §5.6): `2026-06-01`.
  static func isDate(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let first = value.lowerBound
    // The time may be cut off at its colon.
    guard
      value.count == 10 || value.count > 15 && "T ".utf8.contains(text[first + 10])
        || value.count == 13 && text[first + 10] == UInt8(ascii: "T"),
      text[first] == UInt8(ascii: "1") || text[first] == UInt8(ascii: "2")
    else { return false }
    return value.prefix(10).allSatisfy { index in
      index == first + 4 || index == first + 7
        ? text[index] == UInt8(ascii: "-") : text[index].isASCIIDigit
    }
  }

  /// True for the name by which a store or a cluster keeps a secret: `db-credentials`, `web-tls`,
  /// `prod/db/password`.
  static func isNameInStore(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    isNameOfSecret(text, value)
      || value.contains { text[$0] == UInt8(ascii: "-") }
        && value.allSatisfy { text[$0].isASCIILowercase || text[$0] == UInt8(ascii: "-") }
        && !TokenLikeness.isTokenLike(text, in: value)
      || text.firstIndex(of: UInt8(ascii: "/"), in: value) != nil
        && value.allSatisfy { text[$0].isASCIILetter || "-_./".utf8.contains(text[$0]) }
        && !TokenLikeness.isTokenLike(text, in: value)
  }

  /// True for a rule of two words and a number: `8 caractères minimum`, `Minimum 8 characters`.
  static func saysHowMany(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.contains { index in
      text[index] == 0x20 && wordsForCharacters.contains { text.equals($0, at: index) }
    }
  }

  private static let wordsForCharacters: [StaticString] = [
    " character", " Zeichen", " caract", " caratteri", " tekens", " znak", " tecken", " tegn",
    " merkki", " символ", " digits", " chiffres", " Ziffern",
  ]

  /// True for words that dashes join (`API-sleutel`): capitals or small letters after at most one
  /// capital, and the first one has a capital.
  static func isCompound(_ text: Span<UInt8>, _ own: Range<Int>) -> Bool {
    guard let first = own.first, text[first].isASCIIUppercase else { return false }
    var (pieces, start, hasWord) = (0, own.lowerBound, false)
    for index in own.lowerBound...own.upperBound
    where index == own.upperBound || text[index] == UInt8(ascii: "-") {
      let piece = start..<index
      start = index + 1
      let isAbbreviation =
        piece.count <= longestAbbreviation
        && piece.allSatisfy { text[$0].isASCIIUppercase }
      let isWord = piece.dropFirst().allSatisfy { text[$0].isASCIILowercase }
      guard piece.count >= 2, text[piece.lowerBound].isASCIILetter, isAbbreviation || isWord else {
        return false
      }
      hasWord = hasWord || isWord && piece.count >= 4
      pieces += 1
    }
    return pieces >= 2 && hasWord
  }

  private static let longestAbbreviation = 5
}
