import VCRCore

/// A message as lines of HTTP, for a view of two states side by side.
///
/// The lines hold every byte of a text, since only whole lines can be compared; long lines are cut
/// when they are shown. JSON is indented whatever its original layout, so that a change is on a
/// line of its own. Volatile parts are omitted unless requested.
struct MessageLines {
  /// The lines without their ends.
  private(set) var lines: [String] = []

  private let volatility: Volatility?
  private let schema: ProtoSchema?

  /// Creates the lines of an interaction: the request, an empty line, the outcome.
  ///
  /// - Parameters:
  ///   - interaction: The interaction, without secrets.
  ///   - volatility: The parts that are omitted; nil to show everything.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  init(
    _ interaction: Interaction, leavingOut volatility: Volatility?, schema: ProtoSchema? = nil
  ) {
    self.volatility = volatility
    self.schema = schema
    let request = interaction.request
    append(
      "\(request.method) \(request.url) \(request.http ?? "HTTP/1.1")", request.headers,
      request.body, request.trailers,
      messages(of: request.body, request.headers, in: request, isRequest: true))
    lines.append("")
    func start(_ status: Int?, _ reason: String?) -> String {
      [interaction.outcome.http ?? "HTTP/1.1", status.map(String.init), reason]
        .compactMap { $0 }.joined(separator: " ")
    }
    for interim in interaction.outcome.interim {
      append(start(interim.status, interim.reason), interim.headers, [], [:], nil)
      lines.append("")
    }
    switch interaction.outcome.byFinalResponse {
    case .response(let response):
      append(
        start(response.status, response.reason), response.headers, response.body,
        response.trailers,
        messages(of: response.body, response.headers, in: request, isRequest: false))
      append(response.messages)
      if let end = interaction.outcome.endInWords { lines += ["", end] }
    case .failure(let failure) where failure.isLeft:
      lines.append(interaction.outcome.endInWords ?? "")
    case .failure(let failure):
      lines.append("failed: \(failure.code) (\(failure.domain) \(failure.number))")
      lines.append(failure.message)
    }
  }

  private mutating func append(
    _ start: String, _ headers: HeaderFields, _ body: Body, _ trailers: HeaderFields,
    _ messages: [String]?
  ) {
    lines.append(start)
    append(headers)
    if !body.isEmpty {
      lines.append("")
      if let messages {
        lines += messages
      } else {
        append(body, type: headers["Content-Type"])
      }
    }
    if !trailers.isEmpty {
      lines.append("")
      append(trailers)
    }
  }

  /// The messages of a body of gRPC, each indented as JSON where its fields are known; nil for
  /// another body, and for one in a file.
  private func messages(
    of body: Body, _ headers: HeaderFields, in request: Interaction.Request, isRequest: Bool
  ) -> [String]? {
    guard body.file == nil, GRPCMessages.isMediaType(headers["Content-Type"]) else { return nil }
    let all =
      schema?.lines(of: body.bytes, method: GRPCCall(request)?.method, isRequest: isRequest)
      ?? GRPCCall.lines(of: body.bytes)
    return all.flatMap { line -> [String] in
      let text = ReadableText.of(Array(line.utf8)) ?? Array(line.utf8)
      return LinePieces.lines(of: text).map {
        String(decoding: $0.text, as: UTF8.self) + ($0.isContinued ? " ↩" : "")
      }
    }
  }

  private mutating func append(_ messages: [Interaction.WebSocketMessage]) {
    for message in messages {
      let mark = message.sender == .client ? ">" : "<"
      lines += ["", mark + (message.closeWords.map { " close \($0)" } ?? "")]
      if let body = message.body { append(body, type: nil) }
    }
  }

  // MARK: - The beginning

  /// The most lines of a body, and the most characters of a line, in a beginning.
  private static let beginning = (lines: 10, characters: 100)

  /// Returns the content of an interaction, in a few lines: type, size and first lines of both
  /// bodies.
  ///
  /// - Parameters:
  ///   - interaction: The interaction, without secrets.
  ///   - limits: How much is shown.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  /// - Returns: The lines.
  static func beginning(
    of interaction: Interaction, _ limits: DiffLimits, schema: ProtoSchema?
  ) -> [String] {
    let request = interaction.request
    let message = MessageLines(schema)
    var lines = beginning(
      of: request.body, request.headers, "request body", limits,
      message.messages(of: request.body, request.headers, in: request, isRequest: true))
    guard case .response(let response) = interaction.outcome else { return lines }
    lines += beginning(
      of: response.body, response.headers, "body", limits,
      message.messages(of: response.body, response.headers, in: request, isRequest: false))
    return lines
  }

  private static func beginning(
    of body: Body, _ headers: HeaderFields, _ label: String, _ limits: DiffLimits,
    _ messages: [String]?
  ) -> [String] {
    guard !body.isEmpty else { return [] }
    let type = headers["Content-Type"].map { $0 + ", " } ?? ""
    let heading = "\(label)  \(type)\(Quantity.of(body.count, "byte"))"
    var message = MessageLines(nil)
    if let messages {
      message.lines = messages
    } else {
      let type = headers["Content-Type"]
      message.append(body, type: type)
      guard body.file == nil, readable(body.bytes, type) != nil else { return [heading] }
    }
    if message.lines.last == "" { message.lines.removeLast() }
    let width = limits.most(beginning.characters)
    let shown = message.lines.prefix(limits.most(beginning.lines)).map { line in
      "  " + (line.count <= width ? line : line.prefix(width) + "…")
    }
    let rest = message.lines.count - shown.count
    return [heading] + shown + (rest > 0 ? ["  … \(Quantity.of(rest, "more line"))"] : [])
  }

  private init(_ schema: ProtoSchema?) { (volatility, self.schema) = (nil, schema) }

  private mutating func append(_ fields: HeaderFields) {
    for field in fields.fields where volatility?.reason(ofHeader: field.name) == nil {
      lines.append("\(field.name): \(field.value)")
    }
  }

  private static func readable(_ bytes: [UInt8], _ type: String?) -> [UInt8]? {
    ReadableText.of(bytes, type.map { MediaType($0) })
  }

  private mutating func append(_ body: Body, type: String?) {
    if let file = body.file {
      lines.append("(\(body.count) bytes, SHA-256 \(file.identity.prefix(16))…)")
      return
    }
    let bytes = body.bytes
    guard let text = Self.readable(bytes, type) else {
      // Two different images may have equal sizes.
      let digest = SHA256.hexadecimal(bytes).prefix(16)
      let kind = type.map { " of \($0)" } ?? ""
      lines.append("(\(bytes.count) bytes\(kind), not text, SHA-256 \(digest)…)")
      return
    }
    for line in LinePieces.lines(of: text) {
      lines.append(String(decoding: line.text, as: UTF8.self) + (line.isContinued ? " ↩" : ""))
    }
    // A line feed at the end is also a difference.
    if text.last == UInt8(ascii: "\n") { lines.append("") }
  }
}
