import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One cassette for the tests of a suite, which run in parallel.
@Suite(.enabled(if: Fixture.isOn), .cassette("by-suite"))
struct SuiteCassetteFixtures {
  @Test func one() async throws { try await visit("one") }
  @Test func two() async throws { try await visit("two") }
  @Test func three() async throws { try await visit("three") }

  /// Asks for pages of its own, and for one that all ask for.
  private func visit(_ name: String) async throws {
    for path in ["/suite/\(name)/1", "/suite/common", "/suite/\(name)/2"] {
      #expect(try await Fixture.text(path) == path)
    }
    if Fixture.failing == name { Issue.record("on purpose") }
  }
}

/// One cassette for the tests of two users.
@Suite(.enabled(if: Fixture.isOn), .cassette("by-users"))
struct UserFixtures {
  @Test func ada() async throws { try await visit("a") }
  @Test func grace() async throws { try await visit("g") }

  private func visit(_ user: String) async throws {
    for path in ["/users/common", "/users/only-\(user)", "/users/common"] {
      #expect(try await Fixture.text(path, of: user) == "\(path) of \(user)")
    }
  }
}

/// The same, one after the other.
@Suite(.enabled(if: Fixture.isOn), .serialized, .cassette("by-turns"))
struct SerializedSuiteFixtures {
  @Test func second() async throws { try await visit("second") }
  @Test func first() async throws { try await visit("first") }

  private func visit(_ name: String) async throws {
    #expect(try await Fixture.text("/turns/\(name)") == "/turns/\(name)")
  }
}

/// One cassette for the cases of a test, and one that two tests name.
@Suite(.enabled(if: Fixture.isOn))
struct NamedTwiceFixtures {
  @Test(.cassette("by-cases"), arguments: ["b", "a", "c"], [2, 1])
  func cases(word: String, number: Int) async throws {
    let path = "/cases/\(word)/\(number)"
    #expect(try await Fixture.text(path) == path)
  }

  @Test(.cassette("by-two")) func left() async throws {
    #expect(try await Fixture.text("/two/left") == "/two/left")
  }

  @Test(.cassette("by-two")) func right() async throws {
    #expect(try await Fixture.text("/two/right") == "/two/right")
  }
}

/// An argument that says nothing of itself.
final class Reference: Sendable {
  let path: String
  init(_ path: String) { self.path = path }
}

/// An argument that does not say what distinguishes it.
struct Account: Codable, Identifiable, CustomTestStringConvertible {
  let id: Int
  var testDescription: String { "Ada" }
}

/// Tests and cases whose names are alike.
@Suite(.enabled(if: Fixture.isOn), .cassettes)
struct AlikeFixtures {
  @Test(arguments: ["a b", "a-b", "a-b-", ".a-b"]) func text(text: String) async throws {
    let path = "/text/\(Array(text.utf8).map(String.init).joined(separator: "."))"
    #expect(try await Fixture.text(path) == path)
  }

  @Test(arguments: ["a-b", "a"], ["c", "b-c"]) func pair(left: String, right: String) async throws {
    let path = "/pair/\(left).\(right)"
    #expect(try await Fixture.text(path) == path)
  }

  @Test(arguments: [Reference("/one"), Reference("/two")])
  func reference(to reference: Reference) async throws {
    let path = "/reference" + reference.path
    #expect(try await Fixture.text(path) == path)
  }

  @Test(arguments: [1, 2, 3, 4].map(Account.init)) func account(of account: Account) async throws {
    let path = "/account/\(account.id)"
    #expect(try await Fixture.text(path) == path)
  }

  @Test func `well known`() async throws {
    #expect(try await Fixture.text("/well/known") == "/well/known")
  }

  @Test func `well-known`() async throws {
    #expect(try await Fixture.text("/well-known") == "/well-known")
  }

  @Test func `Well known`() async throws {
    #expect(try await Fixture.text("/Well") == "/Well")
  }
}

/// Several traits on one test.
@Suite(.enabled(if: Fixture.isOn), .cassettes)
struct SeveralTraitsFixtures {
  @Test(.cassette("composed"), .stubs([.stub(.get, "https://api.example.com/stubbed", json: 1)]))
  func stubsComeFirst() async throws {
    let url = try #require(URL(string: "https://api.example.com/stubbed"))
    #expect(try await VCR.session.data(from: url).0 == Data("1".utf8))
    #expect(try await Fixture.text("/recorded") == "/recorded")
  }

  @Test(.cassette("first"), .cassette("second")) func hasTwo() async throws {
    _ = try await Fixture.text("/two")
  }

  @Test(.cassette("unasked")) func asksForNothing() {}

  @Test(.cassette("downloaded")) func downloadsAlone() async throws {
    for _ in 1...2 { _ = try? await VCR.session.download(from: Fixture.url("/file")) }
  }

  @Test(.cassette("spoken")) func speaksThroughAWebSocketAlone() async throws {
    let task = VCR.session.webSocketTask(with: try #require(URL(string: "ws://127.0.0.1:1/")))
    task.resume()
    await #expect(throws: (any Error).self) { try await task.receive() }
  }

  @Test(.cassette("dropped", hooks: .init(beforeRecord: { _ in nil })))
  func dropsAll() async throws { _ = try await Fixture.text("/dropped") }

  @Test(.cassette("old.har")) func namesAnArchive() {}

  @Test(arguments: ["", "users/"]) func namesNoFile(name: String) async throws {
    try await withCassette(name) { _ = try await $0.data(from: Fixture.url("/nameless")) }
  }
}

/// Stubs for all tests of a suite, some of which have a cassette.
@Suite(
  .enabled(if: Fixture.isOn),
  .stubs(
    .stub(.get, "https://api.example.com/who", json: "suite"),
    .stub(.get, "https://api.example.com/all", json: "suite")))
struct StubbedSuiteFixtures {
  @Test(.cassette("in-stubs")) func hasACassette() async throws {
    #expect(try await Fixture.stubbed("who") == #""suite""#)
    #expect(try await Fixture.text("/recorded") == "/recorded")
  }

  @Test(.stubs(.stub(.get, "https://api.example.com/who", json: "test")))
  func hasStubsOfItsOwn() async throws {
    #expect(try await Fixture.stubbed("who") == #""test""#)
    #expect(try await Fixture.stubbed("all") == #""suite""#)
  }

  @Suite(.cassette("nested-in-stubs")) struct Inner {
    @Test(.stubs(.stub(.get, "https://api.example.com/who", json: "test")))
    func hasAll() async throws {
      #expect(try await Fixture.stubbed("who") == #""test""#)
      #expect(try await Fixture.stubbed("all") == #""suite""#)
      #expect(try await Fixture.text("/nested") == "/nested")
    }
  }
}

/// A cassette for all tests of a suite, some of which have stubs.
@Suite(.enabled(if: Fixture.isOn), .cassette("around-stubs"))
struct StubsInCassetteFixtures {
  @Test(.stubs(.stub(.get, "https://api.example.com/who", json: "test")))
  func hasStubs() async throws {
    #expect(try await Fixture.stubbed("who") == #""test""#)
    #expect(try await Fixture.text("/recorded") == "/recorded")
  }
}
