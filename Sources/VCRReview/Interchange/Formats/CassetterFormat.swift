import VCRCore

/// Cassettes of cassetter, version 1: each body says its type, and WebSockets stand in a list of
/// their own.
///
/// In TOML, which holds no WebSockets, the type and the content of a body are members of the
/// message (`body_type`, `body_content`), and JSON is a text.
struct CassetterFormat: ForeignFormat {
  static let tools = [
    // `MatchConfig.match_on` is `["method", "uri"]`.
    ForeignTool(
      "cassetter", reads: "YAML and TOML, WebSockets, time", losing: "calls of gRPC",
      matching: .standard, besides: "again the first one after the last")
  ]

  let name = "cassetter"
  let list: ForeignValue

  /// The members of the root that hold entries.
  private static let lists = ["interactions", "ws_interactions", "grpc_interactions"]

  /// The types of a body.
  private static let types = ["json", "text", "binary", "none"]

  init?(_ root: ForeignValue) {
    guard root["vcr"] == nil else { return nil }
    let first = root["interactions"]?.firstMapping
    let isTyped = ["request", "response"].contains { name in
      let message = first?[name]
      let type = message?["body"]?["type"] ?? message?["body_type"]
      return type?.text.map(Self.types.contains) ?? false
    }
    guard isTyped || root["ws_interactions", "grpc_interactions"] != nil else { return nil }
    let entries = Self.lists.flatMap { name -> [ForeignValue] in
      guard let value = root[name] else { return [] }
      // A value that is no list is an entry that cannot be read.
      if case .list(let elements) = value.content { return elements }
      return value.isVoid ? [] : [value]
    }
    list = ForeignValue(.list(entries), line: root.line)
  }

  func note(besideEntriesOf root: ForeignValue, _ log: ForeignLog) {
    for member in root.members ?? []
    where !member.value.isVoid && member.name != "version" && !Self.lists.contains(member.name) {
      let name = PrintableText.line(String(member.name.prefix(40)))
      log.lost(
        .document, "`\(name)` is not known to vcr, and not read", line: member.value.line)
    }
  }

  func read(_ entry: ForeignValue, _ log: ForeignLog) throws(ForeignEntryError) -> Interaction {
    if entry["frames"] != nil { return try webSocket(entry, log) }
    if entry["request"]?["metadata"] != nil {
      throw ForeignEntryError("is a call of gRPC, of which cassetter keeps the messages alone")
    }
    return try log.reading(entry, "it") { members throws(ForeignEntryError) in
      let (request, response) = try members.takeExchange()
      return Interaction(
        request: try read(request: request, log),
        outcome: .response(try read(response: response, log)),
        recordedAt: members.date("recorded_at"))
    }
  }

  private func read(
    request: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Request {
    let part = "its request"
    return try log.reading(request, part) { members throws(ForeignEntryError) in
      guard let url = members.text("uri"), let method = members.text("method") else {
        throw ForeignEntryError("its request has no method, or no URL", at: request)
      }
      let headers = ForeignHeaders.read(
        members.take("headers"), of: part, isLatin1: true, log)
      return Interaction.Request(
        method: method, url: url, headers: headers,
        body: Body(try body(of: part, &members, log)))
    }
  }

  private func read(
    response: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.Response {
    try log.readingResponse(response) { members, status, part throws(ForeignEntryError) in
      let headers = ForeignHeaders.read(
        members.take("headers"), of: part, isLatin1: true, log)
      return Interaction.Response(
        status: status, headers: headers, body: Body(try body(of: part, &members, log)))
    }
  }

  /// The body of a message, in either form.
  private func body(
    of part: String, _ members: inout ForeignMembers, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let type = members.take("body_type") else {
      return try body(members.take("body"), of: part, log)
    }
    let content = members.take("body_content")
    if type.text == "json", let text = content?.bytes {
      guard let json = try? ForeignValue(json: text) else {
        throw ForeignEntryError("the body of \(part) is not the JSON that it says it is", at: type)
      }
      return ForeignStructure.json(json, .pythonOfJSON)
    }
    return try bytes(of: content, type, of: part)
  }

  /// A body, by its type.
  private func body(
    _ value: ForeignValue?, of part: String, _ log: ForeignLog
  ) throws(ForeignEntryError) -> [UInt8] {
    guard let value else { return [] }
    return try log.reading(value, "the body of \(part)", losing: .body) {
      members throws(ForeignEntryError) in
      let type = members.take("type") ?? ForeignValue(.nothing, line: value.line)
      return try bytes(of: members.take("content"), type, of: part)
    }
  }

  /// The bytes of a content of some type.
  private func bytes(
    of content: ForeignValue?, _ type: ForeignValue, of part: String
  ) throws(ForeignEntryError) -> [UInt8] {
    switch type.text {
    case "none":
      if content?.isVoid == false { break }
      return []
    // cassetter serves the text that Python's `json.dumps` makes of it.
    case "json":
      return ForeignStructure.json(content ?? ForeignValue(.nothing, line: type.line), .python)
    case "text":
      if let content, content.bytes == nil { break }
      return content?.bytes ?? []
    case "binary":
      guard let digits = content == nil ? [] : content?.bytes,
        let bytes = [UInt8](hexadecimal: digits)
      else {
        throw ForeignEntryError(
          "the body of \(part) is not the hexadecimal digits that it says it is", at: type)
      }
      return bytes
    default: break
    }
    throw ForeignEntryError("the body of \(part) is of a type that vcr does not know", at: type)
  }

  /// A WebSocket and its frames.
  private func webSocket(
    _ entry: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction {
    try log.reading(entry, "it") { members throws(ForeignEntryError) in
      guard let url = members.text("uri") else {
        throw ForeignEntryError("its request has no URL")
      }
      var response = Interaction.Response(status: Interaction.Response.webSocketStatus)
      for frame in log.elements(members.take("frames"), "its messages", losing: .body) {
        response.messages.append(try message(frame, log))
        if response.messages.last?.isClose == true { break }
      }
      return Interaction(
        request: Interaction.Request(
          url: url,
          headers: ForeignHeaders.read(
            members.take("headers"), of: "its request", isLatin1: true, log)),
        outcome: .response(response),
        recordedAt: members.date("recorded_at"))
    }
  }

  private func message(
    _ frame: ForeignValue, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction.WebSocketMessage {
    let part = "a message of its WebSocket"
    return try log.reading(frame, part) { members throws(ForeignEntryError) in
      let sender: Interaction.WebSocketMessage.Sender
      switch members.text("direction") {
      case "send": sender = .client
      case "recv": sender = .service
      default: throw ForeignEntryError("\(part) has no direction", at: frame)
      }
      let type = members.text("frame_type")
      let bytes = try body(members.take("body"), of: part, log)
      let after = members.number("offset_ms").map { ForeignScalars.seconds($0 / 1000) }
      switch type {
      case "text": return .init(sender, .text(Body(bytes)), after: after)
      case "binary": return .init(sender, .binary(Body(bytes)), after: after)
      case "close":
        let code = bytes.count > 1 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil
        let reason = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        let content = HARWebSocket.close(code, reason, line: frame.line, log)
        return .init(sender, content, after: after)
      default: throw ForeignEntryError("\(part) is of a type that vcr does not know", at: frame)
      }
    }
  }
}
