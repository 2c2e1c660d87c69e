import Testing

@testable import VCRCore
@testable import VCRReview

/// What stands in a cassette where a reader of lines, or of parts, would pass over it.
struct HiddenChangeTests {
  private static let cassette = """
    vcr: 1
    interactions:
    - request:
        method: POST
        url: https://a.test/
      response:
        status: 200 OK
        headers:
          Content-Type: multipart/mixed; boundary=b
          Date: Fri, 27 Nov 2026 00:24:40 GMT
          X-Sum: one
        body:
          multipart:
          - headers:
              Content-Disposition: form-data; name="a"
            text: hello
          - headers:
              Content-Disposition: form-data; name="b"
            text: hello
      seconds: 1
    - request:
        method: GET
        url: https://a.test/text
      response:
        status: 200 OK
        body:
          lines:
          - "one "
          - "two"
      seconds: 1

    """

  private static func diff(
    _ old: String, _ new: String, showsVolatile: Bool = false
  ) throws -> CassetteDiff {
    try CassetteDiff(
      old: .init(name: "old", content: Array(old.utf8)),
      new: .init(name: "new", content: Array(new.utf8)), showsVolatile: showsVolatile)
  }

  private static func lines(_ diff: CassetteDiff) -> [String] {
    diff.changes.flatMap(\.differences).map(DiffFixture.line)
  }

  /// Values over several lines, one of which looks like what is volatile.
  private static let disguises: [(String, String)] = [
    ("X-Sum: one", "X-Sum: \"one\n      Date: %\n      two\""),
    ("X-Sum: one", "X-Sum: 'one\n      Date: %\n      two'"),
    ("      - \"two\"", "      - \"two\n  seconds: %\n  three\""),
    ("    status: 200 OK\n    body:", "    status: \"200\n  recorded_at: %\n  OK\"\n    body:"),
  ]

  @Test(arguments: disguises.indices)
  func `a line of a value that looks like a volatile key is part of the value`(index: Int) throws {
    let (line, value) = Self.disguises[index]
    #expect(Self.cassette.contains(line))
    func state(_ word: String) -> String {
      Self.cassette.replacing(line, with: value.replacing("%", with: word))
    }
    #expect(try Self.diff(state("x"), state("y")).changes.count == 1)
    #expect(try Self.diff(state("x"), state("x")).isEmpty)
  }

