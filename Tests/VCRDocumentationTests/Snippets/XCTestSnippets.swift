#if canImport(XCTest)
  import Foundation
  import VCRTesting
  import XCTest

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  final class UserListXCTests: XCTestCase {
    func testFirstPage() async throws {
      try await withCassette { session in
        let (data, _) = try await session.data(from: page(1))
        XCTAssertEqual(try JSONDecoder().decode([User].self, from: data).count, 5)
      }
    }
  }

  final class UserServiceXCTests: XCTestCase {
    override func invokeTest() {
      invokeTest(withCassette: "users") { super.invokeTest() }
    }

    func testAllUsers() async throws {
      let users = try await UserService(session: VCR.session).users()
      XCTAssertEqual(users.count, 20)
    }
  }
#endif
