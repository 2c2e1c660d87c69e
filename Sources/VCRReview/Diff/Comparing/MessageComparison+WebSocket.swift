import VCRCore

extension MessageComparison {
  private typealias Message = Interaction.WebSocketMessage

  /// Compares what each end of a WebSocket said, in its order; that messages of both crossed on the
  /// way is no difference.
  mutating func compareWebSocketMessages(
    _ old: [Interaction.WebSocketMessage], _ new: [Interaction.WebSocketMessage]
  ) {
    guard old != new else { return }
    for sender in Message.Sender.allCases {
      let left = old.indices.filter { old[$0].sender == sender }
      let right = new.indices.filter { new[$0].sender == sender }
      let matches = SequenceAlignment.matches(
        left.map { Self.digest(old[$0]) }, right.map { Self.digest(new[$0]) })
      var (i, j) = (0, 0)
      for match in matches + [.init(old: left.count, new: right.count)] {
        for step in 0..<max(match.old - i, match.new - j) {
          let number = min(i, j) + step + 1
          messagePaths = volatility.paths(ofMessage: number, sender)
          isNamedMessage = volatility.isNamed(sender, number)
          compare(
            i + step < match.old ? old[left[i + step]] : nil,
            j + step < match.new ? new[right[j + step]] : nil,
            place: StreamScope(unit: .message, number: number, kind: sender.rawValue).words)
        }
        (i, j) = (match.old + 1, match.new + 1)
      }
    }
    (messagePaths, isNamedMessage) = (nil, false)
    let times = (old.map(\.after), new.map(\.after))
    if times.0 != times.1 { addTimes("messages", times.0, times.1) }
  }

  private mutating func compare(_ old: Message?, _ new: Message?, place: String) {
    let isNamed = isNamedMessage && Self.haveNoPlaces(old, new)
    if !isNamed, let old, let new, let before = old.body, let after = new.body,
      old.isBinary == new.isBinary
    {
      guard !before.hasSameBytes(as: after) else { return }
      return compare(
        Document(before.bytes, type: nil), Document(after.bytes, type: nil), place: place)
    }
    let words = (old.map(Self.words), new.map(Self.words))
    addAlways(
      .value, place, words.0, words.1,
      kind: words.0 == nil ? .added : words.1 == nil ? .removed : .changed,
      volatility: isNamed ? .named : nil)
  }

  /// True for two messages of one kind within which no place can be named: they are no text, or one
  /// is empty.
  private static func haveNoPlaces(_ old: Message?, _ new: Message?) -> Bool {
    guard let old, let new, old.isBinary == new.isBinary, old.isClose == new.isClose else {
      return false
    }
    return old.isBinary || [old, new].contains { $0.body?.isEmpty ?? true }
  }

  /// A digest that is equal for messages of equal content.
  private static func digest(_ message: Message) -> Int {
    var hasher = Hasher()
    hasher.combine(message.isBinary)
    hasher.combine(message.closeWords)
    hasher.combine(message.body?.bytes)
    return hasher.finalize()
  }

  /// A message in one line.
  private static func words(_ message: Message) -> String {
    if let words = message.closeWords { return "close \(words)" }
    let bytes = message.body?.bytes ?? []
    return message.isBinary ? Quantity.bytes(bytes.count) : Excerpt.line(bytes)
  }
}
