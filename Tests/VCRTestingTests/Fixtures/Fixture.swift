import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The tests in this folder are the subjects of others.
///
/// Some are meant to fail. They run in a child process only, which is told of a server.
enum Fixture {
  /// The server's origin; nil outside such a child.
  static let origin = ProcessInfo.processInfo.environment["VCR_FIXTURE_ORIGIN"]

  /// Which of the tests that can is to fail.
  static let failing = ProcessInfo.processInfo.environment["VCR_FIXTURE_FAILING"]

  static var isOn: Bool { origin != nil }

  static func url(_ path: String) throws -> URL {
    try #require(URL(string: (origin ?? "http://127.0.0.1:1") + path))
  }

  /// The text of a page, through the session in force.
  static func text(_ path: String) async throws -> String {
    String(decoding: try await VCR.session.data(from: url(path)).0, as: UTF8.self)
  }

  /// What a stub has for a page of a service that does not exist, through the session in force.
  static func stubbed(_ page: String) async throws -> String {
    let url = try #require(URL(string: "https://api.example.com/\(page)"))
    return String(decoding: try await VCR.session.data(from: url).0, as: UTF8.self)
  }

  /// What the tokens of users begin with, which others have in other runs.
  static let tokens =
    ProcessInfo.processInfo.environment["VCR_FIXTURE_TOKENS"] ?? "q7Zt2LmX9vB4nRk8w3Ys"

  /// The text of a page for a user.
  static func text(_ path: String, of user: String) async throws -> String {
    var request = URLRequest(url: try url(path))
    request.setValue("Bearer \(tokens)\(user)", forHTTPHeaderField: "Authorization")
    return String(decoding: try await VCR.session.data(for: request).0, as: UTF8.self)
  }
}
