import Foundation
import TestSupport
import Testing
import VCRCore

@Suite struct DeckRecordingTests {
  typealias F = DeckFixture

  @Test func `once records when there is no cassette and refuses afterwards`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a")])
    let again = try fixture.deck(.once)
    #expect(try again.replayed(F.request("/a")) == "a")
    #expect(try again.refusal(F.request("/b")) != nil)
  }

  @Test func `new-episodes replays what is known and puts new ones where they occurred`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a"), (F.request("/c"), "c")])
    try fixture.record(
      [
        (F.request("/a"), "-"), (F.request("/b"), "b"), (F.request("/c"), "-"),
        (F.request("/d"), "d"),
      ],
      mode: .newEpisodes)
    #expect(try order(fixture) == ["/a", "/b", "/c", "/d"])
    #expect(try fixture.deck().replayed(F.request("/a")) == "a")
  }

  @Test func `new-episodes does not replay what it has just recorded`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/poll"), "1")])
    try fixture.record((0..<3).map { (F.request("/poll"), "new \($0)") }, mode: .newEpisodes)
    let deck = try fixture.deck()
    let texts = try (0..<3).map { _ in try deck.replayed(F.request("/poll")) }
    #expect(texts == ["1", "new 1", "new 2"])
  }

  @Test func `re-recording an unchanged service leaves the file as it was to the byte`() throws {
    let fixture = try F()
    let exchanges = ["/b", "/a", "/b"].map { (F.request($0), $0) }
    try fixture.record(exchanges)
    let before = try fixture.text()
    let modified = try modificationDate(fixture.cassette)
    let summary = try fixture.record([exchanges[1], exchanges[0], exchanges[2]], mode: .all)
    #expect(try fixture.text() == before)
    #expect(try modificationDate(fixture.cassette) == modified)
    #expect(summary.notices.isEmpty)
    #expect(!fixture.exists(fixture.journal))
  }

  @Test func `all replaces what changed, removes what is gone and leaves the rest alone`() throws {
    let fixture = try F()
    try fixture.record(["/a", "/b", "/c"].map { (F.request($0), "old \($0)") })
    let before = try fixture.text()
    let summary = try fixture.record(
      [(F.request("/a"), "old /a"), (F.request("/c"), "new /c"), (F.request("/d"), "new /d")],
      mode: .all)
    #expect(try order(fixture) == ["/a", "/c", "/d"])
    let after = try fixture.text()
    #expect(
      after.hasPrefix(
        before.components(separatedBy: "- request:")[0...1].joined(separator: "- request:")))
    #expect(after.contains("new /c"))
    #expect(summary.notices == ["removed 1 that no longer occur: GET https://api.example.com/b"])
  }

  @Test func `concurrent requests are stored by the start of the request`() throws {
    let fixture = try F()
    let deck = try fixture.deck(.once)
    var tickets: [Deck.Ticket] = []
    for path in ["/1", "/2", "/3"] {
      guard case .record(let ticket) = try deck.decide(F.request(path)) else {
        Issue.record("not recorded")
        return
      }
      tickets.append(ticket)
    }
    for ticket in tickets.reversed() { try deck.record(F.response("x"), for: ticket) }
    try deck.close()
    #expect(try order(fixture) == ["/1", "/2", "/3"])
  }

  @Test func `a failed run leaves the cassette alone and says where the journal is`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a")])
    let before = try fixture.text()
    let summary = try fixture.record([(F.request("/a"), "changed")], mode: .all, keeping: false)
    #expect(try fixture.text() == before)
    #expect(summary.journal == fixture.journal)
    // Asked for by name it is recovered; the next recording alone would discard it.
    let recovery = try CassetteRecovery.recover(cassette: fixture.cassette)
    #expect(recovery.recovered == 1)
    #expect(try fixture.text().contains("changed"))
    #expect(!fixture.exists(fixture.journal))
  }

  @Test func `the next recording discards the journal of a failed run and says so`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/wrong"), "wrong")], keeping: false)
    let summary = try fixture.record([(F.request("/right"), "right")])
    #expect(try order(fixture) == ["/right"])
    #expect(
      summary.notices.contains { $0.hasPrefix("discarded the recording of a run that failed") })
  }

  @Test func `an interrupted recording is taken up by the next one, a torn tail dropped`() throws {
    let fixture = try F()
    do {
      // Left open, as after a kill.
      let deck = try fixture.deck(.once)
      for path in ["/a", "/b", "/c"] {
        try deck.record(F.response("first run \(path)"), for: ticket(deck, path))
      }
    }
    let journal = try Data(contentsOf: URL(fileURLWithPath: fixture.journal))
    try journal.dropLast(5).write(to: URL(fileURLWithPath: fixture.journal))
    let summary = try fixture.record([(F.request("/a"), "second run /a"), (F.request("/d"), "d")])
    #expect(try order(fixture) == ["/a", "/d", "/b"])
    #expect(try fixture.text().contains("second run /a"))
    let notice = try #require(summary.notices.first)
    #expect(notice.hasPrefix("recovered 2 interactions of an interrupted recording"))
    #expect(notice.hasSuffix("an incomplete one at its end was dropped"))
    #expect(try !fixture.text().contains("order:"))
  }

  @Test(arguments: [RecordMode.once, .newEpisodes, .offline])
  func `what interrupted runs left stands before what came later`(mode: RecordMode) throws {
    let fixture = try F()
    for path in ["/a", "/b"] {
      // Left open, as after a kill.
      let deck = try fixture.deck(mode)
      try deck.record(F.response(path), for: ticket(deck, path))
    }
    try fixture.record([(F.request("/c"), "c")], mode: mode)
    #expect(try order(fixture) == ["/a", "/b", "/c"])
  }

  @Test func `new episodes that a killed run recorded, too, stand once as they came last`() throws {
    let fixture = try F()
    do {
      // Left open, as after a kill.
      let deck = try fixture.deck(.newEpisodes)
      for path in ["/a", "/b", "/a"] {
        try deck.record(F.response("killed \(path)"), for: ticket(deck, path))
      }
    }
    try fixture.record(
      [(F.request("/a"), "whole /a"), (F.request("/c"), "c")], mode: .newEpisodes)
    #expect(try order(fixture) == ["/b", "/a", "/a", "/c"])
    // The other one may be what somebody gets who asks twice.
    #expect(try fixture.text().components(separatedBy: "killed /a").count == 2)
  }

  @Test func `two recordings of one cassette at once are told apart`() throws {
    let fixture = try F()
    let first = try fixture.deck(.all)
    let error = #expect(throws: DeckError.self) { try fixture.deck(.all) }
    #expect(error?.kind == .inUse)
    try first.close()
    try fixture.deck(.all).close()
  }

  @Test func `a place that cannot be written is refused before anything is recorded`() throws {
    let fixture = try F()
    try fixture.write("a file, not a folder")
    let error = #expect(throws: DeckError.self) {
      try Deck(cassette: fixture.cassette + "/below.yaml", options: .init(mode: .all))
    }
    #expect(error?.kind == .unwritable)
  }

  @Test func `a recording that cannot begin when something is to be recorded fails the run`() throws
  {
    let fixture = try F()
    try fixture.write("a file, not a folder")
    func deck() throws -> Deck {
      try Deck(cassette: fixture.cassette + "/below.yaml", options: .init(mode: .newEpisodes))
    }
    try deck().close()
    let deck = try deck()
    let error = #expect(throws: DeckError.self) {
      try deck.record(F.response("new"), for: ticket(deck, "/a"))
    }
    #expect(error?.kind == .unwritable)
    let atTheEnd = #expect(throws: DeckError.self) { try deck.close() }
    #expect(atTheEnd == error)
  }

  @Test func `a fault of the recorder's own is never recorded and fails the run`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a")])
    let before = try fixture.text()
    let deck = try fixture.deck(.all)
    try deck.record(F.response("changed"), for: ticket(deck, "/a"))
    var failure = Interaction.Failure(.timedOut, message: "no connection within 30 s")
    failure.isOwn = true
    for path in ["/b", "/c"] {
      let error = #expect(throws: DeckError.self) {
        try deck.record(.failure(failure), for: ticket(deck, path))
      }
      #expect(error?.kind == .incomplete)
      #expect(error?.reason.contains("\(path) is not recorded: no connection") == true)
    }
    let error = #expect(throws: DeckError.self) { try deck.close() }
    #expect(error?.kind == .incomplete)
    #expect(error?.reason.hasPrefix("2 exchanges could not be recorded: no connection") == true)
    #expect(try fixture.text() == before)
    #expect(try CassetteRecovery.recover(cassette: fixture.cassette).recovered == 1)
  }

  @Test func `a run with nothing but a fault leaves nothing behind`() throws {
    let fixture = try F()
    let deck = try fixture.deck(.once)
    var failure = Interaction.Failure(.timedOut, message: "no connection within 30 s")
    failure.isOwn = true
    #expect(throws: DeckError.self) {
      try deck.record(.failure(failure), for: ticket(deck, "/a"))
    }
    #expect(throws: DeckError.self) { try deck.close() }
    #expect(!fixture.exists(fixture.journal))
    #expect(!fixture.exists(fixture.cassette))
  }

  @Test func `offline serves the freshest copy when the network fails`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "old"), (F.request("/b"), "old")])
    let deck = try fixture.deck(.offline)
    let ticket = try ticket(deck, "/a")
    #expect(try deck.fallback(for: ticket)?.interaction.text == "old")
    for text in ["new", "newer"] {
      try deck.record(F.response(text), for: self.ticket(deck, "/a"))
    }
    #expect(try deck.fallback(for: self.ticket(deck, "/a"))?.interaction.text == "newer")
    #expect(try deck.fallback(for: self.ticket(deck, "/c")) == nil)
    try deck.close()
    #expect(try order(fixture) == ["/a", "/b"])
    #expect(try fixture.deck().replayed(F.request("/a")) == "newer")
  }

  @Test(arguments: [
    ("https://user@API.example.com:8443/a?b", "api.example.com:8443", false),
    ("http://[::1]:80/", "[::1]:80", false),
    ("https://api.example.com/", "tenant.example.com", true),
  ])
  func `a Host field is stored when it says more than the URL`(
    url: String, host: String, isStored: Bool
  ) throws {
    let fixture = try F()
    let deck = try fixture.deck(.all)
    let request = Interaction.Request(url: url, headers: ["Host": host, "Accept": "*/*"])
    guard case .record(let ticket) = try deck.decide(request) else { throw NotRecorded() }
    try deck.record(F.response("a"), for: ticket)
    try deck.close()
    #expect(try fixture.text().contains("      Host: ") == isStored)
    #expect(try fixture.deck().replayed(request) == "a")
  }

  @Test func `a run without traffic changes nothing`() throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a")])
    let before = try fixture.text()
    try fixture.record([], mode: .all)
    #expect(try fixture.text() == before)
    #expect(!fixture.exists(fixture.journal))
  }

  @Test func `secrets reach neither journal nor cassette`() throws {
    let fixture = try F()
    let deck = try fixture.deck(.all)
    let request = F.request("/a?api_key=planted-1", headers: ["Authorization": "Bearer planted-2"])
    let ticket = try #require(try deck.ticket(request))
    try deck.record(F.response("a", headers: ["Set-Cookie": "id=planted-3; Path=/"]), for: ticket)
    #expect(try !String(contentsOfFile: fixture.journal, encoding: .utf8).contains("planted"))
    try deck.close()
    #expect(try !fixture.text().contains("planted"))
    #expect(try fixture.deck().replayed(request) == "a")
  }

  @Test func `the journal is for its owner's eyes alone`() throws {
    let fixture = try F()
    let deck = try fixture.deck(.all)
    let mode = try FileManager.default.attributesOfItem(atPath: fixture.journal)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try deck.close()
  }

  private func ticket(_ deck: Deck, _ path: String) throws -> Deck.Ticket {
    try #require(try deck.ticket(F.request(path)))
  }

  private func order(_ fixture: DeckFixture) throws -> [String] {
    try fixture.text().split(separator: "\n").compactMap { line in
      line.hasPrefix("    url: https://api.example.com")
        ? String(line.dropFirst("    url: https://api.example.com".count)) : nil
    }
  }

  private func modificationDate(_ path: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }
}
