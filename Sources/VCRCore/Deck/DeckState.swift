/// The state of an open deck, behind the lock that every decision takes.
///
/// Nothing is read from a disk under this lock, see ``Cassette/Deck/asking(_:)``, nor written to
/// one, for which `DeckRecording` has another lock.
struct DeckState: ~Copyable, Sendable {
  /// The index over the cassette; nil when there is none to replay from.
  var index: DeckIndex?
  /// The number of the next request.
  var nextOrder = 0
  /// The last interaction that was served; -1 before the first.
  var lastServed = -1
  /// Who decided about what is recorded, in place of the policy.
  var decision: RequestEquivalence.Decision?
  /// The counts and notices so far.
  var summary: Deck.Summary
  /// The interactions that mode `offline` fetched in this run, by key, to fall back on.
  var fetched: [[UInt8]: Interaction] = [:]
  /// Interactions that were decoded twice, and may be served again, in decks that repeat.
  var decoded: [Int: Interaction] = [:]
  /// Which interactions were decoded, in decks that repeat.
  var wasDecoded: [Bool] = []
  /// How often each stub was served.
  var stubsServed: [Int]
  /// The first fault of the recorder's own that kept an exchange out of the recording.
  var fault: String?
  /// How many exchanges such faults kept out.
  var faultCount = 0
  /// How many notices there are about responses that may be another user's.
  var otherUsers = 0
  /// The values that clients have made and expect to get back, the latest of each name.
  var returned = ReturnedValues()
  /// Which interaction's messages an interaction with a WebSocket serves, where that is another
  /// one: the first message of a client showed whose conversation it is.
  var conversations: [Int: Int] = [:]
  /// The open WebSockets whose clients may still show to be in other conversations.
  var openConversations: [Int: OpenConversation] = [:]
  /// The number of the next WebSocket.
  var nextConversation = 0
  /// The calls of gRPC whose clients may still show to be those of other recorded ones.
  var openCalls = OpenCalls()
  /// What is compared of recorded calls, as far as it was read; nil for those that take no other's
  /// place.
  var recordedCalls: [Int: RecordedCall?] = [:]
  /// How many bytes ``recordedCalls`` keeps.
  var recordedCallBytes = 0
  /// True once the deck was closed.
  var isClosed = false

  /// The state of a deck that was just opened.
  init(summary: Deck.Summary, stubs: Int) {
    self.summary = summary
    stubsServed = Array(repeating: 0, count: stubs)
  }

  /// The summary with what only the index knows.
  func summarised() -> Deck.Summary {
    var summary = summary
    summary.unused = index?.unserved.map { $0 + 1 } ?? []
    return summary
  }

  /// Notes a WebSocket that was opened.
  ///
  /// - Parameter item: The position of the interaction that its client was given.
  /// - Returns: The number of the WebSocket, and the interaction whose messages it serves.
  mutating func openConversation(_ item: Int) -> (id: Int, item: Int) {
    defer { nextConversation += 1 }
    let served = conversations[item] ?? item
    openConversations[nextConversation] = OpenConversation(item: served)
    return (nextConversation, served)
  }

  /// The number of a request that starts now.
  mutating func takeOrder() -> Int {
    defer { nextOrder += 1 }
    return nextOrder
  }
}
