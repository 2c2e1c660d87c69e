import Testing

@testable import VCRCore
@testable import VCRReview

/// No change hides behind another one, however large the value is in which both stand.
struct WholeChangeTests {
  /// A text of many words, or of none, with something at its beginning and at its end.
  private static let fillers = [
    (0..<800).map { "w\($0)" }.joined(separator: " "), String(repeating: "x", count: 5_000),
    (0..<300).map { "line \($0)" }.joined(separator: "\n"),
    (0..<900).map { String($0, radix: 7) }.joined(),
  ]

  /// Both states of an interaction, of which the first change is seen and the second is far from
  /// it.
  private static func pairs(_ filler: String) -> [(
    place: String, old: Interaction, new: Interaction
  )] {
    let (old, new) = ("one \(filler) two", "ONE \(filler) EVIL")
    func json(_ text: String) -> Interaction {
      DiffFixture.json("{\"s\":\(JSONValue.string(text).text)}")
    }
    func form(_ text: String) -> Interaction {
      Interaction(
        request: .init(
          method: "POST", url: "https://api.test/users",
          headers: ["Content-Type": "application/x-www-form-urlencoded"],
          body: Body(Array("a=\(text.replacing("\n", with: "%0A"))".utf8))),
        outcome: .response(.init(status: 200)))
    }
    func field(_ text: String) -> Interaction {
      DiffFixture.json("{}", headers: ["X-Policy": text.replacing("\n", with: " ")])
    }
    func event(_ text: String) -> Interaction {
      DiffFixture.interaction(
        "data: {\"s\":\(JSONValue.string(text).text)}\n\ndata: end\n\n", type: "text/event-stream")
    }
    return [
      ("JSON", json(old), json(new)), ("a form", form(old), form(new)),
      ("a header field", field(old), field(new)), ("an event", event(old), event(new)),
      (
        "a text", DiffFixture.interaction(old, type: "text/plain"),
        DiffFixture.interaction(new, type: "text/plain")
      ),
    ]
  }

  @Test(arguments: fillers)
  func `the second change in a long value is seen in every format`(filler: String) throws {
    for pair in Self.pairs(filler) {
      let diff = try DiffFixture.diff([pair.old], [pair.new])
      for (format, text) in [
        ("text", DiffText(color: false).text([diff])), ("Markdown", DiffMarkdown.text([diff])),
        ("JSON", DiffJSON.text([diff])), ("the page", DiffHTML.page([diff])),
      ] {
        #expect(text.contains("ONE"), "\(pair.place), \(format)")
        #expect(text.contains("EVIL"), "\(pair.place), \(format)")
      }
    }
  }

  @Test(arguments: fillers)
  func `changes that differ far from their beginnings are not shown as the same`(filler: String)
    throws
  {
    for (index, pair) in Self.pairs(filler).enumerated() {
      // The fourth of five differs at its end alone.
      let quiet = Self.pairs(filler)[index]
      func state(_ interaction: Interaction, _ number: Int, evil: Bool) -> Interaction {
        var state = interaction
        state.request.url = "https://api.test/\(number)"
        guard !evil else { return state }
        let text = String(decoding: state.body, as: UTF8.self).replacing("EVIL", with: "two")
        state.set(body: text, field: "X-Policy") { $0.replacing("EVIL", with: "two") }
        return state
      }
      let old = (1...5).map { state(quiet.old, $0, evil: true) }
      let new = (1...5).map { state(pair.new, $0, evil: $0 == 4) }
      let diff = try DiffFixture.diff(old, new)
      let folded = FoldedChange.folded(diff)
      #expect(folded.count == 2, "\(pair.place)")
      #expect(folded[0].others.compactMap(\.newNumber) == [2, 3, 5], "\(pair.place)")
    }
  }

  @Test func `texts that are too long to be shown whole are not shown as the same`() throws {
    func text(_ word: String, last: String) -> Interaction {
      let lines = (0..<1_000).map { "\(word) \($0)" } + ["end \(last)"]
      return DiffFixture.interaction(lines.joined(separator: "\n"), type: "text/plain")
    }
    var (old, new): ([Interaction], [Interaction]) = ([], [])
    for number in 1...5 {
      var (left, right) = (text("old", last: "x"), text("new", last: number == 4 ? "y" : "x"))
      left.request.url = "https://api.test/\(number)"
      right.request.url = left.request.url
      old.append(left)
      new.append(right)
    }
    let folded = FoldedChange.folded(try DiffFixture.diff(old, new))
    #expect(folded.count == 2)
  }

