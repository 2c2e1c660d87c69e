/// Passwords that stand at a position of a command line, without an option or a name of their own:
/// `htpasswd -b FILE USER PASSWORD`, `echo PASSWORD | docker login --password-stdin`.
extension TextSecrets {
  /// A command line with a password among its arguments.
  private struct CommandForm: Sendable {
    /// Where the password stands.
    enum Place: Sendable {
      /// After so many arguments that are no options, counted from the last verb.
      case after(Int)
      /// At the end, after at least so many arguments.
      case last(Int)
      /// At the end of a line, after exactly so many arguments.
      case only(Int)
      /// The argument is passed on to what the rest of the line has one of these words for.
      case piped([StaticString])
      /// The word after `<<<`, where the line has one of these words.
      case redirected([StaticString])
      /// In an argument that begins so.
      case prefixed(StaticString)
      /// The first argument is a name, and the second is a secret if the name says so.
      case named
      /// After the path of a share of Windows (`\\server\share`), where options begin with a slash.
      case afterShare
    }

    let programs: [StaticString]
    /// The words that have to come before, in this order.
    var verbs: [StaticString] = []
    /// A letter that one of the options has to have.
    var flag: UInt8?
    /// The options with a value in a word of its own.
    var valued: [StaticString] = []
    let place: Place
    /// The byte between another part of the argument and the password.
    var separator: UInt8?
    /// The byte that ends the password within the argument.
    var terminator: UInt8?
    /// A sign with which a word may begin that otherwise ends the command.
    var sign: UInt8?
    /// True where a digit may come before the password that says how it is encoded.
    var mayHaveType = false
    /// True where other texts may have these words, and only what is no word is a password.
    var isCareful = false
    /// True where words that a sign joins are a password all the same.
    var mayBeWords = false
  }

