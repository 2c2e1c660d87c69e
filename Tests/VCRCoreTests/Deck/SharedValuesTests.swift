import Foundation
import TestSupport
import Testing

@testable import VCRCore

/// Tests that record one cassette together have their users told apart in it.
struct SharedValuesTests {
  typealias F = DeckFixture

  private static let users = ["ada", "grace"]

  private static func token(_ user: String) -> String { "q7Zt2LmX9vB4nRk1w3Ys8KpD1c\(user)" }

  private func open(_ fixture: F, _ part: String, _ policy: RequestEquivalence) throws
    -> CassetteLock
  {
    try VCREnvironment.$current.withValue(VCREnvironment([:])) {
      try CassetteLock(
        path: fixture.cassette, options: Deck.Options(mode: .once, equivalence: policy),
        owner: part, part: CassettePart(name: part, isShared: true))
    }
  }

  @Test func `what is recovered of the parts of a cassette tells their users apart`() throws {
    let policy: RequestEquivalence = [.method, .url, .headers("Authorization")]
    func request(_ user: String) -> Interaction.Request {
      F.request("/me", headers: ["Authorization": "Bearer \(Self.token(user))"])
    }
    let fixture = try F()
    let locks = try Self.users.map { try open(fixture, $0, policy) }
    for (user, lock) in zip(Self.users, locks) {
      let ticket = try #require(try lock.deck.ticket(request(user)))
      try lock.deck.record(F.response("of \(user)"), for: ticket)
    }
    // What a kill would have left.
    let killed = try F()
    let journals = JournalPath.all(beside: fixture.cassette)
    #expect(journals.count == 2)
    for journal in journals {
      let name = String(journal.dropFirst(fixture.folder.path.count))
      try FileManager.default.copyItem(atPath: journal, toPath: killed.folder.path + name)
    }
    for lock in locks { try lock.close(keeping: true) }
    _ = try CassetteRecovery.recover(cassette: killed.cassette, equivalence: policy)
    for cassette in [fixture, killed] {
      let text = try cassette.text()
      #expect(text.contains("{{AUTHORIZATION}}") && text.contains("{{AUTHORIZATION_2}}"))
      #expect(text.contains("\nvalue_digests:\n  salt: '"))
      let replaying = try cassette.deck(.none, policy)
      for user in Self.users.reversed() {
        #expect(try replaying.replayed(request(user)) == "of \(user)")
      }
    }
  }

  @Test func `a placeholder in a side file gets its new name, too`() throws {
    let fixture = try F()
    let text = "key {{API_KEY}}: " + String(repeating: "all is well. ", count: 90_000)
    try fixture.record([(F.request("/log"), text)])
    let file = try CassetteFile(path: fixture.cassette)
    let old = try #require(try file.interaction(at: 0).outcome.asResponse).body
    #expect(try fixture.text().contains("file: "))
    #expect(old.bytes.starts(with: Array("key {{API_KEY}}: all".utf8)))
    var files: [SideFile] = []
    let renamed = try file.renaming(
      PlaceholderRenaming { $0 + Array("_2".utf8) }, files: &files)
    #expect(files.count == 1)
    try SideFiles(path: fixture.cassette).write(files)
    let new = try #require(try renamed.interaction(at: 0).outcome.asResponse).body
    #expect(new.bytes.starts(with: Array("key {{API_KEY_2}}: all".utf8)))
  }
}
