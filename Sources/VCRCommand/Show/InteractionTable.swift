#if CommandLineTool
  import VCRCore

  /// The interactions of a cassette as a table: number, method, status, size, type, seconds if any
  /// are known, and the URL, followed by the entry's own rule.
  ///
  /// A call of gRPC stands there with its service and method, and with the name of its status.
  struct InteractionTable {
    private struct Row {
      var cells: [String]
      var status: Int?
      var rule: String
    }

    private var rows = [
      Row(cells: ["#", "METHOD", "STATUS", "SIZE", "TYPE", "SECONDS", "URL"], status: 0, rule: "")
    ]
    private var hasSeconds = false

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - number: Its number, counted from 1.
    mutating func append(_ interaction: Interaction, number: Int) {
      var outcome: [String]
      var status: Int?
      switch interaction.outcome {
      case .response(let response):
        let type =
          response.opensWebSocket
          ? "websocket" : response.headers["content-type"] ?? response.mediaType ?? ""
        let size =
          response.body.count + response.messages.reduce(0) { $0 + ($1.body?.count ?? 0) }
        status = response.status ?? 0
        outcome = [
          (response.status.map(String.init) ?? "-") + Self.end(response.failure),
          Quantity.bytes(size),
          type.prefix { $0 != ";" }.trimmingSpaces,
        ]
      case .failure(let failure) where failure.isLeft: outcome = ["left", "-", ""]
      case .failure(let failure): outcome = ["failed", "-", failure.code]
      }
      if interaction.seconds != nil { hasSeconds = true }
      let request = interaction.request
      let call = GRPCCall(interaction)
      if let name = call?.statusName {
        outcome[0] = name
        status = call?.status == 0 ? 200 : nil
      }
      let cells =
        [String(number), call == nil ? request.method : "gRPC"] + outcome
        + [interaction.seconds.map(Self.seconds) ?? "", call?.words ?? request.url]
      let rule = interaction.rule.map { "  (\(RuleText.words($0)))" } ?? ""
      rows.append(
        Row(cells: cells.map(PrintableText.line), status: status, rule: PrintableText.line(rule)))
    }

    /// The word after a status for how the response broke off.
    private static func end(_ failure: Interaction.Failure?) -> String {
      failure.map { $0.isLeft ? " left" : " broken off" } ?? ""
    }

    /// Seconds with their milliseconds.
    static func seconds(_ seconds: Double) -> String {
      let milliseconds = Int((max(0, min(seconds, 1e9)) * 1000).rounded())
      let fraction = String(milliseconds % 1000)
      return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count)
        + fraction
    }

    /// The table, each line ended.
    ///
    /// - Parameter output: The output; lines for a terminal are cut to its width.
    /// - Returns: The text.
    func text(for output: StandardOutput) -> String {
      let columns = (0..<7).filter { $0 != 5 || hasSeconds }
      let widths = columns.map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
      return rows.enumerated().map { index, row in
        var line = ""
        var length = 0
        for (column, width) in zip(columns, widths) {
          let cell = row.cells[column]
          let isLast = column == 6
          let padding = String(repeating: " ", count: isLast ? 0 : width - cell.count)
          let isNumber = [0, 3, 5].contains(column)
          let shown =
            isLast ? Self.cut(cell + row.rule, to: output.width.map { $0 - length }) : cell
          let colored =
            index == 0
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

  /// An entry's own rule in the syntax of the cassette.
  enum RuleText {
    /// The words, such as `match: method, path; times: any`.
    ///
    /// - Parameter rule: The rule.
    /// - Returns: The words.
    static func words(_ rule: Interaction.Rule) -> String {
      var parts: [String] = []
      let match = (rule.match ?? []) + (rule.isPattern ? ["pattern"] : [])
      if rule.match != nil || rule.isPattern {
        parts.append("match: " + match.joined(separator: ", "))
      }
      if let times = rule.times { parts.append("times: " + (times == .max ? "any" : "\(times)")) }
      return parts.joined(separator: "; ")
    }
  }

  extension Substring {
    /// The text without spaces at its ends.
    fileprivate var trimmingSpaces: String {
      var text = self
      while text.first == " " { text.removeFirst() }
      while text.last == " " { text.removeLast() }
      return String(text)
    }
  }
#endif
