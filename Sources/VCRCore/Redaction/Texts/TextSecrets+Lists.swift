/// Arguments of a command that stand in a list of their own, without the name of a program before
/// them.
extension TextSecrets {
  /// The password after `-p` in a list of strings: `["-u", "ada", "-p", "value"]`.
  ///
  /// Many programs have a port, a path or a project there, so that the value has to look like a
  /// password, and more so where no user is in the list.
  static func passwordInList(_ text: Span<UInt8>, at option: Int) -> Range<Int>? {
    let end = option + 2
    guard text.equals("-p", at: option), isListed(text, option),
      let next = nextArgument(text, after: end)
    else { return nil }
    let level = backslashes(text, from: next)
    let start = next + level + 1
    guard start < text.count, text[start].isASCIIAlphanumeric,
      let last = endOfQuoted(text, from: start, text[next + level], level)
    else { return nil }
    let value = start..<last
    guard TokenLikeness.isSecretLike(text, in: value),
      value.contains(where: { text[$0].isASCIILetter }),
      value.contains(where: { text[$0].isASCIIDigit }),
      !value.contains(where: { signsOfPlaces.contains(text[$0]) })
    else { return nil }
    let isMixed =
      value.contains { text[$0].isASCIIUppercase } && value.contains { text[$0].isASCIILowercase }
      || value.contains { signsOfPasswords.contains(text[$0]) }
    return isMixed || isAfterUser(text, option) ? value : nil
  }

  /// The signs of paths, ports, versions and names of files.
  private static let signsOfPlaces = ByteSet("/\\:.,=")
  private static let signsOfPasswords = ByteSet("!#$%^&*?+~")

  /// True where an option for the name of a user comes before in a list.
  private static func isAfterUser(_ text: Span<UInt8>, _ position: Int) -> Bool {
    let floor = max(0, position - longestQuoted)
    var index = position
    while index > floor, text[index - 1] != UInt8(ascii: "["), text[index - 1] != 0x7D {
      index -= 1
      if text[index] == UInt8(ascii: "-"), isListed(text, index),
        optionsOfUsers.contains(where: { option in
          let end = index + option.utf8CodeUnitCount
          return text.equals(option, at: index) && end < position
            && (ByteSet.quotes.contains(text[end]) || text[end] == UInt8(ascii: "\\"))
        })
      {
        return true
      }
    }
    return false
  }

  private static let optionsOfUsers: [StaticString] = ["-u", "-U", "--user", "--username", "-l"]

  /// `- --name`, a line end and `- value`, as lists of arguments in YAML.
  func nextItem(_ text: Span<UInt8>, _ name: Range<Int>, _ scan: inout Scan) -> Int? {
    guard findsShapes, name.count > 4, text.equals("--", at: name.lowerBound),
      name.lowerBound > 1, text.equals("- ", at: name.lowerBound - 2)
    else { return nil }
    let item = text.endOfSpace(from: name.upperBound)
    guard text.equals("- ", at: item), item + 2 < text.count,
      text[item + 2] != UInt8(ascii: "-")
    else { return nil }
    return assigned(text, name.dropFirst(2), from: item + 2, &scan)
  }
}
