/// Recognises the names of passwords, which often have other words in front: `userPassword`,
/// `db_password`, `j_password`, `smtp_pass`, `password2`.
package enum PasswordNames {
  /// The endings of names that mean a password, whatever comes before them.
  package static let endings =
    ["password", "passwd", "passphrase", "passcode", "passwort", "kennwort"] + codes

  /// The names of one-time passwords for those who lost what gives them others.
  private static let codes = wordsBeforeCodes.flatMap { ["\($0)code", "\($0)codes"] }

  /// The words before `code` in the name of one such password.
  static let wordsBeforeCodes = ["recovery", "backup", "scratch"]

  /// The last words of names that mean a password if the value is not a word.
  package static let lastWords = ["pass", "pwd", "pw", "secret", "psk", "pswd", "psw", "pword"]

  /// The words for a password in other languages, which are the last ones of a name, with any
  /// separators within: `nova_senha`, `motDePasse`.
  package static let otherLanguages = [
    "senha", "contraseña", "CONTRASEÑA", "contrasena", "clave_acceso", "palavra_passe",
    "mot_de_passe", "wachtwoord", "hasło", "haslo", "heslo", "parola", "parol", "salasana",
    "salasõna", "lösenord", "losenord", "passord", "adgangskode", "kodeord", "jelszó", "jelszo",
    "şifre", "sifre", "lozinka", "zaporka", "geslo", "parool", "slaptažodis", "slaptazodis",
    "lykilorð", "kata_sandi", "kata_laluan", "mật_khẩu", "mat_khau", "пароль", "Пароль", "ПАРОЛЬ",
    "κωδικός", "סיסמה", "パスワード", "暗証番号", "密码", "密碼", "비밀번호",
  ]

  /// Names that programs give to a password, and that have no word for one at their end.
  private static let otherNames = SecretNames([
    "requirepass", "masterauth", "rediscli_auth", "ldap_bind_credentials", "neo4j_auth",
  ])

  /// The first words of names that are about passwords but do not have one as their value.
  static let harmlessBeginnings = [
    "forgot", "forgotten", "lost", "reset", "change", "changed", "update", "show", "hide", "has",
    "is", "no", "needs", "require", "requires", "required", "use", "uses", "with", "without",
    "enable", "enabled", "disable", "disabled", "allow", "allows", "min", "max", "toggle",
    "invalid",
    "wrong", "missing", "weak", "strong", "generate", "send", "set", "supports", "expired",
    "failed",
    "remember", "validate", "by", "public", "checksum", "existing",
  ]

  private static let wordOfDevices = SecretNames(["enable"])

  /// The meaning of the name for its value.
  enum Meaning {
    /// The value is a password, whatever it looks like.
    case password
    /// The value is a password unless it looks like a word.
    case likely
    /// As ``likely``, where a word in small letters is a password, too, as of the account of a
    /// service.
    case account
    /// As ``likely``, where the name of a field of a form, which is none, stands as often
    /// (`password_field`, `passwordText`).
    case field
  }

  /// The last words of names that ask for a password once more.
  static let repetitions = SecretNames([
    "confirmation", "confirm", "confirmed", "repeat", "again", "retype", "verify",
  ])

  /// The last words of names that say which of two passwords it is.
  private static let ages = SecretNames(["new", "old", "current", "previous"])

  /// The words before `pass` and `pwd` where a name has no separator: `dbpass`.
  static let joinedBeginnings =
    owners + [
      "api", "app", "http", "master", "key", "store", "trust", "test", "default", "temp", "tmp",
      "service", "su",
    ]
  private static let joinedNames = SecretNames(
    joinedBeginnings.flatMap { beginning in ["pass", "pwd", "pw"].map { beginning + $0 } })

  private static let endingBytes = endings.map { Array($0.utf8) }
  private static let otherBytes = otherLanguages.map { word in
    word.utf8.filter { $0 != UInt8(ascii: "_") }
  }

  /// The last words of names that leave their meaning, but those after which the value is the name
  /// of what holds the password, or a number.
  private static let neutral = SecretNames(
    CredentialWords.neutral.filter {
      !["header", "param", "parameter", "env", "var", "bytes", "str", "data"].contains($0)
    } + ["input", "field", "box"])
  private static let lastWordNames = SecretNames(lastWords)
  private static let harmlessNames = SecretNames(harmlessBeginnings)
  /// The same before an ending without a separator: `haspassword`.
  private static let joinedHarmless = SecretNames(
    harmlessBeginnings.flatMap { beginning in endings.map { beginning + $0 } })

  /// Returns the meaning of the name in a range of a text; nil if it is not the name of a password.
  static func meaning(_ text: Span<UInt8>, in name: Range<Int>) -> Meaning? {
    guard var own = withoutNumber(text, withoutRemark(text, name)) else { return nil }
    if repetitions.contains(text, in: lastWord(text, own)) {
      // `password1_confirmation`
      guard let rest = withoutLastWord(text, own).flatMap({ withoutNumber(text, $0) }) else {
        return nil
      }
      own = rest
    }
    let last = lastWord(text, own)
    let isAge = ages.contains(text, in: last)
    let isNeutral = isAge || neutral.contains(text, in: last)
    if isNeutral {
      guard let rest = withoutLastWord(text, own).flatMap({ withoutNumber(text, $0) }) else {
        return nil
      }
      own = rest
    }
    guard let meaning = meaningOfEnd(text, own, isOneOfTwo: own.upperBound < name.upperBound),
      !isNeutral || !wordOfKeys.contains(text, in: lastWord(text, own))
    else { return nil }
    let first = firstWord(text, own)
    if joinedHarmless.contains(text, in: lastWord(text, own)) { return nil }
    if harmlessNames.contains(text, in: first) {
      // `enable_password`, as routers and switches call the one that opens their settings.
      return meaning == .password && wordOfDevices.contains(text, in: first) ? .field : nil
    }
    return isNeutral && !(isAge && meaning == .password) ? .field : meaning
  }

  /// The part of a name before a remark in parentheses, as tables for people have them: `Password
  /// (initial)`; the name itself for others.
  private static func withoutRemark(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    guard let last = name.last, text[last] == UInt8(ascii: ")"),
      let open = text.firstIndex(of: UInt8(ascii: "("), in: name), open > name.lowerBound
    else { return name }
    return name.lowerBound..<open
  }

  /// The part of a name before what tells several fields of one form apart: `password1`,
  /// `password[2]`, `password_a`, `passwordB`; nil for what is too short or too long for a name.
  private static func withoutNumber(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
    var end = name.upperBound
    while end > name.lowerBound, name.upperBound - end < 2,
      text[end - 1].isASCIIDigit || text[end - 1] == UInt8(ascii: "]")
    {
      end -= 1
    }
    if end == name.upperBound, name.count > 4, text[end - 1].isASCIILetter,
      NameWords.isSeparator(text[end - 2]) || NameWords.isHump(text, end - 1, name)
    {
      end -= 1
    }
    while end > name.lowerBound, NameWords.isSeparator(text[end - 1]) { end -= 1 }
    // Real names are not longer.
    return end - name.lowerBound >= 2 && end - name.lowerBound <= 80 ? name.lowerBound..<end : nil
  }

  /// The word that names keys as often, of which programs and not people make the values.
  private static let wordOfKeys = SecretNames(["secret"])

  /// The part of a name before its last word; nil if it has no other.
  private static func withoutLastWord(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int>? {
    var end = lastWord(text, name).lowerBound
    while end > name.lowerBound, NameWords.isSeparator(text[end - 1]) { end -= 1 }
    return end - name.lowerBound >= 2 ? name.lowerBound..<end : nil
  }

  /// The meaning of the end of a name, after which something may tell two passwords apart.
  private static func meaningOfEnd(
    _ text: Span<UInt8>, _ own: Range<Int>, isOneOfTwo: Bool
  ) -> Meaning? {
    let lastByte = text[own.upperBound - 1]
    guard lastByte >= 0x80 || lastLetters.contains(lastByte) else { return nil }
    if endingBytes.contains(where: { NameWords.hasEnding(text, own, with: $0) }) {
      return .password
    }
    let last = lastWord(text, own)
    if isOfAccount(text, own, last, isOneOfTwo: isOneOfTwo) || otherNames.contains(text, in: own) {
      return .account
    }
    if lastWordNames.contains(text, in: last) || joinedNames.contains(text, in: last)
      || otherBytes.contains(where: { NameWords.hasEnding(text, own, with: $0, isWord: true) })
    {
      return .likely
    }
    // `passwords`, `PASSWORDNEW`
    let isJoined = joinedEndings.contains { ending in
      NameWords.hasEnding(text, own, with: ending)
        && endingBytes.contains { NameWords.hasEnding(text, own.dropLast(ending.count), with: $0) }
    }
    return isJoined ? .field : nil
  }

  /// True for a name whose last word is short for a password after what it opens (`smtp_pass`,
  /// `sshpass`), where it is short for nothing else.
  ///
  /// `pwd` is that after any word (`portalPwd`), and where there are two of it (`pwd2`): the folder
  /// in which a shell works is neither.
  private static func isOfAccount(
    _ text: Span<UInt8>, _ name: Range<Int>, _ last: Range<Int>, isOneOfTwo: Bool
  ) -> Bool {
    guard shortWords.contains(text, in: last) else {
      return shortEndings.contains { ending in
        last.count > ending.count && NameWords.hasEnding(text, last, with: ending)
          && accounts.contains(text, in: last.dropLast(ending.count))
      }
    }
    if wordOfPassword.contains(text, in: last), isOneOfTwo || last.lowerBound > name.lowerBound {
      return isOneOfTwo || !workingFolders.contains(text, in: name)
    }
    var end = last.lowerBound
    while end > name.lowerBound, NameWords.isSeparator(text[end - 1]) { end -= 1 }
    return end > name.lowerBound
      && accounts.contains(text, in: lastWord(text, name.lowerBound..<end))
  }

  /// True for a password of small letters alone under the name of one of an account: more letters
  /// than most words have, or a word that is neither about passwords nor about how a test ended.
  static func isWordOfAccount(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    guard value.count >= 4, value.allSatisfy({ text[$0].isASCIILowercase }) else {
      return false
    }
    return value.count >= 10
      || !isWord(text, value) && !wordsOfTests.contains(text, in: value)
        && !isNameOfField(text, value)
  }

  private static let shortWords = SecretNames(shortNames)
  private static let shortNames = ["pass", "pwd", "pw"]
  private static let shortEndings = shortNames.map { Array($0.utf8) }
  private static let wordOfPassword = SecretNames(["pwd"])

  /// The words for how a trial ended or what is to do, which `pass` may name as well.
  private static let wordsOfTests = SecretNames([
    "passed", "fail", "fails", "error", "errors", "success", "succeeded", "skip", "skipped",
    "pending", "running", "done", "okay", "warn", "warning", "always", "never", "sometimes",
    "auto", "manual", "basic", "standard", "free", "gold", "silver", "premium", "through",
    "first", "second", "third", "last", "next", "forward", "backend", "upstream", "localhost",
    "annual", "monthly", "weekly", "daily", "ask", "same", "inherit", "file", "stored", "random",
    "generated", "auth", "login", "user", "admin", "secret", "token", "cert", "certificate",
    "verify", "verified", "accept", "grant", "granted", "deny", "allow", "block", "check", "test",
  ])

  /// The words for what has a user and a password.
  private static let accounts = SecretNames(
    owners + [
      "database", "basic", "keystore", "truststore", "sip", "rpc", "jmx", "acct", "wpa", "radius",
      "ppp", "pppoe", "dav", "webdav", "guest", "hotspot", "mariadb", "mssql", "couchdb", "elastic",
      "zabbix", "jenkins", "grafana", "tomcat", "nexus",
    ])

  /// The words for the same after which a name may lack a separator: `sshpass`.
  private static let owners = [
    "db", "user", "admin", "root", "smtp", "imap", "mail", "ftp", "sftp", "ssh", "mysql", "my",
    "sql", "pg", "redis", "mongo", "login", "ldap", "bind", "proxy", "web", "wifi", "rabbit",
    "mqtt", "host", "auth", "new", "old", "current", "confirm", "vpn", "wlan", "router", "rdp",
    "vnc", "smb", "samba", "snmp", "telnet", "camera", "nas", "server", "account", "email",
    "client", "postgres", "oracle", "sudo",
  ]

  /// Endings that leave a name its meaning without a separator before them.
  private static let joinedEndings = ["s", "new", "old", "text", "value", "input", "field"].map {
    Array($0.utf8)
  }

  /// The letters with which the words in the tables end.
  private static let lastLetters: ByteSet = {
    var letters = ByteSet("sSxX")
    let others = otherNames.folded.map { String(decoding: $0, as: UTF8.self) }
    for word in endings + lastWords + otherLanguages + others {
      guard let last = word.utf8.last, last < 0x80 else { continue }
      letters.insert(last)
      letters.insert(last & 0xDF)
    }
    return letters
  }()

  /// True if a name and its value together mean a password.
  static func isSecret(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    let meaning = meaning(nameText, in: name)
    return switch meaning {
    case .password: !value.isEmpty && !isLabel(text, value)
    case .account where isWordOfAccount(text, value) || isPassphrase(text, value, of: .account):
      !isLabel(text, value)
    case .likely, .account:
      (TokenLikeness.isSecretLike(text, in: value) || TokenLikeness.isTokenLike(text, in: value)
        || TokenLikeness.isChosenWords(text, in: value))
        && !isFolder(nameText, name, text, value)
        && !HarmlessValues.contains(text, value, meaning) && !HarmlessValues.isDate(text, value)
        && !isStored(nameText, name, text, value)
    case .field:
      TokenLikeness.isSecretLike(text, in: value) && !isNameOfField(text, value)
        && !HarmlessValues.contains(text, value, .field)
    case nil: false
    }
  }

  /// True for words that a person chose for a passphrase, of which three are enough under a name
  /// that means a password and nothing else.
  static func isPassphrase(
    _ text: Span<UInt8>, _ value: Range<Int>, of meaning: Meaning
  ) -> Bool {
    TokenLikeness.isPassphrase(
      text, in: value, words: meaning == .password || meaning == .account ? 3 : 4)
  }

  /// True for the name of a secret in a store or a cluster under one that ends in the word:
  /// `tlsSecret: web-tls`.
  static func isStored(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    wordOfKeys.contains(nameText, in: lastWord(nameText, name))
      && HarmlessValues.isNameInStore(text, value)
  }

  /// True for a number that is a password under the name of one: more digits than the number of
  /// tries or days has that stands under such names.
  static func isNumber(_ name: [UInt8], _ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let least: Int
    switch meaning(name.view, in: name.indices) {
    case .password: least = 4
    case .account: least = 6
    case .likely, .field, nil: return false
    }
    return value.count >= least && value.allSatisfy { text[$0].isASCIIDigit }
  }

  /// True for as many digits as such a number or a code (``CodeNames``) has at least.
  static func mayBeginNumber(_ text: Span<UInt8>, at start: Int) -> Bool {
    start + 2 < text.count && (start...start + 2).allSatisfy { text[$0].isASCIIDigit }
  }

  /// True for the path of a folder under `pwd`, which as often is the one that a program works in.
  ///
  /// Under the names in which shells keep it (`PWD`, `OLDPWD`) any path is one, and under others
  /// (`current_pwd`) one of words.
  static func isFolder(
    _ nameText: Span<UInt8>, _ name: Range<Int>, _ text: Span<UInt8>, _ value: Range<Int>
  ) -> Bool {
    guard
      wordOfPassword.contains(nameText, in: lastWord(nameText, name))
        || workingFolders.contains(nameText, in: name),
      let first = value.first
    else { return false }
    let isDrive =
      value.count > 3 && text[first].isASCIILetter && text[first + 1] == UInt8(ascii: ":")
      && (text[first + 2] == UInt8(ascii: "\\") || text[first + 2] == UInt8(ascii: "/"))
    if workingFolders.contains(nameText, in: name) {
      return isDrive || text[first] == UInt8(ascii: "/")
    }
    guard isDrive else { return TokenLikeness.isPath(text, in: value) }
    let folders = first + 2..<value.upperBound
    return folders.allSatisfy { ByteSet.word.contains(text[$0]) || "\\/ ".utf8.contains(text[$0]) }
      && !TokenLikeness.isTokenLike(text, in: folders)
  }

  private static let workingFolders = SecretNames(["PWD", "OLDPWD"])

  /// True for a value that names a field for a password: `#user_password`, `login-pass`.
  static func isNameOfField(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.allSatisfy { text[$0].isASCIILetter || signsOfFields.contains(text[$0]) }
      && value.contains {
        text.holds(lowercased: pass, at: $0, to: value.upperBound)
          || text.holds(lowercased: pwd, at: $0, to: value.upperBound)
      }
  }

  private static let signsOfFields = ByteSet("-_.:#[]=\"'*>$ ")
  private static let pass = Array("pass".utf8)
  private static let pwd = Array("pwd".utf8)

  /// True for a value under the name of a password that is none: the label of a form, a word about
  /// the password, its type, or the URL where it is changed.
  static func isLabel(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    if words.contains(text, in: value) { return true }
    let url = value.lowerBound + 4
    if url < value.upperBound, text.equals("http", in: value.lowerBound..<url) { return true }
    return text[value.lowerBound] == UInt8(ascii: "/")
      || HarmlessValues.contains(text, value, .password)
  }

  private static let words = SecretNames(
    HarmlessValues.commonStates + MaskWords.all + [
      "true", "false", "yes", "no", "on", "off", "password",
    ])

  /// True for a word about passwords, as text has them after the name of one.
  static func isWord(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    words.contains(text, in: value) || wordsOfText.contains(text, in: value)
      || HarmlessValues.isWordForPassword(text, value)
  }

  /// Whether there is a password and what is wrong with it, its type in a schema or in code, the
  /// policy for it, and where it comes from.
  private static let wordsOfText = SecretNames(
    [
      "nil", "empty", "define", "defined", "undef", "incomplete", "set", "present", "provided",
      "available", "unavailable",
      "mandatory", "needed", "allowed", "forbidden", "unknown", "default",
      "valid", "correct", "wrong", "mismatch", "accepted", "rejected",
      "denied", "failed", "changed", "updated", "reset", "forgotten",
      "lost", "removed", "deleted", "short", "long", "weak", "strong",
      "str", "varchar", "char", "byte", "bytes", "buffer", "number", "bool", "boolean",
      "object", "array", "data", "any", "securestring",
      "visible", "masked", "redacted", "filtered", "protected", "encrypted", "hashed", "plain",
      "scram-sha-256", "scram-sha-1", "cram-md5", "digest-md5", "xoauth2", "oauthbearer",
      "caching_sha2_password", "mysql_native_password",
      "sha256_password", "sha512", "yescrypt", "files", "compat",
      "plaintext", "cleartext", "pbkdf2", "scram", "hash", "salt",
      "policy", "rules", "length", "minlength", "maxlength", "alphanumeric", "numeric",
      "complexity", "history", "lowercase", "uppercase",
      "prompt", "input", "stdin", "value", "values", "args", "argv", "params", "body", "form",
      "request", "config", "settings", "secrets", "vault", "keychain", "keyring", "environment",
      "self", "this", "other", "field", "label", "title", "name", "type", "placeholder",
      "pass", "pwd",
    ] + endings)

  private static func lastWord(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    var start = name.upperBound
    while start > name.lowerBound, !NameWords.isSeparator(text[start - 1]) {
      start -= 1
      if start < name.upperBound - 1, NameWords.isHump(text, start, name) { break }
    }
    return start..<name.upperBound
  }

  private static func firstWord(_ text: Span<UInt8>, _ name: Range<Int>) -> Range<Int> {
    var start = name.lowerBound
    // The names of header fields that no standard defines begin with `X-`.
    if name.count > 2, text[start] | 0x20 == UInt8(ascii: "x"),
      NameWords.isSeparator(text[start + 1])
    {
      start += 2
    }
    var end = start
    while end < name.upperBound, !NameWords.isSeparator(text[end]) {
      if end > start, NameWords.isHump(text, end, name) { break }
      end += 1
    }
    return start..<end
  }
}
