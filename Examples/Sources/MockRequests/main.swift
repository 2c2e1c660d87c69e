//     swift run --package-path Examples --scratch-path .build mock-requests
//
// Mock requests with expectations: what is expected has to come, nothing else may.

import Foundation
import VCR

do {
  try await withStubs(
    .expect(.post, "https://api.example.com/users", status: 503),
    .expect(.post, "https://api.example.com/users", status: 201),
    .expect(.get, "https://api.example.com/users/7", json: ["id": 7, "name": "Ada"])
  ) { session in
    let service = UserService(session: session)
    try await service.add(UserService.User(id: 7, name: "Ada"))
    print("added, at the second attempt")
  }
} catch {
  // The third expectation was not met.
  print(error)
}
