import Testing

@testable import VCRCore

struct EquivalenceWordsTests {
  @Test(arguments: [
    ("method,url", "method, url"),
    (" method ,url, ", "method, url"),
    ("method url", "method, url"),
    ("METHOD,Url", "method, url"),
    ("method,path,query(ignoring page,per_page)", "method, path, query(ignoring page, per_page)"),
    ("query( only  a )", "query(only a)"),
    ("query(ignoring ?ts, ?, ??q)", "query(ignoring ts, ?, ??q)"),
    ("query(ignoring: a)", "query(ignoring a)"),
    ("webmock-query, WebMock-Query(ignoring ?a)", "webmock-query, webmock-query(ignoring a)"),
    ("webmock-query(only a[],b)", "webmock-query(only 'a[]', b)"),
    ("query(ignoring 'a,b','c)')", "query(ignoring 'a,b', 'c)')"),
    ("headers(Accept, X-Version)", "headers(Accept, X-Version)"),
    ("headers", "headers"),
    ("headers(ignoring User-Agent,X-A)", "headers(ignoring User-Agent, X-A)"),
    ("headers(ignoring 'a b')", "headers(ignoring 'a b')"),
    ("headers(ignoring)", "headers(ignoring)"),
    ("path(ignoring /users/*, /a%2Cb/*)", "path(ignoring /users/*, /a%2Cb/*)"),
    ("json", "json"),
    ("json(ignoring $.nonce,$.items[*].id)", "json(ignoring $.nonce, $.items[*].id)"),
    ("json(ignoring $['a','b)'], $..c)", "json(ignoring $['a','b)'], $..c)"),
    ("json (only $.a)", "json(only $.a)"),
    // As the diff and the report on a request print them.
    ("json(ignoring request $.a, body $.b)", "json(ignoring $.a, $.b)"),
    ("query(ignoring request url ?a, query b)", "query(ignoring a, b)"),
    ("path(ignoring request url /users/*)", "path(ignoring /users/*)"),
    ("cookies(ignoring request header cookie(sid))", "cookies(ignoring cookie(sid))"),
    ("headers(request header X-Build)", "headers(X-Build)"),
    ("query(ignoring 'query b')", "query(ignoring 'query b')"),
    (
      "form(ignoring csrf, form(a)), Form(only 'a b', ?c)",
      "form(ignoring csrf, a), form(only 'a b', c)"
    ),
    ("form(only 'a,b', ?['form(x)'], ?'?y')", "form(only 'a,b', ?['form(x)'], ??y)"),
    ("multipart(only part(a), multipart b)", "multipart(only a, b)"),
    ("multipart(ignoring 'a[]', part('b c'))", "multipart(ignoring 'a[]', 'b c')"),
    (
      "scheme,host,port,path,body,form,multipart,graphql",
      "scheme, host, port, path, body, form, multipart, graphql"
    ),
  ])
  func `words make a policy that gives its words back`(text: String, words: String) throws {
    let policy = try RequestEquivalence(parsing: text)
    #expect(policy.description == words)
    #expect(try RequestEquivalence(parsing: policy.description).description == words)
  }

