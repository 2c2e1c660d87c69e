/// Secrets in tables: what stands under the name of a secret in a table of comma-separated values
/// (RFC 4180) or in one of JSON, and beside one in the list of columns of an SQL `INSERT`.
package struct ColumnSecrets {
  /// The rules.
  let redaction: Redaction

  /// The words of types and statements by which a table is recognised, as they begin.
  package static let marks: [StaticString] = [
    "text/csv", "tab-separated-values", "insert into", "replace into", ",password,", ",Password,",
    ",\"password\",", ";password;", "|--", "|:-", "-+-",
  ]

  /// The secrets of a text of a type.
  func find(in text: [UInt8], _ type: MediaType?) -> Replacements {
    guard redaction.isStandard || redaction.memberNames != nil else { return Replacements() }
    switch type?.essence {
    case "text/csv", "text/tab-separated-values", "application/csv", "text/x-csv":
      return values(text.view)
    case nil, "text/plain", "application/octet-stream":
      if Self.hasHead(text.view) { return values(text.view) }
      return inTexts(text)
    default: return inTexts(text)
    }
  }

  /// The tables that a text of any kind may hold.
  private func inTexts(_ text: [UInt8]) -> Replacements {
    inserts(text.view).merged(with: tables(in: text)).merged(with: ruled(text.view))
  }

  /// The columns whose name may mean a secret; nil for those without meaning.
  func names(_ text: Span<UInt8>, _ cells: [Range<Int>]) -> [[UInt8]?]? {
    let names: [[UInt8]?] = cells.map { cell in
      let isOne =
        redaction.memberNames?.contains(text, in: cell) == true
        || redaction.isStandard && SuspiciousValue.mayMeanSecret(text, cell)
      return isOne ? cell.map { text[$0] } : nil
    }
    return names.contains { $0 != nil } ? names : nil
  }

  func isSecret(_ text: Span<UInt8>, _ name: [UInt8], _ value: Range<Int>) -> Bool {
    guard !value.isEmpty, !Placeholder.isAll(text, in: value) else { return false }
    if redaction.isStandard, SuspiciousValue.isSecret(name.view, name.indices, text, value) {
      return true
    }
    return redaction.memberNames?.contains(name.view, in: name.indices) == true
      && PasswordNames.meaning(name.view, in: name.indices) == nil
      && !TokenLikeness.isPath(text, in: value) && TokenLikeness.isSecretLike(text, in: value)
  }

  // MARK: - Comma-separated values

  /// True for a text whose first line is a list of names with that of a password among them, and
  /// whose second line has as many cells: a table that is served as any text, as exports are.
  private static func hasHead(_ text: Span<UInt8>) -> Bool {
    let limit = min(text.count, longestHead)
    guard let end = text.firstIndex(of: 0x0A, in: 0..<limit), end > shortestHead else {
      return false
    }
    let commas = (0..<end).count { text[$0] == UInt8(ascii: ",") }
    let hasTabs = text.firstIndex(of: 0x09, in: 0..<end) != nil
    let delimiter = commas >= 2 ? UInt8(ascii: ",") : hasTabs ? 0x09 : UInt8(ascii: ";")
    guard hasTabs || (0..<end).count(where: { text[$0] == delimiter }) >= 2 else { return false }
    var index = 0
    let names = row(text, &index, delimiter)
    var hasPassword = false
    for name in names {
      let isName = name.allSatisfy { ByteSet.word.contains(text[$0]) || text[$0] == 0x20 }
      guard !name.isEmpty, isName else { return false }
      hasPassword =
        hasPassword || PasswordNames.meaning(text, in: name) == .password
        || hasTabs && CredentialNames.isCredential(text, in: name)
    }
    return hasPassword && row(text, &index, delimiter).count == names.count
  }

  private static let longestHead = 512
  private static let shortestHead = 12

  private func values(_ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    let head = 0..<(text.firstIndex(of: 0x0A, in: 0..<text.count) ?? text.count)
    let delimiter = Self.delimiters.max { first, second in
      head.count { text[$0] == first } < head.count { text[$0] == second }
    }
    var index = 0
    guard let delimiter,
      let names = names(text, Self.row(text, &index, delimiter))
    else { return found }
    while index < text.count {
      for (cell, name) in zip(Self.row(text, &index, delimiter), names) {
        guard let name, isSecret(text, name, cell) else { continue }
        found.add(cell, Placeholder.bytes(name), in: text)
      }
    }
    return found
  }

  private static let delimiters = Array(",;\t|".utf8)

  /// The cells of a row without their quotes; a quoted cell may hold line ends.
  private static func row(
    _ text: Span<UInt8>, _ index: inout Int, _ delimiter: UInt8
  ) -> [Range<Int>] {
    var cells: [Range<Int>] = []
    while index < text.count {
      var start = index
      if text[index] == UInt8(ascii: "\"") {
        start += 1
        let end = endOfLiteral(text, from: start, text[index])
        cells.append(start..<end)
        index = min(end + 1, text.count)
      }
      while index < text.count, text[index] != delimiter, text[index] != 0x0A { index += 1 }
      if cells.last?.lowerBound != start {
        var end = index
        while end > start, text[end - 1] <= 0x20 { end -= 1 }
        cells.append(start..<end)
      }
      guard index < text.count else { break }
      index += 1
      if text[index - 1] == 0x0A { break }
    }
    return cells
  }

  // MARK: - SQL

  private func inserts(_ text: Span<UInt8>) -> Replacements {
    var found = Replacements()
    var index = 0
    while let open = text.firstIndex(of: UInt8(ascii: "("), in: index..<text.count) {
      index = open + 1
      guard Self.isAfterInto(text, open) else { continue }
      var end = open
      let columns = Self.list(text, &end).map { Self.unquoted(text, $0) }
      guard let names = names(text, columns) else { continue }
      end = text.endOfSpace(from: end)
      guard text.holds(lowercased: Self.valuesWord, at: end, to: text.count) else { continue }
      end = text.endOfSpace(from: end + Self.valuesWord.count)
      while end < text.count, text[end] == UInt8(ascii: "(") {
        for (value, name) in zip(Self.list(text, &end), names) {
          // A value that is no literal is a number, a function or a parameter.
          guard let name, value.count > 2, ByteSet.quotes.contains(text[value.lowerBound])
          else {
            continue
          }
          let content = Self.unquoted(text, value)
          if isSecret(text, name, content) {
            found.add(content, Placeholder.bytes(name), in: text)
          }
        }
        end = text.endOfSpace(from: end)
        guard end < text.count, text[end] == UInt8(ascii: ",") else { break }
        end = text.endOfSpace(from: end + 1)
      }
      index = max(index, end)
    }
    return found
  }

  /// True for the parenthesis after `INTO` and the name of a table.
  private static func isAfterInto(_ text: Span<UInt8>, _ open: Int) -> Bool {
    var index = open
    func skip(_ isPart: (UInt8) -> Bool) -> Bool {
      let end = index
      while index > 0, end - index < 200, isPart(text[index - 1]) { index -= 1 }
      return index < end
    }
    _ = skip { $0 <= 0x20 }
    guard skip({ $0 > 0x20 && $0 != UInt8(ascii: "(") }), skip({ $0 <= 0x20 }), index >= 4 else {
      return false
    }
    return text.holds(lowercased: into, at: index - 4, to: index)
  }

  private static let into = Array("into".utf8)
  private static let valuesWord = Array("values".utf8)

  /// The items of a list in parentheses that begins at a position.
  private static func list(_ text: Span<UInt8>, _ index: inout Int) -> [Range<Int>] {
    var items: [Range<Int>] = []
    var depth = 1
    index += 1
    var start = index
    func item(_ end: Int) -> Range<Int> {
      var end = end
      while end > start, text[end - 1] <= 0x20 { end -= 1 }
      return min(text.endOfSpace(from: start), end)..<end
    }
    while index < text.count {
      switch text[index] {
      case let quote where ByteSet.quotes.contains(quote):
        index = endOfLiteral(text, from: index + 1, quote)
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 {
          items.append(item(index))
          index += 1
          return items
        }
      case UInt8(ascii: ",") where depth == 1:
        items.append(item(index))
        start = index + 1
      default: break
      }
      index += 1
    }
    index = text.count
    return []
  }

  /// An item without the quotes or the brackets around it.
  private static func unquoted(_ text: Span<UInt8>, _ item: Range<Int>) -> Range<Int> {
    guard item.count >= 2,
      ByteSet.quotes.contains(text[item.lowerBound])
        || text[item.lowerBound] == UInt8(ascii: "[")
    else { return item }
    return item.lowerBound + 1..<item.upperBound - 1
  }

  /// Where the quote stands that ends a literal; a quote that is doubled or escaped is a part of
  /// it.
  private static func endOfLiteral(_ text: Span<UInt8>, from start: Int, _ quote: UInt8) -> Int {
    var end = start
    while end < text.count {
      if text[end] == quote {
        guard end + 1 < text.count, text[end + 1] == quote else { return end }
        end += 1
      } else if text[end] == UInt8(ascii: "\\"), quote != UInt8(ascii: "\"") {
        end += 1
      }
      end += 1
    }
    return text.count
  }
}