  private static let forms: [CommandForm] = [
    CommandForm(
      programs: ["htpasswd"], flag: UInt8(ascii: "b"), valued: ["-C", "-r"], place: .last(1)),
    CommandForm(
      programs: ["rabbitmqctl"], verbs: ["add_user"], valued: ["-n"], place: .after(1)),
    CommandForm(
      programs: ["rabbitmqctl"], verbs: ["change_password"], valued: ["-n"], place: .after(1)),
    CommandForm(
      programs: ["rabbitmqctl"], verbs: ["authenticate_user"], valued: ["-n"], place: .after(1)),
    CommandForm(programs: ["mysqladmin", "mariadb-admin"], verbs: ["password"], place: .after(0)),
    CommandForm(
      programs: ["neo4j-admin"], verbs: ["set-initial-password"], place: .after(0)),
    CommandForm(programs: ["wpa_passphrase"], place: .after(1)),
    CommandForm(
      programs: ["openssl"], verbs: ["passwd"], valued: ["-salt"], place: .after(0),
      isCareful: true),
    CommandForm(programs: ["mkpasswd"], valued: ["-m", "-S"], place: .after(0), isCareful: true),
    CommandForm(
      programs: ["nmcli"], verbs: ["connect", "password"], place: .after(0)),
    CommandForm(programs: ["pdftk"], verbs: ["input_pw"], place: .after(0)),
    CommandForm(programs: ["pdftk"], verbs: ["user_pw"], place: .after(0)),
    CommandForm(programs: ["pdftk"], verbs: ["owner_pw"], place: .after(0)),
    CommandForm(
      programs: ["ansible-vault"], verbs: ["encrypt_string"],
      valued: ["--name", "-n", "--vault-id", "--vault-password-file"], place: .after(0)),
    CommandForm(programs: ["smbclient"], valued: ["-U", "-W"], place: .after(1), isCareful: true),
    CommandForm(programs: ["bw"], verbs: ["login"], place: .after(1)),
    CommandForm(programs: ["bw"], verbs: ["unlock"], place: .after(0), isCareful: true),
    CommandForm(
      programs: ["net", "net.exe"], verbs: ["user"], place: .after(1), isCareful: true,
      mayBeWords: true),
    CommandForm(
      programs: ["net", "net.exe"], verbs: ["use"], place: .afterShare, isCareful: true,
      mayBeWords: true),
    CommandForm(programs: ["db2"], verbs: ["connect", "using"], place: .after(0)),
    CommandForm(programs: ["dscl"], verbs: ["-passwd"], place: .after(1), isCareful: true),
    CommandForm(
      programs: ["sqlplus", "sqlldr", "sqlcl", "expdp", "impdp", "rman"], place: .after(0),
      separator: UInt8(ascii: "/"), terminator: UInt8(ascii: "@"), isCareful: true),
    CommandForm(
      programs: ["composer"], verbs: ["config"], valued: ["-d"], place: .last(2), isCareful: true),
    CommandForm(programs: ["poetry", "uv"], verbs: ["config"], place: .last(1), isCareful: true),
    CommandForm(
      programs: ["bundle", "bundler"], verbs: ["config"], place: .last(1),
      separator: UInt8(ascii: ":"), isCareful: true),
    CommandForm(programs: ["ngrok"], verbs: ["authtoken"], place: .after(0), isCareful: true),
    CommandForm(programs: ["ngrok"], verbs: ["add-authtoken"], place: .after(0), isCareful: true),
    CommandForm(
      programs: ["cloudflared"], verbs: ["install"], place: .after(0), isCareful: true),
    CommandForm(programs: ["cargo", "vault"], verbs: ["login"], place: .after(0), isCareful: true),
    CommandForm(programs: ["snyk"], verbs: ["auth"], place: .after(0), isCareful: true),
    CommandForm(
      programs: [
        "aws", "npm", "yarn", "pnpm", "pip", "conda", "pulumi", "dotnet", "snow", "gcloud",
      ],
      verbs: ["set"], valued: ["--profile", "--project", "--stack"], place: .named),
    CommandForm(
      programs: ["redis-cli", "valkey-cli"], verbs: ["config", "set"], place: .named),
    CommandForm(
      programs: ["redis-cli", "valkey-cli"], verbs: ["CONFIG", "SET"], place: .named),
    CommandForm(
      programs: ["redis-cli", "valkey-cli"], verbs: ["set", "requirepass"], place: .after(0)),
    CommandForm(
      programs: ["redis-cli", "valkey-cli"], verbs: ["set", "masterauth"], place: .after(0)),
    CommandForm(programs: ["setx"], place: .named),
    CommandForm(
      programs: ["ConvertTo-SecureString"], place: .after(0), isCareful: true, mayBeWords: true),
    CommandForm(programs: ["mc"], verbs: ["alias", "set"], place: .after(3), isCareful: true),
    CommandForm(programs: ["rclone"], verbs: ["create", "pass"], place: .after(0)),
    CommandForm(programs: ["xfreerdp", "wlfreerdp"], place: .prefixed("/p:")),
    CommandForm(programs: ["cmdkey", "cmdkey.exe"], place: .prefixed("/pass:")),
    CommandForm(programs: ["schtasks", "schtasks.exe"], verbs: ["/rp"], place: .after(0)),
    CommandForm(
      programs: [
        "mysqlsh", "impacket-psexec", "impacket-smbexec", "impacket-wmiexec",
        "impacket-secretsdump", "psexec.py", "smbexec.py", "wmiexec.py", "secretsdump.py",
      ], place: .after(0), separator: UInt8(ascii: ":"), terminator: UInt8(ascii: "@"),
      isCareful: true),
    CommandForm(
      programs: ["git"], verbs: ["config"], valued: ["-f", "--file"], place: .named),
    CommandForm(
      programs: ["echo", "printf"],
      place: .piped([
        "--password-stdin", "--with-token", "passwd --stdin", "sudo -S", "sudo -kS", "sudo --stdin",
        "--passphrase-fd 0", "pass:stdin", "-passin stdin", "-passout stdin", "-pass stdin",
        "cryptsetup", "smbpasswd -s", "smbpasswd -a -s", "htpasswd -i", "htpasswd -ni",
        "vault login -",
        "kinit", "pass insert", "secret-tool store", "secrets set", "secret set", "vncpasswd",
        "mkpasswd -s", "openssl passwd", "gpg --batch", "--token-stdin", "secrets create",
        "secret create", "variable set", "login --token",
      ])),
    CommandForm(
      programs: ["echo", "printf"], place: .piped(["chpasswd"]), separator: UInt8(ascii: ":")),
    CommandForm(
      programs: [
        "docker", "podman", "helm", "oras", "sudo", "passwd", "gh", "glab", "cryptsetup", "vault",
        "openssl", "gpg", "heroku", "vncpasswd", "x11vnc", "smbpasswd",
      ],
      place: .redirected([
        "--password-stdin", "--with-token", "--stdin", "-S ", "--passphrase-fd", "luksOpen",
        "open ",
        "login -", "passwd", "pass:stdin", " stdin", "secret set",
      ])),
    CommandForm(
      programs: ["chpasswd"], place: .redirected(["chpasswd"]), separator: UInt8(ascii: ":")),
  ]

