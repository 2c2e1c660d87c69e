import Foundation
import TestSupport
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if CommandLineTool
  import VCRProxy
#endif

/// Snippets that name cassettes from the current folder; they run in a child process whose current
/// folder has some.
@Suite(.serialized, .enabled(if: FileManager.default.fileExists(atPath: "Cassettes/users.yaml")))
struct FolderSnippets {
  @Test func `a scope has a cassette`() async throws {
    try await withCassette("users") { session in
      let (data, _) = try await session.data(from: usersURL)
      #expect(try JSONDecoder().decode([User].self, from: data).count == 20)
    }
  }

  @Test func `a scope has options`() async throws {
    let options = Cassette.Deck.Options(mode: .newEpisodes, equivalence: [.method, .url, .body])
    try await withCassette("users", options) { session in
      let users = try await UserService(session: session).users()
      #expect(users.count == 20)
    }
  }

  @Test func `a deck answers a configuration`() async throws {
    let deck = try Cassette.Deck(cassette: "Cassettes/users.yaml", options: .init(mode: .once))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(deck)
    let service = UserService(session: URLSession(configuration: configuration))
    #expect(try await service.users().count == 20)
    try deck.close()
  }

  @Test func `a deck records into a cassette`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    let deck = try Cassette.Deck(
      cassette: "Cassettes/users.yaml", options: .init(mode: .newEpisodes))
    configuration.record(deck)
    let service = UserService(session: URLSession(configuration: configuration))
    #expect(try await service.users().count == 20)
    try deck.close()
  }

  @Test func `roots are trusted while recording`() throws {
    let configuration = URLSessionConfiguration.ephemeral
    let deck = try Cassette.Deck(
      cassette: "Cassettes/users.yaml", options: .init(mode: .newEpisodes))
    configuration.record(deck, trusting: ["Tests/Certificates/root.pem"])
    #expect(configuration.protocolClasses?.first is RecordingURLProtocol.Type)
    try deck.close()
  }

  @Test func `a deck replays alone`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.replay(try Cassette.Deck(cassette: "Cassettes/users.yaml"))
    let session = URLSession(configuration: configuration)
    #expect(try await UserService(session: session).users().count == 20)
  }

  final class UsersProtocol: ReplayingURLProtocol {
    static let users = try? Cassette.Deck(cassette: "Cassettes/users.yaml")
    override class var deck: Cassette.Deck? { users }
  }

  @Test func `a class names its deck`() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [UsersProtocol.self]
    let session = URLSession(configuration: configuration)
    #expect(try await UserService(session: session).users().count == 20)
  }

  @Test func `the shared session has a deck`() async throws {
    let deck = try Cassette.Deck(cassette: "Cassettes/users.yaml", options: .init(mode: .once))
    try VCR.installGlobally(deck)
    defer { VCR.uninstallGlobally() }
    #expect(try await UserService(session: .shared).users().count == 20)
  }

  @Test func `the report is as the articles show it`() async throws {
    let error = await #expect(throws: (any Error).self) {
      try await withCassette("pages") { session in
        _ = try await session.data(from: page(3))
      }
    }
    let report = try #require(error as? UnmatchedRequest).description
    for article in ["RecordYourFirstTest", "Matching"] {
      let text = try Sources.text("Sources/VCR/Documentation.docc/\(article).md")
      let isShown = text.contains("```text\n\(report)```")
      #expect(isShown, "\(article).md should show:\n\(report)")
    }
  }

  #if CommandLineTool
    @Test func `a proxy answers another client`() async throws {
      try await withProxy(cassette: "users") { proxy in
        let result = try await Child.run("curl", ["-sk", "-x", proxy.url, usersURL.absoluteString])
        #expect(result.text.contains("Grace"), "\(result.errorText)")
      }
    }
  #endif
}

struct FolderSnippetsRun {
  @Test(arguments: [nil, "true"])
  func `snippets run in a folder with cassettes, in CI too`(ci: String?) async throws {
    let folder = try TemporaryDirectory()
    try FileManager.default.copyItem(
      at: Sources.root.appending(path: "Tests/VCRDocumentationTests/Snippets/Cassettes"),
      to: folder.file("Cassettes"))
    var variables = ProcessInfo.processInfo.environment.filter {
      !$0.key.hasPrefix("VCR_") && !$0.key.lowercased().hasSuffix("_proxy")
    }
    variables["CI"] = ci
    variables["VCR_CASSETTE_DIR"] = "Cassettes"
    let command = try TestBundle.command(filter: "VCRDocumentationTests.FolderSnippets/")
    let result = try await Child.run(
      command.program, command.arguments,
      environment: variables, directory: folder.url, timeout: 240)
    let output = result.text + result.errorText
    #expect(result.status == 0 && !result.timedOut, "\(output)")
    #expect(output.contains("a scope has a cassette"), "\(output)")
  }
}
