import TestSupport
import Testing

@testable import VCRCore

struct URLEquivalenceTests {
  @Test(arguments: [
    ("HTTP://Example.COM/", "http://example.com"),
    ("https://example.com:443/a", "https://example.com/a"),
    ("http://example.com:80/a", "http://example.com/a"),
    ("ws://example.com:80/a", "ws://example.com/a"),
    ("wss://example.com:443/a", "wss://example.com/a"),
    ("http://example.com:0080/a", "http://example.com/a"),
    ("http://example.com:/a", "http://example.com/a"),
    ("http://example.com:08080/a", "http://example.com:8080/a"),
    ("http://example.com/%7euser/%2e%2E/b", "http://example.com/b"),
    ("http://example.com/%61%2fb", "http://example.com/a%2Fb"),
    ("http://example.com/a/./b/../c/", "http://example.com/a/c/"),
    ("http://example.com/../../a", "http://example.com/a"),
    ("http://example.com/a/..", "http://example.com/"),
    ("http://example.com/a/b/.", "http://example.com/a/b/"),
    ("http://example.com?x=1", "http://example.com/?x=1"),
    ("http://example.com/?", "http://example.com/"),
    ("http://example.com/#top", "http://example.com/"),
    ("http://ada:secret@example.com/", "http://example.com/"),
    ("http://a@b@example.com/", "http://example.com/"),
    ("http://ex%41mple.com/", "http://example.com/"),
    ("http://[2001:DB8:0:0:0:0:0:1]:80/", "http://[2001:db8::1]/"),
    ("http://[::ffff:192.0.2.1]/", "http://[::ffff:c000:201]/"),
    ("http://[::]/", "http://[0:0:0:0:0:0:0:0]/"),
    ("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"),
    ("http://example.com/?b=2&a=1", "http://example.com/?a=1&b=2"),
    ("http://example.com/?q=a+b", "http://example.com/?q=a%20b"),
    ("http://example.com/?q=%61", "http://example.com/?q=a"),
    ("http://example.com/?q=a%2fb", "http://example.com/?q=a/b"),
    ("http://example.com/?a", "http://example.com/?a="),
    ("http://example.com/?a=1&&b=2&", "http://example.com/?a=1&b=2"),
    ("http://example.com/?a=x=y", "http://example.com/?a=x%3Dy"),
    ("http://example.com/é", "http://example.com/%c3%a9"),
    ("http://example.com/a b", "http://example.com/a%20b"),
    ("http://example.com/100%", "http://example.com/100%25"),
    ("EPUB://Book/Chapter%2d1", "epub://book/Chapter-1"),
    ("http:/..//x/y", "http:/..//x/y"),
  ])
  func `spellings of one URL are equivalent`(left: String, right: String) {
    let policy = RequestEquivalence.standard
    #expect(policy.areEquivalent(request("GET", left), request("GET", right)))
    #expect(policy.areEquivalent(request("GET", right), request("GET", left)))
    #expect(policy.key(of: request("GET", left)) == policy.key(of: request("GET", right)))
  }

  @Test(arguments: [
    ("?a=1&a=2", "?a=2"), ("?ids[]=2&ids[]=1", "?ids%5B%5D=1&ids%5B%5D=2"),
    ("?a[0]=x&a[1]=y", "?a[]=y&a[]=x"), ("?h[y]=2&h[x]=1", "?h[x]=1&h[y]=2"),
    ("?b=1&a=2", "?a=2&b=1"),
    ("?q=a+b", "?q=a%20b"), ("?a", "?a="), ("?a=1&a[]=2", "?a=1&a[]=2"), ("?", ""),
  ])
  func `queries are the same that WebMock spells in one way`(left: String, right: String) throws {
    let policy: RequestEquivalence = [.method, .path, .webMockQuery]
    let (left, right) = (request("GET", "http://h/\(left)"), request("GET", "http://h/\(right)"))
    #expect(policy.areEquivalent(left, right) && policy.areEquivalent(right, left))
    #expect(policy.key(of: left) == policy.key(of: right))
  }

  @Test(arguments: [
    ("?a=1&a=2", "?a=1"), ("?ids[]=2&ids[]=1", "?ids[]=2"), ("?ids[]=1&ids[]=1", "?ids[]=1"),
    ("?h[x]=1", "?h[y]=1"), ("?a[]=1", "?a=1"), ("?a=1&a[]=2", "?a=2"), ("?a=1", ""),
  ])
  func `queries differ that WebMock spells in two ways`(left: String, right: String) {
    let policy: RequestEquivalence = [.method, .path, .webMockQuery]
    let (left, right) = (request("GET", "http://h/\(left)"), request("GET", "http://h/\(right)"))
    #expect(!policy.areEquivalent(left, right))
    #expect(policy.key(of: left) != policy.key(of: right))
  }

