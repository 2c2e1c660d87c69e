/// The one way of a message to its reader: an error, a note or a line of a report may quote what a
/// user typed, set or wrote into a file, and that may be a secret in the wrong place.
package enum ReaderText {
  /// A message without secrets.
  ///
  /// The secrets that the rules find are replaced as in a cassette. Of what the message quotes and
  /// looks random, four characters are left; the password in `user:password@host` is left out.
  ///
  /// - Parameters:
  ///   - message: The message. Words in it that are no quotation are names of files and commits.
  ///   - redaction: The rules, with the named secrets that are known.
  /// - Returns: The message as it may be shown; the same when this is applied twice.
  package static func withholding(
    _ message: String, _ redaction: Redaction = .standard
  ) -> String {
    quotations(redaction.redacting(text: message))
  }

  /// The characters before a quotation, or before the value of a name in one.
  private static let openings: Set<Character> = ["'", "\"", "“", "=", ":", "*", "!", "&"]

  private static func quotations(_ message: String) -> String {
    var shown = ""
    var word = ""
    var before: Character = " "
    /// True from the colon of `user:` on, until the word ends.
    var colon: String.Index?
    func end() {
      let isRandom =
        openings.contains(before) && Entropy.looksRandom(Array(word.utf8)[...], minimum: 16)
      shown += isRandom ? word.prefix(4) + "…" : word
      word = ""
    }
    for character in message {
      if character.isASCII, character.isLetter || character.isNumber || "_-+".contains(character) {
        word.append(character)
        continue
      }
      let isUser = character == ":" && !word.isEmpty
      end()
      if character == "@", let start = colon, shown.distance(from: start, to: shown.endIndex) > 1 {
        shown.replaceSubrange(start..., with: ":…")
      }
      if isUser, colon == nil {
        colon = shown.endIndex
      } else if !mayStandInPassword(character) {
        colon = nil
      }
      shown.append(character)
      before = character
    }
    end()
    return shown
  }

  /// True for what may stand in a password before `@` (RFC 3986 §3.2.1).
  private static func mayStandInPassword(_ character: Character) -> Bool {
    !character.isWhitespace && !"/'\"“”,;".contains(character)
  }
}
