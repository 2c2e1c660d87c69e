import Testing

@testable import VCRCore
@testable import VCRReview

/// Merges of a side that redacted a cassette with one that did not.
struct MergeRedactionTests {
  private static func cassette(_ number: Int) -> [UInt8] {
    Array(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: https://example.com/a
        response:
          status: 200 OK
          headers:
            X-Hub-Signature: sha1=a94a8fe5ccb19ba61c4c0873d391e987982fbbd3
            x-ms-session-token: 0:1#AbCdEf123456secretvalue
          body:
            json: |-
              {
                "session_token": "tok_AbCdEf123456secret",
                "k": 1,
                "n": \(number)
              }

      """.utf8)
  }

  @Test func `a secret that one side redacted in a volatile place stays redacted`() throws {
    let volatility = Volatility.standard.adding(jsonPaths: ["$.session_token"])
    let redacted = try CassetteRedactor(.standard).redact(Self.cassette(1), path: "a.yaml").content
    try #require(!redacted.contains(Array("AbCdEf123456secret".utf8), in: redacted.indices))
    for isOurs in [true, false] {
      let merge = try ThreeWayMerge(
        path: "a.yaml", base: Self.cassette(1), ours: isOurs ? redacted : Self.cassette(2),
        theirs: isOurs ? Self.cassette(2) : redacted, volatility: volatility)
      let text = String(decoding: merge.content, as: UTF8.self)
      #expect(merge.conflicts == 0)
      #expect(text.contains("\"n\": 2"))
      #expect(!text.contains("AbCdEf123456secret") && !text.contains("a94a8fe5"), "\(text)")
      // A removal does away with the secret as well.
      let removal = try ThreeWayMerge(
        path: "a.yaml", base: Self.cassette(1),
        ours: isOurs ? redacted : Array("vcr: 1\ninteractions:\n".utf8),
        theirs: isOurs ? Array("vcr: 1\ninteractions:\n".utf8) : redacted, volatility: volatility)
      #expect(removal.conflicts == 0)
      #expect(removal.content == Array("vcr: 1\ninteractions:\n".utf8))
    }
  }
}