  @Test func `a query of very many items is compared pair by pair, and soon`() {
    let many = (0..<50_000).map { "a[][b\($0)]=1" }.joined(separator: "&")
    let policy: RequestEquivalence = [.webMockQuery]
    let long = request("GET", "http://h/?\(many)")
    #expect(policy.areEquivalent(long, request("GET", "http://h/?\(many)")))
    #expect(!policy.areEquivalent(long, request("GET", "http://h/?\(many)&c=1")))
  }

  @Test func `volatile items of a query do not count where it is read as WebMock does`() {
    let policy = RequestEquivalence([.webMockQuery]).ignoring(
      Volatility().adding(queryNames: ["t"]))
    #expect(policy.description == "webmock-query(ignoring t)")
    #expect(
      policy.areEquivalent(
        request("GET", "http://h/?a=0&a=1&t=1"), request("GET", "http://h/?t=2&a=1")))
  }

  @Test(arguments: [
    ("http://example.com/", "https://example.com/"),
    ("http://example.com/", "http://example.com:8080/"),
    ("http://example.com:443/", "https://example.com/"),
    ("http://example.com/a", "http://example.com/A"),
    ("http://example.com/a", "http://example.com/a/"),
    ("http://example.com/a%2Fb", "http://example.com/a/b"),
    ("http://example.com/a//b", "http://example.com/a/b"),
    ("http://example.com/?a=1&a=2", "http://example.com/?a=2&a=1"),
    ("http://example.com/?a=1", "http://example.com/?a=1&a=1"),
    ("http://example.com/?a=1", "http://example.com/?A=1"),
    ("http://example.com/?a=b%26c=d", "http://example.com/?a=b&c=d"),
    ("http://example.com/?a=%2B", "http://example.com/?a=+"),
    ("http://example.com/?a=%2525", "http://example.com/?a=%25"),
    ("http://example.com/%2541", "http://example.com/%41"),
    ("http://example.com/%%41B", "http://example.com/%ab"),
    ("http://example.com/a?b", "http://example.com/a%3Fb"),
    ("http://example.com.evil.org/", "http://example.com/"),
    ("http://example.com@evil.org/", "http://example.com/"),
    ("http://example.com:80@evil.org/", "http://example.com/"),
    ("http:/..//x/y", "http://x/y"),
    ("http:x/y", "http://x/y"),
    ("//x/y", "/x/y"),
    ("%61:x", "a:x"),
    ("http://[::1]/", "http://[::2]/"),
    ("http://[::1/", "http://[::1]/"),
    ("http://a:b:80/", "http://a:80/"),
    ("epub://book/1", "epub://book/2"),
    ("epub:book/1", "epub://book/1"),
    ("mailto:a@b", "mailto:b"),
    ("", "/"),
    ("not a url", "not a ur1"),
    ("http://", "http:"),
    (":", "::"),
  ])
  func `different URLs are not equivalent`(left: String, right: String) {
    let policy = RequestEquivalence.standard
    #expect(!policy.areEquivalent(request("GET", left), request("GET", right)))
    #expect(policy.key(of: request("GET", left)) != policy.key(of: request("GET", right)))
  }

  @Test(arguments: [
    ("https://Example.com:443", "https://example.com/"),
    ("http://example.com/b?z=1&a=%7e", "http://example.com/b?a=~&z=1"),
    ("http:/.//x", "http:/.//x"),
    ("urn:a/../b", "urn:a/../b"),
    ("http://u@[2001:db8:0:0::1]:81/", "http://[2001:db8::1]:81/"),
  ])
  func `the normal form is readable`(url: String, form: String) {
    #expect(normalized(url) == form)
  }

  @Test(arguments: [
    (RequestEquivalence.Part.scheme, "http://a/x", "HTTP://b/y", "https://a/x"),
    (.host, "http://a.example/x", "https://A.EXAMPLE:1/y", "http://b.example/x"),
    (.port, "https://a/x", "https://b:443/y", "https://a:444/x"),
    (.path, "http://a/x?q", "https://b/./x", "http://a/y?q"),
    (.query, "http://a/x?p=1&q=2", "https://b/y?q=2&p=1", "http://a/x?p=1"),
    (
      .query(ignoring: ["page"]), "http://a/x?page=1&q=2", "http://a/x?q=2&page=9",
      "http://a/x?page=1&q=3"
    ),
    (
      .query(only: ["page"]), "http://a/x?page=1&q=2", "http://a/x?page=1&q=9",
      "http://a/x?page=2&q=2"
    ),
    (
      .query(only: ["a b"]), "http://a/?a%20b=1", "http://a/?a+b=1&c", "http://a/?a+b=2"
    ),
  ])
  func `a part looks at its component alone`(
    part: RequestEquivalence.Part, recorded: String, same: String, different: String
  ) {
    let policy: RequestEquivalence = [part]
    #expect(policy.areEquivalent(request("GET", same), request("GET", recorded)))
    #expect(!policy.areEquivalent(request("GET", different), request("GET", recorded)))
  }

  @Test func `the method is compared with regard to case`() {
    let policy = RequestEquivalence.standard
    #expect(policy.areEquivalent(request("PATCH"), request("PATCH")))
    #expect(!policy.areEquivalent(request("patch"), request("PATCH")))
    #expect(!policy.areEquivalent(request("POST"), request("GET")))
  }

  @Test func `the default is method and URL`() {
    #expect(RequestEquivalence.standard.description == "method, url")
    #expect(RequestEquivalence.standard.isFullyKeyed)
    #expect(RequestEquivalence.standard.needsOnlyMethodAndURL)
  }

  @Test(arguments: UInt64(0)..<20)
  func `normalising is idempotent and total`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let pieces = [
      "http", "https", ":", "/", "//", "?", "#", "@", "&", "=", "%", "%41", "%2f", "%zz", "..",
      ".", "a", "B", "é", " ", "[", "]", "::1", "80", "443", "+", ";", "\u{0}", "\\", "{{A}}",
    ]
    for _ in 0..<500 {
      var url = Bool.random(using: &generator) ? "http://" : ""
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        url += pieces.randomElement(using: &generator) ?? ""
      }
      let once = normalized(url)
      #expect(normalized(once) == once, "\(url.debugDescription)")
    }
  }

  @Test(arguments: UInt64(0)..<20)
  func `the key by method and URL is the key of the request`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let parts: [RequestEquivalence.Part] = [
      .method, .scheme, .host, .port, .path, .query, .url, .query(ignoring: ["a"]),
      .query(only: ["a", "é"]),
    ]
    let pieces = ["?", "&", "a", "b", "=", "/", "%20", "+", "1", "é", "#", ".", ":"]
    for _ in 0..<200 {
      let policy = RequestEquivalence(
        parts.shuffled(using: &generator).prefix(Int.random(in: 0...4, using: &generator)).map {
          $0
        })
      let tail = (0..<8).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let request = request("GET", "https://h" + tail)
      #expect(policy.needsOnlyMethodAndURL)
      #expect(policy.key(of: request) == policy.keyOfMethodAndURL(of: request))
    }
  }

  @Test(arguments: UInt64(0)..<5)
  func `equal keys mean equivalent requests`(seed: UInt64) {
    var generator = SeededRandom(seed: seed)
    let policies: [RequestEquivalence] = [
      .standard, [.host, .path], [.query], [.port, .scheme], [.query(ignoring: ["a"]), .path],
      [.method, .json], [.form, .url], [.headers("X-A", "X-B")], [.multipart], [.graphql],
      [.headers], [.headers(ignoring: ["x-a"]), .host], [.form(only: ["a"])],
      [.form(ignoring: ["a"]), .method], [.multipart(only: ["a"])],
    ]
    let bodies = [
      "", "a=1&b=2", "b=2&a=1", #"{"a":1,"b":2}"#, #"{"b":2.0,"a":1e0}"#, #"{"query":"{a}"}"#,
      #"{"query":"{ a }"}"#, "x",
    ]
    let types = ["application/json", "application/x-www-form-urlencoded", "text/plain"]
    func random() -> Interaction.Request {
      let paths = ["/", "", "/a", "/%61", "/./a", "/b"]
      let queries = ["", "?", "?a=1&b=2", "?b=2&a=1", "?a=1", "?b=2", "?a=2&a=1"]
      let origins = ["http://h", "HTTP://H:80", "https://h:443", "https://h", "http://h:443"]
      func pick(_ list: [String]) -> String { list.randomElement(using: &generator) ?? "" }
      var made = request(
        pick(["GET", "get", "POST"]), pick(origins) + pick(paths) + pick(queries),
        type: pick(types), pick(bodies))
      if Bool.random(using: &generator) { made.headers.append("X-A", pick(["", "1", "2"])) }
      if Bool.random(using: &generator) { made.headers.append("x-b", pick(["", "1", "2"])) }
      return made
    }
    var equivalent = 0
    for _ in 0..<400 {
      let (left, right) = (random(), random())
      for policy in policies {
        let isEquivalent = policy.areEquivalent(left, right)
        #expect(isEquivalent == policy.areEquivalent(right, left))
        #expect((policy.key(of: left) == policy.key(of: right)) == isEquivalent)
        #expect((policy.distance(incoming: left, recorded: right).value == 0) == isEquivalent)
        #expect(policy.differences(incoming: left, recorded: right).isEmpty == isEquivalent)
        if isEquivalent { equivalent += 1 }
      }
    }
    #expect(equivalent > 50)
  }

  @Test func `hostile URLs take time in proportion to their length`() {
    let long = String(repeating: "/..", count: 300_000)
    #expect(normalized("http://h" + long) == "http://h/")
    let pairs = (0..<200_000).map { "\(199_999 - $0)=%2" }.joined(separator: "&")
    #expect(normalized("http://h/?" + pairs).utf8.count > 1_000_000)
    let at = String(repeating: "@", count: 1_000_000)
    #expect(normalized("http://" + at + "h/") == "http://h/")
  }
}
