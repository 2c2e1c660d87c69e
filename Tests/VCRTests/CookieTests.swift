import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cookies are stored and sent as the native loading system does.
struct CookieTests {
  /// How a session is set, beside its storage.
  enum Setting: CaseIterable {
    case standard, acceptsNone, sendsNone, noStorage

    func apply(to configuration: URLSessionConfiguration) {
      switch self {
      case .standard: break
      case .acceptsNone: configuration.httpCookieAcceptPolicy = .never
      case .sendsNone: configuration.httpShouldSetCookies = false
      case .noStorage: configuration.httpCookieStorage = nil
      }
    }
  }

  /// What was stored and what the second request sent, of one run.
  private struct Outcome: Equatable {
    var stored: [String] = []
    var sent: [String]?
  }

  private func run(_ configuration: URLSessionConfiguration, _ server: LoopbackServer) async throws
    -> Outcome
  {
    let storage = configuration.httpCookieStorage
    let session = URLSession(configuration: configuration)
    _ = try await session.text(server.origin + "/set")
    _ = try await session.text(server.origin + "/get")
    let cookies = storage?.cookies(for: try #require(URL(string: server.origin + "/"))) ?? []
    return Outcome(
      stored: cookies.map { "\($0.name)=\($0.value)" }.sorted(),
      // Foundation on Linux keeps no order.
      sent: server.requests.last { $0.target == "/get" }?.header("Cookie")?
        .components(separatedBy: "; ").sorted())
  }

  @Test(arguments: Setting.allCases)
  func `cookies are stored and sent as without us`(setting: Setting) async throws {
    let server = try LoopbackServer { request in
      ServerResponse(
        headers: request.target == "/set"
          ? [
            ("Set-Cookie", "theme=dark; Path=/"),
            ("Set-Cookie", "seen=1; Path=/; Expires=Wed, 01 Jan 2098 00:00:00 GMT"),
            ("Set-Cookie", "other=1; Path=/elsewhere"),
          ] : [], text: "")
    }
    let native = URLSessionConfiguration.patient
    setting.apply(to: native)
    let expected = try await run(native, server)

    let folder = try TemporaryDirectory()
    for mode in [RecordMode.once, .none] {
      let deck = try Deck(
        cassette: folder.file("c.yaml").path, options: .init(mode: mode, redaction: .none))
      let configuration = URLSessionConfiguration.patient
      setting.apply(to: configuration)
      configuration.use(deck)
      let outcome = try await run(configuration, server)
      #expect(outcome == expected)
      try deck.close()
      server.stop()
    }
    #expect(expected.stored.isEmpty == (setting == .acceptsNone || setting == .noStorage))
    #expect((expected.sent == nil) == (setting != .standard))
  }
}
