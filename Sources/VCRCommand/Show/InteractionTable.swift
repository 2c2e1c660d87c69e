#if CommandLineTool
  import VCRCore
  import VCRReview

  /// The interactions of a cassette as a table: number, method, status, size, type, seconds if any
  /// are known, and the URL, followed by the operation of GraphQL and the entry's own rule.
  ///
  /// A call of gRPC stands there with its service and method, and with the name of its status.
  struct InteractionTable {
    private struct Row {
      var cells: [String]
      var status: Int?
      var rule: String
    }

    private static let heading = Row(
      cells: ["#", "METHOD", "STATUS", "SIZE", "TYPE", "SECONDS", "URL"], status: 0, rule: "")

    private var rows = [heading]
    private var hasSeconds: Bool
    private var widths: [Int]

    /// Creates an empty table.
    ///
    /// - Parameters:
    ///   - count: The number of rows that it will have.
    ///   - isInParts: True when rows are taken before all were added: the columns then have the
    ///     width that is usual, and become wider where later rows need it.
    init(count: Int, isInParts: Bool) {
      hasSeconds = isInParts
      widths = isInParts ? [String(count).count, 6, 6, 7, 16, 7, 0] : Array(repeating: 0, count: 7)
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - number: Its number, counted from 1.
    mutating func append(_ interaction: Interaction, number: Int) {
      let summary = InteractionSummary(interaction)
      if summary.seconds != nil { hasSeconds = true }
      let cells = [
        String(number), summary.method, summary.status, summary.size.map(Quantity.bytes) ?? "-",
        summary.type, summary.seconds.map(InteractionSummary.words) ?? "", summary.request,
      ]
      let rule = [summary.operation, summary.rule].filter { !$0.isEmpty }.map { "  (\($0))" }
        .joined()
      rows.append(
        Row(
          cells: cells.map(PrintableText.line), status: summary.code,
          rule: PrintableText.line(rule)))
    }

    /// Takes the rows that were added since the last time, each line ended.
    ///
    /// - Parameter output: The output; lines for a terminal are cut to its width.
    /// - Returns: The text.
    mutating func taken(for output: StandardOutput) -> String {
      let rows = rows
      self.rows = []
      guard !rows.isEmpty else { return "" }
      let columns = (0..<7).filter { $0 != 5 || hasSeconds }
      for column in columns {
        widths[column] = max(widths[column], rows.map { $0.cells[column].count }.max() ?? 0)
      }
      return rows.map { row in
        var line = ""
        var length = 0
        for column in columns {
          let width = widths[column]
          let cell = row.cells[column]
          let isLast = column == 6
          let padding = String(repeating: " ", count: isLast ? 0 : width - cell.count)
          let isNumber = [0, 3, 5].contains(column)
          let shown =
            isLast ? Self.cut(cell + row.rule, to: output.width.map { $0 - length }) : cell
          let colored =
            row.cells == Self.heading.cells
            ? output.colored(shown, "1")
            : column == 2 ? output.colored(shown, Self.color(row.status)) : shown
          line += (isNumber ? padding + colored : colored + padding) + (isLast ? "\n" : "  ")
          length += width + 2
        }
        return line
      }.joined()
    }

    private static func cut(_ text: String, to width: Int?) -> String {
      guard let width, text.count > max(8, width) else { return text }
      return text.prefix(max(8, width) - 1) + "…"
    }

    private static func color(_ status: Int?) -> String {
      switch status {
      case .some(200..<300): "32"
      case .some(300..<400): "36"
      case .some(400..<500): "33"
      case .some(0..<200): "0"
      default: "31"
      }
    }
  }
#endif
