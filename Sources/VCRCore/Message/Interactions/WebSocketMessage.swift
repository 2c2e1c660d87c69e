extension Interaction {
  /// A message of a WebSocket (RFC 6455), joined from its fragments.
  ///
  /// Pings and pongs are none: they keep a connection open or measure it, at times that differ from
  /// run to run, and each end responds to them by itself.
  public struct WebSocketMessage: Sendable, Equatable {
    /// Who sent a message.
    public enum Sender: String, Sendable, CaseIterable {
      /// The program that opened the connection.
      case client
      /// The service.
      case service

      /// The other end.
      package var other: Sender { self == .client ? .service : .client }
    }

    /// The content of a message.
    public enum Content: Sendable, Equatable {
      /// Text in UTF-8.
      case text(Cassette.Body)
      /// Bytes.
      case binary(Cassette.Body)
      /// The end of the conversation, of which the sender is the one who ended it first: a code
      /// (RFC 6455 §7.4), nil where none was sent, and a reason, which may be empty.
      case close(code: Int?, reason: String)
    }

    /// Who sent it.
    public var sender: Sender
    /// Its content.
    public var content: Content
    /// Seconds from the response's head to the message, in milliseconds' precision; nil when
    /// unknown.
    public var after: Double?

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - sender: Who sent it.
    ///   - content: Its content.
    ///   - after: Seconds from the response's head to the message; nil when unknown.
    public init(_ sender: Sender, _ content: Content, after: Double? = nil) {
      self.sender = sender
      self.content = content
      self.after = after
    }
  }
}

extension Interaction.WebSocketMessage {
  /// The code that stands for a close message without one (RFC 6455 §7.4.1), and is never sent.
  package static let noCode = 1005

  /// The bytes of a text or of a binary message; nil for a close.
  package var body: Body? {
    switch content {
    case .text(let body), .binary(let body): body
    case .close: nil
    }
  }

  /// True for bytes that are no text.
  package var isBinary: Bool {
    if case .binary = content { true } else { false }
  }

  /// True for the end of the conversation.
  package var isClose: Bool {
    if case .close = content { true } else { false }
  }

  /// The same message with other bytes; a close has none.
  package func with(body: Body) -> Self {
    var copy = self
    switch content {
    case .text: copy.content = .text(body)
    case .binary: copy.content = .binary(body)
    case .close: break
    }
    return copy
  }

  /// The code and the reason of a close as the cassette has them: `1000 done`; nil for another
  /// message.
  package var closeWords: String? {
    guard case .close(let code, let reason) = content else { return nil }
    let number = String(code ?? Self.noCode)
    return reason.isEmpty ? number : "\(number) \(reason)"
  }

  /// True when an endpoint may send a close with the code (RFC 6455 §7.4).
  package static func maySend(code: Int) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

extension Interaction.Response {
  /// The status of a response that opens a WebSocket (RFC 6455 §4.2.2): of all that switch
  /// protocols, only those are recorded.
  package static let webSocketStatus = 101

  /// True for the response that opens a WebSocket.
  package var opensWebSocket: Bool { status == Self.webSocketStatus }
}

extension Interaction.WebSocketMessage.Content {
  /// True when both hold the same bytes.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.text(let one), .text(let other)), (.binary(let one), .binary(let other)): one == other
    case (.close(let code, let reason), .close(let otherCode, let otherReason)):
      code == otherCode && reason.hasSameUTF8(as: otherReason)
    default: false
    }
  }
}
