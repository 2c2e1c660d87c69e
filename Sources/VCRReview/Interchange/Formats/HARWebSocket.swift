import VCRCore

/// The messages of a WebSocket in an HTTP archive, `_webSocketMessages`, as Chrome writes them and
/// Playwright and others after it: `type` is `send` or `receive`, `time` counts in seconds since
/// 1970, `opcode` is that of the frame, and `data` is text, or the bytes in Base64.
struct HARWebSocket {
  private typealias Message = Interaction.WebSocketMessage

  /// The fields of the handshake, which each connection makes for itself (RFC 6455 §4).
  private static let handshake = [
    "Sec-WebSocket-Key", "Sec-WebSocket-Version", "Sec-WebSocket-Extensions",
    "Sec-WebSocket-Accept",
  ]

  private let log: ForeignLog
  private var messages: [Message] = []
  private var first: Double?

  /// Reads an entry as a WebSocket.
  ///
  /// - Parameters:
  ///   - value: The messages.
  ///   - interaction: The entry without them.
  ///   - log: The log of losses.
  /// - Returns: The entry with them; as it is, with a loss, when its response opens no WebSocket.
  /// - Throws: An error for a message that cannot be read, without which the others mean nothing.
  static func read(
    _ value: ForeignValue, into interaction: Interaction, _ log: ForeignLog
  ) throws(ForeignEntryError) -> Interaction {
    guard let opened = opened(interaction, with: []) else {
      log.lost(
        .body, "it has messages of a WebSocket, which its response does not open (101)",
        line: value.line)
      return interaction
    }
    var reader = HARWebSocket(log)
    for element in log.elements(value, "its messages", losing: .body) { try reader.read(element) }
    return Self.opened(opened, with: reader.messages) ?? opened
  }

  /// An exchange as a WebSocket, without what each connection makes for itself.
  ///
  /// - Parameters:
  ///   - interaction: The request, and the response that opened it.
  ///   - messages: The messages.
  /// - Returns: The interaction with them; nil when its response opens no WebSocket.
  static func opened(
    _ interaction: Interaction, with messages: [Interaction.WebSocketMessage]
  ) -> Interaction? {
    guard case .response(var response) = interaction.outcome, response.opensWebSocket else {
      return nil
    }
    response.messages = messages
    var result = interaction
    result.request.url = WebSocketURL.opened(by: interaction.request.url)
    for name in Self.handshake {
      result.request.headers.remove(name)
      response.headers.remove(name)
    }
    result.outcome = .response(response)
    return result
  }

  /// A close, whose code is left out, with a loss, when neither end may send it (RFC 6455 §7.4).
  ///
  /// - Parameters:
  ///   - code: The code; nil for none.
  ///   - reason: The reason.
  ///   - line: The line of the message.
  ///   - log: The log of losses.
  /// - Returns: The content of the message.
  static func close(
    _ code: Int?, _ reason: String, line: Int, _ log: ForeignLog
  ) -> Interaction.WebSocketMessage.Content {
    guard let code, code != Message.noCode else { return .close(code: nil, reason: reason) }
    if Message.maySend(code: code) { return .close(code: code, reason: reason) }
    log.lost(
      .member, "the code \(code) of a close, which neither end may send, is not read", line: line)
    return .close(code: nil, reason: "")
  }

  private init(_ log: ForeignLog) { self.log = log }

  private mutating func read(_ element: ForeignValue) throws(ForeignEntryError) {
    let part = "a message of its WebSocket"
    let found = try log.reading(element, part) {
      members throws(ForeignEntryError) -> (Message, Double?)? in
      members.ignore(["mask"], because: "it follows from who sent the message")
      let time = members.number("time")
      let sender: Message.Sender
      switch members.text("type") {
      case "send": sender = .client
      case "receive": sender = .service
      case let type:
        throw ForeignEntryError("\(part) is of the type \(type ?? "nothing")", at: element)
      }
      let code = Int(exactly: members.number("opcode") ?? 1) ?? -1
      let data = members.take("data")
      func decoded(_ data: ForeignValue?) throws(ForeignEntryError) -> [UInt8] {
        guard let data else { return [] }
        return try ForeignBody(part: part, headers: [:], log: log).base64(data)
      }
      guard let opcode = Opcode(rawValue: code) else {
        throw ForeignEntryError("\(part) has the unknown opcode \(code)", at: element)
      }
      switch opcode {
      case .text:
        guard let text = data == nil ? [] : data?.bytes else {
          throw ForeignEntryError("the text of \(part) is none", at: element)
        }
        return (Message(sender, .text(Body(text))), time)
      case .binary:
        return (Message(sender, .binary(Body(try decoded(data)))), time)
      case .continuation:
        let bytes = try decoded(data)
        guard let index = messages.lastIndex(where: { $0.sender == sender }),
          let begun = messages[index].body
        else { throw ForeignEntryError("\(part) continues none", at: element) }
        messages[index] = messages[index].with(body: Body(begun.bytes + bytes))
        return nil
      case .close:
        let bytes = try decoded(data)
        let code = bytes.count > 1 ? Int(bytes[0]) << 8 | Int(bytes[1]) : nil
        let reason = String(decoding: bytes.dropFirst(2), as: UTF8.self)
        return (Message(sender, Self.close(code, reason, line: element.line, log)), time)
      case .ping, .pong: return nil
      }
    }
    // Each end responds to pings by itself, and to a close with an equal one.
    guard let (read, time) = found, messages.last?.isClose != true else { return }
    var message = read
    if let time {
      first = first ?? time
      message.after = ForeignScalars.seconds(max(time - (first ?? time), 0))
    }
    messages.append(message)
  }

  /// The opcodes of RFC 6455 §5.2.
  private enum Opcode: Int {
    case continuation = 0, text, binary
    case close = 8, ping, pong
  }
}
