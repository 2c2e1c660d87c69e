import Testing

@testable import VCRCore
@testable import VCRReview

/// Which values of a response are taken for those that a later request carries.
struct CorrelationTests {
  typealias Request = Interaction.Request

  static func json(_ text: String) -> Body { Body(Array(text.utf8)) }

  static func exchange(
    _ method: String, _ url: String, _ response: String, headers: HeaderFields = [:],
    sending body: String = ""
  ) -> Interaction {
    Interaction(
      request: Request(
        method: method, url: "http://api.test\(url)", headers: ["Content-Type": "application/json"],
        body: json(body)),
      outcome: .response(
        .init(
          status: 200,
          headers: HeaderFields([HeaderField("Content-Type", "application/json")] + headers.fields),
          body: json(response))))
  }

  /// What the last request of a cassette becomes when the first response is another.
  private func sent(
    _ recorded: [Interaction], answering live: String, headers: HeaderFields = [:]
  ) throws -> Request {
    let text = CassetteWriter.prologue + recorded.flatMap { CassetteWriter().item($0) }
    var correlation = try Correlation(
      CassetteFile(path: "c.yaml", content: text), followsUnnamed: true)
    let old = try #require(recorded[0].response)
    var new = old
    new.body = Self.json(live)
    for field in headers.fields { new.headers.set(field.name, field.value) }
    _ = correlation.learn(from: new, recorded: old, at: 0)
    return correlation.liveRequest(
      for: recorded[recorded.count - 1].request, at: recorded.count - 1
    ).request
  }

