/// Secrets in the lines of files that have no names: users and their passwords as `chpasswd` reads
/// them, `.pgpass` with asterisks, and the text in the code of a wireless network.
package enum LineSecrets {
  /// The texts of which such a line has one.
  package static let marks: [StaticString] = ["root:", ":*:", "WIFI:"]

  /// The secrets of a text.
  static func find(in text: Span<UInt8>) -> Replacements {
    var ranges: [Range<Int>] = []
    var index = 0
    while let colon = text.firstIndex(of: UInt8(ascii: ":"), in: index..<text.count) {
      index = colon + 1
      if text.equals("WIFI", at: max(0, colon - 4)), colon >= 4 {
        if let password = passwordOfNetwork(text, from: index) { ranges.append(password) }
      } else if text.equals("*:", at: index), let password = passwordOfDatabase(text, port: index) {
        ranges.append(password)
      } else if colon >= 4, text.equals("root", at: colon - 4) {
        ranges += passwordsOfUsers(text, around: colon)
      }
    }
    var found = Replacements()
    var end = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= end && Placeholder.end(text, at: range.lowerBound) == nil {
      found.add(range, Placeholder.bytes(Array("PASSWORD".utf8)), in: text)
      end = range.upperBound
    }
    return found
  }

  /// The password in `WIFI:T:WPA;S:name;P:password;;`, in which a backslash keeps what follows.
  private static func passwordOfNetwork(_ text: Span<UInt8>, from start: Int) -> Range<Int>? {
    let limit = min(text.count, start + longestLine)
    var field = start
    while field + 2 < limit, text[field + 1] == UInt8(ascii: ":") {
      var end = field + 2
      while end < limit, text[end] != UInt8(ascii: ";"), text[end] >= 0x20 {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < limit, text[end] == UInt8(ascii: ";") else { return nil }
      if text[field] == UInt8(ascii: "P") { return end > field + 2 ? field + 2..<end : nil }
      field = end + 1
    }
    return nil
  }

  /// The password in a line of `.pgpass` whose port is an asterisk:
  /// `host:*:database:user:password`.
  private static func passwordOfDatabase(_ text: Span<UInt8>, port: Int) -> Range<Int>? {
    let line = line(of: text, around: port)
    var starts = [line.lowerBound]
    var index = line.lowerBound
    while index < line.upperBound {
      guard text[index] > 0x20 else { return nil }
      if text[index] == UInt8(ascii: "\\") { index += 1 }
      if text[min(index, text.count - 1)] == UInt8(ascii: ":"), starts.count < 5 || index < port {
        starts.append(index + 1)
      }
      index += 1
    }
    guard starts.count == 5, starts[1] == port, starts[4] < line.upperBound else { return nil }
    let password = starts[4]..<line.upperBound
    return password.count >= 4 && password.contains { text[$0].isASCIILetter }
      && !password.contains {
        text[$0] == UInt8(ascii: ":") && text[$0 - 1] != UInt8(ascii: "\\")
      } ? password : nil
  }

  /// The passwords in lines of `user:password`, of which one is that of `root`.
  private static func passwordsOfUsers(
    _ text: Span<UInt8>, around colon: Int
  ) -> [Range<Int>] {
    let own = line(of: text, around: colon)
    guard let first = password(text, own), first.lowerBound == colon + 1 else { return [] }
    var passwords = [first]
    var start = own.lowerBound
    while start > 0, passwords.count < mostUsers,
      let end = text.lastLineEnd(before: start),
      let next = password(text, line(of: text, around: end))
    {
      passwords.append(next)
      start = line(of: text, around: end).lowerBound
    }
    var end = own.upperBound
    while passwords.count < 2 * mostUsers,
      let feed = text.firstIndex(of: 0x0A, in: end..<min(text.count, end + 2)),
      feed + 1 < text.count, let next = password(text, line(of: text, around: feed + 1))
    {
      passwords.append(next)
      end = line(of: text, around: feed + 1).upperBound
    }
    return passwords
  }

  private static let mostUsers = 64
  private static let longestLine = 256

  /// The password in a line that is a user, a colon and a password.
  private static func password(_ text: Span<UInt8>, _ line: Range<Int>) -> Range<Int>? {
    var start = line.lowerBound
    while start < line.upperBound, " -\t".utf8.contains(text[start]) { start += 1 }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":"), in: start..<line.upperBound),
      colon > start,
      (start..<colon).allSatisfy({
        text[$0].isASCIILowercase || text[$0].isASCIIDigit
          || "_-.".utf8.contains(text[$0])
      })
    else { return nil }
    let value = colon + 1..<line.upperBound
    guard TokenLikeness.isSecretLike(text, in: value), let first = value.first,
      text[first] != UInt8(ascii: "$"), text[first] != UInt8(ascii: "/"),
      !value.contains(where: { ":\"'\\".utf8.contains(text[$0]) })
    else { return nil }
    return value
  }

  /// The line around a position, without its end.
  private static func line(of text: Span<UInt8>, around position: Int) -> Range<Int> {
    var (start, end) = (position, position)
    let floor = max(0, position - longestLine)
    while start > floor, text[start - 1] != 0x0A { start -= 1 }
    while end < text.count, end - position < longestLine, text[end] != 0x0A, text[end] != 0x0D {
      end += 1
    }
    return start..<end
  }
}

extension Span<UInt8> {
  /// The position of the line end before the line that begins at a position; nil for the first
  /// line.
  fileprivate func lastLineEnd(before start: Int) -> Int? {
    guard start > 1, self[start - 1] == 0x0A else { return nil }
    return self[start - 2] == 0x0D && start > 2 ? start - 2 : start - 1
  }
}
