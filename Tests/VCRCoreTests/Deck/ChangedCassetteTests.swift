import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// A cassette that is changed by somebody else while a run records it.
struct ChangedCassetteTests {
  typealias F = DeckFixture

  /// Opens a deck, alone or as one of the scopes of a run, and returns what closes it.
  private func open(
    _ fixture: F, _ mode: RecordMode, isShared: Bool
  ) throws -> (deck: Deck, close: () throws -> Deck.Summary) {
    guard isShared else {
      let deck = try fixture.deck(mode)
      return (deck, { try deck.close() })
    }
    let lock = try VCREnvironment.$current.withValue(VCREnvironment([:])) {
      try CassetteLock(
        path: fixture.cassette, options: Deck.Options(mode: mode), owner: "one",
        part: CassettePart(name: "one", isShared: true))
    }
    return (lock.deck, { try lock.close(keeping: true) })
  }

  private func record(_ path: String, with deck: Deck) throws {
    guard case .record(let ticket) = try deck.decide(F.request(path)) else {
      Issue.record("\(path) is not recorded")
      return
    }
    try deck.record(F.response("new \(path)"), for: ticket)
  }

  @Test(arguments: [true, false])
  func `what was edited and added meanwhile stays beside what was recorded`(isShared: Bool) throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a"), (F.request("/b"), "b")])
    let (deck, close) = try open(fixture, .newEpisodes, isShared: isShared)
    try record("/c", with: deck)
    let before = try fixture.text()
    let added = before.replacing("/b", with: "/d").components(separatedBy: "- request:").last ?? ""
    try fixture.write(
      before.replacing(" a\n", with: " edited\n") + "- request:" + added)
    let notices = try close().notices
    #expect(notices.contains { $0.hasPrefix("it was changed while it was recorded") })
    let replay = try fixture.deck()
    #expect(try replay.replayed(F.request("/a")) == "edited")
    #expect(try replay.replayed(F.request("/b")) == "b")
    #expect(try replay.replayed(F.request("/c")) == "new /c")
    #expect(try replay.replayed(F.request("/d")) == "b")
    #expect(!fixture.exists(fixture.journal))
  }

  @Test(arguments: [true, false])
  func `a cassette that another program wrote first is added to`(isShared: Bool) throws {
    let fixture = try F()
    let (deck, close) = try open(fixture, .once, isShared: isShared)
    try record("/c", with: deck)
    let other = try F()
    try other.record([(F.request("/a"), "a")])
    try fixture.write(try other.text())
    _ = try close()
    let replay = try fixture.deck()
    #expect(try replay.replayed(F.request("/a")) == "a")
    #expect(try replay.replayed(F.request("/c")) == "new /c")
  }

  @Test(arguments: [true, false])
  func `one that cannot be read any more stays as it is, and the recording is kept`(
    isShared: Bool
  ) throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a")])
    let (deck, close) = try open(fixture, .newEpisodes, isShared: isShared)
    try record("/c", with: deck)
    try fixture.write("vcr: 1\ninteractions: [\n")
    let error = try #require(throws: DeckError.self) { try close() }
    #expect("\(error)".contains("cannot be read as it is now"), "\(error)")
    #expect("\(error)".contains("vcr recover"), "\(error)")
    #expect(try fixture.text() == "vcr: 1\ninteractions: [\n")
    #expect(fixture.exists(fixture.journal))
  }

  @Test(arguments: [true, false])
  func `one that somebody removed is there again, also where the recording is the same`(
    isShared: Bool
  ) throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "new /a")])
    let before = try fixture.text()
    let (deck, close) = try open(fixture, .all, isShared: isShared)
    try record("/a", with: deck)
    try FileManager.default.removeItem(atPath: fixture.cassette)
    _ = try close()
    #expect(try fixture.text() == before)
  }

  @Test(arguments: [true, false])
  func `one that was only touched is as it was`(isShared: Bool) throws {
    let fixture = try F()
    try fixture.record([(F.request("/a"), "a")])
    let before = try fixture.text()
    let (deck, close) = try open(fixture, .all, isShared: isShared)
    try record("/b", with: deck)
    try fixture.write(before)
    let notices = try close().notices
    #expect(!notices.contains { $0.hasPrefix("it was changed") })
    #expect(try fixture.deck().replayed(F.request("/b")) == "new /b")
  }
}
