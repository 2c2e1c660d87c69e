import Foundation
import Testing

@testable import VCRCore

/// A recovery tells two values of one place apart as the cassette of the whole run would have.
struct RecoveredValuesTests {
  typealias F = DeckFixture

  private static let users = ["ada", "grace", "mary"]

  private func request(_ user: String, _ round: Int) -> Interaction.Request {
    F.request(
      user == "mary" ? "/new" : "/me",
      headers: ["Authorization": "Bearer q7Zt2LmX9vB4nRk\(round)w3Ys8KpD1c\(user)"])
  }

  private func record(_ users: [String], round: Int, by deck: Deck) throws {
    for user in users {
      let ticket = try #require(try deck.ticket(request(user, round)))
      try deck.record(F.response("of \(user)"), for: ticket)
    }
  }

  @Test(arguments: [RecordMode.once, .all, .newEpisodes])
  func `what is recovered is what the whole run would have saved`(mode: RecordMode) throws {
    let policy: RequestEquivalence = [.method, .url, .headers("Authorization")]
    let fixture = try F()
    let other = try F()
    if mode != .once {
      // A cassette with digests, to which a user comes.
      let deck = try fixture.deck(.once, policy)
      try record(["ada", "grace"], round: 1, by: deck)
      try deck.close()
      try FileManager.default.copyItem(atPath: fixture.cassette, toPath: other.cassette)
    }
    let deck = try fixture.deck(mode, policy)
    try record(mode == .newEpisodes ? ["mary"] : Self.users, round: 1, by: deck)
    try FileManager.default.copyItem(atPath: fixture.journal, toPath: other.journal)
    try deck.close()
    _ = try CassetteRecovery.recover(cassette: other.cassette, equivalence: policy)
    let text = try fixture.text()
    #expect(text.contains("\nvalue_digests:\n  salt: '"))
    #expect(try other.text() == text)

    let replaying = try other.deck(.none, policy)
    for user in Self.users.reversed() {
      #expect(try replaying.replayed(request(user, 1)) == "of \(user)")
    }
  }

  @Test func `a journal has no more of a value than the cassette`() throws {
    let fixture = try F()
    let deck = try fixture.deck(.once, .standard)
    try record(Self.users + Self.users, round: 1, by: deck)
    let journal = try String(contentsOfFile: fixture.journal, encoding: .utf8)
    let lines = journal.split(separator: "\n").filter { $0.hasPrefix("  values: ") }
    #expect(lines.count == Self.users.count)
    try deck.close()
    for (number, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      #expect(words.count == 5 && words[2] == "AUTHORIZATION" && words[3] == "\(number + 1)")
      #expect(words.last?.count == ValueDigests.length)
      #expect(try fixture.text().contains(words[4]))
    }
    #expect(!journal.contains("q7Zt2"))
  }

  @Test func `a run that follows a killed one has the digests of both`() throws {
    let policy: RequestEquivalence = [.method, .url, .headers("Authorization")]
    let fixture = try F()
    do {
      // Left open, as after a kill.
      let deck = try fixture.deck(.once, policy)
      try record(["ada", "grace"], round: 1, by: deck)
    }
    let recovered = try F()
    try FileManager.default.copyItem(atPath: fixture.journal, toPath: recovered.journal)
    _ = try CassetteRecovery.recover(cassette: recovered.cassette, equivalence: policy)
    let deck = try fixture.deck(.once, policy)
    try deck.close()
    #expect(try fixture.text() == recovered.text())
  }
}
