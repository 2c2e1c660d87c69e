import VCRCore

/// A message as lines of HTTP, for a view of two states side by side.
///
/// JSON is shown indented whatever its spacing was, so that a change is on a line of its own. What
/// differs from run to run is left out unless it is asked for.
struct MessageLines {
  /// How many lines of a body are shown at most.
  static let bodyLimit = 2_000

  /// How many characters of a line are shown at most.
  static let lineLimit = 2_000

  /// The lines without their ends.
  private(set) var lines: [String] = []

  private let volatility: Volatility?

  /// Creates the lines of an interaction: the request, an empty line, what came of it.
  ///
  /// - Parameters:
  ///   - interaction: The interaction, without secrets.
  ///   - volatility: What is left out; nil to show everything.
  init(_ interaction: Interaction, leavingOut volatility: Volatility?) {
    self.volatility = volatility
    let request = interaction.request
    append(
      "\(request.method) \(request.url) \(request.http ?? "HTTP/1.1")", request.headers,
      request.body, request.trailers)
    lines.append("")
    switch interaction.outcome {
    case .response(let response):
      let start = [response.http ?? "HTTP/1.1", response.status.map(String.init), response.reason]
      append(
        start.compactMap { $0 }.joined(separator: " "), response.headers, response.body,
        response.trailers)
    case .failure(let failure):
      lines.append("failed: \(failure.code) (\(failure.domain) \(failure.number))")
      lines.append(failure.message)
    }
  }

  private mutating func append(
    _ start: String, _ headers: HeaderFields, _ body: Body, _ trailers: HeaderFields
  ) {
    lines.append(start)
    append(headers)
    if !body.isEmpty {
      lines.append("")
      append(body, type: headers["Content-Type"])
    }
    if !trailers.isEmpty {
      lines.append("")
      append(trailers)
    }
  }

  private mutating func append(_ fields: HeaderFields) {
    for field in fields.fields where volatility?.reason(ofHeader: field.name) == nil {
      lines.append("\(field.name): \(field.value)")
    }
  }

  private mutating func append(_ body: Body, type: String?) {
    let bytes = body.bytes
    guard let text = Self.text(bytes) else {
      lines.append("(\(bytes.count) bytes\(type.map { " of \($0)" } ?? ""), not text)")
      return
    }
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in all.prefix(Self.bodyLimit) {
      lines.append(
        line.utf8.count > Self.lineLimit
          ? line.prefix(Self.lineLimit) + "… (\(line.utf8.count) bytes)" : String(line))
    }
    if all.count > Self.bodyLimit { lines.append("… (\(all.count - Self.bodyLimit) more lines)") }
  }

  /// A body as text, JSON indented; nil when it is none.
  private static func text(_ bytes: [UInt8]) -> String? {
    if let layout = JSONScanner.layout(of: bytes) {
      var shown: [UInt8] = []
      if layout.spacing == .odd {
        let compact = JSONLayout.restore(bytes[...], isSpaced: false)
        JSONLayout.appendIndented(compact, indent: 0, to: &shown)
      } else {
        JSONLayout.appendIndented(bytes, indent: 0, to: &shown)
      }
      if shown.last == UInt8(ascii: "\n") { shown.removeLast() }
      return String(validating: shown, as: UTF8.self)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.properties.generalCategory != .control || $0 == "\t" || $0 == "\n" || $0 == "\r"
    }
    return isPlain ? text : nil
  }
}
