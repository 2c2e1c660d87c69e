import Testing

@testable import VCRCore
@testable import VCRReview

/// Conversations of WebSockets as a reviewer sees them.
struct WebSocketDiffTests {
  typealias Message = Interaction.WebSocketMessage

  private func text(_ sender: Message.Sender, _ text: String, after: Double? = nil) -> Message {
    Message(sender, .text(Body(Array(text.utf8))), after: after)
  }

  private func interaction(_ messages: [Message]) -> Interaction {
    var response = Interaction.Response(status: 101)
    response.messages = messages
    return Interaction(request: .init(url: "ws://a.test/feed"), outcome: .response(response))
  }

  private var old: [Message] {
    [
      text(.client, "hello", after: 0.1), text(.service, #"{"price":10,"at":1}"#, after: 0.2),
      Message(.service, .binary([0, 1]), after: 0.3),
      Message(.client, .close(code: 1000, reason: "done"), after: 0.4),
    ]
  }

  @Test func `a diff speaks of messages by who sent them, and of JSON in them by its place`() {
    var new = old
    new[0] = text(.client, "hallo", after: 5)
    new[1] = text(.service, #"{"price":12,"at":1}"#, after: 6)
    new[3] = Message(.client, .close(code: 4000, reason: "done"), after: 7)
    new.insert(text(.service, "extra"), at: 3)
    #expect(
      DiffFixture.lines(interaction(old), interaction(new)) == [
        "message(1 client) hello → hallo", "message(2 client) close 1000 done → close 4000 done",
        "message(1 service) $.price 10 → 12", "message(3 service) added extra",
      ])
  }

  @Test func `of times that differ the first one is shown, though the last message has none`()
    throws
  {
    let end = Message(.service, .close(code: 1000, reason: "done"))
    func conversation(_ time: Double) -> Interaction {
      interaction([text(.client, "a", after: 0.1), text(.service, "b", after: time), end])
    }
    let (old, new) = (conversation(0.2), conversation(0.9))
    let times = InteractionComparison(volatility: .standard).differences(old, new).map(\.difference)
    #expect(times.map(\.place) == ["messages"])
    #expect(times.first?.old == "0.2" && times.first?.new == "0.9")
  }

  @Test(arguments: ["hello", #"{"a":1}"#, "two\nlines"])
  func `a message is named as a whole, as it is printed`(content: String) throws {
    let (old, new) = (
      interaction([text(.service, "first"), text(.service, content)]),
      interaction([text(.service, "first"), text(.service, "other words")])
    )
    let line = try #require(DiffFixture.lines(old, new).first)
    #expect(line.contains("message(2 service)"))
    let volatility = Volatility([try VolatileName(named: "message(2 service)")])
    #expect(DiffFixture.lines(old, new, volatility: volatility) == [])
    #expect(volatility.isSame(old, new))
    let other = Volatility([try VolatileName(named: "message(1 service)")])
    #expect(!other.isSame(old, new))
    let json = interaction([text(.service, #"{"a":1}"#), text(.service, content)])
    let more = interaction([text(.service, #"{"a":{"b":2}}"#), text(.service, content)])
    #expect(other.isSame(json, more))
    #expect(DiffFixture.lines(json, more, volatility: other) == [])
    // Whichever message it is: too much is better than too little.
    guard case .place(let path) = try RedactedName(named: "message(2 service)") else {
      Issue.record("a message is a place")
      return
    }
    let redacted = Redactor(Redaction(.jsonPaths([path]))).redacting(old)
    #expect(
      DiffFixture.lines(redacted, old).contains {
        $0.contains("message(2 service)")
      })
  }

  private static let wholes: [(Message.Content, Message.Content)] = [
    (.binary([0xFF, 0, 1]), .binary([0xFE, 2])),
    (.close(code: 1000, reason: "at 12:00"), .close(code: 1000, reason: "at 12:01")),
    (.text([]), .text(Body(Array("words".utf8)))),
  ]

  @Test(arguments: wholes)
  func `a message that is no text is named as a whole as well`(
    before: Message.Content, after: Message.Content
  ) throws {
    let first = text(.client, "first")
    let old = interaction([first, Message(.client, before, after: 0.1)])
    let new = interaction([first, Message(.client, after, after: 0.2)])
    #expect(DiffFixture.lines(old, new).count == 1)
    let volatility = Volatility([try VolatileName(named: "message(2 client)")])
    #expect(DiffFixture.lines(old, new, volatility: volatility) == [])
    #expect(volatility.isSame(old, new) && volatility.carrying(old, into: new) == old)
    // One of another kind, and one that is gone, are a difference all the same.
    let others = [interaction([first, Message(.client, .text([1]))]), interaction([first])]
    for other in others {
      #expect(
        volatility.isSame(old, other)
          == DiffFixture.lines(old, other, volatility: volatility).isEmpty)
    }
    #expect(!volatility.isSame(old, others[1]))
  }

  @Test func `messages that crossed and other times are no difference`() {
    let new = [old[1], old[0], old[2], old[3]].map { message in
      var message = message
      message.after = 99
      return message
    }
    #expect(DiffFixture.lines(interaction(old), interaction(new)) == [])
    #expect(
      InteractionComparison(volatility: .standard).areSame(interaction(old), interaction(new)))
  }

  @Test func `a secret in a message is found, with the place and line of its message`() throws {
    let leaky = interaction(
      old + [text(.service, #"{"api_key":"9f8e7d6c5b4a39281706f5e4d3c2b1a0"}"#)])
    let leak = try #require(
      SecretCheck.leaks(in: leaky, redactor: Redactor(.standard)).first)
    #expect(leak.place == "message 5 of the service $.api_key")
    let content = CassetteWriter.prologue + CassetteWriter().item(leaky)
    let file = try CassetteFile(path: "c.yaml", content: content)
    let item = try #require(try file.placedItems([0]).first)
    let line = LeakLines(item: item, firstLine: file.firstLine(ofItem: 0)).line(of: leak)
    let lines = String(decoding: content, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[line - 1].contains("9f8e7d6c"))
  }

  @Test func `a merge takes one side's message and the other's header field`() throws {
    func item(_ messages: [Message], _ header: String) -> ArraySlice<UInt8> {
      var interaction = interaction(messages)
      if case .response(var response) = interaction.outcome {
        response.headers = ["X-A": header]
        interaction.outcome = .response(response)
      }
      return CassetteWriter().item(interaction)[...]
    }
    var changed = old
    changed[1] = text(.service, #"{"price":12,"at":1}"#, after: 3)
    let merge = ItemMerge(volatility: .standard, indent: 0)
    let segments = merge.merge(
      base: item(old, "1"), ours: item(changed, "1"), theirs: item(old, "2"))
    #expect(!segments.hasConflict)
    let text = String(decoding: segments.text(\.ours), as: UTF8.self)
    #expect(text.contains("X-A: '2'") && text.contains("\"price\":12"), "\(text)")
  }

  @Test func `a conversation is readable in a diff by lines`() throws {
    let content = CassetteWriter.prologue + CassetteWriter().item(interaction(old))
    let text = try DiffableText(
      path: "c.yaml", content: content, redaction: .standard, isStandard: true
    ).text
    #expect(
      text == """
        GET ws://a.test/feed

          HTTP/1.1 101

          > hello

          < {"price":10,"at":1}

          <
          (2 bytes, not text; SHA-256 b413f47d13ee2fe6c845b2ee141af81de858df4e)

          close 1000 done by the client


        """, "\(text)")
  }
}
