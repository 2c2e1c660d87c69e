/// Passwords in command lines and in statements that set one.
extension TextSecrets {
  /// An option of some programs that takes a password.
  private struct PasswordOption: Sendable {
    let option: StaticString
    /// True where the password follows in the same word.
    var isJoined = false
    /// The text before the password in its word.
    var prefix: StaticString = ""
    /// True where a name and a separator come before the password.
    var separator: UInt8?
    let programs: [StaticString]
    /// The word that has to come between, as the option means something else elsewhere.
    var verb: StaticString?
  }

  private static let passwordOptions: [PasswordOption] = [
    PasswordOption(
      option: "-p", programs: ["docker", "podman", "helm", "az", "oc", "nerdctl"], verb: "login"),
    PasswordOption(
      option: "-p",
      programs: [
        "sshpass", "mongo", "mongosh", "mongodump", "mongorestore", "mongoexport", "mongoimport",
        "mongostat", "cqlsh", "influx", "plink", "pscp", "useradd", "usermod", "rdesktop", "twine",
        "cypher-shell", "nxc", "crackmapexec", "evil-winrm", "psexec", "altool", "hydra", "medusa",
        "vncdo", "tsql", "ilorest", "racadm", "clusterctl", "sshpass", "mosquitto_rr", "nexus",
        "pgcli", "mycli", "ncftpput", "ncftpget", "iredis",
      ]),
    PasswordOption(option: "-p", programs: ["security"], verb: "unlock-keychain"),
    PasswordOption(option: "-w", programs: ["security"], verb: "add-generic-password"),
    PasswordOption(option: "-w", programs: ["security"], verb: "add-internet-password"),
    PasswordOption(option: "-pw", programs: ["plink", "pscp", "psftp", "putty", "kitty"]),
    PasswordOption(
      option: "-p", isJoined: true,
      programs: [
        "sshpass", "mysql", "mysqldump", "mysqladmin", "mysqlimport", "mysqlcheck", "mysqlslap",
        "mysqlshow", "mysqlbinlog", "mysqlpump", "mysqlsh", "mariadb", "mariadb-dump",
        "mariadb-admin", "mariadb-import", "mydumper", "myloader", "7z", "7za", "7zz", "7zr", "rar",
        "unrar",
      ]),
    PasswordOption(option: "-hp", isJoined: true, programs: ["rar"]),
    PasswordOption(option: "-a", programs: ["redis-cli", "valkey-cli", "keydb-cli"]),
    PasswordOption(option: "--pass", programs: ["redis-cli", "valkey-cli", "keydb-cli"]),
    PasswordOption(
      option: "--password",
      programs: [
        "docker", "podman", "helm", "oc", "argocd", "usermod", "useradd", "svn", "mongodump",
        "mongorestore", "mongoexport", "mongoimport", "twine", "influx", "kafka-ui", "elasticdump",
      ]),
    PasswordOption(
      option: "-w",
      programs: [
        "ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami", "ldappasswd",
        "ldapcompare",
      ]),
    PasswordOption(
      option: "-w", isJoined: true,
      programs: ["ldapsearch", "ldapadd", "ldapmodify", "ldapdelete", "ldapwhoami"]),
    PasswordOption(
      option: "-P",
      programs: [
        "sqlcmd", "bcp", "osql", "isql", "zip", "unzip", "ipmitool", "mosquitto_pub",
        "mosquitto_sub", "zipcloak", "jmxterm",
      ]),
    PasswordOption(option: "-P", isJoined: true, programs: ["sqlcmd", "bcp", "osql"]),
    PasswordOption(option: "-P", programs: ["ssh-keygen"]),
    PasswordOption(option: "-N", programs: ["ssh-keygen"]),
    PasswordOption(option: "-k", programs: ["openssl", "nuget"]),
    PasswordOption(option: "-k", programs: ["dotnet"], verb: "push"),
    PasswordOption(
      option: "-c",
      programs: [
        "snmpget", "snmpwalk", "snmpset", "snmpbulkwalk", "snmpgetnext", "snmpbulkget",
        "snmptable", "snmptrap",
      ]),
    PasswordOption(option: "-X", programs: ["snmpget", "snmpwalk", "snmpset", "snmpbulkwalk"]),
    PasswordOption(option: "-b", programs: ["gh", "glab"], verb: "secret"),
    PasswordOption(option: "-b", isJoined: true, programs: ["gh", "glab"], verb: "secret"),
    PasswordOption(option: "--body", programs: ["gh", "glab"], verb: "secret"),
    PasswordOption(option: "-t", programs: ["doctl"], verb: "init"),
    PasswordOption(
      option: "--from-literal=", isJoined: true, separator: UInt8(ascii: "="),
      programs: ["kubectl", "oc", "k", "microk8s"], verb: "secret"),
    PasswordOption(
      option: "--from-literal", separator: UInt8(ascii: "="),
      programs: ["kubectl", "oc", "k", "microk8s"], verb: "secret"),
    PasswordOption(
      option: "-A", programs: ["snmpget", "snmpwalk", "snmpset", "snmpbulkwalk", "snmpgetnext"]),
    PasswordOption(option: "-storepass", programs: ["keytool", "jarsigner"]),
    PasswordOption(option: "-keypass", programs: ["keytool", "jarsigner"]),
    PasswordOption(option: "-passin", prefix: "pass:", programs: ["openssl"]),
    PasswordOption(option: "-passout", prefix: "pass:", programs: ["openssl"]),
    PasswordOption(option: "-pass", prefix: "pass:", programs: ["openssl"]),
    PasswordOption(option: "-password", prefix: "pass:", programs: ["openssl"]),
    PasswordOption(
      option: "-U", separator: UInt8(ascii: "%"),
      programs: ["smbclient", "rpcclient", "smbget", "winexe", "net", "wmic", "pth-winexe"]),
    PasswordOption(
      option: "-u", separator: UInt8(ascii: ","), programs: ["lftp", "lftpget"]),
    PasswordOption(
      option: "--user", separator: UInt8(ascii: ":"), programs: ["etcdctl", "elasticdump", "wuzz"]),
    PasswordOption(option: "-A", separator: UInt8(ascii: ":"), programs: ["ab"]),
    PasswordOption(
      option: "-auth=", isJoined: true, separator: UInt8(ascii: ":"), programs: ["lynx"]),
    PasswordOption(
      option: "-a", separator: UInt8(ascii: ":"), programs: ["http", "https", "xh", "xhs"]),
    PasswordOption(
      option: "--auth", separator: UInt8(ascii: ":"), programs: ["http", "https", "xh", "xhs"]),
    PasswordOption(
      option: "--auth=", isJoined: true, separator: UInt8(ascii: ":"),
      programs: ["http", "https", "xh", "xhs"]),
    PasswordOption(
      option: "-u", isJoined: true, separator: UInt8(ascii: ":"), programs: ["curl"]),
  ]