  /// The settings of routers, switches, balancers and servers, which are lines as commands are:
  /// `username ada password 0 PASSWORD`, `snmp-server community NAME RO`.
  private static let settingsOfDevices: [CommandForm] = [
    CommandForm(
      programs: ["username", "enable", "neighbor", "ppp"], verbs: ["password"], place: .after(0),
      mayHaveType: true, isCareful: true, mayBeWords: true),
    CommandForm(
      programs: ["username", "enable"], verbs: ["secret"], place: .after(0), mayHaveType: true,
      isCareful: true, mayBeWords: true),
    CommandForm(
      programs: ["tacacs-server", "radius-server", "tacacs", "radius", "isakmp"], verbs: ["key"],
      place: .after(0), mayHaveType: true, isCareful: true),
    CommandForm(
      programs: ["authentication-key", "key-string", "wpa-psk", "insecure-password"],
      place: .after(0), mayHaveType: true, isCareful: true),
    CommandForm(
      programs: ["snmp-server", "snmp"], verbs: ["community"], place: .after(0), isCareful: true),
    CommandForm(
      programs: [
        "rocommunity", "rwcommunity", "rocommunity6", "rwcommunity6", "requirepass", "masterauth",
      ], place: .after(0), isCareful: true),
    CommandForm(programs: ["rootpw"], place: .last(0), isCareful: true),
    CommandForm(
      programs: ["sentinel", "SENTINEL"], verbs: ["auth-pass"], place: .after(1), isCareful: true),
    CommandForm(programs: ["SETUSER", "setuser"], place: .prefixed(">"), sign: UInt8(ascii: ">")),
    CommandForm(programs: ["AUTH"], place: .only(0), isCareful: true),
    CommandForm(programs: ["AUTH"], place: .only(1), isCareful: true),
    CommandForm(
      programs: ["stats"], verbs: ["auth"], place: .after(0), separator: UInt8(ascii: ":"),
      isCareful: true),
  ]

  /// The names of the programs.
  package static let programs: [String] = Array(
    Set((forms + settingsOfDevices).flatMap { $0.programs.map { "\($0)" } })
  ).sorted()

  /// The forms of each program, by `key(of:_:)`.
  private static let formsByKey: [UInt64: [CommandForm]] = {
    var found: [UInt64: [CommandForm]] = [:]
    for form in forms + settingsOfDevices {
      let keys = form.programs.map { "\($0)".withUTF8Span { key(of: $0, 0..<$0.count) } }
      for key in Set(keys) { found[key, default: []].append(form) }
    }
    return found
  }()

