/// Recognises values that are no secret although the name before them means one: masks, templates,
/// and what a user interface says about a password or a key, in any language.
///
/// A file of translations has its texts under the names of the fields that they are about.
enum HarmlessValues {
  /// True for a value that is none of a secret.
  ///
  /// - Parameters:
  ///   - text: The text that the value stands in, without the escapes of JSON.
  ///   - value: Where it stands, without quotes.
  ///   - meaning: The meaning of the name before it; nil unless that is a password, which a person
  ///     may have chosen.
  /// - Returns: Whether it is none.
  static func contains(
    _ text: Span<UInt8>, _ value: Range<Int>, _ meaning: PasswordNames.Meaning?
  ) -> Bool {
    isInPlace(text, value)
      || !value.isEmpty
        && (isLabel(text, value, meaning) || isEmptyLiteral(text, value)
          || CertificateText.begins(text, value))
  }

  /// True for what stands in the place of a secret, whatever its name is: a mask, a template, where
  /// it is kept, and the word for its state.
  static func isInPlace(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard !value.isEmpty else { return false }
    return isMask(text, value) || isTemplate(text, value) || isReference(text, value)
      || states.contains(text, in: value) || isNameOfVariable(text, value)
      || TokenLikeness.isPath(text, in: value)
  }

  /// True for two quotation marks with nothing between, as a text that shows a default has them.
  private static func isEmptyLiteral(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count == 2 && text[value.lowerBound] == text[value.lowerBound + 1]
      && ByteSet.quotes.contains(text[value.lowerBound])
  }

  /// True for the word for the state of a value in its place, and for a dash.
  static func isState(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    states.contains(text, in: value)
      || value.count <= longestDash && value.allSatisfy { text[$0] == UInt8(ascii: "-") }
  }

  /// The words for the state of a value, in its place.
  private static let states = SecretNames(
    commonStates + [
      "uuid", "argon2id", "convertto-securestring", "todo", "tbd", "fixme", "replaceme",
      "field required", "required field", "invalid value", "not found", "n/a", "not set",
      "not available", "not applicable", "true", "false", "yes", "no", "on", "off", "!!null",
      "–", "—",
    ])

  /// The words for a state where a text speaks of passwords, too.
  static let commonStates = [
    "required", "optional", "invalid", "expired", "unchanged", "incorrect", "missing", "unset",
    "undefined", "null", "none", "enabled", "disabled", "string", "text", "integer", "bcrypt",
    "argon2", "scrypt",
  ]

  // MARK: - References

  /// True for what says where a secret is kept: the name of one at a cloud (`arn:aws:…`,
  /// `projects/p/secrets/s`), and a URL that brings no user and no token along
  /// (`op://vault/item/password`, `file://key.pem`, `http://backend:8000`).
  static func isReference(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count >= 5, let first = value.first, text[first].isASCIILetter else { return false }
    if text[first] | 0x20 == UInt8(ascii: "p") {
      return text.equals("projects/", at: first)
        && value.contains { text.equals("/secrets/", at: $0) }
        && value.allSatisfy { ByteSet.word.contains(text[$0]) || text[$0] == UInt8(ascii: "/") }
    }
    if stores.contains(where: { text.equals($0, at: first) }) {
      return value.allSatisfy { text[$0] > 0x20 && text[$0] != UInt8(ascii: "@") }
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: value), colon - first >= 2,
      text.equals("://", at: colon), colon + 3 < value.upperBound,
      !text.equals("http", at: first)
        || !TokenLikeness.isTokenLike(text, in: colon + 3..<value.upperBound)
    else { return false }
    return (first..<colon).allSatisfy { ByteSet.word.contains(text[$0]) || text[$0] == 0x2B }
      && (colon..<value.upperBound).allSatisfy {
        text[$0] > 0x20 && !"@?&;=".utf8.contains(text[$0])
      }
  }

  /// The beginnings of the names that clouds and stores of secrets have for what they keep, and of
  /// that which a build in Docker has (`--secret id=npmrc`).
  private static let stores: [StaticString] = [
    "arn:aws", "crn:v1:", "ocid1.", "vault:secret/", "vault:kv/", "vault:/", "ssm:/",
    "secretsmanager:", "awssm:", "gcpsm:", "akv:", "ref+", "id=",
  ]

  // MARK: - Masks and templates

  /// True for a value that was removed: `********`, `[FILTERED]`, `<redacted>`.
  static func isMask(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var own = value
    while !own.isEmpty, NameWords.isSeparator(text[own.lowerBound]) { own = own.dropFirst() }
    while !own.isEmpty, NameWords.isSeparator(text[own.upperBound - 1]) { own = own.dropLast() }
    if value.count >= 3, isRepeated(text, value) || endsInMask(text, value) { return true }
    guard !own.isEmpty else { return value.count <= longestDash }
    return masks.contains(text, in: own)
  }

