import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A program that logs in and uses the token it was given, in a session.
@Suite(.environment([:])) struct TokenChainTests {
  private static let policies: [RequestEquivalence] = [
    .standard, [.method, .url, .headers("Authorization"), .json],
  ]

  private let folder: TemporaryDirectory
  private var cassette: URL { folder.file("c.yaml") }

  init() throws { folder = try TemporaryDirectory() }

  /// What a client saw.
  private struct Visit: Equatable {
    var token = ""
    var texts: [String] = []
  }

  /// Logs in and uses the token in a header, in the query and in a body.
  private func visit(_ session: URLSession, _ origin: String, user: String) async throws -> Visit {
    func text(_ request: URLRequest) async throws -> String {
      let (data, response) = try await session.data(for: request)
      #expect((response as? HTTPURLResponse)?.statusCode == 200)
      return String(decoding: data, as: UTF8.self)
    }
    let login = try await text(URLRequest("POST", "\(origin)/login/\(user)"))
    let issued = try #require(
      try JSONSerialization.jsonObject(with: Data(login.utf8)) as? [String: Any])
    let token = try #require(issued["access_token"] as? String)
    var items = try #require(URLComponents(string: "\(origin)/items/\(user)"))
    items.queryItems = [URLQueryItem(name: "access_token", value: token)]
    let itemsURL = try #require(items.url)
    let texts = [
      try await text(
        URLRequest("GET", "\(origin)/me/\(user)") {
          $0.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        }),
      try await text(URLRequest(url: itemsURL)),
      try await text(
        URLRequest("POST", "\(origin)/session/\(user)") {
          $0.setValue("application/json", forHTTPHeaderField: "Content-Type")
          $0.httpBody = Data(#"{"session":"\#(token)"}"#.utf8)
        }),
    ]
    return Visit(token: token, texts: texts)
  }

  /// Lets clients visit at once, each under a name of its own.
  private func run(
    _ mode: RecordMode, _ policy: RequestEquivalence, _ origin: String, clients: Int
  ) async throws -> [Visit] {
    let played = try Played(cassette, options: .init(mode: mode, equivalence: policy))
    let visits = try await withThrowingTaskGroup(of: (Int, Visit).self) { group in
      for number in 0..<clients {
        group.addTask {
          (number, try await visit(played.session, origin, user: "user-\(number)"))
        }
      }
      return try await group.reduce(into: Array(repeating: Visit(), count: clients)) {
        $0[$1.0] = $1.1
      }
    }
    played.session.finishTasksAndInvalidate()
    let summary = try played.deck.close()
    #expect(summary.unmatched.isEmpty && summary.unused.isEmpty)
    return visits
  }

  @Test(arguments: policies, [1, 16])
  func `a token from a login is a placeholder wherever it goes`(
    policy: RequestEquivalence, clients: Int
  ) async throws {
    let service = try TokenService()
    let live = try await run(.once, policy, service.origin, clients: clients)
    #expect(Set(live.map(\.token)) == Set(service.tokens))
    #expect(service.tokens.count == clients)
    let text = try String(contentsOf: cassette, encoding: .utf8)
    for token in service.tokens {
      let isThere = text.contains(token)
      #expect(!isThere)
    }
    for place in TokenService.recordedPlaces {
      #expect(text.components(separatedBy: place).count > clients, "\(place)")
    }
    #expect(!text.contains("{{AUTHORIZATION}}"))

    // Another run has other tokens, and nothing else has changed.
    let again = try await run(.all, policy, service.origin, clients: clients)
    #expect(Set(again.map(\.token)).isDisjoint(with: live.map(\.token)))
    let isSame = try String(contentsOf: cassette, encoding: .utf8) == text
    #expect(isSame)

    service.stop()
    let replayed = try await run(.none, policy, service.origin, clients: clients)
    for (replayed, live) in zip(replayed, live) {
      #expect(replayed.token == "{{ACCESS_TOKEN}}")
      #expect(
        replayed.texts == live.texts.map { $0.replacing(live.token, with: "{{ACCESS_TOKEN}}") })
    }
  }
}
