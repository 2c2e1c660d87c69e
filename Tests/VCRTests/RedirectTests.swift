import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RedirectTests {
  private func chain(_ server: LoopbackServer? = nil) throws -> LoopbackServer {
    try LoopbackServer { request in
      switch request.target {
      case "/start":
        ServerResponse(
          status: 302, reason: "Found",
          headers: [("Location", "/middle?x=1"), ("Set-Cookie", "hop=1; Path=/")], text: "moved")
      case "/middle?x=1":
        ServerResponse(
          status: 307, reason: "Temporary Redirect", headers: [("Location", "end")], text: "on")
      case "/end":
        ServerResponse(
          text: "\(request.method) \(String(decoding: request.body, as: UTF8.self))")
      case "/keep":
        ServerResponse(
          status: 308, reason: "Permanent Redirect", headers: [("Location", "/end")], text: "")
      case "/loop":
        ServerResponse(status: 302, reason: "Found", headers: [("Location", "/loop")], text: "")
      default:
        ServerResponse(status: 404, reason: "Not Found", text: "")
      }
    }
  }

  @Test(arguments: ["GET", "POST"])
  func `each hop is recorded and the last response has the last URL`(method: String) async throws {
    let folder = try TemporaryDirectory()
    let server = try chain()
    let request = try URLRequest(method, server.origin + "/start") {
      if method == "POST" { $0.httpBody = Data("a=1".utf8) }
    }
    let recorded = try Played(folder.file("hops.yaml"), options: .init(mode: .once))
    let live = await recorded.session.completion(of: request)
    #expect(live.error == nil)
    #expect(live.text == "GET ")
    #expect(live.http?.url?.absoluteString == server.origin + "/end")
    #expect(server.requests.last?.header("Cookie") == "hop=1")
    #expect(try recorded.deck.close().recorded == 3)
    server.stop()

    let text = try String(contentsOf: folder.file("hops.yaml"), encoding: .utf8)
    for path in ["/start", "/middle?x=1", "/end"] {
      #expect(text.contains("url: \(server.origin)\(path)\n"))
    }
    let replayed = try Played(folder.file("hops.yaml"))
    let again = await replayed.session.completion(of: request)
    #expect(again.text == live.text)
    #expect(again.http?.url == live.http?.url)
    #expect(try replayed.deck.close().unused == [])
  }

  @Test func `a permanent redirect of 308 keeps method and body`() async throws {
    let folder = try TemporaryDirectory()
    let server = try chain()
    let request = try URLRequest("POST", server.origin + "/keep") { $0.httpBody = Data("a=1".utf8) }
    let recorded = try Played(folder.file("keep.yaml"), options: .init(mode: .once))
    #expect(await recorded.session.completion(of: request).text == "POST a=1")
    try recorded.deck.close()
    let replayed = try Played(
      folder.file("keep.yaml"), options: .init(equivalence: [.method, .url, .body]))
    #expect(await replayed.session.completion(of: request).text == "POST a=1")
  }

  @Test func `a redirect without end stops after twenty`() async throws {
    let folder = try TemporaryDirectory()
    let server = try chain()
    let recorded = try Played(folder.file("loop.yaml"), options: .init(mode: .once))
    let error = await recorded.session.failure(of: try URLRequest("GET", server.origin + "/loop"))
    #expect((error as? URLError)?.code == .httpTooManyRedirects)
    #expect(try recorded.deck.close().recorded == 21)
    let replayed = try Played(folder.file("loop.yaml"))
    let again = await replayed.session.failure(of: try URLRequest("GET", server.origin + "/loop"))
    #expect((again as? URLError)?.code == .httpTooManyRedirects)
  }

  @Test func `credentials are not carried to another origin`() async throws {
    let folder = try TemporaryDirectory()
    let target = try LoopbackServer { _ in ServerResponse(text: "there") }
    let other = target.origin
    let server = try LoopbackServer { _ in
      ServerResponse(status: 302, reason: "Found", headers: [("Location", other + "/")], text: "")
    }
    let recorded = try Played(folder.file("cross.yaml"), options: .init(mode: .once))
    let request = try URLRequest("GET", server.origin + "/") {
      $0.setValue("Bearer s3cret", forHTTPHeaderField: "Authorization")
    }
    #expect(await recorded.session.completion(of: request).text == "there")
    #expect(server.requests.first?.header("Authorization") == "Bearer s3cret")
    #expect(target.requests.first?.header("Authorization") == nil)
  }

  /// RFC 9110 §15.4: the status, the method, and the method of the request that follows.
  static let rules: [(status: Int, method: String, next: String)] = [
    (301, "GET", "GET"), (301, "HEAD", "HEAD"), (301, "POST", "GET"), (301, "PUT", "PUT"),
    (302, "GET", "GET"), (302, "HEAD", "HEAD"), (302, "POST", "GET"), (302, "DELETE", "DELETE"),
    (303, "GET", "GET"), (303, "HEAD", "HEAD"), (303, "POST", "GET"), (303, "PUT", "GET"),
    (307, "GET", "GET"), (307, "POST", "POST"), (307, "PUT", "PUT"), (307, "DELETE", "DELETE"),
    (308, "GET", "GET"), (308, "POST", "POST"), (308, "PATCH", "PATCH"),
  ]

  @Test(arguments: rules)
  func `a redirect keeps or changes the method as its status says`(
    rule: (status: Int, method: String, next: String)
  ) async throws {
    let server = try LoopbackServer { request in
      request.target == "/from"
        ? ServerResponse(
          status: rule.status, reason: "Moved", headers: [("Location", "/to#there")], text: "moved")
        : ServerResponse(
          headers: [("X-Method", request.method)],
          text: request.method + " " + String(decoding: request.body, as: UTF8.self))
    }
    let hasBody = ["POST", "PUT", "PATCH"].contains(rule.method)
    let request = try URLRequest(rule.method, server.origin + "/from") {
      if hasBody { $0.httpBody = Data("content".utf8) }
    }
    let trip = try await RoundTrip(
      [request], options: .init(equivalence: [.method, .url, .body])
    ) { server.stop() }
    let live = trip.live[0]
    #expect(live.fields["X-Method"] == rule.next)
    let keepsBody = hasBody && rule.next == rule.method
    #expect(
      live.text == (rule.next == "HEAD" ? "" : rule.next + (keepsBody ? " content" : " ")))
    #expect(live.http?.url?.absoluteString == server.origin + "/to#there")
    #expect(
      server.requests.last?.header("Content-Type")
        == (keepsBody && rule.method == "POST" ? "application/x-www-form-urlencoded" : nil))
  }

  @Test func `a redirect that leads nowhere is the response`() async throws {
    let server = try LoopbackServer { request in
      switch request.target {
      case "/choices":
        ServerResponse(
          status: 300, reason: "Multiple Choices", headers: [("Location", "/a")], text: "choose")
      case "/mail":
        ServerResponse(
          status: 302, reason: "Found", headers: [("Location", "mailto:a@b.example")], text: "mail")
      default:
        ServerResponse(status: 302, reason: "Found", text: "no location")
      }
    }
    let requests = try ["/choices", "/mail", "/none"].map {
      try URLRequest("GET", server.origin + $0)
    }
    let trip = try await RoundTrip(requests) { server.stop() }
    #expect(trip.live.map(\.http?.statusCode) == [300, 302, 302])
    #expect(trip.live.map(\.text) == ["choose", "mail", "no location"])
  }
}
