import Testing

@testable import VCRCore

@Suite struct CookiePartTests {
  private func agree(_ policy: String, _ left: [String], _ right: [String]) throws -> Bool {
    func request(_ cookies: [String]) -> Interaction.Request {
      .init(
        method: "GET", url: "https://a.test/",
        headers: HeaderFields(cookies.map { HeaderField("Cookie", $0) }))
    }
    let policy = try RequestEquivalence(parsing: policy)
    let isSame = policy.areEquivalent(request(left), request(right))
    var keys: [[UInt8]] = [[], []]
    policy.appendKey(of: request(left), to: &keys[0])
    policy.appendKey(of: request(right), to: &keys[1])
    #expect((keys[0] == keys[1]) == isSame)
    let differences = policy.differences(incoming: request(left), recorded: request(right))
    #expect(differences.isEmpty == isSame)
    return isSame
  }

  @Test func `cookies are the same whatever their order and the fields that carry them`() throws {
    #expect(try agree("cookies", ["a=1; b=2"], ["b=2", "a=1"]))
    #expect(try agree("cookies", ["a=1;b=2"], ["a=1; b=2"]))
    #expect(try !agree("cookies", ["a=1; a=2"], ["a=2; a=1"]))
    #expect(try !agree("cookies", ["a=1"], ["A=1"]))
    #expect(try !agree("cookies", ["a=1"], []))
    #expect(try !agree("cookies", ["ab=c"], ["a=bc"]))
    #expect(try !agree("cookies", ["a=1; b=2"], ["a=1; b=3"]))
  }

  @Test func `some cookies count, or all but some`() throws {
    #expect(try agree("cookies(ignoring cookie(b))", ["a=1; b=2"], ["a=1"]))
    #expect(try agree("cookies(ignoring b)", ["a=1; b=2"], ["a=1; b=3"]))
    #expect(try !agree("cookies(ignoring b)", ["a=1; b=2"], ["a=2; b=2"]))
    #expect(try agree("cookies(only cookie(b))", ["a=1; b=2"], ["b=2; c=3"]))
    #expect(try !agree("cookies(only b)", ["b=1"], ["b=2"]))
  }

  @Test(
    arguments: [
      "cookies", "cookies(ignoring cookie(sid), cookie(__Host-a.b))", "cookies(only cookie(a))",
    ])
  func `the words of the part are read back`(text: String) throws {
    #expect(try RequestEquivalence(parsing: text).description == text)
  }

  @Test func `a volatile cookie counts in no policy but one that names it`() throws {
    let volatility = Volatility.standard.adding(cookies: ["sid"])
    func words(_ text: String) throws -> String {
      try RequestEquivalence(parsing: text).ignoring(volatility).description
    }
    #expect(try words("method, url") == "method, url")
    #expect(try words("cookies") == "cookies(ignoring cookie(sid))")
    #expect(try words("cookies(ignoring a)") == "cookies(ignoring cookie(a), cookie(sid))")
    #expect(try words("headers(Cookie)") == "cookies(ignoring cookie(sid))")
    #expect(
      try words("headers(Accept, cookie)") == "headers(Accept), cookies(ignoring cookie(sid))")
    #expect(try words("cookies(only sid)") == "cookies(only cookie(sid))")
  }

  @Test(
    arguments: [
      ("sid=1; Path=/; Secure", ["sid"], ["Path", "Secure"]),
      (
        "a=1; Expires=Wed, 09 Jun 2027 10:18:14 GMT, b=2; Path=/", ["a", "b"], ["Expires", "Path"]
      ),
      ("bare; HttpOnly", [""], ["HttpOnly"]), ("; ; ", [], []),
      ("a=1; extension=2", ["a", "extension"], []), ("path=1; Path=/", ["path"], ["Path"]),
    ])
  func `pieces of a field are cookies and attributes`(
    text: String, cookies: [String], attributes: [String]
  ) {
    let bytes = Array(text.utf8)
    let pieces = CookiePieces(bytes.view, isResponse: true).pieces
    func names(_ isAttribute: Bool) -> [String] {
      pieces.filter { $0.isAttribute == isAttribute }
        .map { String(decoding: bytes[$0.name], as: UTF8.self) }
    }
    #expect(names(false) == cookies)
    #expect(names(true) == attributes)
  }

  @Test func `only named cookies are redacted where nothing else is`() {
    let redaction = Redaction.none.adding(.cookies(["sid"]))
    let request = redaction.redacting(
      Interaction.Request(
        method: "GET", url: "https://a.test/?token=t",
        headers: ["Cookie": "sid=secret; theme=dark", "Authorization": "Bearer t"]))
    #expect(request.headers["Cookie"] == "sid={{COOKIE_SID}}; theme=dark")
    #expect(request.headers["Authorization"] == "Bearer t")
    #expect(request.url == "https://a.test/?token=t")
  }

  @Test(
    arguments: [
      ("/users/ada", "/users/{{USERS}}"), ("/users/", "/users/"), ("/users", "/users"),
      ("/users/ada/orders", "/users/ada/orders"), ("/users/{{USERS}}", "/users/{{USERS}}"),
      ("/a/b/c", "/{{PATH}}/b/{{B}}"), ("/users/ada?x=1#f", "/users/{{USERS}}?x=1#f"),
    ])
  func `a segment has a placeholder with the name of the one before`(path: String, result: String) {
    let redaction = Redaction.none.adding(.paths(["/users/*", "/*/b/*", "/a/b/*"]))
    let request = redaction.redacting(
      Interaction.Request(method: "GET", url: "https://a.test\(path)"))
    #expect(request.url == "https://a.test\(result)")
    let again = redaction.redacting(request)
    #expect(again.url == request.url)
  }
}
