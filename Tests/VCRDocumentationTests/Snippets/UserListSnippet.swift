import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct UserTests {
  struct User: Decodable { var name: String }

  @Test(.cassette("users"))
  func `the user list is decoded`() async throws {
    // The first run records Cassettes/users.yaml beside this file, every later one replays it.
    let url = try #require(URL(string: "https://api.example.com/users"))
    let (data, _) = try await VCR.session.data(from: url)
    #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
  }
}
