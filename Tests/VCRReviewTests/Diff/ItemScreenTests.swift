import Testing

@testable import VCRCore
@testable import VCRReview

/// What need not be searched for secrets in a diff, and what must be all the same.
struct ItemScreenTests {
  private static let token = "tok_9f8e7d6c5b4a39281706f5e4d3c2b1a0"

  private static func items(_ note: String) -> [Interaction] {
    [
      DiffFixture.json(
        #"{"note":"\#(note)","access_token":"\#(token)"}"#, url: "https://api.test/login"),
      DiffFixture.json(#"{"note":"\#(note)","echo":"\#(token)"}"#, url: "https://api.test/me"),
    ]
  }

  @Test func `a token that was met is not shown where nothing else tells it`() throws {
    let diff = try DiffFixture.diff(Self.items("old"), Self.items("new"))
    #expect(diff.changes.count == 2)
    for text in [DiffText(color: false).text([diff]), DiffHTML.page([diff])] {
      #expect(text.contains("new"))
      #expect(!text.contains(Self.token), "\(text)")
    }
  }

  @Test func `items without a secret are clean by the built-in rules alone`() throws {
    let plain = try DiffFixture.file([DiffFixture.json(#"{"name":"Ada"}"#)])
    let secret = try DiffFixture.file([DiffFixture.json(#"{"password":"hunter2hunter2"}"#)])
    func isClean(_ old: CassetteFile, _ new: CassetteFile, _ rules: Redaction = .standard) -> Bool {
      var screen = ItemScreen(rules)
      return screen.areClean((old, 0), (new, 0))
    }
    #expect(isClean(plain, plain))
    #expect(!isClean(plain, secret) && !isClean(secret, plain))
    #expect(!isClean(plain, plain, .standard.adding(.jsonPaths(["$.name"]))))
    #expect(!isClean(plain, plain, .standard.adding(.personalData)))
    #expect(!isClean(plain, plain, .none))
    // The content of a file beside the cassette is not in the text.
    let beside = try CassetteFile(
      path: "c.yaml",
      content: Array(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: https://api.test/
          response:
            status: 200 OK
            body:
              file: c.yaml.files/0123456789abcdef.json

        """.utf8))
    #expect(!isClean(beside, beside))
  }

  @Test func `a secret among lines that both items have is found in either`() throws {
    let members = (0..<6).map { #""m\#($0)":\#($0)"# }
    func file(_ members: [String]) throws -> CassetteFile {
      try DiffFixture.file([DiffFixture.json("{\(members.joined(separator: ","))}")])
    }
    let plain = try file(members)
    for place in members.indices {
      var changed = members
      changed[place] = #""password":"hunter2hunter2""#
      let secret = try file(changed)
      changed[place] = #""m":"x""#
      let other = try file(changed)
      var screen = ItemScreen(.standard)
      let pairs = [(plain, other), (other, secret), (secret, other), (secret, secret)]
      let areClean = pairs.map { screen.areClean(($0, 0), ($1, 0)) }
      #expect(areClean == [true, false, false, false], "\(place)")
    }
  }

  @Test func `rules of a project are applied to what the built-in ones leave`() throws {
    let diff = try DiffFixture.diff(
      [DiffFixture.json(#"{"name":"Ada","n":1}"#)], [DiffFixture.json(#"{"name":"Ada","n":2}"#)],
      redaction: .standard.adding(.jsonPaths(["$.name"])))
    #expect(!DiffHTML.page([diff]).contains("Ada"))
  }
}
