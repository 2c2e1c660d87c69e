import Testing

@testable import VCRCore

/// A recording of what was recorded before, in which a service hands out other ids.
struct CorrelatedRecordingTests {
  static func exchange(
    _ path: String, _ response: String, sending body: String = "", as type: String = "text/plain",
    receiving received: HeaderFields = ["Content-Type": "application/json"]
  ) -> Interaction {
    Interaction(
      request: .init(
        method: "POST", url: path.hasPrefix("/") ? "http://api.test\(path)" : path,
        headers: ["Content-Type": type], body: Body(Array(body.utf8))),
      outcome: .response(
        .init(status: 200, headers: received, body: Body(Array(response.utf8)))))
  }

  static func file(_ interactions: [Interaction]) throws -> CassetteFile {
    try CassetteFile(
      path: "c.yaml",
      content: CassetteWriter.prologue + interactions.flatMap { CassetteWriter().item($0) })
  }

  func merged(_ second: [Interaction], into first: [Interaction]) throws -> String {
    let merge = try CassetteMerge(
      Self.file(second), into: Self.file(first), equivalence: .standard, strategy: .replacing,
      volatility: .standard)
    return String(decoding: try merge.content().bytes, as: UTF8.self)
  }

  func text(_ interactions: [Interaction]) throws -> String {
    String(decoding: try Self.file(interactions).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("application/xml", "<o><id>ID</id></o>"),
    ("application/x-ndjson", "{\"id\":\"ID\"}\n{\"x\":1}\n"),
    ("text/plain", "cancel ID\n"), ("application/json", #"{"query":"query {o(id:\"ID\"){x}}"}"#),
    (
      "application/json",
      #"{"query":"query Q($i: ID!){o(id:$i){x}}","variables":{"i":"ID"}}"#
    ),
  ])
  func `an id is put back where the request is then the old one`(
    type: String, body: String
  ) throws {
    for ids in [("8332", "8657"), ("ord_RgLaQCBwygcg", "ord_HVbcWSadxGDz"), ("421", "422")] {
      let recordings = [ids.0, ids.1].map { id in
        [
          Self.exchange("/orders", #"{"order":{"id":"\#(id)"},"total":8657}"#),
          Self.exchange("/use", "{}", sending: body.replacing("ID", with: id), as: type),
        ]
      }
      let again = try merged(recordings[1], into: recordings[0])
      #expect(try again == text(recordings[0]), "\(ids)")
    }
  }

  @Test(arguments: ["order:ID", #"{"order_id":"ID","n":8657}"#, "/orders/ID"])
  func `an id that a client puts into Base64 is put back`(text: String) throws {
    let recordings = ["8332", "8657"].map { id in
      let letters = Base64Text.encode(Array(text.replacing("ID", with: id).utf8))
      let value = String(decoding: letters, as: UTF8.self)
      return [
        Self.exchange("/orders", #"{"order":{"id":"\#(id)"},"total":8657}"#),
        Self.exchange("/use", "{}", sending: #"{"x":"\#(value)"}"#, as: "application/json"),
      ]
    }
    let again = try merged(recordings[1], into: recordings[0])
    #expect(try again == self.text(recordings[0]))
  }

  @Test func `an id stays new where a request is not the old one with the old id`() throws {
    let first = [
      Self.exchange("/orders", #"{"order":{"id":"8332"}}"#),
      Self.exchange("/use", "{}", sending: "cancel 8332"),
    ]
    let second = [
      Self.exchange("/orders", #"{"order":{"id":"8657"}}"#),
      Self.exchange("/use", "{}", sending: "ship 8657"),
    ]
    let again = try merged(second, into: first)
    #expect(try again == text(second))
  }

  @Test func `an id that no request carries is another one`() throws {
    let first = [Self.exchange("/orders", #"{"order":{"id":"8332"}}"#)]
    let second = [Self.exchange("/orders", #"{"order":{"id":"8657"}}"#)]
    #expect(try merged(second, into: first) == text(second))
  }

  /// Responses that hand out an id where no name says so, in any format.
  private static let unnamed: [(type: String, text: String)] = [
    ("text/plain", "ID\n"), ("text/plain", "Created job ID.\n"), ("application/json", "ID"),
    ("application/json", "[ID,\"ID\"]"), ("application/json", #"[["row","ID"]]"#),
    ("application/json", #"{"created":"ID","at":5}"#),
    ("application/json", #"{"message":"Order ID created"}"#),
    ("application/json", #"{"items":{"ID":{"name":"a"}}}"#),
    ("application/json", #"{"result":[{"x":{"value":"ID"}}]}"#),
    ("text/html", #"<ul><li data-item="ID"><a href="/use/ID">open</a></ul>"#),
    ("text/html", #"<form method=post><input type=hidden name=ticket value=ID></form>"#),
    ("text/html", #"<script>window.app={ticket:'ID'};</script>"#),
    ("application/xml", #"<order ref="ID"/>"#), ("text/csv", "id,name\nID,lamp\n"),
    ("application/yaml", "id: ID\nname: a\n"),
    ("text/event-stream", "event: made\ndata: ID\n\n"),
  ]

  @Test(arguments: unnamed)
  func `an id that nothing names is put back where a later path has it`(
    type: String, text: String
  ) throws {
    for ids in [
      ("8332", "8657"), ("ord_7gLaQCBw2gcg", "ord_HVbcW5adxGD8"), ("a42", "b17"),
      // Of ids with few characters many have no digit.
      ("ord_iKZWeqhFWCEP", "ord_SCrUZoLgubbb"), ("qyzvoimhcxdt", "lkrrwbvgqnpe"),
      ("kXbQzRtW", "vLfPmZqJ"), ("QXKZVJWM", "PFHBTNLD"), ("item-xkq9-a1", "item-zvw7-b2"),
    ] {
      let recordings = [ids.0, ids.1].map { id in
        [
          Self.exchange(
            "/orders", text.replacing("ID", with: id), receiving: ["Content-Type": type]),
          Self.exchange("/use/\(id)", #"{"state":"of \#(id)","of":"\#(id)"}"#),
          Self.exchange("/use/order-\(id)/lines", "{}"),
        ]
      }
      let again = try merged(recordings[1], into: recordings[0])
      #expect(try again == self.text(recordings[0]), "\(ids)")
    }
  }

  @Test(arguments: [("open", "done"), ("pending", "waiting"), ("lamp-red", "lamp-big")])
  func `a word that a client sends back is no id`(old: String, new: String) throws {
    let recordings = [old, new].map { word in
      [
        Self.exchange("/orders", #"{"state":"\#(word)"}"#), Self.exchange("/list/\(word)", "{}"),
        Self.exchange("/list?state=\(word)", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[1]))
  }

  @Test(arguments: unnamed.filter { !$0.text.contains("ID,") })
  func `a name of words that nothing calls an id is put back where later requests have it`(
    type: String, text: String
  ) throws {
    for names in [
      ("calm-otter", "brave-falcon"), ("calm_otter_fjord", "rusty_badger_lake"),
      ("Order-calm-otter", "Order-brave-falcon"),
    ] {
      let recordings = [names.0, names.1].map { name in
        var current = Self.exchange("/current", "{}")
        current.request.headers.set("X-Room", name)
        return [
          Self.exchange(
            "/rooms", text.replacing("ID", with: name), receiving: ["Content-Type": type]),
          Self.exchange("/rooms/\(name)", #"{"title":"Room \#(name)","room":"\#(name)"}"#),
          Self.exchange("/find?x=\(name)", "{}"), current,
          Self.exchange(
            "/call", "{}", sending: #"{"variables":{"room":"\#(name)"}}"#, as: "application/json"),
        ]
      }
      let again = try merged(recordings[1], into: recordings[0])
      #expect(try again == self.text(recordings[0]), "\(names)")
    }
  }

  @Test(arguments: [
    (#"{"made":"NAME"}"#, "/rooms/NAME", true), (#"{"made":"NAME"}"#, "/rooms/NAME/members", true),
    (#"{"room":"NAME"}"#, "/join/NAME", true), ("Room NAME\n", "/join?x=NAME", true),
    // It may be a state, by which a client goes on elsewhere.
    (#"{"result":"NAME"}"#, "/pages/NAME", false), (#"{"state":"NAME"}"#, "/rooms/NAME", false),
  ])
  func `a name of words that has some of the old one is put back where it names what was made`(
    response: String, path: String, isName: Bool
  ) throws {
    let recordings = ["calm-otter", "calm-falcon"].map { name in
      [
        Self.exchange("/rooms", response.replacing("NAME", with: name)),
        Self.exchange(path.replacing("NAME", with: name), #"{"of":"\#(name)"}"#),
      ]
    }
    #expect(
      try merged(recordings[1], into: recordings[0]) == text(recordings[isName ? 0 : 1]))
  }

  @Test func `a name of words that a URL hands out is put back where it stands alone, too`() throws
  {
    let recordings = ["calm-otter", "brave-falcon"].map { name in
      [
        Self.exchange("/rooms", #"{"room":"\#(name)","join":"http://api.test/r/\#(name)"}"#),
        Self.exchange("/r/\(name)", #"{"of":"\#(name)"}"#),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }

  @Test(arguments: [
    ("POST", #"{"state":"NAME"}"#, "/list/NAME"),
    ("POST", #"{"made":"NAME"}"#, "/list?status=NAME"),
    // What is read only is no news of what was made.
    ("GET", #"{"made":"NAME"}"#, "/list/NAME"),
  ])
  func `a name of words stays new where it may be a state`(
    method: String, response: String, path: String
  ) throws {
    let recordings = ["awaiting-payment", "payment-received"].map { name in
      var first = Self.exchange("/orders", response.replacing("NAME", with: name))
      first.request.method = method
      return [first, Self.exchange(path.replacing("NAME", with: name), "{}")]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[1]))
  }

  @Test(arguments: ["order_id", "id", "ref", "orderIds"])
  func `a number that nothing names is put back where the request names it`(
    name: String
  ) throws {
    let recordings = ["8332", "8657"].map { id in
      [
        Self.exchange("/orders", #"{"created":"\#(id)","total":5000}"#),
        Self.exchange("/use?\(name)=\(id)", "{}"),
        Self.exchange("/use", "{}", sending: #"{"\#(name)":"\#(id)"}"#, as: "application/json"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }

  @Test(arguments: [
    #"{"id":"ID"}"#, #"{"x":ID,"self":"/orders/ID"}"#, #"{"link":"http://api.test/a/ID?x=1"}"#,
  ])
  func `a number that nothing names is put back where the response to it calls it an id`(
    response: String
  ) throws {
    let recordings = ["8332", "8657"].map { id in
      [
        Self.exchange("/orders", #"{"created":"\#(id)","total":5000}"#),
        Self.exchange("/use?x=\(id)", response.replacing("ID", with: id)),
        Self.exchange("/use", "{}", sending: #"{"x":"\#(id)"}"#, as: "application/json"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
    // Whoever repeats the question says nothing of what it means.
    let echoes = ["8332", "8657"].map { id in
      [
        Self.exchange("/orders", #"{"price":"\#(id)"}"#),
        Self.exchange("/pay?x=\(id)", #"{"x":\#(id),"self":"/pay?x=\#(id)"}"#),
      ]
    }
    #expect(try merged(echoes[1], into: echoes[0]) == text(echoes[1]))
  }

  @Test func `an id that a request keeps within a word is kept in the response`() throws {
    let recordings = ["ord_iK2ZWeqhFWCE", "ord_WXaSCrUZoL8g"].map { id in
      [
        Self.exchange("/orders", #"{"created":"\#(id)"}"#),
        Self.exchange("/use/order-\(id)/lines", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }

  @Test func `an id in a header field that nothing names is put back`() throws {
    let recordings = ["4711", "4758"].map { id in
      [
        Self.exchange("/orders", "{}", receiving: ["X-Job": id, "ETag": "\"\(id)\""]),
        Self.exchange("/use/\(id)", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }

  @Test func `an id that nothing names is put back where a later header field has it`() throws {
    let recordings = ["4711", "4758"].map { id in
      var use = Self.exchange("/use", "{}")
      use.request.headers = ["X-Ticket": id, "X-Note": "no \(id)", "If-Match": "\"\(id)\""]
      return [Self.exchange("/orders", #"{"ticket":"\#(id)","created":\#(id)}"#), use]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }

  @Test func `an id in a header field tells the equal requests of several clients apart`() throws {
    func recording(_ ids: [String], _ order: [Int]) -> [Interaction] {
      ids.enumerated().map { number, id in
        Self.exchange("/orders", "{}", sending: "order \(number)", receiving: ["X-Ticket": id])
      }
        + order.map { number in
          var use = Self.exchange("/use", #"{"of":"\#(ids[number])","number":\#(number)}"#)
          use.request.headers.set("X-Ticket", ids[number])
          return use
        }
    }
    let first = recording(["T311", "T312", "T313"], [0, 1, 2])
    let second = recording(["T536", "T537", "T538"], [2, 0, 1])
    let spans = [(0, 3), (0, 3), (0, 3), (3, 6), (3, 6), (3, 6)].map {
      RequestSpan(start: $0.0, end: $0.1)
    }
    let merge = try CassetteMerge(
      Self.file(second), into: Self.file(first), equivalence: .standard, strategy: .replacing,
      volatility: .standard, spans: spans)
    #expect(try merge.content().bytes == Self.file(first).bytes)
  }

  /// Orders that several clients create, change and read, each with the id that it got.
  private static func orders(_ ids: [Int]) -> [Interaction] {
    ids.enumerated().flatMap { number, id in
      [
        exchange(
          "/orders", #"{"id":\#(id),"of":"client \#(number)"}"#, sending: "client \(number)"),
        exchange("/orders/\(id)", #"{"id":\#(id),"count":5}"#),
        exchange(
          "/orders/\(id)/items", "{}", sending: #"{"order_id":\#(id),"n":\#(number)}"#,
          as: "application/json"), exchange("/find?x=\(id)", "{}"),
      ]
    }
  }

  @Test(arguments: [[104, 105, 106], [103, 104, 102], [102, 104, 103], [104, 102, 103]])
  func `ids are put back that another thing had before`(ids: [Int]) throws {
    let first = Self.orders([102, 103, 104])
    #expect(try merged(Self.orders(ids), into: first) == text(first))
  }

  @Test func `an id that a client asks for by itself is not the one that a service now gives`()
    throws
  {
    let recordings = [41, 42].map { id in
      [Self.exchange("/users", #"{"id":\#(id)}"#), Self.exchange("/users/42", #"{"id":42}"#)]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[1]))
  }

  @Test func `the name of a placeholder is no id`() {
    let (new, old) = ("a {{TOKEN_3}} of 4711, {4712}", "a {{TOKEN_2}} of 4758, {4759}")
    #expect(WordPairs(Array(new.utf8), Array(old.utf8)).pairs.map(\.new) == ["4711", "4712"])
  }

  @Test func `an amount that a client sends back is no id`() throws {
    for (path, body) in [
      ("/pay", "amount 1200"), ("/pay?amount=1200", ""), ("/pay?paid=1200", ""),
    ] {
      let first = [
        Self.exchange("/price", #"{"price":1200}"#), Self.exchange(path, "{}", sending: body),
      ]
      let second = [
        Self.exchange("/price", #"{"price":1350}"#),
        Self.exchange(
          path.replacing("1200", with: "1350"), "{}",
          sending: body.replacing("1200", with: "1350")),
      ]
      #expect(try merged(second, into: first) == text(second))
    }
  }

  @Test func `an id that another thing has now is not given to a second one`() throws {
    let recordings = [["8332", "[]"], ["8657", #"["8332","8657"]"#]].map { run in
      [
        Self.exchange("/orders", #"{"created":"\#(run[0])"}"#), Self.exchange("/list", run[1]),
        Self.exchange("/use/\(run[0])", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[1]))
  }

  /// Responses that give a URL, as its path and query alone or whole.
  private static let giving: [(type: String, text: String, isField: Bool)] = [
    ("application/json", #"{"put":"http://api.testURL"}"#, false),
    ("application/json", #"{"links":[{"rel":"put","href":"URL"}],"x":1}"#, false),
    ("application/json", "http://api.testURL", true), ("application/json", "URL", true),
    ("text/html", #"<p>Yours:</p><a class=x href="URL">put</a>"#, false),
    ("text/event-stream", "event: made\ndata: {\"put\":\"http://api.testURL\"}\n\n", false),
  ]

  private static func uploads(
    _ form: (type: String, text: String, isField: Bool), _ urls: [String]
  ) -> [Interaction] {
    urls.enumerated().map { number, url in
      let text = form.text.replacing(
        "URL", with: form.type == "text/html" ? url.replacing("&", with: "&amp;") : url)
      return exchange(
        "/uploads", form.isField ? "{}" : text, sending: "upload \(number)",
        receiving: form.isField
          ? ["Content-Type": form.type, "Location": text] : ["Content-Type": form.type])
    }
      + urls.enumerated().map { number, url in
        exchange(url, "{}", sending: "bytes \(number)")
      }
  }

  @Test(arguments: giving)
  func `URLs that are valid until one time are put back where they were valid until others`(
    type: String, text: String, isField: Bool
  ) throws {
    func recording(_ uploads: [(id: String, until: String)]) -> [Interaction] {
      Self.uploads(
        (type, text, isField), uploads.map { "/put/\($0.id)?until=\($0.until)&x=1" })
    }
    for times in [
      ["1795858446", "1795858447", "1795858999"],
      ["20261128T093406Z", "20261128T093407Z", "20261128T094319Z"],
    ] {
      let first = recording([("3f2a-99b1-d0", times[0]), ("77aa-1c0e-42", times[1])])
      let second = recording([("91cc-05ef-7b", times[2]), ("b0d4-6a2e-13", times[2])])
      #expect(try merged(second, into: first) == self.text(first))
      #expect(try merged(first, into: second) == self.text(second))
    }
  }

  @Test(arguments: [
    ("/put/OLD&size=100", "/put/NEW&size=200", "size=100"),
    ("/2025-10/OLD", "/2026-01/NEW", "2025-10"), ("/v1/OLD", "/v2/NEW", "/v1/"),
    ("/put/OLD", "/put/91cc-05ef-7b?expires=1795858999", "until="),
    ("/put/OLD", "/get/NEW", "/put/"), ("/api/put/OLD", "/api/get/NEW", "/put/"),
  ])
  func `a URL that is another one is a change whatever is valid until when`(
    old: String, new: String, gone: String
  ) throws {
    for form in Self.giving {
      let recordings = [old, new].map { url in
        // A version that the client names is no id, whoever repeats it.
        [Self.exchange("/\(url.split(separator: "/")[0])/hello", "{}")]
          + Self.uploads(
            form,
            [
              url.replacing("OLD", with: "3f2a-99b1-d0?until=1795858446")
                .replacing("NEW", with: "91cc-05ef-7b?until=1795858999")
            ])
      }
      #expect(try !merged(recordings[1], into: recordings[0]).contains(gone), "\(form)")
    }
  }

  @Test func `a URL keeps the spelling that it had with the old value`() throws {
    let tokens = ["eyJvIjoyNTU3MX0=", "eyJvIjo5ODc2NX0="]
    let recordings = tokens.map { token in
      [
        Self.exchange("/list", #"{"page_token":"\#(token)"}"#),
        Self.exchange("/list?page_token=\(token)", "{}"),
      ]
    }
    #expect(try merged(recordings[1], into: recordings[0]) == text(recordings[0]))
  }
}
