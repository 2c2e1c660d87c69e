/// Turns the names of tests into names of files.
package enum FileName {
  /// The most characters of a text that are kept, and the most bytes: with a digest and the
  /// suffixes of a cassette and of its journal, a name must fit into the 255 bytes that file
  /// systems take.
  private static let (characterLimit, byteLimit) = (100, 200)

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
    var name = ""
    var isLossy = whole != nil
    for character in text {
      if character.isLetter || character.isNumber || "_.-".contains(character) {
        name.append(character)
        continue
      }
      let isSeparated = name.isEmpty || name.last == space || name.last == "-"
      if character != " " || isSeparated { isLossy = true }
      if !isSeparated { name.append(character == " " ? space : "-") }
    }
    while let last = name.last, last == "-" || last == space {
      name.removeLast()
      isLossy = true
    }
    while let first = name.first, first == "." {
      name.removeFirst()
      isLossy = true
    }
    if name.count > characterLimit || name.utf8.count > byteLimit {
      isLossy = true
      name = String(name.prefix(characterLimit))
      while name.utf8.count > byteLimit { name.removeLast() }
    }
    guard isLossy || name.isEmpty else { return name }
    return (name.isEmpty ? "" : name + "-") + FNV1a<UInt32>((whole ?? text).utf8).hexadecimal
  }
}