  /// The lengths of the programs that begin with a letter, each as a bit.
  ///
  /// Nearly every word of prose is distinguished from all of them by that.
  static let programLengths: [UInt32] = {
    var lengths = [UInt32](repeating: 0, count: 256)
    for program in programs {
      guard let first = program.utf8.first else { continue }
      lengths[Int(first)] |= 1 << UInt32(program.utf8.count)
    }
    return lengths
  }()

  /// Returns the key that tells nearly all programs from each other: the length and the first
  /// bytes.
  private static func key(of text: Span<UInt8>, _ word: Range<Int>) -> UInt64 {
    var key = UInt64(word.count)
    for index in word.prefix(7) { key = key << 8 | UInt64(text[index]) }
    return key
  }

  /// True for a word that has the first letter and the length of a program's name, by a copy of
  /// ``programLengths``.
  @inline(__always)
  static func mayBeProgram(_ text: Span<UInt8>, _ word: Range<Int>, _ lengths: [UInt32]) -> Bool {
    !word.isEmpty && word.count < UInt32.bitWidth
      && lengths[Int(text[word.lowerBound])] & 1 << UInt32(word.count) != 0
  }

  /// The forms of the program that a word may be the name of, and of a few others.
  private static func forms(_ text: Span<UInt8>, _ word: Range<Int>) -> [CommandForm]? {
    guard mayBeProgram(text, word, programLengths) else { return nil }
    return formsByKey[key(of: text, word)]
  }

  /// The password among the arguments of a program; nil if the word is no such program, or no
  /// password follows.
  package static func passwordOfProgram(_ text: Span<UInt8>, _ word: Range<Int>) -> Range<Int>? {
    guard word.upperBound < text.count, let forms = forms(text, word) else { return nil }
    for form in forms where form.programs.contains(where: { equals(text, word, $0) }) {
      if let password = password(text, form, after: word) { return password }
    }
    return nil
  }

  private static func password(
    _ text: Span<UInt8>, _ form: CommandForm, after program: Range<Int>
  ) -> Range<Int>? {
    var words = CommandWords(text, after: program, sign: form.sign)
    var verbs = form.verbs[...]
    var hasFlag = form.flag == nil
    var arguments: [Range<Int>] = []
    if case .redirected(let marks) = form.place {
      return redirected(text, form, after: program, marks)
    }
    var (skipsNext, hasType) = (false, false)
    while let word = words.next(text) {
      if skipsNext {
        skipsNext = false
        continue
      }
      if let verb = verbs.first {
        if equals(text, word, verb) { verbs = verbs.dropFirst() }
        noteFlag(text, form, word, &hasFlag)
        continue
      }
      if !word.isEmpty, text[word.lowerBound] == UInt8(ascii: "-"), word.count > 1 {
        noteFlag(text, form, word, &hasFlag)
        skipsNext = form.valued.contains { equals(text, word, $0) }
        continue
      }
      if case .prefixed(let prefix) = form.place, verbs.isEmpty,
        word.count > prefix.utf8CodeUnitCount, text.equals(prefix, at: word.lowerBound)
      {
        return part(
          text, form, of: word.lowerBound + prefix.utf8CodeUnitCount..<word.upperBound)
      }
      if form.mayHaveType, word.count == 1, text[word.lowerBound].isASCIIDigit {
        hasType = true
        continue
      }
      arguments.append(word)
      if case .after(let count) = form.place, arguments.count > count { break }
      if case .named = form.place, arguments.count == 2 { break }
      guard arguments.count < mostArguments else { return nil }
    }
    guard verbs.isEmpty, hasFlag else { return nil }
    if form.mayHaveType, let typed = typed(text, arguments.first, hasType: hasType) { return typed }
    return password(text, form, among: arguments, before: words.end)
  }

