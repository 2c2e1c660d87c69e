import Foundation
import TestSupport
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// An app has types with the names of ours, beside which ours have to be reached by the module. The
// module VCR has an enumeration of its name, so that `VCR.` is not enough where an app has another.
private enum VCR { static let session = "a tape deck" }
private enum Cassette { static let deck = 1 }
private struct Redaction {}
private struct UnmatchedRequest: Error {}
private final class ReplayingURLProtocol {}
private func withCassette(_ name: String) -> String { name }
private func withStubs(_ stubs: Int...) -> Int { stubs.count }

struct QualifiedNamesTests {
  @Test func `ours are reached by the module where an app has types of the same names`()
    async throws
  {
    #expect(VCR.session == "a tape deck" && Cassette.deck == 1)
    #expect(withCassette("a") == "a" && withStubs(1, 2) == 2)

    let url = try #require(URL(string: "https://api.example.com/users"))
    let stub = VCRTesting.Cassette.Stub.stub(.get, url.absoluteString, json: [1, 2])
    let data = try await VCRTesting.withStubs(stub) { session in
      _ = try await VCRTesting.VCR.session.data(from: url)
      return try await session.data(from: url).0
    }
    #expect(try VCRTesting.Cassette.Body(Array(data)).decoded(as: [Int].self) == [1, 2])

    let folder = try TemporaryDirectory()
    try folder.write("vcr: 1\ninteractions: []\n", to: "users.yaml")
    try await VCRTesting.withCassette(folder.path + "/users", mode: .none, stubs: [stub]) {
      session in
      _ = try await session.data(from: url)
    }
    let deck = VCRTesting.Cassette.Deck(
      stubs: [stub], options: .init(redaction: VCRTesting.Redaction.standard))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.replay(deck)
    await #expect(throws: VCRTesting.UnmatchedRequest.self) {
      let unknown = url.appending(path: "unknown")
      _ = try await URLSession(configuration: configuration).data(from: unknown)
    }
    #expect(VCRTesting.ReplayingURLProtocol.canInit(with: URLRequest(url: url)))
    _ = ReplayingURLProtocol()
  }
}
