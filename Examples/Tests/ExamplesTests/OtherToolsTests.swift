import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The recordings of other tools, which the product `VCROtherTools` reads.
@Suite struct OtherToolsTests {
  @Test(.cassette("archive.har"))
  func `an archive is a test's cassette as it is`() async throws {
    #expect(try await VCR.session.text("https://api.example.com/users") == #"[{"name":"Ada"}]"#)
  }

  @Test(.cassette("ruby.yml"))
  func `requests match as the tool that recorded has it`() async throws {
    // WebMock, by which Ruby VCR sees requests, keeps the last of several values alone.
    #expect(
      try await VCR.session.text("https://api.example.com/search?tag=go&tag=swift&page=2")
        == "found")
  }

  @Test func `a policy that a test names has the last word`() async throws {
    await #expect(throws: (any Error).self) {
      let options = Cassette.Deck.Options(equivalence: [.method, .path, .query])
      return try await withCassette("ruby.yml", options) {
        try await $0.text("https://api.example.com/search?tag=go&tag=swift&page=2")
      }
    }
  }

  @Test func `nothing is recorded into it, and the error says what to type`() throws {
    let archive = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Cassettes/archive.har").path
    let error = try #require(throws: (any Error).self) {
      _ = try Cassette.Deck(cassette: archive, options: .init(mode: .all))
    }
    #expect("\(error)".contains("a recording of HAR"), "\(error)")
    #expect("\(error)".contains("vcr convert "), "\(error)")
  }
}
