/// Tables with a line of dashes under their head, as Markdown has them and as the terminals of
/// databases print them.
extension ColumnSecrets {
  /// The values that stand under the name of a secret and look like one.
  ///
  /// What such tables say about a password is prose as often, so that words stay.
  func ruled(_ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while let bar = text.firstIndex(of: Self.bar, in: index..<text.count) {
      let head = Self.line(of: text, around: bar)
      index = Self.startOfNext(text, after: head.upperBound)
      guard index < text.count else { break }
      let rule = Self.line(of: text, around: index)
      guard Self.isRule(text, rule), let names = names(text, Self.cells(text, head)) else {
        continue
      }
      index = Self.startOfNext(text, after: rule.upperBound)
      while index < text.count {
        let row = Self.line(of: text, around: index)
        let cells = Self.cells(text, row)
        guard cells.count > 1 else { break }
        for (cell, name) in zip(cells, names) {
          guard let name, TokenLikeness.isSecretLike(text, in: cell), isSecret(text, name, cell),
            cell.count >= Self.shortestToken
              || PasswordNames.meaning(name.view, in: name.indices) == .password
          else { continue }
          found.add(cell, Placeholder.bytes(name), in: text)
        }
        index = Self.startOfNext(text, after: row.upperBound)
      }
    }
    return found
  }

  private static let bar = UInt8(ascii: "|")
  private static let partsOfRules = ByteSet("|+-: ")
  private static let signsAroundCells = ByteSet(" \t`*_")
  private static let longestLine = 4096
  /// The name of a thing is shorter, and stands in tables about tokens and sessions.
  private static let shortestToken = 12

  /// True for a line of dashes, with the borders of columns among them.
  private static func isRule(_ text: Span<UInt8>, _ line: Range<Int>) -> Bool {
    var (dashes, borders) = (0, 0)
    for index in line {
      guard partsOfRules.contains(text[index]) else { return false }
      if text[index] == UInt8(ascii: "-") { dashes += 1 }
      if text[index] == bar || text[index] == UInt8(ascii: "+") { borders += 1 }
    }
    return dashes >= 3 && borders >= 1
  }

  /// The line around a position, without its end, also of a text in a JSON string.
  private static func line(of text: Span<UInt8>, around position: Int) -> Range<Int> {
    var (start, end) = (position, position)
    let floor = max(0, position - longestLine)
    while start > floor, text[start - 1] >= 0x20, text[start - 1] != UInt8(ascii: "\""),
      !(start > 1 && text.equals("\\n", at: start - 2))
    {
      start -= 1
    }
    let limit = min(text.count, position + longestLine)
    while end < limit, text[end] >= 0x20, text[end] != UInt8(ascii: "\""),
      text[end] != UInt8(ascii: "\\")
    {
      end += 1
    }
    return start..<end
  }

  /// Where the line begins that follows one that ends at a position.
  private static func startOfNext(_ text: Span<UInt8>, after end: Int) -> Int {
    var index = end
    if text.equals("\\r", at: index) { index += 2 }
    if text.equals("\\n", at: index) { return index + 2 }
    if index < text.count, text[index] == 0x0D { index += 1 }
    return min(text.count, index + 1)
  }

  /// The cells of a row, without what emphasises them.
  private static func cells(_ text: Span<UInt8>, _ row: Range<Int>) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    var start = row.lowerBound
    for index in row.lowerBound...row.upperBound where index == row.upperBound || text[index] == bar
    {
      var cell = start..<index
      start = index + 1
      while let first = cell.first, signsAroundCells.contains(text[first]) {
        cell = cell.dropFirst()
      }
      while let last = cell.last, signsAroundCells.contains(text[last]) { cell = cell.dropLast() }
      cells.append(cell)
    }
    return cells
  }
}
