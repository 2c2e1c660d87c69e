#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import VCRCore

extension LoadScript {
  /// The lines that send the requests: calls whose arguments mean the same in Python and
  /// JavaScript.
  ///
  /// - Parameters:
  ///   - start: The text before the arguments, with its parenthesis.
  ///   - end: The text behind them.
  ///   - comment: The text that begins a comment, with the indentation.
  /// - Returns: The lines.
  func lines(start: String, end: String, comment: String) -> String {
    var lines = ""
    for (index, step) in steps.enumerated() {
      let (name, target) = (Self.name(of: step), Self.expression(step.target))
      let headers = step.headers.map { "\(Self.quoted($0.name)): \(Self.expression($0.value))" }
      let arguments = [
        "v", "\(step.pause)", Self.quoted(step.method), "base[\(step.origin)] + " + target,
        Self.quoted(name), "{\(headers.joined(separator: ", "))}", Self.expression(step.body),
        "\(step.status)", "[" + step.carried.map(Self.text).joined(separator: ", ") + "]",
      ]
      lines += "\(comment) \(index + 1)\n\(start)\(arguments.joined(separator: ", "))\(end)\n"
    }
    return lines
  }

  /// The head of the script: what it is, how it is run and what it takes from the environment.
  ///
  /// - Parameters:
  ///   - comment: The text that begins a comment.
  ///   - usage: How the engine is started.
  /// - Returns: The lines.
  func head(comment: String, usage: String) -> String {
    var lines = [
      "The requests of a recording, sent in their order as often as the engine likes; what a response",
      "hands out (ids, tokens, cookies) is carried over to the requests after it. Written by vcr.",
      "", usage, "", "From the environment:",
    ]
    for (index, origin) in origins.enumerated() {
      lines.append(
        "  \(Self.variable(index))  the address in place of \(PrintableText.line(origin))")
    }
    lines += secrets.map { "  \($0)  a secret that was redacted" }
    lines.append("  THINK_TIME  what the recorded pauses are multiplied by (1); 0 is without")
    return lines.map { ($0.isEmpty ? comment : comment + " " + $0) + "\n" }.joined()
  }

  /// The name of the variable with an origin's address.
  static func variable(_ index: Int) -> String { index == 0 ? "BASE_URL" : "BASE_URL_\(index + 1)" }

  /// A list of texts.
  static func list(_ texts: [String]) -> String {
    "[" + texts.map(quoted).joined(separator: ", ") + "]"
  }

  /// The method and the path, with the names of values in place of them: what is counted together.
  private static func name(of step: Step) -> String {
    var name = step.method + " "
    for piece in step.target {
      switch piece {
      case .bytes(let bytes): name += String(decoding: bytes, as: UTF8.self)
      case .value(_, let value): name += "{\(value)}"
      }
      if let mark = name.firstIndex(of: "?") { return String(name[..<mark]) }
    }
    return name
  }

  /// A carried value: its name, its source, the part of a URL, and what stands around it.
  private static func text(_ carried: Carried) -> String {
    let source: String
    switch carried.place.source {
    case .json(let steps):
      let words = steps.map { step in
        switch step {
        case .name(let name): quoted(name)
        case .index(let index): "\(index)"
        }
      }
      source = "\"json\", [\(words.joined(separator: ", "))]"
    case .header(let name): source = "\"header\", [\(quoted(name))]"
    case .cookie(let name): source = "\"cookie\", [\(quoted(name))]"
    case .form(let name): source = "\"form\", [\(quoted(name))]"
    case .field(let name, let index): source = "\"field\", [\(quoted(name)), \(index)]"
    case .element(let name, let index): source = "\"element\", [\(quoted(name)), \(index)]"
    case .body: source = "\"body\", []"
    }
    let part =
      switch carried.place.part {
      case nil: "[]"
      case .segment(let number): "[\"segment\", \(number)]"
      case .query(let name): "[\"query\", \(quoted(name))]"
      }
    return
      "[\(quoted(carried.name)), \(source), \(part), \(quoted(carried.prefix)), "
      + "\(quoted(carried.suffix))]"
  }

  /// Pieces as an expression.
  private static func expression(_ pieces: [Piece]) -> String {
    let isText = pieces.allSatisfy { piece in
      guard case .bytes(let bytes) = piece else { return true }
      return String(validating: bytes, as: UTF8.self) != nil
    }
    let words = pieces.map { piece in
      switch piece {
      case .value(let text, _): return text
      case .bytes(let bytes):
        if let text = String(validating: bytes, as: UTF8.self) { return quoted(text) }
        return "base64(\"\(Data(bytes).base64EncodedString())\")"
      }
    }
    if isText { return words.isEmpty ? "\"\"" : words.joined(separator: " + ") }
    return "joined([\(words.joined(separator: ", "))])"
  }

  /// A text in quotes, as Python and JavaScript both have it.
  private static func quoted(_ text: String) -> String { JSONValue.string(text).text }
}
