/// The messages of a WebSocket.
///
/// Both ends may send at any time, so that messages cross on the way, and which of two came first
/// is then a matter of chance. Two conversations are the same when each end said the same in the
/// same order.
extension Volatility {
  typealias Message = Interaction.WebSocketMessage

  /// The messages in a form that is only used for comparison: first those of the client, then those
  /// of the service, without times and with a mark in each volatile place.
  func stable(_ messages: [Message]) -> [Message] {
    said(messages, by: .client) + said(messages, by: .service)
  }

  /// Returns the messages of one end, in that form.
  private func said(_ messages: [Message], by sender: Message.Sender) -> [Message] {
    messages.lazy.filter { $0.sender == sender }.enumerated()
      .map { stable($1, number: $0 + 1) }
  }

  private func stable(_ message: Message, number: Int) -> Message {
    var stable = message
    stable.after = nil
    if isNamed(message.sender, number) { return stable.withoutContent }
    guard let body = message.body else { return stable }
    return stable.with(body: stableBody(body, nil, paths: paths(ofMessage: number, message.sender)))
  }

  /// True when all that a message says is volatile.
  ///
  /// - Parameters:
  ///   - sender: Who sent it.
  ///   - number: Its number among those of its sender, counted from 1.
  /// - Returns: True for one that is named as a whole.
  package func isNamed(_ sender: Interaction.WebSocketMessage.Sender, _ number: Int) -> Bool {
    places(in: sender).nameAll(ofMessage: number, of: sender.rawValue)
  }

  /// The volatile places of a message.
  ///
  /// - Parameters:
  ///   - number: Its number among those of its sender, counted from 1.
  ///   - sender: Who sent it.
  /// - Returns: The places, as paths of any JSON.
  package func paths(
    ofMessage number: Int, _ sender: Interaction.WebSocketMessage.Sender
  ) -> [JSONPath] {
    places(in: sender).inMessage(number, of: sender.rawValue)
  }

  private func places(in sender: Message.Sender) -> [JSONPath] {
    sender == .client ? jsonPaths + ignoredRequestPaths : jsonPaths
  }

  /// True when a conversation that its client left holds nothing that another lacks: the client
  /// said the same, and what the service said until then is how the other begins.
  func isBeginning(_ messages: [Message], of others: [Message]) -> Bool {
    said(messages, by: .client) == said(others, by: .client)
      && said(others, by: .service).starts(with: said(messages, by: .service))
  }

  /// The new messages with the old ones' times and volatile values; the old ones where both are the
  /// same conversation, so that what crossed on the way keeps its place.
  func carrying(_ old: [Message], into new: [Message]) -> [Message] {
    guard !old.isEmpty, !new.isEmpty else { return new }
    if stable(old) == stable(new) { return old }
    var carried = new
    for sender in Message.Sender.allCases {
      let places = (
        old: old.indices.filter { old[$0].sender == sender },
        new: new.indices.filter { new[$0].sender == sender }
      )
      let contents = (
        old: places.old.enumerated().map { stable(old[$1], number: $0 + 1).digest },
        new: places.new.enumerated().map { stable(new[$1], number: $0 + 1).digest }
      )
      var pairs = SequenceAlignment.matches(contents.old, contents.new)
      for pair in pairs { carried[places.new[pair.new]] = old[places.old[pair.old]] }
      // A message that changed between two that stayed keeps its time and its volatile values.
      pairs.append(.init(old: places.old.count, new: places.new.count))
      var (left, right) = (0, 0)
      for pair in pairs {
        if pair.old - left == pair.new - right {
          for (one, other) in zip(left..<pair.old, right..<pair.new) {
            let place = places.new[other]
            carried[place] = carrying(old[places.old[one]], into: new[place], number: other + 1)
          }
        }
        (left, right) = (pair.old + 1, pair.new + 1)
      }
    }
    return carried
  }

  private func carrying(_ old: Message, into new: Message, number: Int) -> Message {
    var carried = new
    carried.after = old.after
    if isNamed(new.sender, number), old.withoutContent.content == new.withoutContent.content {
      carried.content = old.content
      return carried
    }
    guard let before = old.body, var after = new.body else { return carried }
    carry(before, into: &after, paths: paths(ofMessage: number, new.sender))
    return carried.with(body: after)
  }
}

extension Interaction.WebSocketMessage {
  /// A message of the same kind that says nothing.
  fileprivate var withoutContent: Self {
    var copy = self
    switch content {
    case .text: copy.content = .text([])
    case .binary: copy.content = .binary([])
    case .close: copy.content = .close(code: Self.noCode, reason: "")
    }
    return copy
  }

  /// A digest that is equal for messages of equal content.
  fileprivate var digest: Int {
    var hasher = Hasher()
    combine(into: &hasher)
    return hasher.finalize()
  }

  /// Adds sender and content to a digest.
  func combine(into hasher: inout Hasher) {
    hasher.combine(sender)
    hasher.combine(isBinary)
    hasher.combine(utf8Of: closeWords)
    hasher.combine(body)
  }
}
