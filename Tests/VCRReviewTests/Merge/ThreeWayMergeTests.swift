import Testing

@testable import VCRCore
@testable import VCRReview

struct ThreeWayMergeTests {
  // MARK: - Added

  @Test func `a file of the other side that is not there yet is no obstacle`() throws {
    func item(_ file: String, _ field: String, _ date: Int) -> String {
      """
      - request:
          method: GET
          url: https://example.com/picture
        response:
          status: 200 OK
          headers:
            X-Field: \(field)
            Date: Fri, 2\(date) Nov 2026 00:00:00 GMT
          body:
            file: a.yaml.files/\(file).png
      """
    }
    let (old, our) = (item("old", "one", 1), item("old", "two", 2))
    // Without a line feed at the end, as by hand.
    let merge = try Self.merge(texts: old, ours: our, theirs: item("new", "one", 3))
    #expect(merge.conflicts == 0)
    #expect(String(decoding: merge.content, as: UTF8.self).contains("X-Field: two"))
    #expect(String(decoding: merge.content, as: UTF8.self).contains("files/new.png\n"))
    // A date alone is no change, so that the other side's removal is made.
    let removed = try Self.merge(
      texts: old + "\n", ours: item("old", "one", 2) + "\n", theirs: "")
    #expect(removed.conflicts == 0)
    #expect(String(decoding: removed.content, as: UTF8.self) == Self.heading)
  }

  @Test func `what both sides add at one place is there once each, ours first`() throws {
    let merge = try Self.merge(
      [.item("a")], ours: [.item("a"), .item("b"), .item("c")], theirs: [.item("a"), .item("d")])
    #expect(merge.urls == ["a", "b", "c", "d"])
    #expect(merge.conflicts == 0)
  }

  @Test func `what is added in between stays in between`() throws {
    let merge = try Self.merge(
      [.item("a"), .item("b")], ours: [.item("x"), .item("a"), .item("b")],
      theirs: [.item("a"), .item("y"), .item("b"), .item("z")])
    #expect(merge.urls == ["x", "a", "y", "b", "z"])
  }

  @Test func `what both sides add alike is there once, whatever its date`() throws {
    let merge = try Self.merge(
      [], ours: [.item("a", date: "Mon"), .item("b")], theirs: [.item("a", date: "Tue")])
    #expect(merge.urls == ["a", "b"])
    #expect(merge.conflicts == 0)
  }