  /// Two dashes and the like stand for nothing; more signs in a row may be a password.
  private static let longestDash = 3

  private static let masks = SecretNames(
    MaskWords.all + ["sensitive", "sensitive value", "not shown", "sensitive data removed"])

  /// True for asterisks, bullets and the like, one of them again and again.
  private static func isRepeated(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let first = text[value.lowerBound]
    if "*.-xX".utf8.contains(first) { return value.allSatisfy { text[$0] == first } }
    return value.count % 3 == 0
      && (text.equals("•", at: value.lowerBound)
        || text.equals("●", at: value.lowerBound))
      && value.allSatisfy { text[$0] == text[value.lowerBound + ($0 - value.lowerBound) % 3] }
  }

  private static let wordSigns = ByteSet(" _-.")

  /// The marks around what a template puts in.
  private static let templates: [(open: StaticString, close: UInt8)] = [
    ("${", UInt8(ascii: "}")), ("#{", UInt8(ascii: "}")), ("#{", UInt8(ascii: "#")),
    ("{{", UInt8(ascii: "}")),
    ("$((", UInt8(ascii: ")")), ("<%", UInt8(ascii: ">")), ("@{", UInt8(ascii: "}")),
  ]

  /// True for a value that a template or a program puts in: `${var.password}`,
  /// `{{ .Values.token }}`, `@db.password@`, `%s`, `$Env:TOKEN`; and for what documentation has in
  /// place of one (`your-api-key`, `password_here`).
  static func isTemplate(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let (first, last) = (text[value.lowerBound], text[value.upperBound - 1])
    switch first {
    case UInt8(ascii: "%") where value.count == 2: return last.isASCIILetter
    case UInt8(ascii: "@") where value.count > 4 && last == first:
      let inner = value.dropFirst().dropLast()
      if inner.allSatisfy({ ByteSet.word.contains(text[$0]) }) { return true }
    case UInt8(ascii: "$") where areVariables(text, value): return true
    case UInt8(ascii: "$")
    where text.holds(lowercased: environment, at: value.lowerBound, to: value.upperBound):
      return true
    default: break
    }
    if text.holds(lowercased: yourWord, at: value.lowerBound, to: value.upperBound)
      || value.count > 4
        && text.holds(lowercased: hereWord, at: value.upperBound - 4, to: value.upperBound),
      isNameOfSecret(text, value) || namesSecretAlone(text, value.dropFirst(yourWord.count))
    {
      return true
    }
    if isNameWithMarks(text, value) || isExample(text, value) || isDescription(text, value)
      || isTypeWithLength(text, value) || areRules(text, value)
    {
      return true
    }
    return Placeholder.end(text, at: value.lowerBound) == nil
      && templates.contains { template in
        value.count > template.open.utf8CodeUnitCount + 1 && last == template.close
          && text.equals(template.open, at: value.lowerBound)
          && value.dropFirst(2).dropLast().allSatisfy {
            text[$0] != UInt8(ascii: "}") || $0 == value.upperBound - 2
          }
      }
  }

  /// True for the name of a secret with the marks of a template around it or before it:
  /// `:password`, `<your-token>`, `%API_KEY%`, `@@TOKEN@@`, `«secret»`, `$(PASSWORD)`.
  private static func isNameWithMarks(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count <= 80,
      let marks = namesInMarks.first(where: { text.equals($0.open, at: value.lowerBound) }),
      value.count >= marks.open.utf8CodeUnitCount + marks.close.utf8CodeUnitCount + 3
    else { return false }
    let end = value.upperBound - marks.close.utf8CodeUnitCount
    let own = value.lowerBound + marks.open.utf8CodeUnitCount..<end
    guard text.equals(marks.close, at: end),
      own.allSatisfy({ text[$0].isASCIILetter || wordSigns.contains(text[$0]) })
    else { return false }
    // A password may begin with a dollar sign.
    let isVariable =
      marks.open.utf8CodeUnitCount > 1 || text[value.lowerBound] != UInt8(ascii: "$")
      || own.allSatisfy { text[$0] < 0x60 } || own.allSatisfy { text[$0] > 0x5A }
    return isVariable && namesSecretAlone(text, own)
  }

