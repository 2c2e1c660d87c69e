import Dispatch
import Foundation
import Testing
import VCRLocks
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.enabled(if: Fixture.isOn), .cassettes)
struct NamedFixtures {
  @Test func plain() async throws { #expect(try await Fixture.text("/plain") == "/plain") }

  @Test func `a raw name`() async throws { #expect(try await Fixture.text("/raw") == "/raw") }

  @Test(arguments: ["one", "a/b"], [1, 2])
  func cases(word: String, number: Int) async throws {
    let path = "/\(word.count)/\(number)"
    #expect(try await Fixture.text(path) == path)
  }

  @Test func asksForNothing() {}

  @Test(.cassette("own")) func own() async throws {
    #expect(try await Fixture.text("/own") == "/own")
  }

  @Suite struct Inner {
    @Test func deep() async throws { #expect(try await Fixture.text("/deep") == "/deep") }
  }
}

/// Arguments that are no words, of which each is like no other.
@Suite(.enabled(if: Fixture.isOn), .cassettes)
struct ReadableCaseFixtures {
  enum Kind: Sendable { case plain, paid, free(trial: Int) }

  @Test(arguments: [Kind.plain, .paid, .free(trial: 30)]) func kind(of kind: Kind) async throws {
    let path = "/kind/\(String(describing: kind).prefix { $0 != "(" })"
    #expect(try await Fixture.text(path) == path)
  }

  @Test(arguments: ["https://api.example.com/users?page=2"]) func link(to link: String) async throws
  { #expect(try await Fixture.text("/link") == "/link") }

  @Test(arguments: [".plain", "PLAIN"]) func spelled(text: String) async throws {
    #expect(try await Fixture.text("/\(text)") == "/\(text)")
  }
}

@Suite(.enabled(if: Fixture.isOn), .serialized, .cassette("of-all"))
struct SharingFixtures {
  @Test func one() async throws { #expect(try await Fixture.text("/one") == "/one") }

  @Test func two() async throws { #expect(try await Fixture.text("/two") == "/two") }

  @Test(.cassette("alone")) func alone() async throws {
    #expect(try await Fixture.text("/alone") == "/alone")
  }
}

/// Code that cannot be changed: it asks the shared session, and others in tasks of their own.
@Suite(.enabled(if: Fixture.isOn), .cassettes(scope: .process))
struct ProcessFixtures {
  @Test func one() async throws { try await visit("/process/one") }
  @Test func two() async throws { try await visit("/process/two") }
  @Test func three() async throws { try await visit("/process/three") }

  private func visit(_ path: String) async throws {
    let url = try Fixture.url(path)
    #expect(try await URLSession.shared.data(from: url).0 == Data(path.utf8))
    let detached = Task.detached { try await VCR.session.data(from: url).0 }
    #expect(try await detached.value == Data(path.utf8))
  }
}

/// Synchronous code that cannot be changed, in tests that run at the same time.
@Suite(.enabled(if: Fixture.isOn))
struct SynchronousTurnFixtures {
  @Test(arguments: ["one", "two", "three"]) func parallel(name: String) throws {
    #expect(try visit(name) == "/process/\(name)")
  }

  @Test func threads() async {
    let names = ["four", "five", "six"]
    let found = Mutex<[String]>([])
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for name in names {
        group.enter()
        Thread.detachNewThread {
          let text: String
          do { text = try visit(name) } catch { text = "\(error)" }
          found.withLock { $0.append(text) }
          group.leave()
        }
      }
      group.notify(queue: .global()) { continuation.resume() }
    }
    #expect(found.withLock { $0.sorted() } == names.map { "/process/\($0)" }.sorted())
  }

  /// The text of a page, through the shared session.
  private func visit(_ name: String) throws -> String {
    let url = try Fixture.url("/process/\(name)")
    return try withCassette(name, scope: .process) { _ in
      let done = DispatchSemaphore(value: 0)
      let text = Mutex("")
      URLSession.shared.dataTask(with: url) { data, _, error in
        text.withLock { $0 = data.map { String(decoding: $0, as: UTF8.self) } ?? "\(error as Any)" }
        done.signal()
      }.resume()
      done.wait()
      // The others come meanwhile.
      Thread.sleep(forTimeInterval: 0.2)
      return text.withLock { $0 }
    }
  }
}

@Suite(.enabled(if: Fixture.isOn))
struct ReachFixtures {
  @Test(.cassette("outer", scope: .process)) func runsBesideAnother() async throws {
    #expect(try await Fixture.text("/outer") == "/outer")
    _ = try await withCassette("inner") { try await $0.data(from: Fixture.url("/inner")) }
  }

  @Test(.cassette("outer", scope: .process)) func wantsTheProcessTwice() async throws {
    #expect(try await Fixture.text("/outer") == "/outer")
    _ = try await withCassette("inner", scope: .process) {
      try await $0.data(from: Fixture.url("/inner"))
    }
  }

  @Test func wantsTheProcessTwiceAtOnce() throws {
    try withCassette("outer", scope: .process) { _ in
      try withCassette("between") { _ in
        try withCassette("inner", scope: .process) { _ in }
      }
    }
  }

  @Test(.cassette("outer", scope: .process)) func makesASessionOfItsOwn() async throws {
    #expect(try await Fixture.text("/outer") == "/outer")
    let own = Task.detached {
      try await URLSession(configuration: .default).data(from: Fixture.url("/own")).0
    }
    #expect(try await own.value == Data("/own".utf8))
  }

  @Test func asksNothingOfItsScope() throws {
    try withCassette("idle") { _ in }
  }
}

@Suite(.enabled(if: Fixture.isOn))
struct FaultyFixtures {
  @Test(.cassette("failing")) func failsAfterRecording() async throws {
    #expect(try await Fixture.text("/failing") == "something else")
  }

  @Test(.cassette("throwing")) func throwsAfterRecording() async throws {
    _ = try await Fixture.text("/throwing")
    throw CancellationError()
  }

  #if compiler(>=6.3)
    @Test(.cassette("skipping", requiresAll: true)) func skipsItself() async throws {
      _ = try await Fixture.text("/skipping")
      try Test.cancel("the service lacks it")
    }
  #endif

  @Test(.cassette("known")) func hasAKnownIssue() async throws {
    _ = try await Fixture.text("/known")
    withKnownIssue { Issue.record("known") }
  }

  @Test(.cassette("hidden")) func hidesTheError() async throws {
    _ = try? await Fixture.text("/users?page=2")
  }

  @Test(.cassette("hidden")) func throwsTheError() async throws {
    _ = try await Fixture.text("/users?page=2")
  }

  @Test(.cassette("hidden", failsOnUnmatched: false)) func expectsTheError() async throws {
    await #expect(throws: UnmatchedRequest.self) { try await Fixture.text("/users?page=2") }
  }

  @Test(.cassette("unused", requiresAll: true)) func leavesOneUnused() async throws {
    _ = try await Fixture.text("/first")
  }

  @Test(.cassette("shared")) func opensItsOwnCassetteAgain() async throws {
    _ = try await Fixture.text("/first")
    let path = try #require(VCR.deck?.path)
    _ = try await withCassette(path) { try await $0.data(from: Fixture.url("/second")) }
  }

  @Test(.cassette("replayed")) func recordsWhatItReplays() async throws {
    _ = try await Fixture.text("/first")
    let path = try #require(VCR.deck?.path)
    try withCassette(path, mode: .newEpisodes) { _ in }
  }

  @Test(.stubs(.expect(.get, "https://api.example.com/users", json: [], times: 2)))
  func meetsOneExpectationOfTwo() async throws {
    let url = try #require(URL(string: "https://api.example.com/users"))
    #expect(try await VCR.session.data(from: url).0 == Data("[]".utf8))
  }

  @Test(.cassette("secrets")) func throwsWithASecretInTheURL() async throws {
    _ = try await Fixture.text("/users?page=2&api_key=pl4nted-key")
  }

  @Test func hasNoCassette() async throws { _ = try await Fixture.text("/none") }
}