  /// The beginnings of the options.
  package static let optionMarks: [String] = passwordOptions.map { "\($0.option)" }

  /// The password after an option of a program: `docker login -p …`, `mysql -p…`.
  ///
  /// - Returns: The position after the password; nil if the word is no such option.
  func commandOption(_ text: Span<UInt8>, _ word: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, scan.kind == .data, word.count > 1,
      text[word.lowerBound + 1].isASCIILetter || text[word.lowerBound + 1] == UInt8(ascii: "-"),
      let password = Self.passwordOfCommand(text, at: word.lowerBound)
    else { return nil }
    scan.add(password, Array("PASSWORD".utf8), in: text)
    return password.upperBound
  }

  /// The password after an option that begins at a position; nil if none does.
  package static func passwordOfCommand(_ text: Span<UInt8>, at start: Int) -> Range<Int>? {
    for option in passwordOptions where text.equals(option.option, at: start) {
      let end = start + option.option.utf8CodeUnitCount
      // In a form a plus sign stands for a space, and the decoded text is searched as well.
      guard end < text.count, start == 0 || text[start - 1] != UInt8(ascii: "+") else { continue }
      let next = nextArgument(text, after: end)
      let isListed = isListed(text, start)
      let isClosed = isListed && endsString(text, at: end)
      let isJoined =
        next == nil && !isClosed && text[end] != 0x20 && text[end] != UInt8(ascii: "=")
      guard option.isJoined ? isJoined : next != nil || text[end] == 0x20,
        isAfterProgram(text, start, option, isListed: isListed)
      else { continue }
      if let value = argument(text, from: next ?? end, option) { return value }
    }
    return passwordInList(text, at: start)
  }

