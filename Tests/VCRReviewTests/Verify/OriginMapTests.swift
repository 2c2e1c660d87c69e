import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Where requests of a verification go.
struct OriginMapTests {
  private func rebased(_ words: [String], _ url: String) throws -> String {
    try OriginMap(words).rebased(.init(url: url)).url
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "https://a.test/x?q#f", "http://127.0.0.1:8080/x?q#f"),
    ("http://127.0.0.1:8080/base/", "https://a.test/x", "http://127.0.0.1:8080/base/x"),
    ("http://127.0.0.1:8080", "https://a.test", "http://127.0.0.1:8080"),
    ("http://127.0.0.1:8080", "https://a.test?q=1", "http://127.0.0.1:8080?q=1"),
    ("HTTP://LOCALHOST:1/P", "https://a.test/x", "http://localhost:1/P/x"),
    ("http://[::1]:9", "https://[2001:db8::1]:8443/x", "http://[::1]:9/x"),
    ("http://h", "https://user:pw@a.test/x", "http://h/x"),
    ("https://a.test", "https://a.test/x", "https://a.test/x"),
    ("https://a.test=http://h:1", "https://a.test/x", "http://h:1/x"),
    ("https://a.test=http://h:1", "https://b.test/x", "https://b.test/x"),
    ("https://a.test=http://h:1", "https://a.test.evil/x", "https://a.test.evil/x"),
    ("https://a.test=http://h:1", "http://a.test/x", "http://a.test/x"),
    // The port that the scheme has anyway says nothing (RFC 9110 §4.2.3), nor does case.
    ("https://a.test=http://h:1", "https://a.test:443/x", "http://h:1/x"),
    ("https://a.test:443=http://h:1", "https://A.test/x", "http://h:1/x"),
    ("http://a.test=http://h:1", "http://a.test:80/x", "http://h:1/x"),
    ("https://a.test=http://h:1", "https://a.test:8443/x", "https://a.test:8443/x"),
    ("https://a.test=http://h:1", "https://u@A.TEST:443/x@y", "http://h:1/x@y"),
  ])
  func `a request goes to the target of its origin`(word: String, url: String, live: String) throws
  {
    #expect(try rebased([word], url) == live)
  }

  @Test func `Origin and Referer go along when they are of the same origin`() throws {
    let map = try OriginMap(["https://a.test=http://h:1"])
    func headers(_ name: String, _ value: String) -> String? {
      map.rebased(.init(url: "https://A.test/x", headers: [name: value])).headers[name]
    }
    #expect(headers("Origin", "https://A.test") == "http://h:1")
    #expect(headers("origin", "https://a.test") == "http://h:1")
    #expect(headers("REFERER", "https://a.test:443/page?q") == "http://h:1/page?q")
    #expect(headers("Referer", "https://b.test/page") == "https://b.test/page")
    #expect(headers("Origin", "null") == "null")
    #expect(headers("X-Url", "https://a.test/") == "https://a.test/")
  }

  @Test(arguments: [
    "a.test", "ftp://a.test", "http://", "http:///x", "/x", "", "http://u:p@h", "http://h?q",
    "http://h#f",
    "http://h/x?y", "x=http://h", "https://a.test=http://", "https://u@a.test=http://h",
  ])
  func `what is no origin or URL is refused`(word: String) {
    #expect(throws: OriginMap.Fault.self) { try OriginMap([word]) }
  }

  @Test func `one URL stands for one origin, and several are named`() throws {
    #expect(throws: OriginMap.Fault.self) { try OriginMap(["http://h", "http://i"]) }
    let map = try OriginMap(["http://h:1/p", "https://b.test=http://i"])
    try map.check(["https://a.test", "https://b.test:443"])
    let fault = try #require(throws: OriginMap.Fault.self) {
      try map.check(["https://a.test", "https://c.test", "https://b.test"])
    }
    #expect(fault.description.hasSuffix("--against https://a.test=http://h:1/p"))
    #expect(fault.description.contains("2 origins"))
    try OriginMap(["https://a.test=http://h"]).check(["https://a.test", "https://c.test"])
  }

  @Test(arguments: [
    ("https://a.test", true), ("HTTPS://A.TEST:443", true), ("https://a.test:8443", false),
    ("http://a.test", false), ("https://a.test.evil", false), ("https://sub.a.test", false),
    ("http://h:1", true), ("http://i", true), ("http://i:80", true), ("https://b.test", false),
  ])
  func `values of secrets go to named origins alone`(origin: String, isTrusted: Bool) throws {
    let trust = try SecretTrust(["https://a.test/"])
    let map = try OriginMap(["http://h:1", "https://b.test=http://i"])
    #expect(trust.includes(origin, map) == isTrusted)
    #expect(SecretTrust.none.includes(origin, nil) == false)
  }

  @Test(arguments: [
    "https://a.test/x", "a.test", "https://u@a.test", "https://a.test?", "", "*", "https://",
  ])
  func `trust is in an origin and nothing else`(word: String) {
    #expect(throws: OriginMap.Fault.self) { try SecretTrust([word]) }
  }
}

