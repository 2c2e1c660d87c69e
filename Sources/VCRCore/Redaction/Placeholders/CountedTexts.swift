/// Texts that say how many bytes they have, as PHP serialises them (`s:5:"tiger"`): whoever reads
/// one after its secret was replaced, or came back, needs the number of the text that is there.
enum CountedTexts {
  /// Corrects the numbers in the body of a response of which something was replaced.
  ///
  /// Those of a request stay. They are only compared.
  ///
  /// - Parameters:
  ///   - message: The response.
  ///   - old: Its body as it was.
  static func update(_ message: inout some RedactableMessage, changedFrom old: Body) {
    let body = message.body
    guard message is Interaction.Response, body.file == nil, old.file == nil,
      body.bytes != old.bytes
    else { return }
    let found = numbers(of: body.bytes, as: old.bytes)
    if !found.isEmpty { message.body = found.applied(to: body) }
  }

  /// One text in a body.
  private struct Counted {
    /// The digits that say how many bytes it has.
    var digits: Range<Int>
    /// Its bytes.
    var content: Range<Int>
    /// True within a JSON string, where quotes and more are escaped.
    var isEscaped: Bool
  }

  /// The numbers that change in a body that was another one.
  private static func numbers(of new: [UInt8], as old: [UInt8]) -> Replacements {
    let texts = all(in: old)
    guard !texts.isEmpty else { return Replacements() }
    // Placeholders came in, or secrets came back in their place.
    let there = TextDifference.edits(from: old, to: new)
    let back = TextDifference.edits(from: new, to: old).inverted(in: new)
    for edits in [there, back] {
      if let found = numbers(of: new, texts, edits) { return found }
    }
    return Replacements()
  }

  /// The numbers that change by the changes; nil when a text does not end where they say.
  private static func numbers(
    of new: [UInt8], _ texts: [Counted], _ edits: [Replacements.Item]
  ) -> Replacements? {
    var found = Replacements()
    var (shift, next) = (0, 0)
    for text in texts {
      while next < edits.count, edits[next].range.upperBound <= text.content.lowerBound {
        shift += edits[next].bytes.count - edits[next].range.count
        next += 1
      }
      let digits = text.digits.lowerBound + shift..<text.digits.upperBound + shift
      let start = text.content.lowerBound + shift
      let before = next
      while next < edits.count, edits[next].range.upperBound <= text.content.upperBound {
        shift += edits[next].bytes.count - edits[next].range.count
        next += 1
      }
      guard next > before else { continue }
      let end = text.content.upperBound + shift
      guard start <= end, end <= new.count, ends(new, at: end, isEscaped: text.isEscaped) else {
        return nil
      }
      var (count, index) = (0, start)
      while index < end {
        let unit = unit(new, at: index, isEscaped: text.isEscaped)
        count += unit.count
        index = unit.end
      }
      found.add(digits, Array("\(count)".utf8), in: new.view)
    }
    return found
  }

  /// The texts of a body whose numbers are right.
  private static func all(in bytes: [UInt8]) -> [Counted] {
    var found: [Counted] = []
    var index = 0
    while true {
      let mark = bytes.first(UInt8(ascii: "s"), from: index, to: bytes.count)
      guard mark + 2 < bytes.count else { return found }
      index = mark + 1
      guard bytes[index] == UInt8(ascii: ":"), let text = text(bytes, after: index) else {
        continue
      }
      found.append(text)
      index = text.content.upperBound
    }
  }

  /// The text whose number begins after a colon.
  private static func text(_ bytes: [UInt8], after colon: Int) -> Counted? {
    var index = colon + 1
    var count = 0
    while index < bytes.count, index - colon <= mostDigits, bytes[index].isASCIIDigit {
      count = count * 10 + Int(bytes[index] - UInt8(ascii: "0"))
      index += 1
    }
    let digits = colon + 1..<index
    guard !digits.isEmpty, index + 2 < bytes.count, bytes[index] == UInt8(ascii: ":") else {
      return nil
    }
    index += 1
    let isEscaped = bytes[index] == UInt8(ascii: "\\")
    if isEscaped { index += 1 }
    guard bytes[index] == UInt8(ascii: "\"") else { return nil }
    let start = index + 1
    index = start
    while count > 0, index < bytes.count {
      let unit = unit(bytes, at: index, isEscaped: isEscaped)
      count -= unit.count
      index = unit.end
    }
    guard count == 0, index <= bytes.count, ends(bytes, at: index, isEscaped: isEscaped) else {
      return nil
    }
    return Counted(digits: digits, content: start..<index, isEscaped: isEscaped)
  }

  private static let mostDigits = 9

  /// True for the quote and the semicolon after a text.
  private static func ends(_ bytes: [UInt8], at index: Int, isEscaped: Bool) -> Bool {
    bytes[index...].starts(with: (isEscaped ? "\\\";" : "\";").utf8)
  }

  /// Where the character at a position ends, and how many bytes it has once it is read.
  private static func unit(
    _ bytes: [UInt8], at index: Int, isEscaped: Bool
  ) -> (end: Int, count: Int) {
    guard isEscaped, bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
      return (index + 1, 1)
    }
    guard bytes[index + 1] == UInt8(ascii: "u") else { return (index + 2, 1) }
    let code = bytes[(index + 2)...].prefix(4).reduce(0) { $0 << 4 | Int($1.hexValue ?? 0) }
    let end = min(index + 6, bytes.count)
    switch code {
    case 0..<0x80: return (end, 1)
    case 0x80..<0x800: return (end, 2)
    // Each half of a character beyond the first 65,536 is two of its four bytes.
    case 0xD800..<0xE000: return (end, 2)
    default: return (end, 3)
    }
  }
}