  /// Where the quote stands that begins the next argument of a command that is a list of strings
  /// (`["login", "-p", "value"]`), also in JSON within a JSON string; nil unless one follows the
  /// end of an argument, and if that is the name of a member.
  static func nextArgument(_ text: Span<UInt8>, after end: Int) -> Int? {
    let level = backslashes(text, from: end)
    var index = end + level
    guard index < text.count, ByteSet.quotes.contains(text[index]) else { return nil }
    let quote = text[index]
    index = text.endOfSpace(from: index + 1)
    guard index < text.count, text[index] == UInt8(ascii: ",") else { return nil }
    index = text.endOfSpace(from: index + 1)
    guard backslashes(text, from: index) == level, index + level < text.count,
      text[index + level] == quote
    else { return nil }
    if let closed = endOfQuoted(text, from: index + level + 1, quote, level) {
      let after = text.endOfSpace(from: closed + level + 1)
      guard after == text.count || text[after] != UInt8(ascii: ":") else { return nil }
    }
    return index
  }

  /// True for a quotation mark at a position, also one that is escaped.
  private static func endsString(_ text: Span<UInt8>, at position: Int) -> Bool {
    let quote = position + backslashes(text, from: position)
    return quote < text.count && ByteSet.quotes.contains(text[quote])
  }

  /// True for a string that a colon precedes, as the value of a member, from where its quote is.
  private static func isMemberValue(_ text: Span<UInt8>, _ quote: Int) -> Bool {
    var index = quote
    while index > 0, text[index - 1] <= 0x20 { index -= 1 }
    return index > 0 && text[index - 1] == UInt8(ascii: ":")
  }

  /// The value of an option in a list of strings: `["tool", "--password", "value"]`.
  func listedOption(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard name.count > 4, text[name.lowerBound] == UInt8(ascii: "-"),
      let value = Self.nextArgument(text, after: name.upperBound)
    else { return nil }
    let level = Self.backslashes(text, from: value)
    guard value + level + 1 < text.count, text[value + level + 1] != UInt8(ascii: "-"),
      name.lowerBound > level, !Self.isMemberValue(text, name.lowerBound - 1 - level)
    else { return nil }
    let dashes = text[name.lowerBound + 1] == UInt8(ascii: "-") ? 2 : 1
    return assigned(
      text, name.lowerBound + dashes..<name.upperBound, from: value,
      quoted: name.lowerBound - 1 - level, &scan)
  }

  /// True for the first byte of an argument that is in quotes.
  static func isListed(_ text: Span<UInt8>, _ start: Int) -> Bool {
    start > 0 && ByteSet.quotes.contains(text[start - 1])
  }

  private static func argument(
    _ text: Span<UInt8>, from end: Int, _ option: PasswordOption
  ) -> Range<Int>? {
    var start = skipSpaces(text, end)
    let level = backslashes(text, from: start)
    guard start + level < text.count else { return nil }
    let quote = text[start + level]
    var last: Int
    if quote.isQuotationMark {
      start += level + 1
      guard let closed = endOfQuoted(text, from: start, quote, level) else { return nil }
      last = closed
    } else {
      last = start
      while last < text.count, !endsArgument.contains(text[last]), text[last] > 0x20 { last += 1 }
    }
    if option.prefix.utf8CodeUnitCount > 0 {
      guard text.equals(option.prefix, at: start) else { return nil }
      start += option.prefix.utf8CodeUnitCount
    }
    if let separator = option.separator {
      guard let place = text.firstIndex(of: separator, in: start..<last) else { return nil }
      start = place + 1
    }
    return mayBePassword(text, start..<last) ? start..<last : nil
  }

  /// True for an argument that may be a password: not a variable, a template, an option or a word.
  static func mayBePassword(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    value.count >= shortestArgumentOfCommand
      && !"$<{[%-*=.".utf8.contains(text[value.lowerBound])
      && !value.allSatisfy { isPartOfPlaceholder(text[$0]) }
      && !PasswordNames.isWord(text, value) && !HarmlessValues.isInPlace(text, value)
  }

  /// True for a name and its value, of which an argument may consist: `username=ada`.
  static func isParameter(_ text: Span<UInt8>, _ value: Range<Int>) -> Bool {
    let name = value.prefix { text[$0].isASCIILowercase || text[$0] == UInt8(ascii: "_") }
    return name.count >= 2 && name.endIndex + 1 < value.upperBound
      && text[name.endIndex] == UInt8(ascii: "=") && text[name.endIndex + 1].isASCIIAlphanumeric
  }

  private static let shortestArgumentOfCommand = 4
  static let endsArgument = ByteSet("\"'`<>|;&\\")

