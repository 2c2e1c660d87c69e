extension InteractionReader {
  /// The messages of a WebSocket.
  ///
  /// - Throws: `YAMLFault` at the node that cannot be read.
  func messages(_ node: Int) throws(YAMLFault) -> [Interaction.WebSocketMessage] {
    if tree.isNothing(node) { return [] }
    guard tree.nodes[node].kind == .sequence else {
      throw tree.fault(at: node, "messages: takes a list of client: and service: messages")
    }
    var messages: [Interaction.WebSocketMessage] = []
    for element in tree.children(node) { messages.append(try message(element)) }
    return messages
  }

  private func message(_ node: Int) throws(YAMLFault) -> Interaction.WebSocketMessage {
    guard tree.nodes[node].kind == .mapping else { throw messageFault(node) }
    var message: Interaction.WebSocketMessage?
    var after: Double?
    for key in tree.children(node) {
      guard let name = tree.key(key, as: MessageKey.self) else { continue }
      let value = tree.value(ofKey: key)
      switch name {
      case .after:
        guard tree.isScalar(value), let seconds = Double(tree.string(value)), seconds.isFinite
        else { throw tree.fault(at: value, "after: takes seconds, such as 0.15") }
        after = seconds
      case .client, .service, .close:
        guard message == nil else { throw messageFault(node) }
        message =
          name == .close
          ? try close(value, in: node)
          : .init(name == .client ? .client : .service, try content(value))
      case .by: continue  // Read with the close that it belongs to.
      }
    }
    guard var message else { throw messageFault(node) }
    message.after = after
    return message
  }

  private func messageFault(_ node: Int) -> YAMLFault {
    tree.fault(
      at: node, "a message has one of client:, service: and close:, and perhaps after:")
  }

  private func content(
    _ node: Int
  ) throws(YAMLFault) -> Interaction.WebSocketMessage.Content {
    if tree.isScalar(node) { return .text(Body(Array(tree.content(node)))) }
    let body = try BodyReader(tree: tree, headers: [:], sideFile: sideFile).body(node)
    return isBinary(node) ? .binary(body) : .text(body)
  }

  /// True for a form that says that its bytes are no text.
  private func isBinary(_ node: Int) -> Bool {
    if let file = tree.value(BodyKey.file, in: node) {
      return tree.string(file).hasSuffix("." + BodyWriter.binarySuffix)
    }
    return tree.value(BodyKey.base64, in: node) != nil
  }

  private func close(
    _ node: Int, in message: Int
  ) throws(YAMLFault) -> Interaction.WebSocketMessage {
    guard tree.isScalar(node) else {
      throw tree.fault(at: node, "close: takes a code and perhaps a reason, such as 1000 done")
    }
    let parts = tree.content(node).split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    typealias Message = Interaction.WebSocketMessage
    guard let first = parts.first, let code = Int(String(decoding: first, as: UTF8.self)),
      code == Message.noCode || Message.maySend(code: code)
    else {
      throw tree.fault(
        at: node, "close: takes a code that may be sent (1000, 1001, 4000…), and perhaps a reason")
    }
    let reason = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    guard let by = tree.value(MessageKey.by, in: message), tree.isScalar(by),
      let sender = Message.Sender(rawValue: tree.string(by))
    else {
      throw tree.fault(at: message, "a close needs by: client or by: service")
    }
    return .init(sender, .close(code: code == Message.noCode ? nil : code, reason: reason))
  }
}

extension Interaction.WebSocketMessage.Sender {
  /// The key that its messages stand under.
  var key: MessageKey {
    switch self {
    case .client: .client
    case .service: .service
    }
  }
}