  @Test(arguments: [
    ("  seconds: 1\n", "  seconds: 0.'21\n"), ("  seconds: 1\n", "  seconds: 1.2.3\n"),
    ("  seconds: 1\n", "  seconds: 1\n  recorded_at: 202?-11-20T10:00:00Z\n"),
    ("      lines:\n      - \"one \"\n", "      chunks:\n      - after: .\n        text: x\n"),
  ])
  func `a time that cannot be read is a fault, and not volatile`(line: String, fault: String) throws
  {
    #expect(throws: CassetteError.self) {
      try Self.diff(Self.cassette, Self.cassette.replacing(line, with: fault))
    }
    let valid = fault.replacing("0.'21", with: "0.21").replacing("1.2.3", with: "1.2")
      .replacing("202?", with: "2026").replacing("after: .", with: "after: 0.1")
    let other = valid.replacing("0.1", with: "0.2").replacing("2026", with: "2027")
    let (old, new) = (
      Self.cassette.replacing(line, with: valid), Self.cassette.replacing(line, with: other)
    )
    #expect(try Self.diff(old, new).isEmpty)
  }

  @Test func `a line that came below a volatile key is no part of its value`() throws {
    let moved = Self.cassette.replacing(
      "      - \"two\"\n  seconds: 1\n", with: "  seconds: 1\n      - \"two\"\n")
    #expect(moved != Self.cassette)
    #expect(throws: CassetteError.self) { try Self.diff(Self.cassette, moved) }
  }

  @Test func `parts in another order are reported, beside what is volatile as well`() throws {
    let parts = ["a", "b"].map { "name=\"\($0)\"" }
    let swapped = Self.cassette.replacing(parts[0], with: "%").replacing(parts[1], with: parts[0])
      .replacing("%", with: parts[1])
    for new in [swapped, swapped.replacing("27 Nov", with: "28 Nov")] {
      #expect(try Self.lines(Self.diff(Self.cassette, new)) == ["parts a, b → b, a"])
    }
  }

  @Test func `what no part shows is reported beside what is volatile as well`() throws {
    let new = Self.cassette.replacing(
      "Content-Disposition: form-data; name=\"a\"",
      with: "content-disposition: form-data; name=\"a\"")
    for new in [new, new.replacing("27 Nov", with: "28 Nov")] {
      let lines = try Self.lines(Self.diff(Self.cassette, new))
      #expect(lines == ["text what it says is written differently"])
    }
  }

  @Test(arguments: [
    ("X-Sum: one", "x-sum: one", "header (case) X-Sum → x-sum (volatile: transfer)"),
    (
      "      Date: Fri, 27 Nov 2026 00:24:40 GMT\n      X-Sum: one\n",
      "      X-Sum: one\n      Date: Fri, 27 Nov 2026 00:24:40 GMT\n",
      "header (order) content-type, date, x-sum → content-type, x-sum, date (volatile: transfer)"
    ),
  ])
  func `the case and the order of header fields are counted, and shown where that is wished`(
    old: String, new: String, line: String
  ) throws {
    let changed = Self.cassette.replacing(old, with: new)
    #expect(changed != Self.cassette)
    let diff = try Self.diff(Self.cassette, changed)
    #expect(diff.isEmpty && diff.volatileOnly == 1)
    #expect(try Self.lines(Self.diff(Self.cassette, changed, showsVolatile: true)) == [line])
  }

  @Test(arguments: [
    ("    header_order: X Y X\n", "", "header (order) x, y, x → x, x, y (volatile: transfer)"),
    (
      "    header_order: X Y X\n", "    header_order: X Y X\n    length: unknown\n",
      "header (length) announced → unknown (volatile: transfer)"
    ),
    (
      "header_order: X Y X\n", "header_order: X Content-Length Y X\n",
      "header (order) x, y, x, content-length → x, content-length, y, x (volatile: transfer)"
    ),
    ("- two", "- x: two", "header (case) X → x (volatile: transfer)"),
  ])
  func `what a client could see of the fields' form is counted as well`(
    old: String, new: String, line: String
  ) throws {
    let cassette = """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: https://a.test/
        response:
          status: 200 OK
          headers:
            X:
            - one
            - two
            Y: three
          header_order: X Y X

      """
    let changed = cassette.replacing(old, with: new)
    let diff = try Self.diff(cassette, changed)
    #expect(diff.isEmpty && diff.volatileOnly == 1 && !diff.isRewritten)
    #expect(try Self.lines(Self.diff(cassette, changed, showsVolatile: true)) == [line])
  }

  @Test func `the settings of an encoder are counted, and shown where that is wished`() throws {
    func state(_ level: Int) -> String {
      Self.cassette.replacing(
        "    body:\n      lines:",
        with: "    body:\n      encoding: gzip\n      encoded: level \(level)\n      lines:")
    }
    let diff = try Self.diff(state(6), state(9))
    #expect(diff.isEmpty && diff.volatileOnly == 1)
    #expect(
      try Self.lines(Self.diff(state(6), state(9), showsVolatile: true))
        == ["encoding level 6 → level 9 (volatile: transfer)"])
  }

  @Test func `a key of a request is unknown in a response`() throws {
    let new = Self.cassette.replacing(
      "    status: 200 OK\n    body:", with: "    status: 200 OK\n    method: GET\n    body:")
    #expect(try Self.diff(Self.cassette, new).unread == ["key method of #2 added: GET"])
  }
}
