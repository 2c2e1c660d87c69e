import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Conversations of WebSockets in the cassette, in the journal and when they are recorded again.
struct WebSocketCassetteTests {
  typealias Message = Interaction.WebSocketMessage

  private static func text(_ sender: Message.Sender, _ text: String, after: Double? = nil)
    -> Message
  { Message(sender, .text(Body(Array(text.utf8))), after: after) }

  private static func interaction(
    _ messages: [Message], failure: Interaction.Failure? = nil, path: String = "/feed"
  ) -> Interaction {
    var response = Interaction.Response(
      status: 101, reason: "Switching Protocols", headers: ["X-A": "1"], failure: failure)
    response.messages = messages
    return Interaction(
      request: .init(url: "wss://api.example.com" + path), outcome: .response(response),
      seconds: 1, recordedAt: Date(timeIntervalSince1970: 1_780_000_000))
  }

  private static func file(
    _ items: [UInt8], _ files: [SideFile] = []
  ) throws -> CassetteFile {
    try CassetteFile(path: "c.yaml", content: CassetteWriter.prologue + items) { reference in
      try #require(files.first { $0.reference == reference }).body
    }
  }

  // MARK: - Forms

  private static let texts = [
    "", " ", "hello", "42", "true", "null", "~", "- a", "a: b", "#x", "{", "'", "\"", "\t", "\n",
    "two\nlines", "two\nlines\n", "\r\n", "nul\u{0}", "\u{0}\u{1}\u{2}\u{3}", "\u{FEFF}x",
    "a\u{85}b",
    "\u{2028}", "e\u{301}", #"{"a":1}"#, #"{"a": [1, 2], "b": {}}"#, "[]", "  {  } ",
    #"{"text":"\#(String(repeating: "long ", count: 30))","n":[1,2,3]}"#,
    String(repeating: "x", count: 101), String(repeating: "word ", count: 3000),
    String(repeating: "y", count: 1 << 20 | 1), "close", "after: 1",
  ]

  @Test(arguments: texts)
  func `a text is read back as it was, and stays a text`(text: String) throws {
    let interaction = Self.interaction([
      Self.text(.client, text, after: 0.5), Self.text(.service, text),
    ])
    var files: [SideFile] = []
    let item = CassetteWriter(sideFolder: "c.yaml.files").item(interaction, files: &files)
    #expect(try Self.file(item, files).interaction(at: 0) == interaction)
    #expect(CassetteWriter().item(interaction).count > 0)
  }