/// Responses that tell of the service's state.
struct ServiceTroubleTests {
  private static let now = Date(timeIntervalSince1970: 784_111_777)

  private func wait(
    _ status: Int, _ retryAfter: String?, method: String = "GET", attempt: Int = 1,
    recorded: Int? = 200
  ) -> Double? {
    var response = Interaction.Response(status: status)
    if let retryAfter { response.headers.append("Retry-After", retryAfter) }
    return ServiceTrouble.wait(
      toRepeat: .init(method: method, url: "https://a.test/"), after: .response(response),
      recorded: recorded, attempt: attempt, now: Self.now)
  }

  @Test(
    arguments: [
      // RFC 9110 §10.2.3; its first example is the moment of §5.6.7 here.
      ("120", nil), ("60", 60), ("5", 5), ("0", 0), ("1.5", 1.5), ("99999999999999999999", nil),
      ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:30 GMT", 0),
      ("Sun, 06 Nov 1994 09:49:37 GMT", nil),
      // What is neither says nothing: 2 seconds at the second attempt.
      ("soon", 2), ("nan", 2), ("inf", 2), ("-5", 2), ("0x10", 2), ("1e1", 2), ("", 2), ("5, 5", 2),
      (".", 2),
    ] as [(String, Double?)])
  func `the service says how long to wait`(value: String, seconds: Double?) {
    #expect(wait(429, value, attempt: 2) == seconds)
  }

  @Test func `without a word of the service the wait doubles, up to a minute`() {
    #expect((1...8).map { wait(503, nil, attempt: $0) } == [1, 2, 4, 8, 16, 32, nil, nil])
  }

  @Test(
    arguments: [
      (429, "POST", nil, true), (503, "POST", nil, false), (503, "POST", "1", true),
      (503, "PUT", nil, true),
      (503, "DELETE", nil, true), (503, "PATCH", nil, false), (503, "HEAD", nil, true),
      (500, "GET", "1", false), (502, "GET", nil, false), (404, "GET", "1", false),
      (200, "GET", "1", false),
    ] as [(Int, String, String?, Bool)])
  func `only what may be sent twice is sent again (RFC 9110 §9.2.2)`(
    status: Int, method: String, retryAfter: String?, isRepeated: Bool
  ) {
    #expect((wait(status, retryAfter, method: method) != nil) == isRepeated)
  }

  @Test func `the status that was recorded is no trouble`() {
    #expect(wait(503, "1", recorded: 503) == nil)
    #expect(ServiceTrouble.isTrouble(.init(status: 503), recorded: 429))
    #expect(!ServiceTrouble.isTrouble(.init(status: 429), recorded: 429))
    #expect(!ServiceTrouble.isTrouble(.init(status: 499), recorded: 200))
    #expect(!ServiceTrouble.isTrouble(.init(status: nil), recorded: 200))
    #expect(ServiceTrouble.isTrouble(.init(status: 599), recorded: nil))
    #expect(!ServiceTrouble.isTrouble(.init(status: 600), recorded: nil))
    let failure = Interaction.Failure(.timedOut, message: "")
    let wait = ServiceTrouble.wait(
      toRepeat: .init(url: "https://a.test/"), after: .failure(failure), recorded: 200, attempt: 1)
    #expect(wait == nil)
  }
}