  /// What templates and documentation have around a name, the longer marks first.
  private static let namesInMarks: [(open: StaticString, close: StaticString)] = [
    ("@@", "@@"), ("__", "__"), ("$(", ")"), ("%(", ")s"), ("{", "}"), ("<", ">"), ("[", "]"),
    ("«", "»"), ("%", "%"), (":", ""), ("$", ""),
  ]

  /// True for the name of a secret after a word of documentation (`example-password`,
  /// `my_api_key`), and for a member of what a program has its settings in.
  private static func isExample(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let word = value.prefix { text[$0].isASCIILetter }
    guard word.count < value.count, wordsOfExamples.contains(text, in: word) else {
      return tagsOfTemplates.contains { text.equals($0, at: value.lowerBound) }
    }
    var rest = value.dropFirst(word.count + 1)
    // `INSERT_TOKEN_HERE`
    if rest.count > 5,
      text.holds(lowercased: hereWord, at: rest.upperBound - 4, to: rest.upperBound)
    {
      rest = rest.dropLast(5)
    }
    return wordSigns.contains(text[word.endIndex]) && rest.count >= 3
      && rest.allSatisfy { text[$0].isASCIILetter || wordSigns.contains(text[$0]) }
      && namesSecretAlone(text, rest)
  }

  /// True for a name whose last word means a secret, so that nothing else is said.
  private static func namesSecretAlone(_ text: Span<UInt8>, _ name: Range<Int>) -> Bool {
    PasswordNames.meaning(text, in: name) != nil
      || CredentialNames.strength(text, in: name).map { $0 >= .fair } == true
      || SuspiciousValue.isDoubtful(text, name)
  }

  private static let wordsOfExamples = SecretNames([
    "my", "example", "sample", "insert", "some", "invalid", "expired", "missing", "no", "bad",
    "wrong", "unknown", "revoked",
  ])
  private static let tagsOfTemplates: [StaticString] = [
    "!Ref ", "!Sub ", "!GetAtt ", "!ImportValue ", "process.env.", "import.meta.env.",
  ]

  private static let environment = Array("$env:".utf8)
  private static let yourWord = Array("your".utf8)
  private static let hereWord = Array("here".utf8)

  /// True for words that name a secret and are none (`YOUR_API_KEY`, `db-secret`): letters alone,
  /// with a word of a credential among them.
  static func isNameOfSecret(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= 4 && value.count <= 64
      && value.allSatisfy { text[$0].isASCIILetter || wordSigns.contains(text[$0]) }
      && value.contains { wordSigns.contains(text[$0]) }
      && CredentialNames.isCredential(text, in: value)
  }

  // MARK: - Labels

  /// True for what a user interface says: a word for a password, a request to enter one, and what
  /// is wrong with it.
  static func isLabel(
    _ text: Span<UInt8>, _ value: Range<Int>, _ meaning: PasswordNames.Meaning?
  ) -> Bool {
    let facts = Facts(text, value)
    if facts.spaces > 0,
      facts.digits == 0 || facts.spaces >= 3
        ? isMessage(text, value) : facts.spaces == 2 && saysHowMany(text, value)
    {
      return true
    }
    guard facts.isText else {
      return facts.spaces == 0
        ? isKeyOfMessage(text, value)
        : facts.spaces >= 2 && messages.contains { text.equals($0, at: value.lowerBound + 1) }
    }
    if facts.isInLabelScript { return true }
    if facts.spaces == 0 {
      guard facts.digits == 0 else { return false }
      if isKeyOfMessage(text, value) { return true }
      guard meaning == .password else {
        return facts.isCapitalised || facts.hasOtherScript
          || meaning != .account && isCompound(text, facts.own)
      }
      return isWordForPassword(text, facts.own)
        || facts.isLikeSentence && stems.contains { starts(text, value, with: $0) }
        || facts.hasWideScript && hasWordForPassword(text, value)
    }
    let isPassword = meaning != nil
    if messages.contains(where: { text.equals($0, at: value.lowerBound + 1) }) {
      return facts.spaces >= 2 || facts.digits == 0 && !isPassword
    }
    guard isPassword else {
      return facts.digits == 0
        && (facts.hasOtherScript || facts.isOfSmallWords || namesCredential(text, value))
    }
    if meaning == .likely, facts.digits == 0, facts.isLikeSentence { return true }
    // A sentence without the word may be a passphrase, which people begin with a capital.
    return facts.isLikeSentence && hasWordForPassword(text, value)
      && (facts.digits == 0 || facts.spaces >= 3)
  }