  @Test func `a text that is no text keeps its bytes`() throws {
    for bytes in [[0xFF], Array("a\n".utf8) + [0xC3], [UInt8](repeating: 0xED, count: 5000)] {
      var files: [SideFile] = []
      let item = CassetteWriter(sideFolder: "c.yaml.files").item(
        Self.interaction([Message(.service, .text(Body(bytes)))]), files: &files)
      #expect(
        try Self.file(item, files).interaction(at: 0)
          == Self.interaction([Message(.service, .binary(Body(bytes)))]))
    }
  }

  @Test(arguments: [0, 1, 57, 4096, 4097, 20_000])
  func `bytes are read back as they were, and stay bytes even where they are text`(
    count: Int
  ) throws {
    for byte in [UInt8(ascii: "x"), 0, 0xFF] {
      let body = Body([UInt8](repeating: byte, count: count))
      let interaction = Self.interaction([
        Message(.service, .binary(body)), Message(.client, .binary(body), after: 1),
      ])
      var files: [SideFile] = []
      let item = CassetteWriter(sideFolder: "c.yaml.files").item(interaction, files: &files)
      #expect(try Self.file(item, files).interaction(at: 0) == interaction)
    }
  }

  @Test func `a close has its code, its reason and who said it`() throws {
    let interaction = Self.interaction([
      Message(.client, .close(code: 1000, reason: "all done: bye")),
      Message(.service, .close(code: 4999, reason: "")),
      Message(.client, .close(code: nil, reason: "")),
    ])
    let item = CassetteWriter().item(interaction)
    #expect(try Self.file(item).interaction(at: 0) == interaction)
    let text = String(decoding: item, as: UTF8.self)
    #expect(text.contains("  - close: '1000 all done: bye'\n    by: client\n"), "\(text)")
    #expect(text.contains("  - close: 4999\n    by: service\n  - close: 1005\n    by: client\n"))
  }

  @Test(arguments: [
    ("status: 200", "- client: x", "status: 101"),
    ("status: 101", "- x", "one of client:, service: and close:"),
    ("status: 101", "- after: 1", "one of client:, service: and close:"),
    ("status: 101", "- {client: a, service: b}", "one of client:, service: and close:"),
    ("status: 101", "- client: {}", "none of the forms"),
    ("status: 101", "- {after: soon, client: x}", "takes seconds"),
    ("status: 101", "- close: 1000", "by: client or by: service"),
    ("status: 101", "- {close: 1000, by: me}", "by: client or by: service"),
    ("status: 101", "- {close: 1006, by: client}", "a code that may be sent"),
    ("status: 101", "- {close: 99999, by: client}", "a code that may be sent"),
    ("status: 101", "- {close: bye, by: client}", "a code that may be sent"),
  ])
  func `what is no conversation is an error at its place`(
    status: String, message: String, words: String
  ) throws {
    let text =
      "- request:\n    url: ws://a/\n  response:\n    \(status)\n  messages:\n  \(message)\n"
    let error = try #require(throws: CassetteError.self) {
      _ = try Self.file(Array(text.utf8)).interaction(at: 0)
    }
    #expect(error.reason.contains(words) && error.line > 4, "\(error)")
  }

  // MARK: - The journal

  private let fixture: DeckFixture
  init() throws { fixture = try DeckFixture() }

  private static let head = Interaction.Response(
    status: 101, reason: "Switching Protocols", headers: ["X-A": "1"])

  private func begin(_ deck: Deck, _ path: String) throws -> ConversationRecording {
    let request = Interaction.Request(
      url: "wss://api.example.com" + path, headers: ["Authorization": "Bearer abcdefghijkl"])
    let ticket = try #require(try deck.ticket(request))
    return try deck.recordConversation(Self.head, for: ticket)
  }

  @Test
  func `conversations that pass at once stand in the journal in pieces, and whole in the end`()
    throws
  {
    let deck = try fixture.deck(.once)
    let (one, two) = (try begin(deck, "/one"), try begin(deck, "/two"))
    try one.add([Self.text(.client, "a", after: 0.1)])
    try two.add([Self.text(.service, "x\n\n  messages:\n  left: me\n", after: 0.1)])
    let other = try #require(try deck.ticket(DeckFixture.request("/plain")))
    try deck.record(DeckFixture.response("plain"), for: other)
    try one.add([Self.text(.service, "b", after: 0.2), Self.text(.client, "c", after: 0.3)])
    try two.end(.left)
    try one.add([Message(.client, .close(code: 1000, reason: ""), after: 0.4)])
    try one.end(nil)
    let summary = try deck.close()
    #expect(summary.recorded == 3 && summary.left == 1 && summary.redacted == 2)
    let file = try CassetteFile(path: fixture.cassette)
    #expect(file.count == 3)
    let (first, second) = (try file.interaction(at: 0), try file.interaction(at: 1))
    guard case .response(let feed) = first.outcome, case .response(let push) = second.outcome else {
      return #expect(Bool(false), "no responses")
    }
    #expect(feed.messages.map(\.after) == [0.1, 0.2, 0.3, 0.4])
    #expect(feed.messages.compactMap { $0.body?.bytes } == ["a", "b", "c"].map { Array($0.utf8) })
    #expect(feed.messages.last?.isClose == true && feed.failure == nil)
    #expect(first.request.headers["Authorization"] == "{{AUTHORIZATION}}")
    #expect(feed.headers == Self.head.headers && first.seconds != nil)
    #expect(push.messages.first?.body?.bytes == Array("x\n\n  messages:\n  left: me\n".utf8))
    #expect(push.failure?.isLeft == true)
    #expect(try !fixture.text().contains("interrupted"))
  }

  @Test func `a kill in the middle loses no message that was written, and says that it broke off`()
    throws
  {
    do {
      // Nothing closes this deck, as nothing does after a kill.
      let deck = try fixture.deck(.once)
      let recording = try begin(deck, "/feed")
      for number in 0..<50 {
        try recording.add([Self.text(number % 2 == 0 ? .client : .service, "m\(number)")])
      }
    }
    // A torn piece at the end.
    let journal = try #require(FileHandle(forWritingAtPath: fixture.journal))
    try journal.seekToEnd()
    try journal.write(contentsOf: Data("- request:\n    method: GET\n".utf8))
    try journal.close()
    let recovery = try CassetteRecovery.recover(cassette: fixture.cassette)
    #expect(recovery.recovered == 1 && recovery.isTorn)
    let interaction = try CassetteFile(path: fixture.cassette).interaction(at: 0)
    guard case .response(let response) = interaction.outcome else {
      return #expect(Bool(false), "no response")
    }
    #expect(
      response.messages.compactMap { $0.body?.bytes } == (0..<50).map { Array("m\($0)".utf8) })
    #expect(response.failure?.code == "networkConnectionLost")
  }

  @Test func `a token that only a later message gives away is replaced in the earlier ones`() throws
  {
    let deck = try fixture.deck(.once)
    let recording = try begin(deck, "/feed")
    let token = "7f3e9a5b1c2d4e6f8a9b0c1d2e3f4a5b"
    try recording.add([Self.text(.client, "hello \(token)")])
    try recording.add([Self.text(.service, #"{"access_token":"\#(token)"}"#)])
    try recording.end(nil)
    try deck.close()
    #expect(try !fixture.text().contains(token))
  }

  // MARK: - Recording again

  private func merged(_ old: [Message], _ new: [Message], _ paths: [String] = []) throws -> String {
    try merged(Self.interaction(old), Self.interaction(new), paths)
  }

  private func merged(
    _ old: Interaction, _ new: Interaction, _ paths: [String] = []
  ) throws -> String {
    let merge = try CassetteMerge(
      try Self.file(CassetteWriter().item(new)), into: try Self.file(CassetteWriter().item(old)),
      equivalence: .standard, strategy: .replacing,
      volatility: .standard.adding(jsonPaths: try paths.map { try JSONPath(parsing: $0) }))
    return String(decoding: try merge.content().bytes, as: UTF8.self)
  }

  private static func written(_ messages: [Message]) -> String {
    String(
      decoding: CassetteWriter.prologue + CassetteWriter().item(interaction(messages)),
      as: UTF8.self)
  }

  @Test func `messages that crossed on the way keep their place, and all their times`() throws {
    let old = [
      Self.text(.client, "subscribe", after: 0.1), Self.text(.service, "1", after: 0.2),
      Self.text(.client, "more", after: 0.3), Self.text(.service, "2", after: 0.4),
    ]
    let new = [old[0], old[1], old[3], old[2]].map { message in
      var message = message
      message.after = (message.after ?? 0) + 5
      return message
    }
    #expect(try merged(old, new) == Self.written(old))
  }

  @Test func `a volatile value keeps its place, and a changed message changes its lines alone`()
    throws
  {
    func said(_ price: Int, _ id: String, after: Double) -> Message {
      Self.text(.service, #"{"price":\#(price),"id":"\#(id)"}"#, after: after)
    }
    let asked = Self.text(.client, "ask", after: 0)
    let old = [asked, said(1, "a", after: 0.1), said(2, "b", after: 0.2)]
    let new = [asked, said(1, "c", after: 0.7), said(3, "d", after: 0.8), said(4, "e", after: 0.9)]
    let expected = [asked, old[1], said(3, "b", after: 0.2), said(4, "e", after: 0.9)]
    #expect(
      try merged(old, [asked, new[1], said(2, "x", after: 9)], ["$.id"]) == Self.written(old))
    // Without the last one there are as many on both sides.
    #expect(
      try merged(old, Array(new.dropLast()), ["$.id"]) == Self.written(Array(expected.dropLast())))
  }

  @Test func `a client that leaves earlier than before leaves the longer recording as it is`()
    throws
  {
    let said = (0..<5).map { Self.text(.service, "\($0)", after: Double($0)) }
    let asked = Self.text(.client, "go", after: 0)
    let old = Self.interaction([asked] + said, failure: .left)
    let new = Self.interaction([asked] + said.prefix(3), failure: .left)
    let text = String(decoding: CassetteWriter.prologue + CassetteWriter().item(old), as: UTF8.self)
    #expect(try merged(old, new) == text)
    let other = Self.interaction([Self.text(.client, "come", after: 0)] + said, failure: .left)
    #expect(try merged(old, other).contains("client: come\n"))
  }

  // MARK: - Replaying

  private func replay(_ messages: [Message], _ policy: RequestEquivalence = .standard)
    -> ConversationReplay
  {
    ConversationReplay(messages, number: 1, equivalence: policy, volatility: .standard)
  }

  @Test func `what the service sent waits for all that the client had sent by then`() throws {
    var replay = replay([
      Self.text(.service, "hi"), Self.text(.client, "a"), Self.text(.client, "b"),
      Self.text(.service, "1"), Self.text(.service, "2"), Self.text(.client, "c"),
      Self.text(.service, "3"),
    ])
    #expect(replay.opening == [0])
    #expect(replay.take(Self.text(.client, "b")) == [])
    #expect(replay.take(Self.text(.client, "c")) == [6])
    #expect(replay.missing == [1])
    #expect(replay.take(Self.text(.client, "b")) == nil)
    #expect(replay.take(Self.text(.client, "a")) == [3, 4])
    #expect(replay.isComplete)
  }

  @Test func `a message that is volatile as a whole matches whatever it says`() throws {
    let recorded = [Message(.client, .binary([0xFF, 1])), Self.text(.client, "one")]
    let volatile = Volatility([try VolatileName(named: "message(client)")])
    for (policy, volatility) in [
      (RequestEquivalence.standard, volatile),
      ([.url, .json(ignoring: ["message(client)"])], .standard),
    ] {
      var replay = ConversationReplay(
        recorded, number: 1, equivalence: policy, volatility: volatility)
      #expect(replay.take(Message(.client, .binary([0xFE, 0, 2]))) == [])
      #expect(replay.take(Message(.client, .binary([0xFE]))) == nil)
      #expect(replay.take(Self.text(.client, "")) == [])
    }
  }

  @Test func `JSON is compared by value, and text never equals bytes`() throws {
    let recorded = [Self.text(.client, #"{"a":1,"b":[2.0]}"#)]
    var one = replay(recorded)
    #expect(one.take(Message(.client, .binary(recorded[0].body ?? []))) == nil)
    #expect(one.take(Self.text(.client, #"{ "b" : [2], "a" : 1 }"#)) == [])
    var two = replay(recorded, [.method, .url, .body])
    #expect(two.take(Self.text(.client, #"{"b":[2.0],"a":1}"#)) == nil)
    var three = replay(recorded, [.url, .json(only: ["$.a"])])
    #expect(three.take(Self.text(.client, #"{"a":1,"c":9}"#)) == [])
  }
}