  @Test func `what is not shown of a text is counted to the last change`() {
    let lines = (0..<6_000).map { "line \($0)" }
    var other = lines
    for index in 0..<1_000 { other[2 * index] = "other \(index)" }
    other[5_000] = "last"
    let hunks = LineDiff(
      Array(lines.joined(separator: "\n").utf8), Array(other.joined(separator: "\n").utf8),
      .usual
    ).hunks
    let shown = hunks.flatMap(\.lines).count { if case .added = $0 { true } else { false } }
    let words = "… \(1_001 - shown + 1) more lines between here and the last change"
    #expect(hunks.last?.lines == [.removed(words), .added(words)])
  }

  @Test func `one element that changed otherwise than its neighbours is reported`() {
    func users(_ role: String, _ last: String) -> Interaction {
      let list = (0..<40).map { "{\"id\":\($0),\"role\":\"\($0 == 30 ? last : role)\"}" }
      return DiffFixture.json("[\(list.joined(separator: ","))]")
    }
    #expect(
      DiffFixture.lines(users("user", "user"), users("guest", "admin")) == [
        #"$[*].role "user" → "guest" (39 places)"#, #"$[30].role "user" → "admin""#,
      ])
    func added(_ member: (Int) -> String) -> Interaction {
      let list = (0..<9).map { "{\"id\":\($0)\(member($0))}" }
      return DiffFixture.json("[\(list.joined(separator: ","))]")
    }
    #expect(
      DiffFixture.lines(
        added { _ in "" }, added { ",\"role\":\"\($0 == 7 ? "admin" : "user")\"" }) == [
          #"$[*].role added "user" (8 places)"#, #"$[7].role added "admin""#,
        ])
  }

  @Test func `each of many different changes is shown, or how to see it`() throws {
    func prices(_ count: Int, _ start: Int) -> Interaction {
      let list = (0..<count).map { "{\"id\":\($0),\"price\":\(start + $0)}" }
      return DiffFixture.json("[\(list.joined(separator: ","))]")
    }
    for (count, told) in [(20, 20), (500, 20)] {
      let (old, new) = (prices(count, 0), prices(count, 1_000))
      let lines = DiffFixture.lines(old, new)
      #expect(
        lines.prefix(told).elementsEqual(
          (0..<told).map { "$[\($0)].price \($0) → \(1_000 + $0)" }))
      let rest = count > told ? ["$[*].price another change each (480 places)"] : []
      #expect(Array(lines.dropFirst(told)) == rest)
      let diff = try DiffFixture.diff([old], [new])
      for text in [DiffText(color: false).text([diff]), DiffMarkdown.text([diff])] {
        #expect(text.contains("--all shows it") == (count > told))
      }
      let all = try DiffFixture.diff([old], [new], limits: .none)
      #expect(all.changes.first?.differences.count == count)
      #expect(!DiffText(color: false).text([all]).contains("--all"))
    }
  }

  @Test func `all of a text that is new is shown where that is wanted`() throws {
    func text(_ word: String) -> Interaction {
      DiffFixture.interaction((0..<3_000).map { "\(word) \($0)\n" }.joined(), type: "text/plain")
    }
    let (old, new) = (text("old"), text("new"))
    #expect(DiffText(color: false).text([try DiffFixture.diff([old], [new])]).contains("--all"))
    let all = try DiffFixture.diff([old], [new], limits: .none)
    let shown = DiffText(color: false).text([all])
    for number in 0..<3_000 where !shown.contains("+new \(number)\n") {
      Issue.record("line \(number) is not shown")
    }
  }

  @Test func `a large value that came or went is shown by its lines`() throws {
    let members = (0..<60).map { "\"k\($0)\":\($0)" } + ["\"z\":\"EVIL\""]
    let (old, new) = ("{\"x\":1}", "{\"x\":1,\"o\":{\(members.joined(separator: ","))}}")
    for (before, after) in [(old, new), (new, old)] {
      let diff = try DiffFixture.diff([DiffFixture.json(before)], [DiffFixture.json(after)])
      #expect(DiffText(color: false).text([diff]).contains("  \"z\": \"EVIL\""))
      #expect(DiffMarkdown.text([diff]).contains("  \"z\": \"EVIL\""))
    }
  }

  // MARK: - Multipart bodies

  private func upload(
    name: String = "f", file: String = "a.txt", field: String = "", text: String = "x",
    before: String = "", behind: String = ""
  ) -> Interaction {
    let body = """
      \(before)--bb\r
      Content-Disposition: form-data; name="\(name)"; filename="\(file)"\r
      \(field)\r
      \(text)\r
      --bb--\r
      \(behind)
      """
    return Interaction(
      request: .init(
        method: "POST", url: "https://api.test/users",
        headers: ["Content-Type": "multipart/form-data; boundary=bb"], body: Body(Array(body.utf8))),
      outcome: .response(.init(status: 200)))
  }

  @Test
  func `header fields of a part, and what stands around parts, are reported beside other changes`()
  {
    let old = upload()
    #expect(
      DiffFixture.lines(old, upload(file: "evil.sh", text: "y")) == [
        "request part(f) Content-Disposition form-data; name=\"f\"; filename=\"a.txt\" → "
          + "form-data; name=\"f\"; filename=\"evil.sh\"",
        "request part(f) x → y",
      ])
    #expect(
      DiffFixture.lines(old, upload(field: "X-Evil: 1\r\n")) == [
        "request part(f) X-Evil added 1"
      ])
    #expect(
      DiffFixture.lines(old, upload(before: "evil\r\n"))
        == ["request body preamble added evil\\r\\n"])
    #expect(
      DiffFixture.lines(upload(behind: "good"), upload(behind: "evil"))
        == ["request body epilogue \\r\\ngood → \\r\\nevil"])
  }

  // MARK: - What nobody sees

  @Test(arguments: [
    "\u{200B}", "\u{FEFF}", "\u{AD}", "\u{2060}", "\u{3164}", "\u{E0041}", "\u{200D}",
  ])
  func `a character that nobody sees is seen`(character: String) throws {
    let (old, new) = ("role: admin\nid: 1\n", "role: adm\(character)in\nid: 1\n")
    let diff = try DiffFixture.diff(
      [DiffFixture.interaction(old, type: "text/plain")],
      [DiffFixture.interaction(new, type: "text/plain")])
    let code = String(character.unicodeScalars.first?.value ?? 0, radix: 16, uppercase: true)
    for text in [DiffText(color: false).text([diff]), DiffMarkdown.text([diff])] {
      #expect(text.contains("adm\\u{\(code)}in"), "\(text)")
    }
    #expect(DiffHTML.page([diff]).contains("U+\(code)"))
  }

  @Test func `emoji of several characters, and a space that is another, are told apart`() throws {
    #expect(PrintableText.line("👩‍💻 ❤️ نامه‌ای") == "👩‍💻 ❤️ نامه‌ای")
    #expect(
      DiffFixture.lines(
        DiffFixture.json("{\"a\":\"x y\"}"), DiffFixture.json("{\"a\":\"x\u{A0}y\"}"))
        == [#"$.a "x y" → "x\u{a0}y""#])
  }

  // MARK: - How JSON is written

  @Test(arguments: [
    ("{\"a\":1}", "{\"a\":1}\n", "white space before it or behind it"),
    ("{\"a\":1,\"b\":2}", "{\"a\": 1,\"b\":2}", "white space within it"),
  ])
  func `JSON that is written differently says where`(old: String, new: String, words: String) {
    #expect(
      DiffFixture.lines(DiffFixture.json(old), DiffFixture.json(new))
        == ["body the same JSON value, written differently: \(words)"])
  }
}

extension Interaction {
  /// The body of the request if there is one, otherwise that of the response.
  fileprivate var body: [UInt8] {
    if !request.body.isEmpty { return request.body.bytes }
    if case .response(let response) = outcome { return response.body.bytes }
    return []
  }

  /// Replaces the body that is there, and a header field of the response.
  fileprivate mutating func set(body: String, field: String, _ change: (String) -> String) {
    let bytes = Body(Array(body.utf8))
    if !request.body.isEmpty {
      request.body = bytes
      return
    }
    guard case .response(var response) = outcome else { return }
    response.body = bytes
    if let value = response.headers[field] { response.headers.set(field, change(value)) }
    outcome = .response(response)
  }
}
