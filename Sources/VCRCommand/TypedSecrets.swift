#if CommandLineTool
  import VCRCore

  /// Hides secrets that were typed on the command line in errors, which quote words of it.
  struct TypedSecrets {
    private var hidden: [(text: String, shown: String)] = []

    /// The options whose values name something, so that a value like a token was typed by mistake.
    private static let options: Set<String> = [
      "--secret", "--redact", "--redact-json", "--map", "--upstream", "--listen", "--against",
      "--send-secrets",
    ]

    /// Reads a command line.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    init(_ arguments: some Sequence<String>) {
      var option = ""
      for argument in arguments {
        var word = argument[...]
        if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
          option = String(argument[..<equals])
          word = argument[argument.index(after: equals)...]
        }
        hidePassword(of: word)
        if option == "--secret" {
          for part in word.split(separator: ",") { hideValue(of: part) }
        }
        if Self.options.contains(option), Self.isToken(word) {
          hidden.append((String(word), word.prefix(4) + "…"))
        }
        option = argument.hasPrefix("--") ? argument : ""
      }
      hidden.sort { $0.text.utf8.count > $1.text.utf8.count }
    }

    /// A message without what is hidden.
    func masking(_ message: String) -> String {
      hidden.reduce(message) { $0.replacing($1.text, with: $1.shown) }
    }

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
