import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking

  /// What goes round a cassette is told: only Foundation on Linux lets us see it.
  @Suite(.environment([:]))
  struct UnservedRequestTests {
    private let folder: TemporaryDirectory
    private let server: LoopbackServer

    init() throws {
      folder = try TemporaryDirectory()
      server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    }

    /// The notices of a cassette that was in force while a body ran.
    private func notices(
      _ options: Deck.Options = .init(mode: .once), _ body: () async throws -> Void
    ) async throws -> [String] {
      let scope = try CassetteScope(
        path: folder.path + "/cassette.yaml", options: options, owner: "a test")
      try await VCR.$scope.withValue(scope) { try await body() }
      return try scope.close(keeping: true).notices
    }

    private func url(_ path: String) throws -> URL {
      try #require(URL(string: server.origin + path))
    }

    @Test func `requests of a session that the code made itself are reported`() async throws {
      let told = try await notices {
        _ = try await VCR.session.data(from: try url("/served"))
        let own = URLSession(configuration: .default)
        _ = try await own.data(from: try url("/own?api_key=sk-4f9aQ7bX21mPzT88"))
        var request = URLRequest(url: try url("/posted"))
        request.httpMethod = "POST"
        _ = try await own.upload(for: request, from: Data("x".utf8))
      }
      let text = try #require(told.first { $0.contains("went round it") })
      #expect(
        text.hasPrefix("2 requests went round it to the network: GET \(server.origin)/own?api_key=")
      )
      #expect(text.contains("POST \(server.origin)/posted;"))
      #expect(text.contains("hand it VCR.session"))
      #expect(!text.contains("sk-4f9aQ7bX21mPzT88"))
      #expect(!text.contains("/served"))
    }

    @Test func `requests of the shared session are reported with the scope that serves them`()
      async throws
    {
      let told = try await notices {
        _ = try await URLSession.shared.data(from: try url("/shared"))
      }
      let text = try #require(told.first { $0.contains("went round it") })
      #expect(text.contains("1 request went round it to the network: GET \(server.origin)/shared;"))
      #expect(text.contains("scope: .process"))
    }

    @Test func `what is served, or is to reach the network, is not reported`() async throws {
      let told = try await notices(.init(mode: .once, passthroughHosts: ["127.0.0.1"])) {
        _ = try await VCR.session.data(from: try url("/served"))
        _ = try await URLSession(configuration: .default).data(from: try url("/own"))
      }
      #expect(!told.contains { $0.contains("went round it") })
    }

    @Test func `many requests are counted, and the first ones named`() async throws {
      let told = try await notices {
        let own = URLSession(configuration: .default)
        for number in 0..<5 { _ = try await own.data(from: try url("/\(number)")) }
      }
      let text = try #require(told.first { $0.contains("went round it") })
      #expect(text.hasPrefix("5 requests"))
      #expect(text.contains("/2, …;"))
    }
  }
#endif
