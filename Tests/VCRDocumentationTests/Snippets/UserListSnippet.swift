#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

import Foundation
import Testing
import VCRTesting

@Test(.cassette("users"))
func `the user list is decoded`() async throws {
  // The first run records Cassettes/users.yaml beside this file, every later one replays it.
  let (data, _) = try await VCR.session.data(from: usersURL)
  #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
}
