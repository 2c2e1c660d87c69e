extension ProjectFile {
  /// The text of a `.vcr.yaml` with more words of `volatile`; comments and all else in it stay.
  ///
  /// - Parameters:
  ///   - words: The words to add.
  ///   - content: The file's content; empty for a file that is not there.
  ///   - path: The file's path, for messages.
  /// - Returns: The content to write.
  /// - Throws: `ProjectFileError` when the file cannot be read, or is written in a way in which
  ///   nothing can be added.
  package static func adding(
    volatile words: [String], to content: [UInt8], path: String
  ) throws(ProjectFileError) -> [UInt8] {
    let file = try ProjectFile(path: path, content: content)
    let key = SettingTable.volatile.row.key
    let known = file.rules.filter { $0.setting == .volatile }.map(\.word)
    let words = words.filter { word in !known.contains { $0.text == word } }
    guard !words.isEmpty else { return content }
    var lines = String(decoding: content, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let last = known.max(by: { ($0.line, $0.column) < ($1.line, $1.column) }) {
      add(words, behind: last, to: &lines)
    } else {
      if lines.last == "" { lines.removeLast() }
      lines += ["\(key):"] + words.map { "- " + scalar($0, isInFlow: false) } + [""]
    }
    let result = Array(lines.joined(separator: "\n").utf8)
    let read = try? ProjectFile(path: path, content: result)
    guard read?.words[key] == (file.words[key] ?? []) + words else {
      throw ProjectFileError(
        path: path, line: known.last?.line ?? 0, column: known.last?.column ?? 0,
        reason: "nothing can be added to \(key) as it is written here; it is to become: "
          + "["
          + (known.map(\.text) + words).map { scalar($0, isInFlow: true) }
          .joined(separator: ", ") + "]")
    }
    return result
  }

  /// Adds words where the last one stands: below it in a list, or behind it in brackets.
  private static func add(_ words: [String], behind last: Word, to lines: inout [String]) {
    let line = lines[last.line - 1]
    let before = line.prefix(last.column - 1)
    let indentation = before.prefix { $0 == " " }
    if before.dropFirst(indentation.count).first == "-" {
      lines.insert(
        contentsOf: words.map { "\(indentation)- " + scalar($0, isInFlow: false) }, at: last.line)
      return
    }
    let added = words.map { scalar($0, isInFlow: true) }.joined(separator: ", ")
    // The bracket is on the line of the last word, or on a later one.
    for index in (last.line - 1)..<lines.count {
      let start =
        index == last.line - 1
        ? lines[index].index(
          lines[index].startIndex, offsetBy: last.column - 1 + written(last, in: line))
        : lines[index].startIndex
      guard let bracket = lines[index][start...].firstIndex(of: "]") else { continue }
      lines[index].insert(contentsOf: ", " + added, at: bracket)
      return
    }
  }

  /// The length of a word as it is written, quotes included.
  private static func written(_ word: Word, in line: String) -> Int {
    let isQuoted = line.dropFirst(word.column - 1).first.map { "'\"".contains($0) } ?? false
    return min(word.text.count + (isQuoted ? 2 : 0), line.count - word.column + 1)
  }

  /// A word as a scalar of YAML.
  ///
  /// - Parameters:
  ///   - word: The word.
  ///   - isInFlow: True between brackets.
  /// - Returns: The word, in quotes where it has to be.
  package static func scalar(_ word: String, isInFlow: Bool) -> String {
    let isPlain =
      word.first.map { $0.isLetter || $0 == "$" } == true && word.last != ":"
      && !word.contains(": ") && !word.contains(" #")
      && !(isInFlow && word.contains { ",[]{}".contains($0) })
    return isPlain ? word : "'" + word.replacing("'", with: "''") + "'"
  }
}
