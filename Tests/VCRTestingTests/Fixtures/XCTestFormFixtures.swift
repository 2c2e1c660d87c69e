import Foundation
import VCRTesting
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Every form in which a test case has a cassette.
final class XCTestFormFixtures: XCTestCase {
  private struct OwnError: Error {}

  /// Another query in every run.
  private static let nonce = UUID().uuidString
  private static let withoutQuery = Cassette.Deck.Options(
    mode: .once, equivalence: [.method, .path])

  override func setUp() async throws {
    if !Fixture.isOn { throw XCTSkip("the subject of another test") }
  }

  /// Asks through a session from synchronous code.
  private func ask(_ session: URLSession, _ path: String) throws {
    let done = expectation(description: "answered")
    session.dataTask(with: try Fixture.url(path)) { data, _, error in
      XCTAssertEqual(data, Data(path.utf8), "\(error as Any)")
      done.fulfill()
    }.resume()
    wait(for: [done], timeout: 240)
  }

  func testOptions() async throws {
    let path = "/options?nonce=\(Self.nonce)"
    let text = try await withCassette("options", Self.withoutQuery) { session in
      String(decoding: try await session.data(from: Fixture.url(path)).0, as: UTF8.self)
    }
    XCTAssert(text.hasPrefix("/options"), text)
  }

  func testSynchronousOptions() throws {
    var options = Self.withoutQuery
    options.requiresAll = true
    try withCassette("synchronous-options", options) { session in
      try ask(session, "/first")
      try ask(session, "/second")
    }
  }

  func testMode() async throws {
    for path in ["/one", "/two"] {
      try await withCassette("mode", mode: .newEpisodes) { session in
        let (data, _) = try await session.data(from: Fixture.url(path))
        XCTAssertEqual(data, Data(path.utf8))
      }
    }
  }

  func testStubs() throws {
    let stub = Cassette.Stub.stub(.get, try Fixture.url("/stubbed").absoluteString, json: "a stub")
    try withCassette("stubs", stubs: [stub]) { session in
      try ask(session, "/recorded")
      let done = expectation(description: "answered")
      session.dataTask(with: try Fixture.url("/stubbed")) { data, _, _ in
        XCTAssertEqual(data, Data(#""a stub""#.utf8))
        done.fulfill()
      }.resume()
      wait(for: [done], timeout: 240)
    }
  }

  func testProcess() async throws {
    try await withCassette("process", scope: .process) { _ in
      let (data, _) = try await URLSession.shared.data(from: Fixture.url("/process"))
      XCTAssertEqual(data, Data("/process".utf8))
    }
  }

  func testSynchronousProcess() throws {
    try withCassette("synchronous-process", scope: .process) { _ in
      try ask(.shared, "/synchronous/process")
    }
  }

  func testExpectingNoMatch() async throws {
    try await withCassette("no-match", mode: .none, failsOnUnmatched: false) { session in
      do {
        _ = try await session.data(from: Fixture.url("/other"))
        XCTFail("something matched")
      } catch is UnmatchedRequest {}
    }
  }

  func testThrowing() throws {
    XCTAssertThrowsError(
      try withCassette("throwing") { session in
        try ask(session, "/throwing")
        throw OwnError()
      }
    ) { XCTAssert($0 is OwnError, "\($0)") }
  }
}

/// A cassette with a name and options around whole tests.
final class InvokedByNameXCTestFixtures: XCTestCase {
  override func invokeTest() {
    guard Fixture.isOn else { return super.invokeTest() }
    let options = Cassette.Deck.Options(mode: .once, equivalence: [.method, .path])
    let stub = Cassette.Stub.stub(.get, "https://api.example.com/who", json: "a stub")
    invokeTest(withCassette: "invoked", options, stubs: [stub]) { super.invokeTest() }
  }

  func testAsking() async throws {
    guard Fixture.isOn else { throw XCTSkip("the subject of another test") }
    print("the test runs")
    let text = try await Fixture.text("/asked?nonce=\(UUID().uuidString)")
    XCTAssert(text.hasPrefix("/asked"), text)
    let stubbed = try await Fixture.stubbed("who")
    XCTAssertEqual(stubbed, #""a stub""#)
  }
}
