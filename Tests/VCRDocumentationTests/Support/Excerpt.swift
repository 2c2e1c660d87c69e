/// What a document shows of a file: its lines one after the other, but for indentation and empty
/// ones.
///
/// A line that is `…` or `// …` stands for any lines, and `…` within a line for any text.
struct Excerpt {
  private let lines: [String]

  /// Takes the lines of a block.
  init(_ lines: [String]) { self.lines = Self.compared(lines) }

  /// The lines that count of a file.
  static func compared(_ lines: [String]) -> [String] {
    lines.map { $0.trimmingBlanks }.filter { !$0.isEmpty }
  }

  /// True when the lines stand in a file.
  ///
  /// - Parameter file: What `compared` made of it.
  /// - Returns: Whether they are there.
  func stands(in file: [String]) -> Bool {
    file.indices.contains { matches(lines[...], file[$0...]) }
  }

  private func matches(_ wanted: ArraySlice<String>, _ found: ArraySlice<String>) -> Bool {
    var wanted = wanted
    var found = found
    while let line = wanted.popFirst() {
      if line == "…" || line == "// …" {
        return wanted.isEmpty
          || found.indices.contains { matches(wanted, found[$0...]) }
      }
      guard let next = found.popFirst(), Self.line(line, matches: next) else { return false }
    }
    return true
  }

  private static func line(_ wanted: String, matches found: String) -> Bool {
    let pieces = wanted.split(separator: "…", omittingEmptySubsequences: false)
    guard pieces.count > 1, let first = pieces.first, let last = pieces.last else {
      return wanted == found
    }
    guard found.hasPrefix(first), found.hasSuffix(last) else { return false }
    var rest = found.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let place = rest.firstRange(of: piece) else { return false }
      rest = rest[place.upperBound...]
    }
    return rest.count >= last.count
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
