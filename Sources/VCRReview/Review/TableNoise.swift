import VCRCore

/// Finds the columns of two tables with a heading that hold other times, ids and numbers in nearly
/// each row.
///
/// A pattern for each row would have beside a value what stands in other columns of that row, which
/// may be another one in the next recording, and would say nothing of a row that is new.
struct TableNoise {
  /// A table by its cells.
  private struct Table {
    var heading: [String]
    var rows: [[String]]

    /// Divides a text; nil where its lines have not equally many cells, or there are no rows below
    /// a heading.
    init?(_ text: String, separator: Character) {
      // CR LF is one character.
      let lines = text.split { $0 == "\n" || $0 == "\r\n" }
      var all = lines.map { Self.cells($0, separator) }
      guard all.count > 1, all[0].count > 1, all.allSatisfy({ $0.count == all[0].count }) else {
        return nil
      }
      heading = all.removeFirst()
      rows = all
      let isHeading = heading.allSatisfy { cell in
        cell.contains(where: \.isLetter) && NoisePlace.Nature(cell, cell, isWhole: true) == .text
      }
      guard isHeading else { return nil }
    }

    /// The cells of a line; a separator in quotes divides none (RFC 4180 §2).
    private static func cells(_ line: Substring, _ separator: Character) -> [String] {
      var cells = [""]
      var isQuoted = false
      for character in line {
        if character == "\"" { isQuoted.toggle() }
        if character == separator, !isQuoted {
          cells.append("")
        } else {
          cells[cells.count - 1].append(character)
        }
      }
      return cells
    }
  }

  /// The columns as patterns, from the left; none where anything else differs.
  private(set) var places: [TextNoise.Place] = []

  /// Compares two texts.
  init(_ old: String, _ new: String) {
    for separator in [",", ";", "\t"] as [Character] {
      guard let one = Table(old, separator: separator),
        let other = Table(new, separator: separator),
        one.heading == other.heading, one.rows.count == other.rows.count
      else { continue }
      places = Self.places(one, other, separator, hasQuotes: (old + new).contains("\""))
      return
    }
  }

  private static func places(
    _ old: Table, _ new: Table, _ separator: Character, hasQuotes: Bool
  ) -> [TextNoise.Place] {
    var places: [TextNoise.Place] = []
    for column in old.heading.indices {
      let pairs = zip(old.rows, new.rows).map { ($0[column], $1[column]) }.filter { $0 != $1 }
      guard let first = pairs.first else { continue }
      let isNoise = pairs.allSatisfy {
        [.time, .id, .number].contains(NoisePlace.Nature($0.0, $0.1, isWhole: true))
      }
      guard isNoise, pairs.count * 2 >= old.rows.count else { return [] }
      places.append(
        TextNoise.Place(
          name: name(ofColumn: column, separator, hasQuotes: hasQuotes), old: first.0,
          new: first.1, others: pairs.dropFirst().flatMap { [$0.0, $0.1] }))
    }
    return places
  }

  /// The pattern of a column, without the heading, which has no line before it.
  private static func name(
    ofColumn column: Int, _ separator: Character, hasQuotes: Bool
  ) -> String {
    let mark = separator == "\t" ? "\\t" : String(separator)
    let plain = "[^\(mark)\\r\\n\(hasQuotes ? "\"" : "")]*"
    let cell = hasQuotes ? "(?:\"[^\"\\n]*\"|\(plain))" : plain
    let before = column == 0 ? "" : column == 1 ? cell + mark : "(?:\(cell)\(mark)){\(column)}"
    return "\(TextPattern.opening)\\n\(before)(\(cell))/)"
  }
}
