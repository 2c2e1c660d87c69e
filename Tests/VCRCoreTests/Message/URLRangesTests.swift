import Foundation
import TestSupport
import Testing

@testable import VCRCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The components of URLs (RFC 3986).
struct URLRangesTests {
  /// Scheme, user information, host, port, path, query and fragment.
  private func parts(_ text: String) -> [String?] {
    let bytes = Array(text.utf8)
    let ranges = URLRanges(bytes.span)
    return [
      ranges.scheme, ranges.userinfo, ranges.host, ranges.port, ranges.path, ranges.query,
      ranges.fragment,
    ].map { $0.map { String(decoding: bytes[$0], as: UTF8.self) } }
  }

  @Test(
    arguments: [
      // The examples of §1.1.2 and §3.
      (
        "ftp://ftp.is.co.za/rfc/rfc1808.txt",
        ["ftp", "", "ftp.is.co.za", "", "/rfc/rfc1808.txt", nil, nil]
      ),
      (
        "http://www.ietf.org/rfc/rfc2396.txt",
        ["http", "", "www.ietf.org", "", "/rfc/rfc2396.txt", nil, nil]
      ),
      (
        "ldap://[2001:db8::7]/c=GB?objectClass?one",
        ["ldap", "", "[2001:db8::7]", "", "/c=GB", "objectClass?one", nil]
      ),
      ("mailto:John.Doe@example.com", ["mailto", "", "", "", "John.Doe@example.com", nil, nil]),
      ("tel:+1-816-555-1212", ["tel", "", "", "", "+1-816-555-1212", nil, nil]),
      ("telnet://192.0.2.16:80/", ["telnet", "", "192.0.2.16", "80", "/", nil, nil]),
      ("urn:oasis:names:1.1", ["urn", "", "", "", "oasis:names:1.1", nil, nil]),
      (
        "foo://example.com:8042/over/there?name=ferret#nose",
        ["foo", "", "example.com", "8042", "/over/there", "name=ferret", "nose"]
      ),
      // Edges.
      ("http://u:p@h:1?q", ["http", "u:p", "h", "1", "", "q", nil]),
      ("http://u@x:p@h/", ["http", "u@x:p", "h", "", "/", nil, nil]),
      ("http://h/a@b:c", ["http", "", "h", "", "/a@b:c", nil, nil]),
      ("http://h?a@b", ["http", "", "h", "", "", "a@b", nil]),
      ("http://[::1]:8080#", ["http", "", "[::1]", "8080", "", nil, ""]),
      ("http://h:/", ["http", "", "h", "", "/", nil, nil]),
      ("http://", ["http", "", "", "", "", nil, nil]),
      ("http:///p", ["http", "", "", "", "/p", nil, nil]),
      ("//h/p", ["", "", "h", "", "/p", nil, nil]),
      ("/a:b?c", ["", "", "", "", "/a:b", "c", nil]), ("1a:b", ["", "", "", "", "1a:b", nil, nil]),
      ("a+.-1:b", ["a+.-1", "", "", "", "b", nil, nil]), (":b", ["", "", "", "", ":b", nil, nil]),
      ("?", ["", "", "", "", "", "", nil]), ("#?", ["", "", "", "", "", nil, "?"]),
      ("a?b#c?d#e", ["", "", "", "", "a", "b", "c?d#e"]), ("", ["", "", "", "", "", nil, nil]),
      ("http:/p", ["http", "", "", "", "/p", nil, nil]),
      ("é://h", ["", "", "", "", "é://h", nil, nil]),
    ] as [(String, [String?])])
  func `a text has the components of RFC 3986 §3`(text: String, expected: [String?]) {
    #expect(parts(text) == expected)
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the expression of RFC 3986 appendix B finds the same components`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    // Appendix B, its scheme in the form of §3.1.
    let expression = try NSRegularExpression(
      pattern: #"^(([A-Za-z][A-Za-z0-9+.-]*):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?$"#)
    let pieces = [
      "http", ":", "/", "//", "?", "#", "@", "a", "1", ".", "[", "]", "%41", "é", "+", "-",
    ]
    for _ in 0..<500 {
      let text = (0..<random.below(14)).map { _ in random.pick(pieces) }.joined()
      let match = try #require(
        expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)))
      func group(_ number: Int) -> String? {
        Range(match.range(at: number), in: text).map { String(text[$0]) }
      }
      let bytes = Array(text.utf8)
      let ranges = URLRanges(bytes.span)
      let found = parts(text)
      #expect(found[0] == group(2) ?? "", "\(text)")
      #expect(ranges.hasAuthority == (group(4) != nil), "\(text)")
      #expect(found[4] == group(5), "\(text)")
      #expect(found[5] == group(7), "\(text)")
      #expect(found[6] == group(9), "\(text)")
      guard let authority = group(4) else { continue }
      // Nothing of the authority is lost but its marks.
      let user =
        ranges.userinfo.isEmpty && !authority.hasPrefix("@") ? "" : found[1].map { $0 + "@" }
      let rest = (user ?? "") + (found[2] ?? "")
      let port = found[3] ?? ""
      #expect([rest + port, rest + ":" + port].contains(authority), "\(text)")
    }
  }

  @Test func `components within a larger text are those of the piece`() {
    let bytes = Array("see http://h:1/p?q#f end".utf8)
    let ranges = URLRanges(bytes.span, in: 4..<bytes.count - 4)
    #expect(ranges.scheme == 4..<8)
    #expect(ranges.host == 11..<12)
    #expect(ranges.port == 13..<14)
    #expect(ranges.path == 14..<16)
    #expect(ranges.query == 17..<18)
    #expect(ranges.fragment == 19..<20)
  }
}

/// IPv6 addresses in URLs (RFC 3986 §3.2.2, RFC 5952).
struct IPv6LiteralTests {
  private func normal(_ address: String) -> String? {
    let bytes = Array("[\(address)]".utf8)
    guard let literal = IPv6Literal(bytes.span, bytes.indices) else { return nil }
    var output: [UInt8] = []
    literal.append(to: &output)
    return String(decoding: output.dropFirst().dropLast(), as: UTF8.self)
  }

  /// The system's reading of an address.
  private func system(_ address: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    return unsafe inet_pton(AF_INET6, address, &bytes) == 1 ? bytes : nil
  }

  @Test(arguments: [
    // RFC 5952 §1 to §4
    ("2001:0db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"), ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),
    ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"), ("2001:DB8::AAAA", "2001:db8::aaaa"),
    ("2001:db8::0:1", "2001:db8::1"), ("0:0:0:0:0:0:0:0", "::"), ("::1", "::1"), ("1::", "1::"),
    ("1:0:0:0:0:0:0:0", "1::"), ("0:0:1:0:0:0:0:0", "0:0:1::"),
    ("::ffff:192.0.2.1", "::ffff:c000:201"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
    ("64:ff9b::0.0.0.0", "64:ff9b::"),
  ])
  func `an address is written as RFC 5952 §4 says`(address: String, form: String) {
    #expect(normal(address) == form)
  }

  @Test(arguments: [
    "", ":", ":::", "1", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1::2::3", "::1:2:3:4:5:6:7:8",
    "12345::",
    "::g", ":1::", "::1:", "fe80::1%25eth0", "fe80::1%eth0", "::1.2.3", "::1.2.3.4.5",
    "::256.0.0.1",
    "::1.2.3.04", "::00.0.0.1", "1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3.4:1", "::1.2..4",
    "::-1",
    "v1.a", " ::1", "1:::2",
  ])
  func `what is no address is refused, as by the system`(address: String) {
    #expect(normal(address) == nil)
    #expect(system(address) == nil || address.contains("%"))
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `the system reads the same address in any text and in its normal form`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var count = 0
    for _ in 0..<1500 {
      let pieces = ["0", "0", "00ab", "F", "1", ":", ":", ":", "::", "1.2.3.4", "0.0.0.255"]
      var address = (0..<1 + random.below(12)).map { _ in random.pick(pieces) }.joined()
      if random.one(in: 2) {
        // A whole address, a piece of it left out perhaps.
        var groups = (0..<8).map { _ in random.pick(["0", "0", "00", "1", "abcd"]) }
        if random.one(in: 2) {
          let start = random.below(8)
          groups.replaceSubrange(start..<start + 1 + random.below(8 - start), with: ["", ""])
        }
        address = groups.joined(separator: ":")
      }
      let form = normal(address)
      #expect((form == nil) == (system(address) == nil), "\(address)")
      guard let form else { continue }
      count += 1
      #expect(system(form) == system(address), "\(address) \(form)")
      #expect(normal(form) == form, "\(address)")
    }
    #expect(count > 100)
  }
}
