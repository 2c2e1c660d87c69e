import Testing

@testable import VCRCore
@testable import VCRReview

/// What decides which of several users a response is for is part of what is reviewed.
struct DigestChangesTests {
  private static func cassette(_ digests: String) -> [UInt8] {
    Array(
      """
      vcr: 1
      \(digests)interactions:
      - request:
          method: GET
          url: https://a.test/
          headers:
            Authorization: '{{AUTHORIZATION_2}}'
        response:
          status: 200 OK

      """.utf8)
  }

  private static let digests = "value_digests:\n  salt: '5f1c0b1e'\n  AUTHORIZATION: 0123 4567\n"

  @Test(arguments: [
    ("4567", "4568", "value_digests AUTHORIZATION_2  4567 → 4568"),
    ("0123", "_", "value_digests AUTHORIZATION  removed 0123"),
    ("4567", "4567 89ab", "value_digests AUTHORIZATION_3  added 89ab"),
    ("5f1c", "5f1d", "value_digests salt  5f1c0b1e → 5f1d0b1e"),
    (digests, "", "value_digests AUTHORIZATION_2  removed 4567"),
  ])
  func `another digest of a user's value is a difference in every format`(
    old: String, new: String, line: String
  ) throws {
    let changed = Self.digests.replacing(old, with: new)
    let diff = try CassetteDiff(
      old: .init(name: "a.yaml", content: Self.cassette(Self.digests)),
      new: .init(name: "a.yaml", content: Self.cassette(changed)))
    #expect(!diff.isEmpty && !diff.isRewritten)
    #expect(diff.digests.contains(line))
    let text = DiffText(color: false).text([diff])
    #expect(text.hasPrefix("a.yaml: other digests of values\n    value_digests "))
    #expect(text.contains("    \(line)\n"))
    #expect(DiffMarkdown.text([diff]).contains(line.replacing("_", with: "&#95;")))
    #expect(DiffHTML.page([diff]).contains(line))
    #expect(DiffJSON.text([diff]).contains(line))
  }

  @Test func `digests that are written otherwise are no difference`() throws {
    let quoted = Self.digests.replacing("'5f1c0b1e'", with: "5f1c0b1e")
    let diff = try CassetteDiff(
      old: .init(name: "a.yaml", content: Self.cassette(Self.digests)),
      new: .init(name: "a.yaml", content: Self.cassette(quoted)))
    #expect(diff.isEmpty && diff.isRewritten)
  }
}
