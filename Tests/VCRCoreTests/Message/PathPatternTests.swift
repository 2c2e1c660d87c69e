import Testing

@testable import VCRCore

@Suite struct PathPatternTests {
  private static func found(_ pattern: PathPattern, _ path: String) -> [String]? {
    let bytes = Array(path.utf8)
    return pattern.ranges(in: bytes.view, path: bytes.indices)?
      .map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  @Test(arguments: [
    ("/users/*", "/users/7", ["7"]), ("/users/*/orders/*", "/users/7/orders/é", ["7", "é"]),
    ("/*", "/a", ["a"]), ("/users/*/", "/users/7/", ["7"]), ("/a%2A/*", "/a*/b", ["b"]),
    ("/caf%C3%A9/*", "/café/1", ["1"]), ("/café/*", "/caf%c3%a9/%2f", ["%2f"]),
    ("/users/*", "/users", nil), ("/users/*", "/users/", nil), ("/users/*", "/users/7/", nil),
    ("/users/*", "/Users/7", nil), ("/users/*", "/v1/users/7", nil), ("/users/*", "", nil),
    ("/users/*", "*", nil), ("/%2A/*", "/x/y", nil), ("//*", "//a", ["a"]),
  ])
  func `a star is one whole segment, and all else is as it stands`(
    pattern: String, path: String, segments: [String]?
  ) throws {
    let pattern = try #require(PathPattern(parsing: pattern))
    #expect(Self.found(pattern, path) == segments)
  }

  @Test(arguments: ["", "/", "/users", "users/*", "*", "/us*", "/%2A", "/*?a", "/*#", "/a b/*"])
  func `a text without a segment that may be anything is no pattern`(text: String) {
    #expect(PathPattern(parsing: text) == nil)
  }

  @Test(arguments: [
    ("/users/7/orders", 1, "/users/*/orders"), ("/a,b/'x'(1)/7", 2, "/a%2Cb/%27x%27%281%29/*"),
    ("/*/7", 1, "/%2A/*"), ("/café/7", 1, "/caf%C3%A9/*"), ("/%zz%20/7", 1, "/%zz%20/*"),
  ])
  func `the pattern of a path fits it, and is one word of a setting`(
    path: String, place: Int, text: String
  ) throws {
    let pattern = try #require(PathPattern(path, any: [place]))
    #expect(pattern.description == text)
    #expect(try VolatileName(named: text) == .path(pattern))
    #expect(VolatileName.words(of: "X-A, \(text), ?b") == ["X-A", text, "?b"])
    #expect(Self.found(pattern, path) == ["7"])
    let policy = try RequestEquivalence(parsing: "method, path(ignoring \(text))")
    #expect(policy.description == "method, path(ignoring \(text))")
  }

  @Test func `a path names segments to redact, one without them is no volatile place`() throws {
    #expect(try RedactedName(named: "/reset/*") == .path("/reset/*"))
    #expect(throws: SettingError.self) { try VolatileName(named: "/reset") }
  }

  @Test func `requests that differ in such segments alone are equivalent`() {
    let policy: RequestEquivalence = [.path(ignoring: ["/users/*", "/*/all", "/users/*/orders"])]
    func same(_ left: String, _ right: String) -> Bool {
      let found = policy.areEquivalent(
        Interaction.Request(url: "http://a.test" + left),
        Interaction.Request(url: "http://a.test" + right))
      var keys: [[UInt8]] = [[], []]
      policy.appendKey(of: Interaction.Request(url: "http://a.test" + left), to: &keys[0])
      policy.appendKey(of: Interaction.Request(url: "http://a.test" + right), to: &keys[1])
      #expect(found == (keys[0] == keys[1]))
      return found
    }
    #expect(same("/users/7", "/users/8?x=1"))
    #expect(same("/users/7/orders", "/%75sers/8/orders"))
    #expect(same("/a/../users/7", "/users/8"))
    #expect(same("/books/all", "/maps/all"))
    #expect(!same("/users/7", "/users/7/orders"))
    #expect(!same("/users/7", "/people/7"))
    // The first pattern that fits decides.
    #expect(same("/users/all", "/users/7"))
    #expect(!same("/users/all", "/books/all"))
  }

  @Test func `what is volatile does not count for the policy`() {
    let volatility = Volatility.standard.adding(paths: ["/users/*"])
    #expect(
      RequestEquivalence.standard.ignoring(volatility).description
        == "method, scheme, host, port, path(ignoring /users/*), query")
    #expect(
      RequestEquivalence([.path, .query]).ignoring(volatility.adding(queryNames: ["ts"]))
        .description == "path(ignoring /users/*), query(ignoring ts)")
    let twice = RequestEquivalence([.path(ignoring: ["/users/*"])]).ignoring(volatility)
    #expect(twice.description == "path(ignoring /users/*)")
    #expect(twice.parts[0].swift == ".path(ignoring: [\"/users/*\"])")
  }

  @Test func `a long path takes no longer than its length`() throws {
    let text = "/" + String(repeating: "a/", count: 50_000)
    let pattern = try #require(PathPattern(parsing: text + "*"))
    #expect(Self.found(pattern, text + "7") == ["7"])
    #expect(Self.found("/*", text) == nil)
  }
}
