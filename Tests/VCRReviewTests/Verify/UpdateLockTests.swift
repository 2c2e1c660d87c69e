import TestSupport
import Testing
import VCRCore

@testable import VCRReview

struct UpdateLockTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var path: String { folder.path + "/c.yaml" }

  @Test func `nobody records a cassette while it is updated, and anybody after that`() throws {
    try folder.write("- request: {method: GET, url: http://a.test/}\n", to: "c.yaml")
    let lock = try UpdateLock(cassette: path)
    let error = try withExtendedLifetime(lock) {
      try #require(throws: DeckError.self) { _ = try UpdateLock(cassette: path) }
    }
    #expect(error.kind == .inUse)
    #expect(error.path.hasSuffix("c.yaml"))
  }

  @Test func `a lock that is given up leaves nothing beside the cassette`() throws {
    try folder.write("- request: {method: GET, url: http://a.test/}\n", to: "c.yaml")
    for _ in 0..<2 {
      let lock = try UpdateLock(cassette: path)
      withExtendedLifetime(lock) { #expect(FileSystem.exists(path + ".recording")) }
    }
    #expect(!FileSystem.exists(path + ".recording"))
  }
}
