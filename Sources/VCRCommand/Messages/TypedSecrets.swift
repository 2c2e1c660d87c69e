#if CommandLineTool
  import VCRCore

  /// Hides secrets in what `vcr` says of itself, which quotes words of the command line, of
  /// variables and of files.
  struct TypedSecrets {
    /// The secrets that are hidden from the messages of this process.
    static let ofProcess = TypedSecrets(
      RawArguments.texts, environment: ProcessEnvironment.current().values)

    private var hidden: [(text: String, shown: String)] = []
    /// The built-in rules, and the named secrets of all sources.
    private var redaction = Redaction.standard

    /// The options whose values name something, so that a value like a token was typed by mistake.
    private static let options: Set<String> = [
      "--secret", "--redact", "--redact-json", "--map", "--upstream", "--listen", "--against",
      "--send-secrets",
    ]

    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - arguments: The arguments without the program's name.
    ///   - environment: The environment, with the values of named secrets.
    init(_ arguments: some Sequence<String>, environment: [String: String] = [:]) {
      var option = ""
      var names: [String] = []
      for argument in arguments {
        var word = argument[...]
        if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
          option = String(argument[..<equals])
          word = argument[argument.index(after: equals)...]
        }
        hidePassword(of: word)
        if option == "--secret" {
          for part in word.split(separator: ",") {
            hideValue(of: part)
            names.append(String(part))
          }
        }
        if Self.options.contains(option), Self.isToken(word) {
          hidden.append((String(word), word.prefix(4) + "…"))
        }
        option = argument.hasPrefix("--") ? argument : ""
      }
      hidden.sort { $0.text.utf8.count > $1.text.utf8.count }
      // Where a source is not valid, that is the error to be shown.
      let file = try? ProjectFile.nearest(to: ".")
      let sources = SettingSources(environment: environment, file: file)
      names += (try? sources.sum(SettingTable.secret, [])) ?? []
      redaction = RedactionRules(secrets: names).added(to: .standard) { environment[$0] }
    }

    /// A message for the user: without what is hidden, and without what it quotes and is a secret.
    ///
    /// Everything that `vcr` says of itself passes here: errors, notes, findings, reports.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - isQuoting: True for a message that may quote anything, such as a value that is wrong.
    /// - Returns: The message as it may be shown.
    func masking(_ message: String, isQuoting: Bool = true) -> String {
      let shown = hidden.reduce(message) { $0.replacing($1.text, with: $1.shown) }
      return isQuoting
        ? ReaderText.withholding(shown, redaction) : redaction.redacting(text: shown)
    }

    /// False for words too short for a token, with nothing between them that gives one a value.
    ///
    /// Tens of thousands of findings have such words for their places.
    func mayHide(_ text: String) -> Bool {
      guard redaction.values.secrets.isEmpty, hidden.isEmpty else { return true }
      var run = 0
      for byte in text.utf8 {
        run = ByteSet.word.contains(byte) ? run + 1 : 0
        if run >= TokenShape.shortest || !Self.harmless.contains(byte) { return true }
      }
      return false
    }

    private static let harmless = ByteSet(.word, " $[]#/()")

    /// Hides the password in `user:password@host`, with or without a scheme (RFC 3986 §3.2.1).
    private mutating func hidePassword(of word: Substring) {
      guard let at = word.lastIndex(of: "@") else { return }
      var authority = word[..<at]
      if let mark = authority.firstRange(of: "://") { authority = authority[mark.upperBound...] }
      if let equals = authority.lastIndex(of: "="), !word.contains("://") {
        authority = authority[authority.index(after: equals)...]
      }
      if let colon = authority.firstIndex(of: ":") {
        hidden.append((authority[colon...] + "@", ":…@"))
      } else if Self.isToken(authority) {
        hidden.append((authority + "@", "…@"))
      }
    }

    /// Hides the value in `NAME=value`.
    private mutating func hideValue(of word: Substring) {
      guard let equals = word.firstIndex(of: "="), equals < word.index(before: word.endIndex) else {
        return
      }
      hidden.append((String(word[equals...]), "=…"))
    }

    private static func isToken(_ word: Substring) -> Bool {
      !word.contains(where: "/.:$=".contains) && TokenLikeness.isTokenLike(Array(word.utf8))
    }
  }
#endif
