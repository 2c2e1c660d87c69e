#if CommandLineTool
  import Foundation
  import VCRLocks
  import TestSupport
  import Testing

  /// `vcr verify --update` where a service sends something worse than what was recorded.
  struct VerifyWorseTests {
    /// A request with the response that was recorded and the one that came later.
    struct Case: Sendable {
      var path: String
      var old: ServerResponse
      var new: ServerResponse
      /// Why the new one is worse; nil where it is as good.
      var reason: String?
      /// The body of a request that is a POST.
      var sent: String?

      init(
        _ path: String, _ old: ServerResponse, _ new: ServerResponse, _ reason: String? = nil,
        sent: String? = nil
      ) {
        (self.path, self.old, self.new, self.reason, self.sent) = (path, old, new, reason, sent)
      }
    }

    private static func json(_ text: String, status: Int = 200) -> ServerResponse {
      ServerResponse(status: status, headers: [("Content-Type", "application/json")], text: text)
    }

    private static func html(_ title: String, _ text: String) -> ServerResponse {
      ServerResponse(
        headers: [("Content-Type", "text/html")],
        text: "<!doctype html><html><title>\(title)</title><body>\(text)</body></html>")
    }

    private static func typed(_ type: String, _ text: String) -> ServerResponse {
      ServerResponse(headers: [("Content-Type", type)], text: text)
    }

    private static func redirect(_ target: String) -> ServerResponse {
      ServerResponse(status: 302, reason: "Found", headers: [("Location", target)], text: "moved")
    }

    private static let item = json(#"{"id":1,"name":"Ada","items":[1,2]}"#)
    private static let password = "<form><input name=p TYPE=password></form>"

    private static let worse = [
      Case("empty", item, json(""), "nothing in place of 35 bytes"),
      Case("none", item, ServerResponse(status: 204, text: ""), "nothing in place of 35 bytes"),
      Case("page", item, html("Sign in", password), "HTML where JSON was recorded"),
      Case(
        "untyped", typed("text/csv", "a,b\n"), typed("text/plain", "<html><p>Maintenance</p>"),
        "HTML where text/csv was recorded"),
      Case(
        "redirect", html("Shop", "a"), redirect("/users/sign_in?next=%2F"),
        "a redirect to a sign-in, /users/sign_in?next=%2F"),
      Case(
        "elsewhere", item, redirect("https://accounts.example.com/?c=1"),
        "a redirect to a sign-in, https://accounts.example.com/?c=1"),
      Case("asks", html("Shop", "a"), html("Welcome", password), "a page that asks for a password"),
      Case(
        "graphql", json(#"{"data":{"a":1}}"#),
        json(#"{"data":null,"errors":[{"message":"no"}]}"#), "errors of GraphQL",
        sent: #"{"query":"{ a }"}"#),
      Case(
        "null", json(#"{"data":{"a":1}}"#),
        json(#"{"data":{"a":null},"errors":[{"message":"no"}]}"#), "errors of GraphQL",
        sent: #"{"query":"{ a }"}"#),
      Case(
        "batch", json(#"[{"data":{"a":1}},{"data":{"a":1}}]"#),
        json(#"[{"data":{"a":1}},{"errors":[{"message":"no"}]}]"#), "errors of GraphQL"),
      Case(
        "gone", json(#"{"data":{"a":1,"b":null},"errors":[{"message":"b"}]}"#),
        json(#"{"data":null,"errors":[{"message":"no"}]}"#),
        "errors of GraphQL, and no data any more"),
      Case(
        "problem", item,
        typed("application/problem+json", #"{"title":"Out of credit"}"#),
        "the description of a problem"),
      Case("envelope", item, json(#"{"error":{"code":7}}"#), "an error in JSON, with “error”"),
      Case("list", json("[1,2]"), json(#"{"error":"no"}"#), "an error in JSON, with “error”"),
      Case(
        "slack", json(#"{"ok":true,"channels":[1]}"#),
        json(#"{"ok":false,"message":"invalid_auth"}"#), "an error in JSON, with “ok”"),
      Case(
        "rpc", json(#"{"jsonrpc":"2.0","id":1,"result":{"a":1}}"#),
        json(#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}"#), "an error in JSON, with “error”"
      ),
      Case(
        "jsend", json(#"{"status":"success","data":{"a":1}}"#),
        json(#"{"status":"error","message":"down"}"#), "an error in JSON, with “status”"),
      Case(
        "code", item, json(#"{"code":401,"message":"Unauthorized"}"#),
        "an error in JSON, with “message”"),
      Case(
        "stream", typed("text/event-stream", "data: {\"a\":1}\n\n"),
        typed("text/event-stream", "data: {\"a\":1}\n\nevent: error\ndata: {\"b\":1}\n\n"),
        "an error within the stream"),
      Case(
        "xml", typed("application/xml", "<?xml version=\"1.0\"?><List><Key>a</Key></List>"),
        typed("application/xml", "<?xml version=\"1.0\"?><Error><Code>No</Code></Error>"),
        "an error in XML, <Error>"),
      Case(
        "soap", typed("text/xml", "<s:Envelope xmlns:s=\"u\"><s:Body><a/></s:Body></s:Envelope>"),
        typed("text/xml", "<s:Envelope xmlns:s=\"u\"><s:Body><s:Fault/></s:Body></s:Envelope>"),
        "an error in XML, <Fault>"),
      Case("missing", item, json(#"{"a":1}"#, status: 404), "status 404 OK"),
      Case(
        "upstream", item, typed("text/plain", "upstream connect error"),
        "text/plain where JSON was recorded"),
      Case(
        "table", typed("text/csv", "a,b\n"), typed("text/plain", "upstream connect error"),
        "text/plain where text/csv was recorded"),
      Case("cut", item, json(#"{"id":1,"na"#), "JSON that is broken or ends early"),
      Case("half", item, json(#"{"id":1,"na"#, status: 206), "a part of the content, status 206"),
      Case(
        "accepted", item, json(#"{"status":"pending"}"#, status: 202),
        "nothing but “status” in place of the content"),
      Case(
        "picture", typed("image/png", "\u{1}PNG"), json(#"{"status":"pending"}"#, status: 202),
        "nothing but “status” in place of the content"),
      Case(
        "elements", json(#"[{"id":1}]"#), json(#"[{"error":{"code":429}}]"#),
        "a list with an error, “error”"),
      Case("nil", item, json("null"), "null where JSON was recorded"),
      Case("members", item, json("{}"), "{} where JSON was recorded"),
      Case(
        "nobody", json("[1,2]"), json("[]"), "an empty list in place of 2 elements"),
      Case(
        "page-of-none", json(#"{"items":[{"id":1}],"total":1,"next":"a"}"#),
        json(#"{"items":[],"total":0,"next":null}"#),
        "nothing in “items”, where something was recorded"),
      Case(
        "maintained", html("Shop", "a"), html("Maintenance", "Back soon"),
        "a page about trouble of the service"),
      Case(
        "challenge", html("Shop", "a"),
        html("Just a moment...", "<script src='/cdn-cgi/challenge-platform/x.js'></script>"),
        "a page that asks for a proof of being human"),
      Case(
        "email", html("Shop", "a"), html("Sign in", "<form><input name=email></form>"),
        "a page to sign in"),
    ]

    private static let ordinary = [
      Case("value", item, json(#"{"id":1,"name":"Eve","items":[1,2]}"#)),
      Case("emptied", item, json(#"{"id":1,"name":"Ada","items":[]}"#)),
      Case("html", html("Shop", "a"), html("Shop, new", "b")),
      Case("titles", html("Blog index", "a"), html("Blog in May", "b")),
      Case("scalar", json("true"), json("false")),
      Case("state", json(#"{"status":"pending"}"#), json(#"{"status":"done"}"#)),
      Case("now-typed", typed("text/plain", "a,b\n1,2\n"), typed("text/csv", "a,b\n1,3\n")),
      Case("untyped", typed("text/csv", "a,b\n1,2\n"), typed("text/plain", "a,b\n1,3\n")),
      Case("box", html("Shop", "a"), html("Shop", "a" + password)),
      Case("login", html("Sign in", password), html("Log in", "now" + password)),
      Case("moved", html("Shop", "a"), redirect("/shop")),
      Case("login/old", html("Sign in", password), redirect("/login/new")),
      Case(
        "partial", json(#"{"data":{"a":1,"b":null},"errors":[{"message":"b"}]}"#),
        json(#"{"data":{"a":2,"b":null},"errors":[{"message":"c"}]}"#),
        sent: #"{"query":"{ a b }"}"#),
      Case(
        "job", json(#"{"id":1,"status":"running","at":"x"}"#),
        json(#"{"id":1,"status":"failed","at":"x","error":"timeout"}"#)),
      Case("errors", json(#"{"id":1,"errors":["a"]}"#), json(#"{"errors":["b"]}"#)),
      Case("zero", json(#"{"errcode":0,"a":1}"#), json(#"{"errcode":0,"a":2}"#)),
      Case("was", json(#"{"error":"a"}"#), json(#"{"error":"b"}"#)),
      Case("filled", ServerResponse(status: 204, text: ""), item),
      Case("text", typed("text/plain", "on"), typed("text/plain", "off")),
      Case(
        "events", typed("text/event-stream", "data: {\"a\":1}\n\n"),
        typed("text/event-stream", "data: {\"a\":2}\n\n")),
    ]

    /// A service that a recording was made of, and which then gives the later responses.
    private func recorded(_ cases: [Case]) async throws -> (Workshop, LoopbackServer) {
      let workshop = try Workshop()
      let isLater = Later()
      let server = try LoopbackServer { request in
        guard let found = cases.first(where: { "/" + $0.path == request.target }) else {
          return ServerResponse(status: 404, text: "")
        }
        return isLater.value.withLock { $0 } ? found.new : found.old
      }
      var words: [String] = []
      for item in cases {
        if !words.isEmpty { words.append("--next") }
        words += ["-sS", "-o", "out", "\(server.origin)/\(item.path)"]
        if let sent = item.sent { words += ["-H", "Content-Type: application/json", "-d", sent] }
      }
      let result = try await workshop.vcr(["record", "-c", "c.yaml", "--", "curl"] + words)
      #expect(result.status == 0, "\(result.errorText)")
      isLater.value.withLock { $0 = true }
      return (workshop, server)
    }

    private final class Later: Sendable {
      let value = Mutex(false)
    }

    @Test func `what is worse is reported with its reason, and written only where that is wished`()
      async throws
    {
      let (workshop, server) = try await recorded(Self.worse)
      let before = try #require(workshop.text("c.yaml"))
      let result = try await workshop.vcr("verify", "c.yaml", "--update", "--unsafe")
      #expect(result.status == 1)
      let count = Self.worse.count
      #expect(
        result.errorText.contains(
          "\(count) drifted (0 written; \(count) not, being worse, which --accept-errors"),
        "\(result.errorText)")
      let lines = result.text.split(separator: "\n")
      for item in Self.worse {
        let line = lines.first { $0.contains("/\(item.path)  (worse: ") }
        #expect(
          line?.hasSuffix("(worse: \(item.reason ?? ""))") == true, "\(item.path): \(line ?? "")")
      }
      #expect(workshop.text("c.yaml") == before)
      let page = try await workshop.vcr(
        "verify", "c.yaml", "--update", "--unsafe", "--format", "markdown")
      #expect(page.text.contains("worse than what was recorded, a redirect to a sign-in"))
      let accepted = try await workshop.vcr(
        "verify", "c.yaml", "--update", "--unsafe", "--accept-errors")
      #expect(accepted.errorText.contains("\(count) drifted and written"), "\(accepted.errorText)")
      let again = try await workshop.vcr("verify", "c.yaml", "--update", "--unsafe")
      #expect(again.status == 0, "\(again.text)\(again.errorText)")
      #expect(server.requestCount == 5 * count)
    }

    @Test func `ordinary drift is written`() async throws {
      let (workshop, server) = try await recorded(Self.ordinary)
      let result = try await workshop.vcr("verify", "c.yaml", "--update", "--unsafe")
      #expect(!result.text.contains("worse"), "\(result.text)")
      #expect(
        result.errorText.contains("\(Self.ordinary.count) drifted and written"),
        "\(result.errorText)")
      let again = try await workshop.vcr("verify", "c.yaml", "--unsafe")
      #expect(again.status == 0, "\(again.text)\(again.errorText)")
      #expect(server.requestCount == 3 * Self.ordinary.count)
    }
  }
#endif