  @Test(arguments: [
    (#"{"made":"8332"}"#, #"{"made":"8657"}"#, "/use/8332", "/use/8657"),
    (#"[["row",8332]]"#, #"[["row",8657]]"#, "/8332?x=8332", "/8657?x=8332"),
    (#"{"made":"kXbQzRtW"}"#, #"{"made":"vLfPmZqJ"}"#, "/use/kXbQzRtW", "/use/vLfPmZqJ"),
    (#"{"made":"8332"}"#, #"{"made":"8657"}"#, "/use?job_id=8332", "/use?job_id=8657"),
    (
      #"{"made":"ord_7gLaQCBw2gcg"}"#, #"{"made":"ord_HVbcW5adxGD8"}"#,
      "/use/order-ord_7gLaQCBw2gcg/lines", "/use/order-ord_HVbcW5adxGD8/lines"
    ),
    (
      #"{"name":"calm-otter"}"#, #"{"name":"brave-falcon"}"#,
      "/rooms/calm-otter?room=calm-otter&q=a+calm-otter",
      "/rooms/brave-falcon?room=brave-falcon&q=a+calm-otter"
    ),
    (#"{"name":"calm-otter"}"#, #"{"name":"calm-elk"}"#, "/made/calm-otter", "/made/calm-elk"),
    (#"{"result":"calm-otter"}"#, #"{"result":"calm-elk"}"#, "/use/calm-otter", "/use/calm-otter"),
    (
      #"{"state":"awaiting-payment"}"#, #"{"state":"payment-received"}"#,
      "/list/awaiting-payment", "/list/awaiting-payment"
    ),
    // What stands as it is in the URL does so in the new one.
    (#"["8332","8441"]"#, #"["8657","8788"]"#, "/use/8332,8441", "/use/8657,8788"),
    (
      #"["3f2a-99b1-d0","91cc-05ef-7b"]"#, #"["77aa-1c0e-42","b0d4-6a2e-13"]"#,
      "/use?ids=3f2a-99b1-d0,91cc-05ef-7b", "/use?ids=77aa-1c0e-42,b0d4-6a2e-13"
    ),
    (
      #"["3f2a-99b1-d0","91cc-05ef-7b"]"#, #"["77aa-1c0e-42","b0d4-6a2e-13"]"#,
      "/use?ids=3f2a-99b1-d0%2C91cc-05ef-7b", "/use?ids=77aa-1c0e-42%2Cb0d4-6a2e-13"
    ),
    // An amount, a state, a number that is still there, and one that is too short.
    (#"{"price":1200}"#, #"{"price":1350}"#, "/pay?amount=1200", "/pay?amount=1200"),
    (#"{"state":"pending"}"#, #"{"state":"waiting"}"#, "/list/pending", "/list/pending"),
    (#"[100,8332]"#, #"[8332,100]"#, "/use/8332", "/use/8332"),
    (#"{"made":"42"}"#, #"{"made":"43"}"#, "/use/42", "/use/42"),
  ])
  func `a value that nothing names is sent where an id stands`(
    old: String, new: String, recorded: String, expected: String
  ) throws {
    let request = try sent(
      [Self.exchange("POST", "/made", old), Self.exchange("GET", recorded, "{}")], answering: new)
    #expect(request.url == "http://api.test" + expected)
    // A client that asked so before has it from elsewhere.
    let before = try sent(
      [
        Self.exchange("POST", recorded, old), Self.exchange("GET", recorded, "{}"),
      ], answering: new)
    #expect(before.url == "http://api.test" + recorded)
  }

  @Test(arguments: [
    (#"{"id":"8332"}"#, "/use?x=8657"), (#"{"x":8332,"self":"/orders/8332"}"#, "/use?x=8657"),
    // Whoever repeats the question says nothing of what it means.
    (#"{"x":8332,"self":"/use?x=8332"}"#, "/use?x=8332"),
  ])
  func `a number that nothing names is sent where the response to the request calls it an id`(
    response: String, expected: String
  ) throws {
    let request = try sent(
      [
        Self.exchange("POST", "/made", #"{"made":"8332"}"#),
        Self.exchange("GET", "/use?x=8332", response),
      ], answering: #"{"made":"8657"}"#)
    #expect(request.url == "http://api.test" + expected)
  }

  @Test(arguments: ["http://api.test", ""], ["", "http://storage.test"])
  func `a URL that a response gives is sent with all that is new in it`(
    host: String, liveHost: String
  ) throws {
    let path = "/put/3f2a-99b1-d0?until=1795858446&size=5&sign=%7B%7BSIGNATURE%7D%7D"
    let request = try sent(
      [
        Self.exchange("POST", "/uploads", #"{"put":"\#(host)\#(path)"}"#),
        Self.exchange("PUT", path, "{}"),
      ],
      answering: #"{"put":"\#(liveHost)/put/77aa-1c0e-42?until=1795859999&size=5&sign=f00"}"#)
    #expect(
      request.url
        == "http://api.test/put/77aa-1c0e-42?until=1795859999&size=5&sign=%7B%7BSIGNATURE%7D%7D")
  }

  @Test(arguments: [
    (#"{"id":7}"#, #"{"id":8}"#, "/items/7", "/items/8"),
    (#"{"id":7}"#, #"{"id":8}"#, "/items/7.json?x=7", "/items/8.json?x=7"),
    (#"{"id":7}"#, #"{"id":8}"#, "/v1/items/7/parts/7", "/v1/items/8/parts/7"),
    (#"{"id":7}"#, #"{"id":8}"#, "/parts?item_id=7&page=7", "/parts?item_id=8&page=7"),
    (#"{"order":{"id":"a"}}"#, #"{"order":{"id":"b"}}"#, "/orders/a", "/orders/b"),
    (#"{"category_id":7}"#, #"{"category_id":9}"#, "/categories/7", "/categories/9"),
    (#"{"next":"p2"}"#, #"{"next":"p3"}"#, "/items?next=p2", "/items?next=p3"),
    (
      #"{"x":["3f2a-99b1-d0"]}"#, #"{"x":["77aa-1c0e-42"]}"#, "/any/3f2a-99b1-d0",
      "/any/77aa-1c0e-42"
    ),
    (#"{"href":"/items/7"}"#, #"{"href":"/items/8"}"#, "/items/7", "/items/8"),
    (#"{"x":"a b/c-1234"}"#, #"{"x":"a b/d-1234"}"#, "/any?x=a+b%2Fc-1234", "/any?x=a+b%2Fc-1234"),
    // Base64 of User:10000 and User:10003.
    (
      #"{"id":"VXNlcjoxMDAwMA=="}"#, #"{"id":"VXNlcjoxMDAwMw=="}"#,
      "/any?a=VXNlcjoxMDAwMA%3D%3D&b=VXNlcjoxMDAwMA==",
      "/any?a=VXNlcjoxMDAwMw%3D%3D&b=VXNlcjoxMDAwMw=="
    ),
    (
      #"{"next_token":"abc+/=0zzQ1kx8="}"#, #"{"next_token":"xyz+/=9zzQ1kx8="}"#, "/any?c=abc+",
      "/any?c=abc+"
    ),
    (
      #"{"cursor":"abc+/0zzQ1kx8="}"#, #"{"cursor":"x/z+09zzQ1kx8="}"#,
      "/any?c=abc%2B%2F0zzQ1kx8%3D", "/any?c=x%2Fz%2B09zzQ1kx8%3D"
    ),
    (
      #"{"name":"projects/p/10000"}"#, #"{"name":"projects/p/10 3"}"#, "/v/projects/p/10000?a=1",
      "/v/projects/p/10%203?a=1"
    ),
    (
      #"{"id":"projects/p/10000"}"#, #"{"id":"projects/p/10003"}"#,
      "/any?parent=projects%2Fp%2F10000", "/any?parent=projects%2Fp%2F10003"
    ),
    // Texts within texts keep the way in which they are written.
    (#"{"id":7}"#, #"{"id":8}"#, "/any?item_ids=1%2C7%2c9", "/any?item_ids=1%2C8%2c9"),
    (#"{"id":7}"#, #"{"id":8}"#, "/any?next=%2fitems%2F7", "/any?next=%2fitems%2F8"),
    (
      #"{"id":7}"#, #"{"id":8}"#, "/any?f=%7B%22item_id%22:7,%22n%22:7%7D",
      "/any?f=%7B%22item_id%22:8,%22n%22:7%7D"
    ),
    (#"{"id":7}"#, #"{"id":8}"#, "/any?q=the+item+7+of+7", "/any?q=the+item+8+of+7"),
    (
      #"{"x":"3f2a99b1d0"}"#, #"{"x":"77aa1c0e42"}"#, "/any?q=about%203f2a99b1d0%2E",
      "/any?q=about%2077aa1c0e42%2E"
    ),
    // A long number that a response calls an id goes wherever it is repeated.
    (#"{"id":48213}"#, #"{"id":48999}"#, "/any?basket=48213&n=4", "/any?basket=48999&n=4"),
    (#"{"number":"48213"}"#, #"{"number":"48999"}"#, "/any/48213", "/any/48999"),
    // What a client puts into Base64: item:8332, JSON with an id and a number, twice an id, an id.
    (
      #"{"id":8332}"#, #"{"id":8657}"#,
      "/any?x=aXRlbTo4MzMy",
      "/any?x=aXRlbTo4NjU3"
    ),
    (
      #"{"id":8332}"#, #"{"id":8657}"#,
      "/any?x=eyJpdGVtX2lkIjo4MzMyLCJuIjo4MzMyfQ%3D%3D",
      "/any?x=eyJpdGVtX2lkIjo4NjU3LCJuIjo4MzMyfQ%3D%3D"
    ),
    (
      #"{"x":"3f2a99b1d0"}"#, #"{"x":"77aa1c0e42"}"#,
      "/any/eyJhIjoiM2YyYTk5YjFkMCIsImIiOlsiM2YyYTk5YjFkMCJdfQ/lines",
      "/any/eyJhIjoiNzdhYTFjMGU0MiIsImIiOlsiNzdhYTFjMGU0MiJdfQ/lines"
    ),
    (
      #"{"x":"3f2a99b1d0"}"#, #"{"x":"77aa1c0e42"}"#,
      "/any/M2YyYTk5YjFkMA",
      "/any/NzdhYTFjMGU0Mg"
    ),
  ])
  func `an id goes where it is the id of the same thing`(
    response: String, live: String, url: String, expected: String
  ) throws {
    let request = try sent(
      [Self.exchange("POST", "/items", response), Self.exchange("GET", url, "{}")], answering: live)
    #expect(request.url == "http://api.test\(expected)")
  }

  @Test(arguments: [
    // Counts, flags, words and dates are no ids.
    (#"{"count":1}"#, #"{"count":2}"#, "/items?page=1"),
    (#"{"id":7}"#, #"{"id":8}"#, "/any?q=page+7,+part+7"),
    (#"{"id":7}"#, #"{"id":8}"#, "/any?f=%7B%22page%22:7%7D"),
    (#"{"id":7}"#, #"{"id":8}"#, "/any?q=item17+and+item+77"),
    (#"{"id":1}"#, #"{"id":2}"#, "/users/1"),
    (#"{"id":1}"#, #"{"id":2}"#, "/items?page=1"),
    (
      #"{"status":"waiting_for_approval"}"#, #"{"status":"done"}"#,
      "/items?status=waiting_for_approval"
    ),
    (#"{"day":"2026-11-20"}"#, #"{"day":"2026-11-21"}"#, "/items?day=2026-11-20"),
    (
      #"{"at":"2026-11-20T10:00:00Z"}"#, #"{"at":"2026-11-21T10:00:00Z"}"#,
      "/i?at=2026-11-20T10:00:00Z"
    ),
    (#"{"price":200000}"#, #"{"price":210000}"#, "/items?max=200000"),
    (#"{"price":48213}"#, #"{"price":48999}"#, "/any?max=48213"),
    (#"{"id":50000}"#, #"{"id":50001}"#, "/any?max=50000"),
    (#"{"id":20261120}"#, #"{"id":20261121}"#, "/any?day=20261120"),
    (#"{"id":4821}"#, #"{"id":4822}"#, "/any?max=4821"),
    // Media types, zones and paths have slashes as tokens do, and words are no Base64.
    (
      #"{"type":"application/vnd.v12+json"}"#, #"{"type":"application/vnd.v13+json"}"#,
      "/i?as=application%2Fvnd.v12%2Bjson"
    ),
    (#"{"zone":"Etc/GMT+10"}"#, #"{"zone":"Etc/GMT+11"}"#, "/i?zone=Etc%2FGMT%2B10"),
    (#"{"day":"20/11/2026"}"#, #"{"day":"21/11/2026"}"#, "/i?day=20%2F11%2F2026"),
    (#"{"path":"reports/2026"}"#, #"{"path":"reports/2027"}"#, "/reports/2026"),
    (#"{"last":"2026-11-20"}"#, #"{"last":"2026-11-21"}"#, "/reports/2026-11-20"),
    (#"{"kind":"Customer"}"#, #"{"kind":"Retailer"}"#, "/i?kind=Customer"),
    (#"{"name":"Main/Hall"}"#, #"{"name":"Side/Hall"}"#, "/i?name2=Main%2FHall"),
    // A list that has it in another place still has it.
    (#"[{"id":7},{"id":9}]"#, #"[{"id":6},{"id":7}]"#, "/items/7"),
  ])
  func `what only looks alike stays as it was recorded`(
    response: String, live: String, url: String
  ) throws {
    let request = try sent(
      [Self.exchange("POST", "/items", response), Self.exchange("GET", url, "{}")], answering: live)
    #expect(request.url == "http://api.test\(url)")
  }

  @Test(arguments: [
    (
      "/users", #"{"data":[{"id":"usr_1800"}]}"#, #"{"data":[{"id":"usr_1803"}]}"#,
      "/users/usr_1800"
    ),
    ("/v1/users?page=1", #"[{"id":4200}]"#, #"[{"id":4203}]"#, "/v1/users/4200"),
    ("/users/me", #"{"id":4200}"#, #"{"id":4203}"#, "/users/4200"),
    ("/users/1", #"{"data":{"id":4200}}"#, #"{"data":{"id":4203}}"#, "/friends?user_id=4200"),
  ])
  func `what a list or one thing of it hands out is the id of that thing`(
    path: String, response: String, live: String, url: String
  ) throws {
    let request = try sent(
      [Self.exchange("GET", path, response), Self.exchange("GET", url, "{}")], answering: live)
    #expect(request.url == "http://api.test\(url.replacing("00", with: "03"))")
  }

  @Test(arguments: [
    // What stands deeper is something else, and a client that knew the id keeps it.
    (#"{"id":1,"posts":[{"id":7}]}"#, #"{"id":1,"posts":[{"id":8}]}"#, "/users/7"),
    (#"{"id":1}"#, #"{"id":2}"#, "/users/1"),
    (#"{"id":7,"age":30}"#, #"{"id":7,"age":31}"#, "/users/30"),
  ])
  func `what a response about one thing holds of others is none of its kind`(
    response: String, live: String, url: String
  ) throws {
    let request = try sent(
      [Self.exchange("GET", "/users/1", response), Self.exchange("GET", url, "{}")], answering: live
    )
    #expect(request.url == "http://api.test\(url)")
  }

  @Test func `a field that a page hides comes back, whatever it is called`() throws {
    func page(_ order: String) -> String {
      """
      <input type="hidden" name="order" value="\(order)"><input type=hidden name="n" value="1">
      <input type="hidden" name="page" value="1"><a href="/o?x=\(order)">x</a>

      """
    }
    var first = Self.exchange("GET", "/form", page("ORD&quot;-7000 x"))
    first.request.headers = [:]
    var second = Self.exchange("POST", "/send", "{}", sending: "page=1&order=ORD%22-7000+x")
    second.request.headers = ["Content-Type": "application/x-www-form-urlencoded"]
    let live = page("ORD&#34;-7003 x").replacing("value=\"1\"", with: "value=\"2\"")
    let request = try sent([first, second], answering: live)
    #expect(
      String(decoding: request.body.bytes, as: UTF8.self) == "page=1&order=ORD%22-7003+x")
    var correlatedValues = CorrelatedValues()
    correlatedValues.insert(live: "ORD\"-7003 x", recorded: "ORD\"-7000 x")
    correlatedValues.insert(live: "ORD&7003", recorded: "ORD&7000")
    let alignment = LiveAlignment(correlatedValues: correlatedValues, origin: nil)
    for (live, recorded) in [
      ("a=\"ORD&quot;-7003 x\"", "a=\"ORD&quot;-7000 x\""), ("ORD&amp;7003", "ORD&amp;7000"),
      ("?x=ORD%267003", "?x=ORD%267000"), ("a=ORD%22-7003+x", "a=ORD%22-7000+x"),
      ("a=ORD%267003&b=%22", "a=ORD%267000&b=%22"),
    ] {
      #expect(alignment.aligned(live, to: recorded) == recorded)
      #expect(alignment.aligned(live + "!", to: recorded) == live + "!")
    }
  }

  @Test(arguments: [
    // The field says what the variable is for, whatever it is called.
    ("query Q($id: ID!) { user(id: $id) { name } }", #"{"id":"7"}"#, #"{"id":"8"}"#),
    (
      "query ($userId: ID!) { friends(of: $userId) { name } }", #"{"userId":"7"}"#,
      #"{"userId":"8"}"#
    ),
    (
      "mutation M($in: UpdateUserInput!, $x: Int = 7) { me: updateUser(input: $in, age: $x) { id } }",
      #"{"in":{"id":"7","age":"7"},"x":7}"#, #"{"in":{"id":"8","age":"7"},"x":7}"#
    ),
    (
      """
      # user(id: $page)
      query ($id: ID!, $page: ID!) {
        a: search(text: "user(id: $page", page: $page) { id }
        user(where: {id: $id}) { id }
      }
      """, #"{"id":"7","page":"7"}"#, #"{"id":"8","page":"7"}"#
    ),
    ("query ($id: ID!) { order(id: $id) { total } }", #"{"id":"7"}"#, #"{"id":"7"}"#),
  ])
  func `a GraphQL variable carries the id of what its field is of`(
    query: String, variables: String, expected: String
  ) throws {
    func body(_ variables: String) -> String {
      #"{"query":\#(JSONValue.string(query).text),"variables":\#(variables)}"#
    }
    let request = try sent(
      [
        Self.exchange(
          "POST", "/graphql", #"{"data":{"createUser":{"id":"7"}}}"#,
          sending: #"{"query":"mutation { createUser { id } }"}"#),
        Self.exchange("POST", "/graphql", "{}", sending: body(variables)),
      ], answering: #"{"data":{"createUser":{"id":"8"}}}"#)
    #expect(String(decoding: request.body.bytes, as: UTF8.self) == body(expected))
  }

  @Test func `fields of a multipart form carry ids, and files are left alone`() throws {
    func body(_ id: String) -> String {
      let parts = [
        ("name=\"item_id\"", id), ("name=\"count\"", "7"),
        ("name=\"meta\"", "{\"item\":{\"id\":\(id)},\"n\":7}"),
        ("name=\"item_id\"; filename=\"7.txt\"", "7"),
      ]
      return parts.map {
        "--b\r\nContent-Disposition: form-data; \($0)\r\n\r\n\($1)\r\n"
      }.joined() + "--b--\r\n"
    }
    var upload = Self.exchange("POST", "/photos", "{}", sending: body("7"))
    upload.request.headers = ["Content-Type": "multipart/form-data; boundary=b"]
    let request = try sent(
      [Self.exchange("POST", "/items", #"{"id":7}"#), upload], answering: #"{"id":4711}"#)
    #expect(String(decoding: request.body.bytes, as: UTF8.self) == body("4711"))
  }

  @Test func `what the client brought is its own, also where responses repeat it`() throws {
    let echo = #"{"name":"grace-1906-hopper"}"#
    let request = try sent(
      [
        Self.exchange("POST", "/users", echo, sending: echo),
        Self.exchange("GET", "/search?q=grace-1906-hopper", "{}"),
      ], answering: #"{"name":"someone-1234-else"}"#)
    #expect(request.url == "http://api.test/search?q=grace-1906-hopper")
  }

  @Test func `values are written as their place demands`() throws {
    let first = Self.exchange(
      "POST", "/items", #"{"id":7,"key":"k1-abc23"}"#,
      headers: ["ETag": "\"a\"", "Last-Modified": "Fri, 20 Nov 2026 10:00:00 GMT"])
    var second = Self.exchange(
      "PUT", "/items/7?key=k1-abc23", "{}", sending: #"{"id":7,"count":7,"nested":["k1-abc23"]}"#)
    second.request.headers = [
      "Content-Type": "application/json", "If-Match": "\"a\"",
      "If-Unmodified-Since": "Fri, 20 Nov 2026 10:00:00 GMT", "X-Key": "k1-abc23",
    ]
    let request = try sent(
      [first, second], answering: #"{"id":"x/y","key":"q \"&99+"}"#,
      headers: ["ETag": "\"b\"", "Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT"])
    #expect(request.url == "http://api.test/items/x%2Fy?key=q%20%22%2699%2B")
    #expect(request.headers["If-Match"] == "\"b\"")
    #expect(request.headers["If-Unmodified-Since"] == "Sat, 21 Nov 2026 10:00:00 GMT")
    #expect(request.headers["X-Key"] == "q \"&99+")
    #expect(
      String(decoding: request.body.bytes, as: UTF8.self)
        == #"{"id":"x/y","count":7,"nested":["q \"&99+"]}"#)
  }

  @Test func `secrets are read from the places of their placeholders`() {
    func read(_ live: String, _ recorded: String) -> [String] {
      PlaceholderReading.secrets(in: live, as: recorded).map {
        String(decoding: $0.name, as: UTF8.self) + "=" + String(decoding: $0.secret, as: UTF8.self)
      }
    }
    #expect(read("abc", "{{T}}") == ["T=abc"])
    #expect(read("Bearer abc; x=1", "Bearer {{T}}; x={{U}}") == ["T=abc", "U=1"])
    #expect(read("Basic abc", "Bearer {{T}}") == [])
    #expect(read("", "{{T}}") == [])
    let body = PlaceholderReading.secrets(
      in: Array("<a>1</a><token>live</token>".utf8),
      like: Array("<a>2</a><token>{{T}}</token>".utf8))
    #expect(body.map { $0.secret } == [Array("live".utf8)])
  }

  @Test func `a live response is read in the terms of the recorded one`() {
    var correlatedValues = CorrelatedValues()
    correlatedValues.insert(live: "8", recorded: "5")
    correlatedValues.insert(live: "8", recorded: "7")
    correlatedValues.insert(live: "77aa-1c0e-42", recorded: "3f2a-99b1-d0")
    let alignment = LiveAlignment(
      correlatedValues: correlatedValues, origin: ("http://127.0.0.1:80", "https://api.test"))
    #expect(alignment.aligned("/items/8/of/8", to: "/items/7/of/5") == "/items/7/of/5")
    #expect(alignment.aligned("/items/8", to: "/items/7") == "/items/7")
    // That it is 8 elsewhere is a difference like any other.
    #expect(alignment.aligned("8", to: "9") == "8")
    #expect(alignment.aligned("8", to: nil) == "8")
    #expect(alignment.aligned("x 77aa-1c0e-42", to: nil) == "x 3f2a-99b1-d0")
    #expect(alignment.aligned("x77aa-1c0e-42", to: nil) == "x77aa-1c0e-42")
    #expect(
      alignment.aligned("http://127.0.0.1:80/items/8", to: "https://api.test/items/7")
        == "https://api.test/items/7")
    #expect(alignment.aligned("http://127.0.0.1:8080/", to: nil) == "http://127.0.0.1:8080/")
    #expect(alignment.aligned("Bearer live", to: "Bearer {{T}}") == "Bearer {{T}}")
  }
}