  /// True for what the names in a manual are made of: `PASSWORD`, `MY_PASSWORD`.
  private static func isPartOfPlaceholder(_ byte: UInt8) -> Bool {
    byte.isASCIIUppercase || byte == UInt8(ascii: "_")
  }

  /// True after the name of a program on the same line, and the verb that the option needs.
  private static func isAfterProgram(
    _ text: Span<UInt8>, _ position: Int, _ option: PasswordOption, isListed: Bool
  ) -> Bool {
    var hasVerb = option.verb == nil
    var end = position
    let floor = max(0, position - longestQuoted)
    while end > floor {
      while end > floor,
        text[end - 1] == 0x20 || isListed && betweenArguments.contains(text[end - 1])
      {
        end -= 1
      }
      var start = end
      while start > floor, wordOfCommand.contains(text[start - 1]) { start -= 1 }
      let word = start..<end
      if let verb = option.verb, equals(text, word, verb) { hasVerb = true }
      if option.programs.contains(where: { equals(text, word, $0) }) { return hasVerb }
      guard start > floor, !endsCommand.contains(text[start - 1]) else { return false }
      end = start < end ? start : end - 1
    }
    return false
  }

  /// The bytes between the arguments of a command that is a list of strings.
  private static let betweenArguments = ByteSet("\"'`,\\ \n\r\t")
  private static let wordOfCommand = ByteSet(.alphanumeric, "-_")
  private static let endsCommand = ByteSet("\n\r|;&")

  static func equals(_ text: Span<UInt8>, _ word: Range<Int>, _ other: StaticString) -> Bool {
    word.count == other.utf8CodeUnitCount && text.equals(other, in: word)
  }

  // MARK: - Statements

  /// `IDENTIFIED BY 'password'` and `IDENTIFIED WITH plugin BY 'password'`.
  func identified(_ text: Span<UInt8>, by name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, name.count == 2, text[name.lowerBound] | 0x20 == UInt8(ascii: "b"),
      text[name.lowerBound + 1] | 0x20 == UInt8(ascii: "y")
    else { return nil }
    let floor = max(0, name.lowerBound - 80)
    guard
      let start = (floor..<name.lowerBound).last(where: {
        text.holds(lowercased: Self.identifiedWord, at: $0, to: name.lowerBound)
      }),
      // Prose may say by whom a problem was identified.
      (max(0, start - Self.longestStatement)..<start).contains(where: { index in
        Self.wordsBeforeIdentified.contains { text.holds(lowercased: $0, at: index, to: start) }
      })
    else { return nil }
    return quotedPassword(text, from: name.upperBound, &scan)
  }

  private static let identifiedWord = Array("identified".utf8)
  private static let wordsBeforeIdentified = ["user", "grant", "role", "link", "connect"].map {
    Array($0.utf8)
  }
  private static let longestStatement = 512

  /// `PASSWORD 'value'` and `PASSWORD('value')`, as roles of a database are given one.
  func passwordOfRole(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, name.count == 8,
      text.equals("PASSWORD", in: name) || text.equals("password", in: name)
    else { return nil }
    let isCall = text[name.upperBound] == UInt8(ascii: "(")
    return quotedPassword(text, from: name.upperBound + (isCall ? 1 : 0), &scan)
  }

  /// The words of statements that set a password, as they are written with a quotation mark.
  package static let statementMarks = [
    "identifiedby", "identifiedwith", "password '", "password('",
  ]

  private func quotedPassword(_ text: Span<UInt8>, from end: Int, _ scan: inout Scan) -> Int? {
    let open = Self.skipSpaces(text, end)
    let level = Self.backslashes(text, from: open)
    guard open + level < text.count else { return nil }
    let quote = text[open + level]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") && open > end else {
      return nil
    }
    let start = open + level + 1
    guard let last = Self.endOfQuoted(text, from: start, quote, level), last - start >= 4,
      !(start..<last).contains(where: { text[$0] == 0x20 || text[$0] == UInt8(ascii: "(") })
        || TokenLikeness.isChosenWords(text, in: start..<last)
        || PasswordNames.isPassphrase(text, start..<last, of: .password),
      !PasswordNames.isWord(text, start..<last), !"$<{[%:".utf8.contains(text[start]),
      !HarmlessValues.isInPlace(text, start..<last)
    else { return nil }
    scan.add(start..<last, Array("PASSWORD".utf8), in: text)
    return last
  }
}