  /// The password at the end of a line that sets one, after a digit that says how it is encoded, or
  /// short and no word; nil for others.
  private static func typed(
    _ text: Span<UInt8>, _ argument: Range<Int>?, hasType: Bool
  ) -> Range<Int>? {
    guard let argument, argument.count >= shortestTyped, endsLine(text, argument.upperBound) else {
      return nil
    }
    // A hash begins with a dollar sign, as a variable does.
    if hasType, text[argument.lowerBound] == UInt8(ascii: "$"), argument.count > 4,
      text[argument.lowerBound + 1].isASCIIDigit, text[argument.lowerBound + 2] == UInt8(ascii: "$")
    {
      return argument
    }
    let isMixed =
      argument.contains { text[$0].isASCIIDigit } && argument.contains { text[$0].isASCIILetter }
    return (hasType || isMixed) && mayBePassword(text, argument) ? argument : nil
  }

  private static let shortestTyped = 4

  /// The password among the words after a program that are neither verbs nor options.
  private static func password(
    _ text: Span<UInt8>, _ form: CommandForm, among arguments: [Range<Int>], before end: Int
  ) -> Range<Int>? {
    switch form.place {
    case .after(let count):
      guard arguments.count > count else { return nil }
      return part(text, form, of: arguments[count])
    case .last(let count):
      guard arguments.count > count, let last = arguments.last else { return nil }
      return part(text, form, of: last)
    case .named:
      guard arguments.count == 2,
        PasswordNames.meaning(text, in: arguments[0]) == .password
          || CredentialNames.isCredential(text, in: arguments[0])
          || TokenLikeness.isSecretLike(text, in: arguments[1])
            && PasswordNames.meaning(text, in: arguments[0]) != nil
      else { return nil }
      return part(text, form, of: arguments[1])
    case .piped(let marks):
      guard let last = arguments.last, end < text.count else { return nil }
      let pipe = skipSpaces(text, end)
      guard pipe < text.count, text[pipe] == UInt8(ascii: "|"),
        restOfLine(text, from: pipe, holds: marks)
      else { return nil }
      return part(text, form, of: last)
    case .only(let count):
      guard arguments.count == count + 1, endsLine(text, end), let last = arguments.last
      else { return nil }
      return part(text, form, of: last)
    case .afterShare:
      guard let share = arguments.firstIndex(where: { text.equals("\\\\", at: $0.lowerBound) }),
        let argument = arguments[(share + 1)...].first(where: {
          text[$0.lowerBound] != UInt8(ascii: "/")
        })
      else { return nil }
      return part(text, form, of: argument)
    case .redirected, .prefixed: return nil
    }
  }

  private static func redirected(
    _ text: Span<UInt8>, _ form: CommandForm, after program: Range<Int>, _ marks: [StaticString]
  ) -> Range<Int>? {
    let end = endOfCommand(text, from: program.upperBound)
    guard
      let sign = (program.upperBound..<end).first(where: {
        text[$0] == UInt8(ascii: "<") && text.equals("<<<", at: $0)
      }), restOfLine(text, from: program.lowerBound, holds: marks)
    else { return nil }
    var words = CommandWords(text, after: sign..<sign + 3, isListed: false)
    return words.next(text).flatMap { part(text, form, of: $0) }
  }

  private static func noteFlag(
    _ text: Span<UInt8>, _ form: CommandForm, _ word: Range<Int>, _ hasFlag: inout Bool
  ) {
    guard let flag = form.flag, word.count > 1, text[word.lowerBound] == UInt8(ascii: "-"),
      text[word.lowerBound + 1] != UInt8(ascii: "-")
    else { return }
    hasFlag = hasFlag || text.firstIndex(of: flag, in: word) != nil
  }