  /// The facts that the characters of a value show.
  private struct Facts {
    var (digits, spaces) = (0, 0)
    /// The letters of ASCII, and the bytes of letters that keyboards for passwords do not have.
    var (latinLetters, labelBytes) = (0, 0)
    /// True for text in a script in which nobody types passwords: Hebrew, Arabic, those of India
    /// and South-East Asia, Chinese, Japanese and Korean.
    ///
    /// A few letters before a number may be a password.
    var isInLabelScript: Bool {
      guard labelBytes > 0, digits == 0 || latinLetters == 0 else { return false }
      return digits == 0
        ? latinLetters == 0 || spaces > 0
        : labelBytes >= HarmlessValues.bytesForDigit * digits
    }
    var hasOtherScript = false
    /// True for letters of a script that has no spaces between words.
    var hasWideScript = false
    /// False for a value with signs that sentences do not have.
    var isText = true
    /// True for a capital, a letter of another script or the mark that begins a question.
    var isLikeSentence = false
    /// True for words of small letters, of which the first one begins with a capital.
    var isOfSmallWords = false
    /// True for one capital and small letters after it.
    var isCapitalised = false
    /// The value without the marks at its end.
    var own: Range<Int>

    init(_ text: Span<UInt8>, _ value: Range<Int>) {
      own = value
      while !own.isEmpty, HarmlessValues.marks.contains(text[own.upperBound - 1]) {
        own = own.dropLast()
      }
      guard let first = own.first else {
        isText = false
        return
      }
      var length = 0
      for index in value {
        let byte = text[index]
        if byte.isASCIIDigit { digits += 1 }
        if byte == 0x20 { spaces += 1 }
        if byte >= 0x80 { hasOtherScript = true }
        if byte >= 0xE3 { hasWideScript = true }
        if byte.isASCIILetter { latinLetters += 1 }
        if HarmlessValues.beginsLabelLetter(byte) { labelBytes += byte >= 0xE0 ? 3 : 2 }
        // Pictures are no letters.
        if byte >= 0xF0 || byte < 0x20 { isText = false }
        length = byte == 0x20 ? 0 : length + 1
        if length > HarmlessValues.longestWord, byte < 0x80 { isText = false }
        if NameWords.isSeparator(byte), !HarmlessValues.signsOfSentences.contains(byte) {
          isText = false
        }
      }
      let isCapital = text[first].isASCIIUppercase
      isLikeSentence = isCapital || text[first] >= 0x80
      isOfSmallWords =
        isCapital && own.count > 4
        && own.dropFirst().allSatisfy {
          text[$0] >= 0x61 && text[$0] <= 0x7A || text[$0] == 0x20 || text[$0] == 0x2D
            || text[$0] == 0x27
        }
      isCapitalised =
        isCapital && own.count >= 3 && own.count <= HarmlessValues.longestWord
        && own.dropFirst().allSatisfy { text[$0].isASCIILowercase }
    }
  }

