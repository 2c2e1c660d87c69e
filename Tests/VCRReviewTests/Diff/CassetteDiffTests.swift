import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct CassetteDiffTests {
  private let base = (1...8).map {
    DiffFixture.json(#"{"n":\#($0)}"#, url: "https://api.test/\($0)")
  }

  @Test func `added, removed, moved and changed interactions are told apart`() throws {
    var new = base
    new[2] = DiffFixture.json(#"{"n":33}"#, url: "https://api.test/3")
    new.remove(at: 0)
    new.append(DiffFixture.json("{}", url: "https://api.test/new"))
    let moved = new.remove(at: 3)
    new.insert(moved, at: 0)
    let diff = try DiffFixture.diff(base, new)
    #expect(DiffFixture.short(diff) == ["-1", ">5→1", "~3→3", "+8"])
    #expect(diff.changes[2].differences.map(DiffFixture.line) == ["$.n 3 → 33"])
  }

  @Test func `as few as possible are said to have moved`() throws {
    let new = [base[7]] + base[..<7]
    #expect(try DiffFixture.short(DiffFixture.diff(base, new)) == [">8→1"])
    var swapped = base
    swapped.swapAt(1, 3)
    #expect(try DiffFixture.short(DiffFixture.diff(base, swapped)) == [">4→2", ">2→4"])
  }

  @Test func `a request with another query at the same place is one change`() throws {
    let old = [base[0], DiffFixture.json("{}", url: "https://api.test/list?page=1"), base[1]]
    let new = [base[0], DiffFixture.json("{}", url: "https://api.test/list?page=2"), base[1]]
    let diff = try DiffFixture.diff(old, new)
    #expect(DiffFixture.short(diff) == ["~2→2"])
    #expect(diff.changes[0].differences.map(DiffFixture.line) == ["request url ?page 1 → 2"])
  }

  @Test(arguments: [1, 250, 500])
  func `one of many equal interactions that changed is that one, and none moved`(place: Int)
    throws
  {
    let busy = DiffFixture.json(#"{"state":"busy"}"#)
    var new = [Interaction](repeating: busy, count: 500)
    let old = new
    new[place - 1] = DiffFixture.json(#"{"state":"done"}"#)
    #expect(try DiffFixture.short(DiffFixture.diff(old, new)) == ["~\(place)→\(place)"])
    #expect(try DiffFixture.short(DiffFixture.diff(new, old)) == ["~\(place)→\(place)"])
    // With other requests around it, and one more added or gone, only that is told.
    let around = { (row: [Interaction]) in [base[0]] + row + [base[1]] }
    #expect(
      try DiffFixture.short(DiffFixture.diff(around(old), around(new)))
        == ["~\(place + 1)→\(place + 1)"])
    #expect(try DiffFixture.diff(around(old), around(old + [busy])).changes.count == 1)
    #expect(try DiffFixture.diff(around(old + [busy]), around(old)).changes.count == 1)
  }

  @Test func `equal requests are paired by their responses`() throws {
    let responses = (1...4).map { DiffFixture.json(#"{"n":\#($0)}"#) }
    let diff = try DiffFixture.diff(responses, [responses[0], responses[2], responses[3]])
    #expect(DiffFixture.short(diff) == ["-2"])
  }

  @Test func `secrets are redacted, and that two differ is said`() throws {
    func interaction(_ token: String) -> Interaction {
      var interaction = DiffFixture.json("{}")
      interaction.request.headers = ["Authorization": "Bearer \(token)"]
      return interaction
    }
    let (old, new) = ("abcdefghijkl0123456789", "zyxwvutsrqpo9876543210")
    let diff = try DiffFixture.diff([interaction(old)], [interaction(new)])
    let lines = try #require(diff.changes.first).differences.map(DiffFixture.line)
    #expect(lines == ["request header Authorization (secret) → differs (secret)"])
    for text in [
      DiffText(color: true).text([diff]), DiffMarkdown.text([diff]), DiffJSON.text([diff]),
      DiffHTML.page([diff]),
    ] {
      #expect(!text.contains(old) && !text.contains(new))
    }
  }

  @Test func `the place of two secrets in an event is one that settings take`() throws {
    func interaction(_ token: String) -> Interaction {
      Interaction(
        request: .init(url: "https://api.test/"),
        outcome: .response(
          .init(
            status: 200, reason: "OK", headers: ["Content-Type": "text/event-stream"],
            body: Body(Array("event: m\ndata: {\"access_token\":\"\(token)\"}\n\n".utf8)))))
    }
    let diff = try DiffFixture.diff(
      [interaction("abcDEF1234567890xyz")], [interaction("zbcDEF1234567890xyw")])
    let places = try #require(diff.changes.first).differences.map(\.place)
    #expect(places == ["event(1 m) $.access_token"])
    #expect(try JSONPath(parsing: places[0]).scope?.kind == "m")
  }

  @Test(arguments: 0..<40)
  func `a cassette has no difference to itself, and a changed one names the place`(seed: Int) throws
  {
    var generator = InteractionGenerator(seed: UInt64(seed))
    var interactions = (0..<12).map { _ in generator.interaction() }
    #expect(try DiffFixture.diff(interactions, interactions).isEmpty)
    let comparison = InteractionComparison(showsVolatile: true)
    #expect(interactions.allSatisfy { comparison.change(from: $0, to: $0) == nil })
    let index = generator.random.below(interactions.count)
    let old = interactions
    interactions[index].outcome = .failure(
      .init(code: "badURL", number: -1000, message: "mutated \(seed)"))
    let diff = try DiffFixture.diff(old, interactions)
    let change = try #require(diff.changes.first)
    #expect(diff.changes.count == 1)
    #expect(change.newNumber == index + 1)
    #expect(change.differences.contains { $0.part == .error })
  }
}
