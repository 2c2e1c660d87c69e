import Testing

@testable import VCRCore
@testable import VCRReview

/// What a person wrote into a cassette and no replay reads is told wherever it stands.
struct UnknownKeyTests {
  private static let cassette = """
    vcr: 1
    interactions:
    - FIRSTrequest:
        method: POST
        url: https://a.test/
        headers:
          Content-Type: multipart/form-data; boundary=bb
          X-Name:
            FIELDlatin1: x
        body:
          BODYboundary: bb
          multipart:
          - headers:
              Content-Disposition: form-data; name="f"
            PARTtext: x
      response:
        interim:
        - status: 103 Early Hints
          INTERIMheaders:
            Link: </a>
        status: 200 OK
        RESPONSEbody:
          encoding: gzip
          encoded:
            ENCODEDbase64: H4sIAAAAAAAAA0tMSgYAwkEkNQMAAAA=
          text: |-
            abc
      LASTseconds: 1
    - request:
        method: GET
        url: https://a.test/events
      response:
        status: 200 OK
        headers:
          Content-Type: text/event-stream
        body:
          chunks:
          - CHUNKdata: a
          - data:
              EVENTjson: |-
                {"a":1}
    - request:
        method: GET
        url: https://a.test/socket
      response:
        status: 101 Switching Protocols
      messages:
      - MESSAGEservice:
          TEXTtext: hello

    """

  private static let places = [
    "FIRST", "BODY", "PART", "INTERIM", "RESPONSE", "ENCODED", "LAST", "CHUNK", "EVENT", "MESSAGE",
    "TEXT", "FIELD",
  ]

  private static func text(_ place: String, _ value: String) -> [UInt8] {
    var lines: [String] = []
    for line in cassette.split(separator: "\n", omittingEmptySubsequences: false) {
      guard let mark = places.first(where: { line.contains($0) }) else {
        lines.append(String(line))
        continue
      }
      let plain = String(line).replacing(mark, with: "")
      guard mark == place else {
        lines.append(plain)
        continue
      }
      // The key stands before the one that was marked, which goes to a line of its own.
      let key = plain.prefix { $0 == " " || $0 == "-" }
      lines.append("\(key)mine: \(value)")
      lines.append(String(repeating: " ", count: key.count) + plain.dropFirst(key.count))
    }
    return Array(lines.joined(separator: "\n").utf8)
  }

  @Test(arguments: places)
  func `an unknown key is reported wherever it stands`(place: String) throws {
    let number =
      ["CHUNK", "EVENT"].contains(place) ? 2 : ["MESSAGE", "TEXT"].contains(place) ? 3 : 1
    let states = ["old", "new"].map { CassetteDiff.State(name: $0, content: Self.text(place, $0)) }
    let diff = try CassetteDiff(old: states[0], new: states[1])
    #expect(diff.isRewritten)
    #expect(
      diff.unread == [
        "key mine of #\(number) removed: old", "key mine of #\(number) added: new",
      ])
    let same = try CassetteDiff(old: states[0], new: states[0])
    #expect(same.unread.isEmpty)
  }

  /// A cassette of which the one interaction has this line.
  private static func state(_ line: String) -> CassetteDiff.State {
    CassetteDiff.State(
      name: line,
      content: Array(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: https://a.test/
          \(line)
          response:
            status: 200 OK

        """.utf8))
  }

  @Test(arguments: ["# ", "mine: "])
  func `nothing of a secret is told that changed at its end`(start: String) throws {
    let long = String(repeating: "all is well here, ", count: 4)
    let token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R"
    let states = ["8", "9"].map { Self.state(start + long + token + $0 + " by hand") }
    let diff = try CassetteDiff(old: states[0], new: states[1])
    #expect(diff.unread.count == 2)
    for line in diff.unread {
      for size in [4, 8] { #expect(!line.contains(token.suffix(size)), "\(line)") }
      #expect(line.contains("by hand"))
    }
  }

  @Test(arguments: ["# ", "mine: "])
  func `what changed far behind the beginning of a long one is reported`(start: String) throws {
    let long = String(repeating: "all is well here, ", count: 40)
    let states = ["harmless", "evil"].map { Self.state(start + long + $0) }
    let diff = try CassetteDiff(old: states[0], new: states[1])
    let name = start == "# " ? "comment" : "key mine"
    #expect(
      diff.unread == [
        "\(name) of #1 removed: …l is well here, harmless",
        "\(name) of #1 added: …l is well here, evil",
      ])
    let texts = try states.map {
      try DiffableText(path: $0.name, content: $0.content, redaction: .standard, isStandard: true)
        .text
    }
    #expect(texts[0] != texts[1])
  }
}
