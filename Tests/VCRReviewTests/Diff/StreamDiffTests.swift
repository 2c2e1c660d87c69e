import Testing

@testable import VCRCore
@testable import VCRReview

/// A diff of streams speaks of events, in words that `volatile` takes.
struct StreamDiffTests {
  private static let type = "text/event-stream"

  private static func delta(_ id: String, _ text: String) -> String {
    "event: delta\ndata: {\"id\":\"\(id)\",\"text\":\"\(text)\"}\n\n"
  }
  private static let ping = "event: ping\ndata: {\"type\":\"ping\"}\n\n"
  private static let stop = "event: stop\ndata: {\"type\":\"stop\"}\n\n"

  private static func interaction(_ events: [String]) -> Interaction {
    DiffFixture.interaction(events.joined(), type: type)
  }

  private static let base = ["one", "two", "three", "four"].map { delta("a", $0) } + [stop]

  @Test func `a stream that came in other pieces is shown by the first of them`() {
    func stream(_ lengths: [Int]) -> Interaction {
      var interaction = DiffFixture.interaction("abcdef", type: "text/plain")
      guard case .response(var response) = interaction.outcome else { return interaction }
      response.body.chunks = lengths.map { Body.Chunk(length: $0, after: 0) }
      interaction.outcome = .response(response)
      return interaction
    }
    #expect(
      DiffFixture.lines(stream([2, 2, 2]), stream([2, 1, 3])) == [
        "body pieces 3, the first other one of 2 bytes → 3, the first other one of 1 byte"
      ])
    #expect(
      DiffFixture.lines(stream([2, 4]), stream([2, 4, 0]))
        == ["body pieces 2 → 3, the first other one of 0 bytes"])
  }

  struct Change: Sendable {
    var events: [String]
    var lines: [String]
  }

  static let changes = [
    Change(
      events: [base[0], delta("a", "2"), base[2], base[3], stop],
      lines: [#"event(2 delta) $.text "two" → "2""#]),
    Change(
      events: [base[0], base[2], base[3], stop],
      lines: [
        #"event(2 delta) removed {"event":"delta","data":{"id":"a","text":"two"}}"#
      ]),
    Change(
      events: [base[0], ping, base[1], base[2], base[3], stop],
      lines: [#"event(2 ping) added {"event":"ping","data":{"type":"ping"}}"#]),
    Change(events: base + [": bye\n\n"], lines: []),
    // Clients pass over it, but it is no comment.
    Change(events: base + ["leftover"], lines: ["event(6) added \"leftover\""]),
    Change(
      events: base.dropLast() + ["event: stop\nid: 4\ndata: {\"type\":\"stop\"}\n\n"],
      lines: [#"event(5 stop) id added "4""#]),
    Change(
      events: base.dropLast() + ["event: stop\ndata: bye\n\n"],
      lines: [#"event(5 stop) data {"type":"stop"} → "bye""#]),
  ]

  @Test(arguments: changes)
  func `one change is that event`(change: Change) {
    #expect(
      DiffFixture.lines(Self.interaction(Self.base), Self.interaction(change.events))
        == change.lines)
  }

  @Test func `what differs alike in all events of a kind is reported once`() {
    let texts = ["one", "two", "three", "four"]
    let news = texts.map { Self.delta("b", $0) } + [Self.stop]
    let lines = DiffFixture.lines(
      Self.interaction(Self.base + Self.base), Self.interaction(news + news))
    #expect(lines == [#"event(delta) $.id "a" → "b" (8 places)"#])
  }

  @Test func `what differs otherwise in each event of a kind is reported for each`() {
    let texts = ["one", "two", "three", "four"]
    let news = texts.enumerated().map { Self.delta("b\($0)", $1) } + [Self.stop]
    let lines = DiffFixture.lines(Self.interaction(Self.base), Self.interaction(news))
    #expect(lines.count == 4)
    for (index, line) in lines.enumerated() {
      #expect(line.hasSuffix(#"$.id "a" → "b\#(index)""#), "\(line)")
    }
  }

  @Test func `a place is typed as it is printed`() throws {
    let news =
      Self.changes.map(\.events) + [
        ["one", "two", "three", "four"].map { Self.delta("b", $0) } + [Self.ping, Self.stop]
      ]
    for new in news {
      let (old, new) = (Self.interaction(Self.base), Self.interaction(new))
      var named = Volatility.standard
      let comparison = InteractionComparison(volatility: .standard, showsVolatile: false)
      var isAlike = true
      for difference in comparison.change(from: old, to: new)?.differences ?? [] {
        isAlike = isAlike && difference.kind == .changed
        // The number of an event that is not there on one side is that of another on the other.
        let place = difference.place.replacing(
          "(2 ", with: difference.kind == .changed ? "(2 " : "(")
        guard case .place(let path) = try VolatileName(named: place) else {
          Issue.record("\(place) is no place")
          continue
        }
        named = named.adding(jsonPaths: [path])
      }
      #expect(DiffFixture.lines(old, new, volatility: named).isEmpty)
      if isAlike { #expect(named.isSame(old, new)) }
    }
  }

  @Test func `values that are named are shown when asked for`() {
    let volatility = Volatility.standard.adding(jsonPaths: ["event(delta) $.id", "event(ping)"])
    let new = ["one", "two", "three", "four"].map { Self.delta("b", $0) } + [Self.ping, Self.stop]
    #expect(
      DiffFixture.lines(Self.interaction(Self.base), Self.interaction(new), volatility: volatility)
        .isEmpty)
    let shown = DiffFixture.lines(
      Self.interaction(Self.base), Self.interaction(new), volatility: volatility,
      showsVolatile: true)
    #expect(shown.contains { $0.hasPrefix("event(delta) $.id") }, "\(shown)")
  }

  @Test func `lines of JSON are shown by their number`() {
    func interaction(_ lines: [String]) -> Interaction {
      DiffFixture.interaction(lines.joined(), type: "application/x-ndjson")
    }
    let lines = (1...20).map { "{\"n\":\($0),\"t\":\"a\"}\n" }
    var changed = lines
    changed[6] = "{\"n\":7,\"t\":\"b\"}\n"
    changed.remove(at: 12)
    #expect(
      DiffFixture.lines(interaction(lines), interaction(changed)) == [
        #"line(13) removed {"n":13,"t":"a"}"#, #"line(7) $.t "a" → "b""#,
      ])
    let all = lines.map { $0.replacing("\"a\"", with: "\"c\"") }
    #expect(
      DiffFixture.lines(interaction(lines), interaction(all)) == [
        #"line $.t "a" → "c" (20 places)"#
      ])
    #expect(
      DiffFixture.lines(
        interaction(lines), interaction(all), volatility: .standard.adding(jsonPaths: ["line $.t"])
      ).isEmpty)
  }

  @Test func `only events that do not count are other ones`() {
    let lines = DiffFixture.lines(
      Self.interaction(Self.base), Self.interaction([": hello\n\n"] + Self.base),
      showsVolatile: true)
    #expect(lines.count == 1 && lines[0].contains("ignored"), "\(lines)")
  }

  @Test func `events of one kind correspond, whatever the ids that say where to resume`() {
    func stream(_ id: String, _ time: Int, percent: Int) -> Interaction {
      Self.interaction([
        "id: a\(id)\nevent: started\ndata: {\"at\":\(time)}\n\n",
        "id: b\(id)\nevent: progress\ndata: {\"percent\":\(percent)}\n\n",
        "id: c\(id)\nevent: done\ndata: {\"at\":\(time),\"of\":1}\n\n",
      ])
    }
    #expect(
      DiffFixture.lines(stream("x", 1, percent: 50), stream("y", 2, percent: 50)) == [
        #"event(1 started) id "ax" → "ay""#, "event(1 started) $.at 1 → 2",
        #"event(2 progress) id "bx" → "by""#, #"event(3 done) id "cx" → "cy""#,
        "event(3 done) $.at 1 → 2",
      ])
  }
}
