#if CommandLineTool
  import VCRCore

  /// The interactions of a cassette as a table: number, method, status, size, type, URL.
  struct InteractionTable {
    private var rows = [["#", "METHOD", "STATUS", "SIZE", "TYPE", "URL"]]

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - number: Its number, counted from 1.
    mutating func append(_ interaction: Interaction, number: Int) {
      let outcome: [String]
      switch interaction.outcome {
      case .response(let response):
        let type = response.headers["content-type"] ?? response.mediaType ?? ""
        outcome = [
          response.status.map(String.init) ?? "-", Quantity.bytes(response.body.bytes.count),
          type.prefix { $0 != ";" }.trimmingBlanks,
        ]
      case .failure(let failure): outcome = ["failed", "-", failure.code]
      }
      let request = interaction.request
      rows.append(
        ([String(number), request.method] + outcome + [request.url])
          .map(PrintableText.line))
    }

    /// The table, each line ended.
    var text: String {
      var widths = [Int](repeating: 0, count: 6)
      for row in rows {
        for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.count) }
      }
      return rows.map { row in
        row.enumerated().map { column, cell in
          let padding = String(repeating: " ", count: widths[column] - cell.count)
          let isNumber = column == 0 || column == 3
          return column == row.count - 1 ? cell : isNumber ? padding + cell : cell + padding
        }.joined(separator: "  ") + "\n"
      }.joined()
    }
  }

  extension Substring {
    /// The text without blanks at its ends.
    fileprivate var trimmingBlanks: String {
      var text = self
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }
#endif
