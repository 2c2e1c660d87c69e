/// Turns the names of tests into names of files.
package enum FileName {
  /// The most characters of a text that are kept, and the most bytes: with a digest and the
  /// suffixes of a cassette and of its journal, a name must fit into the 255 bytes that file
  /// systems take.
  private static let (characterLimit, byteLimit) = (100, 200)

  /// The loss of a text on its way to a file name.
  private enum Loss: Comparable { case none, characters, length }

  /// A text as a file name of letters, digits, `.`, `_` and `-`, with single spaces as one
  /// character.
  ///
  /// A text that loses more than that gets a digest, so that different texts have different names.
  /// Where spaces become dashes, ``CassetteNames`` distinguishes the names that differ only in
  /// spaces and dashes.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - whole: The text whose digest is always added; nil to add a digest of `text` if necessary.
  ///   - space: The character that stands for a space.
  /// - Returns: The file name.
  package static func of(
    _ text: String, digestOf whole: String? = nil, space: Character = "-"
  ) -> String {
    let (name, loss) = reduced(text, space: space)
    guard whole != nil || loss > .none || name.isEmpty else { return name }
    return (name.isEmpty ? "" : name + "-") + FNV1a<UInt32>((whole ?? text).utf8).hexadecimal
  }

  /// A text as a file name without a digest, for a caller who knows which other texts there are.
  ///
  /// - Parameter text: The text.
  /// - Returns: The file name; nil for a text of which nothing remains, or that is too long.
  package static func withoutDigest(of text: String) -> String? {
    let (name, loss) = reduced(text, space: "-")
    return name.isEmpty || loss == .length ? nil : name
  }

  private static func reduced(_ text: String, space: Character) -> (name: String, loss: Loss) {
    var name = ""
    var loss = Loss.none
    for character in text {
      if character.isLetter || character.isNumber || "_.-".contains(character) {
        name.append(character)
        continue
      }
      let isSeparated = name.isEmpty || name.last == space || name.last == "-"
      if character != " " || isSeparated { loss = .characters }
      if !isSeparated { name.append(character == " " ? space : "-") }
    }
    while let last = name.last, last == "-" || last == space {
      name.removeLast()
      loss = .characters
    }
    while let first = name.first, first == "." {
      name.removeFirst()
      loss = .characters
    }
    if name.count > characterLimit || name.utf8.count > byteLimit {
      loss = .length
      name = String(name.prefix(characterLimit))
      while name.utf8.count > byteLimit { name.removeLast() }
    }
    return (name, loss)
  }
}