  @Test(arguments: [
    ("", 1, "the list names no part", nil),
    ("method,urll", 8, "there is no part 'urll'", "url"),
    ("uri", 1, "there is no part 'uri'", "url"),
    ("mehtdo", 1, "there is no part 'mehtdo'", "method"),
    ("header", 1, "header needs a name, for example header(Accept); headers means all", nil),
    ("xyzzy", 1, "there is no part 'xyzzy'", nil),
    (
      "webmock-query(page)", 14,
      "say what to do with them: webmock-query(ignoring …) or webmock-query(only …)", nil
    ),
    ("query(page)", 6, "say what to do with them: query(ignoring …) or query(only …)", nil),
    ("json(ignoring $.a", 5, "the parenthesis is not closed", nil),
    ("json(ignoring a)", 15, "'a': a path begins with $, for example $.name", nil),
    ("json(ignoring $.a-b)", 18, "'$.a-b': a name with '-' is written in brackets: ['a-b']", nil),
    (
      "json(ignoring $.a[?@.b])", 19,
      "'$.a[?@.b]': filters are not supported; name the places, for example $.items[*].id", nil
    ),
    ("form(a)", 5, "say what to do with them: form(ignoring …) or form(only …)", nil),
    (
      "form(ignoring form(a) $.b)", 15,
      "'form(a) $.b' is no name; say json(ignoring form(a) $.b)", nil
    ),
    ("method(a)", 7, "'method' takes nothing in parentheses", nil),
    ("path(ignoring /users)", 15, "'/users' is no path with a segment that is *: /users/*", nil),
    ("path(only /users/*)", 5, "path takes what does not count: path(ignoring /users/*)", nil),
    ("headers(only a)", 9, "headers takes names alone, without 'only'", nil),
    ("headers(a,,b)", 11, "expected a name", nil),
    ("query(only a)x", 14, "expected a comma before 'x'", nil),
    ("query(only 'a)", 12, "the quote is not closed", nil),
  ])
  func `a fault names its place and what was meant`(
    text: String, column: Int, reason: String, suggestion: String?
  ) {
    #expect(
      throws: EquivalenceSyntaxError(
        text: text, column: column, reason: reason, suggestion: suggestion)
    ) { try RequestEquivalence(parsing: text) }
  }

  @Test(arguments: [
    ("query(ignoring state code)", 22), ("query(only a, b c, d)", 17), ("headers(Accept X-A)", 16),
    ("query(ignoring 'a b' c)", 22),
  ])
  func `a forgotten comma between names is told where it is missing`(words: String, column: Int) {
    let error = #expect(throws: EquivalenceSyntaxError.self) {
      try RequestEquivalence(parsing: words)
    }
    #expect(error?.column == column)
    #expect(error?.reason.hasPrefix("put commas between names") == true)
  }

  @Test func `a quoted name may hold spaces`() throws {
    let policy = try RequestEquivalence(parsing: "query(ignoring 'state code' , \tb )")
    #expect(policy.description == "query(ignoring 'state code', b)")
  }

  @Test func `the error reads as one message`() {
    let error = EquivalenceSyntaxError(
      text: "methid", column: 1, reason: "there is no part 'methid'", suggestion: "method")
    #expect(
      error.description == """
        matching policy 'methid', column 1: there is no part 'methid'; did you mean 'method'?
          parts: method, scheme, host, port, path, path(ignoring PATH…), query, \
        query(ignoring NAME…), query(only NAME…), webmock-query, \
        webmock-query(ignoring NAME…), webmock-query(only NAME…), url, headers, headers(NAME…), \
        headers(ignoring NAME…), cookies, cookies(ignoring NAME…), cookies(only NAME…), body, json, \
        json(ignoring PATH…), json(only PATH…), form, form(ignoring NAME…), form(only NAME…), \
        multipart, multipart(ignoring NAME…), multipart(only NAME…), graphql
        """)
  }

  @Test(arguments: [
    ("$.", 3), ("$..", 4), ("$[", 3), ("$['a", 3), ("$[1", 4), ("$[-]", 4), ("$['\\x']", 3),
    ("x", 1), ("", 1), ("$a", 2), ("$[99999999999999999999]", 3), ("$.a b", 4), ("$[]", 3),
  ])
  func `a fault in a JSON path names its column`(path: String, column: Int) {
    let error = #expect(throws: JSONPathError.self) { try JSONPath(parsing: path) }
    #expect(error?.column == column)
  }

  @Test(
    arguments: [
      ("$['it\\'s']", #"{"it's":1}"#), ("$[\"\\u0061\"]", #"{"a":1}"#), ("$[ 'a' ]", #"{"a":1}"#),
      ("$..a", #"{"b":[{"a":1}]}"#), ("$..*", "[[1]]"), ("$[-1:]", "[5,1]"), ("$[::-1]", "[1]"),
      ("$..['a']", #"{"a":1}"#), ("$.é", #"{"é":1}"#), ("$.a.b[0]", #"{"a":{"b":[1]}}"#),
    ] as [(JSONPath, String)])
  func `a path selects the places of RFC 9535`(path: JSONPath, json: String) throws {
    let text = try #require(JSONText(Array(json.utf8)))
    let selected = path.select(in: text)
    #expect(selected.last.map { String(decoding: text.text(of: $0), as: UTF8.self) } == "1")
  }

  @Test func `nested descendants take time in proportion to the text`() throws {
    let json = String(repeating: #"{"a":["#, count: 256) + String(repeating: "]}", count: 256)
    let text = try #require(JSONText(Array(json.utf8)))
    let path = try JSONPath(parsing: "$" + String(repeating: "..a..*", count: 40))
    #expect(path.select(in: text).count < text.nodes.count)
  }

  @Test(arguments: [
    ("https://api.example.com/images/a/b.png", "https://*.example.com/images/**.png", true),
    ("https://a.b.example.com/images/x.png?v=2", "https://*.example.com/images/**.png", true),
    ("https://example.com/images/x.png", "https://*.example.com/images/**.png", false),
    ("https://example.com/a/b", "https://example.com/*", false),
    ("https://example.com/a/b", "https://example.com/**", true),
    ("https://example.com/a/x/b", "https://example.com/a/**/b", true),
    ("https://example.com/a/b", "https://example.com/a/**/b", true),
    ("https://example.com/ab", "https://example.com/a/**/b", false),
    ("https://example.com/a/xb", "https://example.com/a/**/b", false),
    ("HTTPS://EXAMPLE.com:443/a", "https://example.com/*", true),
    ("https://example.com:8443/a", "https://example.com/*", false),
    ("https://example.com:8443/a", "https://example.com:*/*", true),
    ("http://example.com:8080/a", "*://example.com/*", true),
    ("https://u:p@example.com/a#x", "https://example.com/a", true),
    ("https://example.com/?b=2&a=1", "https://example.com/?a=*&b=2", true),
    ("https://example.com/?a=1&c=3&b=2", "https://example.com/?a=*&b=2", false),
    ("https://example.com/?a=1&c=3", "https://example.com/?a=1**", true),
    ("https://example.com/users/42/posts", "https://example.com/users/*/posts", true),
    ("epub://book/c1.xhtml", "epub://book/*.xhtml", true),
    ("https://evil.org/?x=.example.com/", "https://*.example.com/**", false),
  ])
  func `a pattern fits whole URLs`(url: String, pattern: String, fits: Bool) {
    #expect(RequestEquivalence.matchesPattern(url: url, pattern: pattern) == fits)
  }

  @Test func `no pattern makes matching slow`() {
    let url = "https://h/" + String(repeating: "a", count: 20_000)
    let pattern = "https://h/" + String(repeating: "**a*", count: 50) + "b"
    #expect(!RequestEquivalence.matchesPattern(url: url, pattern: pattern))
  }
}