  /// The password in an argument; nil for a variable, a word about passwords and the like.
  private static func part(
    _ text: Span<UInt8>, _ form: CommandForm, of argument: Range<Int>
  ) -> Range<Int>? {
    var (start, end) = (argument.lowerBound, argument.upperBound)
    if let separator = form.separator {
      guard let place = text.firstIndex(of: separator, in: argument), place > start else {
        return nil
      }
      start = place + 1
    }
    if let terminator = form.terminator {
      end = (start..<end).last { text[$0] == terminator } ?? end
    }
    let value = start..<end
    guard mayBePassword(text, value) else { return nil }
    // `AUTH PLAIN/LOGIN.` ends a sentence.
    let isWord = value.allSatisfy { text[$0].isASCIILetter || "-/.,;:".utf8.contains(text[$0]) }
    guard
      !form.isCareful || !isWord && TokenLikeness.isSecretLike(text, in: value)
        || TokenLikeness.isTokenLike(text, in: value)
        || form.mayBeWords && TokenLikeness.isPlacedWords(text, in: value),
      !form.isCareful || !isParameter(text, value)
    else { return nil }
    return value
  }

  private static func restOfLine(
    _ text: Span<UInt8>, from start: Int, holds marks: [StaticString]
  ) -> Bool {
    let end = endOfCommand(text, from: start)
    return (start..<end).contains { place in marks.contains { text.equals($0, at: place) } }
  }

  /// The end of a line, also where the line stands in a JSON string.
  private static func endOfCommand(_ text: Span<UInt8>, from start: Int) -> Int {
    let limit = min(text.count, start + longestRest)
    var index = start
    while index < limit, text[index] >= 0x20,
      text[index] != UInt8(ascii: "\\") || !text.equals("\\n", at: index)
    {
      index += 1
    }
    return index
  }

  private static let longestRest = 400
  private static let mostArguments = 24
}

/// The words of a command line after the name of its program, with the quotes taken off.
private struct CommandWords {
  private(set) var end: Int
  private let isListed: Bool
  private let limit: Int
  private let sign: UInt8?
  /// How a backslash of a path is written, and of a user in a domain, once a share was met.
  private var backslash: StaticString?

  init(
    _ text: Span<UInt8>, after program: Range<Int>, isListed: Bool? = nil, sign: UInt8? = nil
  ) {
    end = program.upperBound
    self.sign = sign
    limit = program.upperBound + 1024
    self.isListed =
      isListed
      ?? (TextSecrets.isListed(text, program.lowerBound)
        && TextSecrets.nextArgument(text, after: program.upperBound) != nil)
  }

  /// The next word; nil at the end of the command.
  mutating func next(_ text: Span<UInt8>) -> Range<Int>? {
    guard end < min(text.count, limit) else { return nil }
    if isListed {
      guard let open = TextSecrets.nextArgument(text, after: end) else { return nil }
      let level = TextSecrets.backslashes(text, from: open)
      let start = open + level + 1
      guard start < text.count,
        let closed = TextSecrets.endOfQuoted(text, from: start, text[open + level], level)
      else { return nil }
      end = closed
      return start..<closed
    }
    var start = TextSecrets.skipSpaces(text, end)
    guard start > end || text[start - 1] == UInt8(ascii: "<"), start < text.count else {
      return nil
    }
    // A line may go on after a backslash.
    if text[start] == UInt8(ascii: "\\"), start + 1 < text.count, text[start + 1] == 0x0A {
      start = text.endOfSpace(from: start + 2)
      guard start < text.count else { return nil }
    }
    let level = TextSecrets.backslashes(text, from: start)
    guard start + level < text.count else { return nil }
    let quote = text[start + level]
    if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      start += level + 1
      guard let closed = TextSecrets.endOfQuoted(text, from: start, quote, level) else {
        return nil
      }
      end = closed + level + 1
      return start..<closed
    }
    // A share (`\\server\name`), with each backslash twice in JSON.
    if level >= 2 { backslash = level == 2 ? "\\" : "\\\\" }
    var last = text[start] == sign ? start + 1 : level >= 2 ? start + level : start
    while last < text.count, text[last] > 0x20 {
      if let backslash, text.equals(backslash, at: last) {
        last += backslash.utf8CodeUnitCount
      } else if !TextSecrets.endsArgument.contains(text[last]) {
        last += 1
      } else {
        break
      }
    }
    guard last > start else { return nil }
    end = last
    return start..<last
  }
}
