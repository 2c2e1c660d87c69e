import Foundation
import VCRTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A cassette around whole tests.
final class InvokedXCTestFixtures: XCTestCase {
  override func invokeTest() {
    guard Fixture.isOn else { return super.invokeTest() }
    invokeTest { super.invokeTest() }
  }

  override func setUp() async throws {
    guard Fixture.isOn else { throw XCTSkip("the subject of another test") }
    let text = try await Fixture.text("/before")
    XCTAssertEqual(text, "/before")
  }

  func testAsynchronous() async throws {
    let text = try await Fixture.text("/invoked")
    XCTAssertEqual(text, "/invoked")
  }

  func testAskingForMore() async throws {
    _ = try? await Fixture.text("/more")
  }
}

/// Tests whose names differ in case alone, and a class whose name another one has, too.
final class AlikeXCTestFixtures: XCTestCase {
  override func setUp() async throws {
    if !Fixture.isOn { throw XCTSkip("the subject of another test") }
  }

  func testUser() async throws { try await ask("/upper") }

  func testuser() async throws { try await ask("/lower") }

  private func ask(_ path: String) async throws {
    // Once more, the same test has the same cassette.
    for _ in 1...2 {
      let text = try await withCassette { session in
        String(decoding: try await session.data(from: Fixture.url(path)).0, as: UTF8.self)
      }
      XCTAssertEqual(text, path)
    }
  }
}

final class XCTestFixtures: XCTestCase {
  override func setUp() async throws {
    if !Fixture.isOn { throw XCTSkip("the subject of another test") }
  }

  func testNamed() async throws {
    let text = try await withCassette { session in
      String(decoding: try await session.data(from: Fixture.url("/named")).0, as: UTF8.self)
    }
    XCTAssertEqual(text, "/named")
  }

  func testSynchronous() throws {
    let url = try Fixture.url("/synchronous")
    try withCassette("synchronous") { session in
      let done = expectation(description: "answered")
      session.dataTask(with: url) { data, _, _ in
        XCTAssertEqual(data, Data("/synchronous".utf8))
        done.fulfill()
      }.resume()
      wait(for: [done], timeout: 240)
    }
  }

  func testConfigured() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["Authorization": "Bearer \(Fixture.tokens)a"]
    try await withCassette("configured", configuration: configuration) { session in
      let (data, _) = try await session.data(from: Fixture.url("/configured"))
      XCTAssertEqual(data, Data("/configured of a".utf8))
    }
  }

  func testFailing() async throws {
    try await withCassette("xctest-failing") { session in
      _ = try await session.data(from: Fixture.url("/failing"))
      XCTFail("on purpose")
    }
  }

  func testSkipping() async throws {
    try await withCassette("xctest-skipping") { session in
      _ = try await session.data(from: Fixture.url("/skipping"))
      throw XCTSkip("the service lacks it")
    }
  }

  func testThrowingWithASecretInTheURL() async throws {
    try await withCassette("secrets") { session in
      _ = try await session.data(from: Fixture.url("/users?page=2&api_key=pl4nted-key"))
    }
  }

  func testSharingOne() async throws {
    try await withCassette("of-both") { _ = try await $0.data(from: Fixture.url("/one")) }
  }

  func testSharingTwo() async throws {
    try await withCassette("of-both") { _ = try await $0.data(from: Fixture.url("/two")) }
  }

  func testHidingTheError() async throws {
    try await withCassette("hidden") { session in
      _ = try? await session.data(from: Fixture.url("/users?page=2"))
    }
  }
}
