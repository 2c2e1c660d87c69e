import Foundation
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A deck for `URLSession.shared`, of which a process has one.
enum GlobalScenarios {
  private static func cassette(_ folder: TemporaryDirectory, origin: String) throws -> URL {
    try folder.write(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: \(origin)/known
        response:
          status: 200
          body:
            text: from the cassette
        times: any
      - request:
          method: POST
          url: \(origin)/known
        response:
          status: 201
          body:
            text: posted
        times: any
      - request:
          method: GET
          url: \(origin)/away
        response:
          status: 302
          headers:
            Location: \(origin)/live

      """, to: "global.yaml")
  }

  /// The shared session from the first request of the process to the last.
  static func replaying(_ folder: TemporaryDirectory, isLate: Bool) async throws {
    let server = try LoopbackServer { request in ServerResponse(text: "live \(request.target)") }
    let known = try url(server.origin + "/known")
    var expected = 0
    if isLate {
      // By now it is too late for `registerClass`: the shared session and another have been used.
      let other = URLSession(configuration: .default)
      for session in [URLSession.shared, other] {
        try await expect("live /known", of: known, in: session)
        expected += 1
      }
    }
    let deck = try Deck(cassette: cassette(folder, origin: server.origin).path)
    try VCR.installGlobally(deck)
    let current = FileManager.default.currentDirectoryPath
    try require(
      FileManager.default.changeCurrentDirectoryPath(folder.path), "cannot enter \(folder.path)")
    do {
      try VCR.installGlobally(deck)
      throw Failure("a second deck was installed")
    } catch let error as GlobalInstallationError {
      try require(error.kind == .alreadyInstalled, "\(error)")
      try require(error.localizedDescription.contains("uninstallGlobally"), "\(error)")
      // Files are named as the user would type them.
      try require(
        error.description.hasPrefix(
          "cannot install global.yaml globally: global.yaml is installed"), "\(error)")
    }
    try require(
      FileManager.default.changeCurrentDirectoryPath(current), "cannot go back to \(current)")
    try await expect("from the cassette", of: known, in: .shared)
    let (data, _) = try await URLSession.shared.upload(
      for: post(to: known), from: Data("x".utf8))
    try require(
      data == Data("posted".utf8), "another body: \(String(decoding: data, as: UTF8.self))")
    for path in ["/live", "/away"] {
      do {
        _ = try await URLSession.shared.data(from: url(server.origin + path))
        throw Failure("\(path) was answered")
      } catch is UnmatchedRequest {}
    }
    do {
      _ = try await URLSession.shared.download(from: known)
      throw Failure("a download was answered")
    } catch let error as LoadingError {
      try require(error.kind == .unsupportedTask, "\(error)")
    }
    try require(
      server.connectionCount <= expected, "\(server.connectionCount) connections were made")
    // What is documented as not covered.
    try await expect("live /known", of: known, in: URLSession(configuration: .default))
    expected += 1

    VCR.uninstallGlobally()
    VCR.uninstallGlobally()
    try await expect("live /known", of: known, in: .shared)
    try require(server.requestCount == expected + 1, "\(server.requestCount) requests were sent")
    try VCR.installGlobally(deck)
    try await expect("from the cassette", of: known, in: .shared)
    try require(server.requestCount == expected + 1, "\(server.requestCount) requests were sent")
    VCR.uninstallGlobally()
    try deck.close()
  }

  /// What the shared session does is recorded, and replayed without the server.
  static func recording(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { request in
      ServerResponse(
        headers: [("Cache-Control", "max-age=3600")], text: "live \(request.target)")
    }
    for mode in [RecordMode.once, .none] {
      let deck = try Deck(cassette: folder.file("shared.yaml").path, options: .init(mode: mode))
      try VCR.installGlobally(deck)
      for number in 1...3 {
        let target = try url("\(server.origin)/\(number)")
        try await expect("live /\(number)", of: target, in: .shared)
      }
      VCR.uninstallGlobally()
      let summary = try deck.close()
      try require(summary.recorded + summary.replayed == 3, "\(summary)")
      server.stop()
    }
  }

  #if canImport(FoundationNetworking)
    /// A session that hands out a copy of its configuration, as on Apple platforms.
    ///
    /// `@unchecked` repeats the superclass's own conformance; no property is added.
    private final class Copying: URLSession, @unchecked Sendable {
      override var configuration: URLSessionConfiguration {
        super.configuration.copy() as? URLSessionConfiguration ?? .ephemeral
      }
    }

    /// An installation without effect has to say so.
    static func ineffective(_ folder: TemporaryDirectory) async throws {
      let deck = try Deck(cassette: folder.file("c.yaml").path, options: .init(mode: .newEpisodes))
      do {
        try GlobalInstallation.install(
          deck, trusting: [], in: Copying(configuration: .default))
        throw Failure("it was installed")
      } catch let error as GlobalInstallationError {
        try require(error.kind == .ineffective, "\(error)")
      }
      // Nothing was left behind.
      try VCR.installGlobally(deck)
      VCR.uninstallGlobally()
    }
  #endif

  private static func post(to url: URL) -> URLRequest {
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    return request
  }

  private static func expect(_ text: String, of url: URL, in session: URLSession) async throws {
    let got = String(decoding: try await session.data(from: url).0, as: UTF8.self)
    try require(got == text, "'\(got)' in place of '\(text)'")
  }
}