  @Test func `one request with two responses is a conflict of that interaction alone`() throws {
    let merge = try Self.merge(
      [.item("a")], ours: [.item("a"), .item("b", body: "1")],
      theirs: [.item("a"), .item("b", body: "2"), .item("c")])
    #expect(merge.conflicts == 1)
    #expect(
      merge.text
        == Self.cassette([.item("a")]) + "<<<<<<< ours\n" + Self.item("b", body: "1")
        + "=======\n" + Self.item("b", body: "2") + ">>>>>>> theirs\n" + Self.item("c"))
  }

  @Test func `the second of two equal requests is an interaction of its own`() throws {
    let merge = try Self.merge(
      [.item("a")], ours: [.item("a"), .item("a", body: "later")], theirs: [.item("a")])
    #expect(merge.text == Self.cassette([.item("a"), .item("a", body: "later")]))
  }

  @Test func `two cassettes that both sides added become one`() throws {
    let merge = try ThreeWayMerge(
      path: "a.yaml", base: [], ours: Array(Self.cassette([.item("a")]).utf8),
      theirs: Array(Self.cassette([.item("b")]).utf8))
    #expect(merge.urls == ["a", "b"])
  }

  @Test func `an upload that both sides added with their own boundaries is there once`() throws {
    func upload(_ boundary: String, day: Int) -> String {
      """
      - request:
          method: POST
          url: https://example.com/upload
          headers:
            Content-Type: multipart/form-data; boundary=\(boundary)
          body:
            multipart:
            - headers:
                Content-Disposition: form-data; name="a"
              text: one
        response:
          status: 200 OK
        recorded_at: 2026-01-0\(day)T00:00:00Z

      """
    }
    let merge = try Self.merge(
      texts: Self.item("a"), ours: Self.item("a") + upload("4f2a", day: 1),
      theirs: Self.item("a") + upload("91bc", day: 2))
    #expect(merge.urls == ["a", "upload"])
    #expect(merge.conflicts == 0)
  }

  // MARK: - Removed

  @Test func `one of two equal interactions is removed where its side removed it`() throws {
    let merge = try Self.merge(
      ["poll", "b", "c", "poll"].map { .item($0) }, ours: ["b", "c", "poll"].map { .item($0) },
      theirs: ["poll", "d", "b", "c", "poll"].map { .item($0) })
    #expect(merge.urls == ["d", "b", "c", "poll"])
    #expect(merge.conflicts == 0)
  }

  @Test func `what one side removed is gone, also when the other only has a newer date`() throws {
    let merge = try Self.merge(
      [.item("a"), .item("b"), .item("c")], ours: [.item("a")],
      theirs: [.item("a"), .item("b", date: "Tue"), .item("c")])
    #expect(merge.urls == ["a"])
    #expect(merge.conflicts == 0)
  }

  @Test func `what one side removed and the other changed is a conflict`() throws {
    let merge = try Self.merge(
      [.item("a"), .item("b")], ours: [.item("a")], theirs: [.item("a"), .item("b", body: "new")])
    #expect(merge.conflicts == 1)
    #expect(
      merge.text
        == Self.cassette([.item("a")]) + "<<<<<<< ours\n=======\n" + Self.item("b", body: "new")
        + ">>>>>>> theirs\n")
  }

  // MARK: - Changed

  @Test func `a header of one side and the body of the other come together`() throws {
    let merge = try Self.merge(
      [.item("a", date: "Mon")], ours: [.item("a", type: "text/html", date: "Tue")],
      theirs: [.item("a", body: "new", date: "Wed")])
    #expect(merge.conflicts == 0)
    #expect(
      merge.text == Self.cassette([.item("a", type: "text/html", body: "new", date: "Tue")]))
  }

  @Test func `a status of one side never comes with header fields of the other`() throws {
    let base = Self.item("a", type: "text/plain")
    let gone = base.replacing("200 OK", with: "404 Not Found")
    #expect(gone != base)
    let other = Self.item("a", type: "text/html")
    for (ours, theirs) in [(gone, other), (other, gone)] {
      #expect(try Self.merge(texts: base, ours: ours, theirs: theirs).conflicts == 1)
    }
  }

  @Test func `a conflict in a body has markers around its lines alone`() throws {
    let merge = try Self.merge(
      [.item("a", body: "one\n        two\n        three")],
      ours: [.item("a", body: "one\n        2\n        three")],
      theirs: [.item("a", body: "one\n        zwei\n        three")],
      style: ConflictStyle(
        markerSize: 9, ours: "HEAD", base: "1234", theirs: "topic", showsBase: true))
    #expect(merge.conflicts == 1)
    let marked = [
      "one", "<<<<<<<<< HEAD", "        2", "||||||||| 1234", "        two", "=========",
      "        zwei", ">>>>>>>>> topic", "        three",
    ].joined(separator: "\n")
    #expect(merge.text == Self.cassette([.item("a", body: marked)]))
  }

  @Test func `a request of one side never gets the other's response`() throws {
    let (base, changed) = (Self.item("a"), Self.item("a").replacing("GET", with: "POST"))
    let merge = try Self.merge(texts: base, ours: changed, theirs: Self.item("a", body: "new"))
    #expect(merge.conflicts == 1)
    let status = Self.item("a").replacing("200 OK", with: "404 Not Found")
    #expect(
      try Self.merge(texts: base, ours: status, theirs: Self.item("a", body: "new")).conflicts == 1)
  }

  @Test(arguments: [
    ("Accept: text/html", true), ("Authorization: Bearer {{TOKEN}}", true),
    ("X-Request-Id: 7f3a", false), ("Date: Sat, 21 Nov 2026 10:00:00 GMT", false),
  ])
  func `a header of one side's request counts as its request, unless it is volatile`(
    line: String, isConflict: Bool
  ) throws {
    let base = Self.item("a").replacing("/a\n", with: "/a\n    headers:\n      X-A: 1\n")
    let asked = base.replacing("X-A: 1\n", with: "X-A: 1\n      \(line)\n")
    let given = base.replacing("        text\n", with: "        other\n")
    for merge in [
      try Self.merge(texts: base, ours: asked, theirs: given),
      try Self.merge(texts: base, ours: given, theirs: asked),
    ] {
      #expect(merge.conflicts == (isConflict ? 1 : 0), "\(merge.text)")
      // Of a request that differs in volatile parts alone either text is right.
      #expect(isConflict || merge.text.contains("        other\n"), "\(merge.text)")
    }
    // A response that differs only in what is volatile is no other response.
    let later = base.replacing("Date: Mon", with: "Date: Tue")
    #expect(try Self.merge(texts: base, ours: asked, theirs: later).conflicts == 0)
  }

  @Test func `two changes of one request, which together nobody sent, are a conflict`() throws {
    let base = Self.item("a").replacing("GET", with: "POST").replacing(
      "/a\n", with: "/a\n    headers:\n      X-A: 1\n    body:\n      text: one\n")
    let header = base.replacing("X-A: 1", with: "X-A: 2")
    let added = base.replacing("X-A: 1\n", with: "X-A: 1\n      X-B: 1\n")
    let body = base.replacing("text: one", with: "text: two")
    for (ours, theirs) in [(header, body), (body, header), (header, added), (added, body)] {
      let merge = try Self.merge(texts: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts == 1, "\(merge.text)")
    }
    // What both made alike, and one of them besides, is that one's request.
    let both = header.replacing("text: one", with: "text: two")
    #expect(try Self.merge(texts: base, ours: header, theirs: both).text == Self.heading + both)
  }

  @Test func `a volatile place of a response is not put against a request's change`() throws {
    let base = Self.item("a").replacing("/a\n", with: "/a\n    headers:\n      X-A: 1\n")
      .replacing("text: |-\n        text", with: "json: |-\n        {\"at\": 1, \"b\": 2}")
      .replacing("text/plain", with: "application/json")
    let (asked, given) = (
      base.replacing("X-A: 1", with: "X-A: 2"), base.replacing("\"at\": 1", with: "\"at\": 9")
    )
    func merge(_ volatility: Volatility) throws -> Int {
      func bytes(_ item: String) -> [UInt8] { Array((Self.heading + item).utf8) }
      return try ThreeWayMerge(
        path: "a.yaml", base: bytes(base), ours: bytes(asked), theirs: bytes(given),
        volatility: volatility
      ).conflicts
    }
    #expect(try merge(.standard) == 1)
    #expect(try merge(.standard.adding(jsonPaths: ["$.at"])) == 0)
  }

  @Test func `what one side's client says never gets the other's message of the service`() throws {
    func socket(_ asked: String, _ told: String, _ last: String, time: Int = 1) -> String {
      """
      - request:
          method: GET
          url: https://example.com/socket
        response:
          status: 101 Switching Protocols
        messages:
        - client: \(asked)
        - after: 0.\(time)
          service: \(told)
        - after: 0.3
          service: same
        - service: also
        - service: \(last)

      """
    }
    let base = socket("a", "b", "c")
    func conflicts(_ ours: String, _ theirs: String) throws -> Int {
      try Self.merge(texts: base, ours: ours, theirs: theirs).conflicts
    }
    #expect(try conflicts(socket("x", "b", "c"), socket("a", "y", "c")) == 1)
    #expect(try conflicts(socket("a", "b", "y"), socket("x", "b", "c")) == 1)
    #expect(try conflicts(socket("x", "b", "c"), socket("a", "b", "c", time: 2)) == 0)
    #expect(try conflicts(socket("a", "x", "c"), socket("a", "b", "y")) == 0)
  }

  @Test func `a remark behind a time is kept beside what the other side changed`() throws {
    func item(_ time: String, type: String = "text/plain") -> String {
      Self.item("a", type: type) + "  seconds: \(time)\n"
    }
    let base = item("0.5 # one")
    for (ours, theirs, kept) in [
      (item("0.5 # two"), item("0.5 # one", type: "text/html"), "# two"),
      (item("0.5 # one", type: "text/html"), item("0.5 # two"), "# two"),
      (item("0.5 # two"), item("0.7 # one"), "# two"),
      (item("0.5 # two"), item("0.7 # one", type: "text/html"), "# two"),
    ] {
      let merge = try Self.merge(texts: base, ours: ours, theirs: theirs)
      #expect(merge.conflicts == 0)
      #expect(merge.text.contains(kept), "\(merge.text)")
    }
    #expect(
      try Self.merge(texts: base, ours: item("0.5 # two"), theirs: item("0.5 # three")).conflicts
        == 1)
  }

  @Test func `a number sign in a quoted value is no remark`() throws {
    let merge = try Self.merge(
      texts: Self.item("a", date: "'Mon #1'"),
      ours: Self.item("a", type: "text/html", date: "'Tue #2'"),
      theirs: Self.item("a", date: "'Wed #3'"))
    #expect(merge.conflicts == 0, "\(merge.text)")
    #expect(merge.text.contains("text/html"))
  }

  @Test func `a comment of one side survives a new date of the other`() throws {
    let base = Self.item("a", date: "Mon")
    let merge = try Self.merge(
      texts: base,
      ours: "# checked by hand\n" + base.replacing("text/plain", with: "text/plain #!"),
      theirs: Self.item("a", date: "Tue"))
    #expect(merge.conflicts == 0)
    #expect(
      merge.text
        == Self.heading + "# checked by hand\n"
        + Self.item("a", date: "Mon").replacing("text/plain", with: "text/plain #!"))
  }

  @Test func `headers that both sides add are both there`() throws {
    let base = Self.item("a")
    func adding(_ line: String) -> String {
      base.replacing("    body:", with: "      \(line)\n    body:")
    }
    let merge = try Self.merge(texts: base, ours: adding("X-A: 1"), theirs: adding("X-B: 2"))
    #expect(merge.text == Self.heading + adding("X-A: 1\n      X-B: 2"))
  }

  @Test func `headers that one side removed and the other added to are a conflict`() throws {
    let base = Self.item("a").replacing("      Date: Mon\n", with: "")
    let without = base.replacing("    headers:\n      Content-Type: text/plain\n", with: "")
    let more = base.replacing("text/plain\n", with: "text/plain\n      X-A: 1\n")
    let merge = try Self.merge(texts: base, ours: without, theirs: more)
    #expect(merge.conflicts == 1)
    #expect(merge.text.contains("X-A: 1"))
  }

  @Test func `what both sides put in the place of different ones is there once`() throws {
    func post(_ body: String) -> String {
      Self.item("a").replacing("GET", with: "POST")
        .replacing("/a\n", with: "/a\n    body:\n      text: \(body)\n")
    }
    let merge = try Self.merge(
      texts: post("1") + post("2"), ours: post("2") + post("3"), theirs: post("1") + post("3"))
    #expect(merge.text == Self.heading + post("3"))
  }

  @Test func `a request whose body one side changed keeps its response`() throws {
    let base = Self.item("a").replacing("/a\n", with: "/a\n    body:\n      text: one\n")
    let changed = base.replacing("text: one", with: "text: two")
    let dated = base.replacing("Mon", with: "Tue")
    #expect(
      try Self.merge(texts: base, ours: changed, theirs: dated).text == Self.heading + changed)
  }

  // MARK: - Moved

  @Test func `the order of the side that changed it counts`() throws {
    let base = [Self.Item.item("a"), .item("b"), .item("c")]
    let moved = [Self.Item.item("c"), .item("a"), .item("b")]
    #expect(try Self.merge(base, ours: moved, theirs: base + [.item("d")]).urls.count == 4)
    #expect(
      try Self.merge(base, ours: base + [.item("d")], theirs: moved).urls == ["c", "d", "a", "b"])
  }

  // MARK: - The file

  @Test func `a layout that somebody chose, and keys nobody knows, stay as they are`() throws {
    func cassette(_ items: String...) -> String {
      "# Ours, by hand.\nvcr: 1\nowner: team\ninteractions: # from here\n"
        + items.joined(separator: "\n") + "\n"
    }
    let a =
      "  # The first.\n  - request: {url: 'https://a/'}\n    response: {status: 200}\n    x: y"
    let b = "  - request: {url: 'https://b/'}\n    response: {status: 200}"
    let c = "  - request: {url: 'https://c/'}\n    response: {status: 200}"
    let merge = try ThreeWayMerge(
      path: "a.yaml", base: Array(cassette(a).utf8), ours: Array(cassette(a, b).utf8),
      theirs: Array(cassette(a, c).utf8))
    #expect(merge.text == cassette(a, b, c))
  }

  @Test func `the heading is merged as well`() throws {
    let items = Self.item("a")
    let merge = try ThreeWayMerge(
      path: "a.yaml", base: Array("vcr: 1\ninteractions:\n\(items)".utf8),
      ours: Array("# One.\nvcr: 1\ninteractions:\n\(items)".utf8),
      theirs: Array("vcr: 1\nowner: team\ninteractions:\n\(items)".utf8))
    #expect(merge.conflicts == 1 || merge.text.hasPrefix("# One.\nvcr: 1\nowner: team\n"))
    #expect(merge.text.contains("# One.") && merge.text.contains("owner: team"))
  }

  @Test(arguments: [
    "hello\n", "vcr: 1\ninteractions: [{request: {url: a}}]\n", "<<<<<<< a\n=======\n>>>>>>> b\n",
  ])
  func `what has no items line by line is left to git`(text: String) {
    #expect(throws: CassetteError.self) {
      try ThreeWayMerge(
        path: "a.yaml", base: Array(text.utf8), ours: Array(Self.cassette([.item("a")]).utf8),
        theirs: Array(Self.cassette([.item("b")]).utf8))
    }
  }

  @Test func `whatever is merged, nothing is lost and nothing comes twice`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      let base = (0..<Int.random(in: 0...8, using: &random)).map { "base\($0)" }
      // Where both put all in another order, that is a conflict.
      let mover = Bool.random(using: &random) ? "ours" : "theirs"
      func side(_ name: String) -> (kept: Set<String>, urls: [String]) {
        var urls = base.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
        let kept = Set(urls)
        if name == mover { urls.shuffle(using: &random) }
        for number in 0..<Int.random(in: 0...4, using: &random) {
          urls.insert("\(name)\(number)", at: Int.random(in: 0...urls.count, using: &random))
        }
        return (kept, urls)
      }
      let (ours, theirs) = (side("ours"), side("theirs"))
      let merge = try Self.merge(
        base.map { .item($0, body: $0) }, ours: ours.urls.map { .item($0, body: $0) },
        theirs: theirs.urls.map { .item($0, body: $0) })
      let expected = Set(ours.urls + theirs.urls).subtracting(base)
        .union(ours.kept.intersection(theirs.kept))
      let merged = Set(merge.urls)
      #expect(merge.urls.count == merged.count)
      #expect(merged.isSuperset(of: expected), "\(base) \(ours.urls) \(theirs.urls)")
      // What the mover may have moved and the other removed is a conflict.
      let (moved, other) = mover == "ours" ? (ours, theirs) : (theirs, ours)
      let disputed = moved.kept.subtracting(merge.conflicts > 0 ? other.kept : moved.kept)
      #expect(merged.subtracting(expected).isSubset(of: disputed))
    }
  }

  // MARK: - Cassettes

  struct Item {
    var text: String
    static func item(
      _ name: String, type: String = "text/plain", body: String = "text", date: String = "Mon"
    ) -> Item {
      Item(text: ThreeWayMergeTests.item(name, type: type, body: body, date: date))
    }
  }

  static let heading = "vcr: 1\ninteractions:\n"

  static func item(
    _ name: String, type: String = "text/plain", body: String = "text", date: String = "Mon"
  ) -> String {
    """
    - request:
        method: GET
        url: https://example.com/\(name)
      response:
        status: 200 OK
        headers:
          Content-Type: \(type)
          Date: \(date)
        body:
          text: |-
            \(body)

    """
  }

  static func cassette(_ items: [Item]) -> String { heading + items.map(\.text).joined() }

  static func merge(
    _ base: [Item], ours: [Item], theirs: [Item], style: ConflictStyle = ConflictStyle()
  ) throws -> ThreeWayMerge {
    try merge(
      texts: base.map(\.text).joined(), ours: ours.map(\.text).joined(),
      theirs: theirs.map(\.text).joined(), style: style)
  }

  static func merge(
    texts base: String, ours: String, theirs: String, style: ConflictStyle = ConflictStyle()
  ) throws -> ThreeWayMerge {
    try ThreeWayMerge(
      path: "a.yaml", base: Array((heading + base).utf8), ours: Array((heading + ours).utf8),
      theirs: Array((heading + theirs).utf8), style: style)
  }
}

extension ThreeWayMerge {
  /// The merged text.
  var text: String { String(decoding: content, as: UTF8.self) }

  /// The last words of the URLs, in their order.
  var urls: [String] {
    text.split(separator: "\n").filter { $0.hasPrefix("    url: ") }
      .compactMap { $0.split(separator: "/").last.map(String.init) }
  }
}
