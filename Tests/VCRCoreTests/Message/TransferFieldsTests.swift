import Testing

@testable import VCRCore

struct TransferFieldsTests {
  /// For each field who leaves it out: a cassette and a replay, a proxy, a client that sends, the
  /// comparison of two recordings, and a trailer section; and what HTTP/2 does not have at all.
  static let fields: [(name: String, sets: String)] = [
    ("Connection", "cassette proxy client comparison trailer HTTP/2"),
    ("Keep-Alive", "cassette proxy client comparison trailer HTTP/2"),
    ("Proxy-Connection", "cassette proxy client comparison trailer HTTP/2"),
    ("TE", "cassette proxy client comparison trailer"),
    ("Upgrade", "cassette proxy client comparison trailer HTTP/2"),
    ("HTTP2-Settings", "cassette proxy client comparison trailer"),
    ("Transfer-Encoding", "cassette proxy client comparison trailer HTTP/2"),
    ("Content-Length", "cassette comparison trailer"),
    ("Trailer", "cassette comparison trailer"),
    ("Proxy-Authenticate", "proxy client trailer"),
    ("Proxy-Authorization", "proxy client trailer"),
    ("Proxy-Authentication-Info", "proxy client trailer"),
    ("Expect", "client comparison trailer"),
    ("Host", "comparison trailer"),
    ("Authorization", "trailer"), ("WWW-Authenticate", "trailer"), ("Cache-Control", "trailer"),
    ("Content-Encoding", "trailer"), ("Content-Range", "trailer"), ("Content-Type", "trailer"),
    ("If-Match", "trailer"), ("If-Modified-Since", "trailer"), ("If-None-Match", "trailer"),
    ("If-Range", "trailer"), ("If-Unmodified-Since", "trailer"), ("Max-Forwards", "trailer"),
    ("Range", "trailer"),
    ("Date", ""), ("Server", ""), ("Accept", ""), ("Set-Cookie", ""), ("Trailers", ""), ("", ""),
    ("X-A-Name-That-Is-Longer-Than-All", ""),
  ]

  static let sets: [(name: String, kinds: TransferFields.Kinds)] = [
    ("cassette", .unrecorded), ("proxy", .unforwarded), ("client", .unsent),
    ("comparison", .volatile), ("trailer", .untrailing),
    ("HTTP/2", .malformedInHTTP2),
  ]

  @Test(arguments: fields.map(\.name))
  func `each user leaves out the fields that have no meaning where it stands`(
    name: String
  ) throws {
    let field = try #require(Self.fields.first { $0.name == name })
    for spelling in [name, name.lowercased(), name.uppercased()] {
      let found = Self.sets.filter { TransferFields.contains(spelling, in: $0.kinds) }
      #expect(found.map(\.name).joined(separator: " ") == field.sets)
    }
  }

  @Test func `the table holds no name that is not named here`() {
    let named = Self.fields.filter { !$0.sets.isEmpty }.map { $0.name.lowercased() }
    #expect(TransferFields.names(of: TransferFields.Kinds(rawValue: .max)) == named.sorted())
  }

  @Test func `all Connection fields of a section say what concerns the connection`() {
    let section: HeaderFields = [
      "connection": "Close, X-One", "Other": "X-Two", "Connection": " x-three ,,",
    ]
    #expect(TransferFields.named(byConnectionOf: section) == ["close", "x-one", "x-three"])
    #expect(TransferFields.named(byConnectionOf: ["Other": "X-Two"]).isEmpty)
  }

  @Test func `a cassette keeps the length of a response to HEAD alone`() {
    let section: HeaderFields = ["Content-Length": "12", "TE": "trailers", "X-Kept": "1"]
    for keepsLength in [true, false] {
      let fields = CassetteWriter.written(section, keeping: keepsLength ? .length : [])
      #expect(
        fields.map(\.name)
          == (keepsLength ? ["Content-Length", "X-Kept"] : ["X-Kept"]))
    }
  }
}