  /// True for the first byte of a letter of Hebrew, Arabic and all scripts after them, but not of
  /// punctuation and of Latin letters with marks.
  private static func beginsLabelLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xD7...0xE0, 0xE3...0xED: true
    default: false
    }
  }

  /// How many bytes of a text stand for each digit in it: four letters.
  private static let bytesForDigit = 12

  /// Words of user interfaces are not longer.
  private static let longestWord = 24
  private static let marks = ByteSet(" :.!?*")
  private static let signsOfSentences = ByteSet(" :.!?*',-()/;\"")

  /// How a message begins that says what is wrong with a value, after a letter of either case.
  private static let messages: [StaticString] = [
    "s too ", "s not ", "s required", "s invalid", "s missing", "s incorrect", "s already ",
    "s expired", "sn't ", "ust be ", "ust have ", "ust contain ", "ust include ", "ust match ",
    "ust not ", "an't be ", "annot be ", "an not be ", "hould be ", "hould have ", "hould contain ",
    "as to ", "as been ", "as expired", "oes not ", "oesn't ", "as used ", "ay not ", "eeds to ",
    "oo short", "oo long", "oo weak", "oo common", "his field ", "his value ", "lease ",
    "nter your ", "nter the ", "nter a ",
  ]

  /// True for a sentence that says what is wrong with a value: it begins with a verb or a negation,
  /// as nobody begins a passphrase, or says what the value must be.
  private static func isMessage(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let first = value.prefix { text[$0].isASCIILetter || text[$0] == 0x27 || text[$0] >= 0x80 }
    guard first.endIndex < value.upperBound, text[first.endIndex] == 0x20 else {
      return text[value.lowerBound] == UInt8(ascii: "\"") && says(text, value)
    }
    return firstWordsOfMessages.contains(text, in: first.startIndex..<first.endIndex)
      || says(text, value)
  }

  private static func says(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.contains { index in
      text[index] == 0x20 && wordsOfMessages.contains { text.equals($0, at: index) }
    }
  }

  private static let firstWordsOfMessages = SecretNames([
    "is", "isn't", "are", "was", "wasn't", "were", "has", "have", "should", "can't",
    "cannot", "does", "doesn't", "did", "needs", "not", "please", "enter",
    "missing", "invalid", "expected", "unexpected", "incorrect", "wrong", "darf", "ist", "est",
    "não", "doit", "muss", "debe", "deve", "moet", "può", "puede", "kann", "peut",
  ])
  private static let wordsOfMessages: [StaticString] = [
    " must ", " is required", " is not ", " cannot be ", " can not be ", " character",
    " is too ", " is invalid", " are required", " should be ", " to be ", " not allowed",
  ]

  /// True for the key of a message in a catalogue: `errors.password.too_short`, `ERR_TOO_SHORT`.
  private static func isKeyOfMessage(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let word = value.prefix { text[$0].isASCIILetter }
    guard word.count < value.count,
      text[word.endIndex] == UInt8(ascii: ".") || text[word.endIndex] == 0x5F,
      catalogues.contains(text, in: word.startIndex..<word.endIndex)
    else { return false }
    return value.allSatisfy {
      text[$0].isASCIILetter || text[$0] == UInt8(ascii: ".") || text[$0] == UInt8(ascii: "_")
    }
  }

  private static let catalogues = SecretNames([
    "error", "errors", "err", "validation", "validations", "validator", "messages", "message",
    "i18n", "form", "forms", "fields", "field", "labels", "label", "auth", "login", "signup",
  ])

  /// True for a word that means a password and nothing else, in its forms (`Passwort`, `hesla`).
  static func isWordForPassword(_ text: Span<UInt8>, _ word: Range<Int>) -> Bool {
    word.allSatisfy { text[$0].isASCIILetter || text[$0] >= 0x80 || text[$0] == 0x20 }
      && stems.contains { stem in
        word.count >= stem.count && word.count <= stem.count + longestEnding
          && starts(text, word, with: stem)
      }
  }

  private static let longestEnding = 5

  /// True for a text with a word for a credential.
  private static func namesCredential(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    var start = value.lowerBound
    for index in value.lowerBound...value.upperBound
    where index == value.upperBound || !text[index].isASCIILetter {
      if index > start,
        wordsOfLabels.contains(CredentialWords.meaning(text, start..<index))
      {
        return true
      }
      start = index + 1
    }
    return hasWordForPassword(text, value)
  }

  /// The meanings that a word of a credential's label may have.
  private static let wordsOfLabels: Set<CredentialWords.Meaning> = [
    .token, .key, .related, .session,
  ]

  /// True for a text with the word for a password anywhere.
  private static func hasWordForPassword(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.contains { start in
      stems.contains {
        $0[0] == text[start].asciiLowercased
          && starts(text, start..<value.upperBound, with: $0)
      }
    }
  }

  private static func starts(
    _ text: Span<UInt8>, _ range: Range<Int>, with stem: [UInt8]
  ) -> Bool {
    guard range.count >= stem.count else { return false }
    for offset in stem.indices
    where text[range.lowerBound + offset].asciiLowercased != stem[offset] { return false }
    return true
  }

  /// How the word for a password begins in many languages, with its capital where that is no letter
  /// of ASCII.
  private static let stems: [[UInt8]] = [
    "passwor", "passwd", "passphrase", "kennwort", "mot de passe", "mots de passe", "contraseñ",
    "contrasen", "clave", "senha", "palavra-passe", "parol", "wachtwoord", "hesl", "hasł",
    "lozink", "zapork", "gesl", "jelsz", "lösenord", "lösenfras", "кодовая фраз", "Кодовая фраз",
    "passord", "løsenord", "adgangskod",
    "kodeord", "salasan", "parool", "slaptaž", "şifre", "Şifre", "sifre", "pasahitz", "kata sandi",
    "kata laluan", "phrase secr", "frase secret", "frase segret", "mật khẩu", "парол", "Парол",
    "ПАРОЛ", "лозинк", "Лозинк", "κωδικ", "Κωδικ",
    "συνθηματικ", "Συνθηματικ", "סיסמ", "كلمة المرور", "كلمة السر", "كلمة مرور", "رمز عبور",
    "گذرواژه", "پسورد", "პაროლ",
    "գաղտնաբառ", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "รหัสผ่าน", "पासवर्ड",
    "পাসওয়ার্ড", "lykilorð", "aðgangsorð", "focal faire", "cyfrinair",
  ].map { Array($0.utf8) }
}
