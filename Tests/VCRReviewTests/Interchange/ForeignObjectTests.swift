import Foundation
import Testing
import VCRCore

@testable import VCRReview

/// Values with tags of languages, and members that are missing or damaged.
@Suite struct ForeignObjectTests {
  /// A cassette of vcrpy with one interaction.
  private func python(
    method: String = "PUT", body: String = "one", headers: String = "{}", came: String = "two",
    response: String? = nil
  ) throws -> ForeignCassette {
    try ForeignCassette(
      """
      interactions:
      - request:
          method: \(method)
          uri: http://x.test/a
          headers: \(headers)
          body: \(body)
        response:
          status: {code: 200, message: OK}
          headers: {}
          body: \(response ?? "{string: \(came)}")
      version: 1
      """)
  }

  /// A cassette of Ruby VCR with one interaction.
  private func ruby(
    body: String = "one", headers: String = "{}", came: String = "two", time: String = ""
  ) throws -> ForeignCassette {
    try ForeignCassette(
      """
      http_interactions:
      - request:
          method: put
          uri: http://x.test/a
          headers: \(headers)
          body: {encoding: UTF-8, string: \(body)}
        response:
          status: {code: 200, message: OK}
          headers: {}
          body: {encoding: UTF-8, string: \(came)}
        recorded_at: \(time)
      recorded_with: VCR 6.1.0
      """)
  }

  private func body(_ cassette: ForeignCassette) throws -> [UInt8] {
    let interaction = try #require(cassette.interactions.first)
    guard case .response(let response) = interaction.outcome else { return [] }
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(interaction.request.body.bytes == response.body.bytes)
    return response.body.bytes
  }

  @Test(arguments: [
    ("!!python/bytes aGk=", "hi"), ("!!python/str hi", "hi"),
    ("!!python/object/apply:builtins.iter {args: [[!!binary aA==, i]], state: 0}", "hi"),
    ("!!python/object/apply:__builtin__.iter {args: [!!python/tuple [h, i]], state: 1}", "hi"),
    ("!!python/object/apply:builtins.iter {args: [!!binary aGk=], state: 0}", "hi"),
    ("!!python/object/apply:builtins.bytearray [hi, latin-1]", "hi"),
    ("!!python/object/apply:_codecs.encode [hi, latin1]", "hi"),
  ])
  func `a body that Python held in an object is its bytes`(value: String, text: String) throws {
    #expect(try body(python(body: value, came: value)) == Array(text.utf8))
  }

  @Test func `a text of characters that are bytes is those bytes`() throws {
    let value = #"!!python/object/apply:builtins.bytearray ["h\xFF", latin-1]"#
    #expect(try body(python(body: value, came: value)) == [0x68, 0xFF])
  }

  @Test(arguments: [
    "!ruby/string {str: hi}", "!ruby/string:ActiveSupport::SafeBuffer {str: hi, '@a': b}",
    "!str:ActiveSupport::SafeBuffer {str: hi}", "!ruby/string:Name hi", "! hi",
  ])
  func `a body that Ruby held in a text of a class is its bytes`(value: String) throws {
    #expect(try body(ruby(body: value, came: value)) == Array("hi".utf8))
  }

  @Test(arguments: [
    "!!python/object/apply:collections.OrderedDict [[[A, b], [A, c]]]",
    "!!python/object:urllib3._collections.HTTPHeaderDict {_container: {a: [A, b, c]}}",
    "!!python/object:httpx.Headers {_list: [!!python/tuple [A, a, b], !!python/tuple [A, a, c]]}",
    "!!python/object/apply:multidict._multidict.CIMultiDict [[!!python/tuple [!!python/object/apply:multidict._multidict.istr [A], b], !!python/tuple [A, c]]]",
    "!!python/object/apply:collections.defaultdict {args: [!!python/name:builtins.list ''], dictitems: {A: [b, c]}}",
  ])
  func `header fields that Python held in an object are read`(value: String) throws {
    let cassette = try python(headers: value)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(
      cassette.interactions.first?.request.headers.fields.map { "\($0.name)=\($0.value)" }
        == ["A=b", "A=c"])
  }

  @Test func `header fields in a dictionary without case have the names that were sent`() throws {
    let cassette = try python(
      headers: """
        !!python/object:requests.structures.CaseInsensitiveDict
              _store: !!python/object/apply:collections.OrderedDict
              - - - accept
                  - !!python/tuple [Accept, b]
        """)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.headers.fields.map(\.name) == ["Accept"])
  }

  @Test func `header fields that Ruby held with variables of an object are read`() throws {
    let cassette = try ruby(
      headers: "!ruby/hash-with-ivars:A::Headers {elements: {Accept: [b]}, ivars: {'@n': {}}}")
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(cassette.interactions.first?.request.headers["Accept"] == "b")
  }

  @Test(arguments: [
    "!!python/object/apply:builtins.iter [[]]", "!!python/name:os.system ''",
    "!!python/module:os ''", "!!python/object:io.Reader {name: a}",
  ])
  func `a request whose body cannot be known keeps its response`(value: String) throws {
    let cassette = try python(body: value)
    #expect(cassette.losses.map(\.kind) == [.body])
    let interaction = try #require(cassette.interactions.first)
    #expect(interaction.request.body.isEmpty)
    #expect(interaction.rule?.match == ["method", "url"])
    #expect(try python(came: value).losses.map(\.kind) == [.interaction])
  }

  @Test(arguments: [
    "!ruby/object:File {}", "!ruby/object:StringIO {}", "!ruby/object:Net::ReadAdapter {}",
    "!ruby/class String",
  ])
  func `an object of Ruby in place of a body is named`(value: String) throws {
    let cassette = try ruby(body: value)
    #expect(cassette.losses.map(\.kind) == [.body])
    #expect(cassette.interactions.first?.rule?.match == ["method", "url"])
    #expect(try ruby(came: value).losses.map(\.kind) == [.interaction])
  }

  @Test(arguments: [
    "2023-11-14 22:13:20 GMT", "2023-11-14 22:13:20", "2023-11-14T22:13:20",
    "2023-11-14 22:13:20 UTC", "2023-11-14 22:13:20.123456789 Z", "2023-11-14 17:13:20 -05:00",
    "2023-11-14T23:13:20+0100", "2023-11-14T23:13:20.5+01", "Tue, 14 Nov 2023 22:13:20 GMT",
  ])
  func `a time as languages print it is read`(text: String) throws {
    let cassette = try ruby(time: text)
    #expect(cassette.losses == [], "\(cassette.problems)")
    #expect(
      cassette.interactions.first?.recordedAt == Date(timeIntervalSince1970: 1_700_000_000))
  }

  @Test func `a time that cannot be read is named`() throws {
    for text in ["soon", "[1]", "2023-14-14 22:13:20", "2023-11-14 22:13:20 CEST"] {
      #expect(try ruby(time: text).losses.map(\.kind) == [.member], "\(text)")
    }
    for text in ["", "''", "null"] { #expect(try ruby(time: text).losses == [], "\(text)") }
  }

  @Test(arguments: ["", "null", "''", "{}", "[GET]"])
  func `a request without a method is named`(value: String) throws {
    let cassette = try python(method: value)
    #expect(cassette.interactions.first?.request.method == "GET")
    #expect(!cassette.losses.isEmpty && cassette.losses.allSatisfy { $0.kind == .member })
  }

  @Test func `a structure that vcrpy never writes as a response body is named`() throws {
    #expect(try python(response: "{text_of_it: two}").losses.map(\.kind) == [.interaction])
    #expect(try python(response: "[two]").losses.map(\.kind) == [.interaction])
    #expect(try python(response: "{}").losses.map(\.kind) == [.body])
  }

  @Test func `an encoding without a text is named`() throws {
    let cassette = try ForeignCassette(
      """
      http_interactions:
      - request: {method: get, uri: 'http://x.test/', headers: {}, body: {encoding: UTF-8, string: ''}}
        response: {status: {code: 200, message: OK}, headers: {}, body: {encoding: UTF-8}}
        recorded_at: Tue, 14 Nov 2023 22:13:20 GMT
      recorded_with: VCR 6.1.0
      """)
    #expect(cassette.losses.map(\.kind) == [.body])
  }

  @Test func `a recording is known by an entry that is not damaged`() throws {
    let entry =
      "- {request: {method: GET, url: 'http://x.test/'}, response: {status: {code: 200}}}\n"
    for damaged in ["- null\n", "- 7\n", "- text\n"] {
      let cassette = try ForeignCassette(damaged + entry)
      #expect(cassette.interactions.count == 1)
      #expect(cassette.losses.map(\.kind) == [.interaction])
    }
  }

  @Test func `a list of interactions that is there twice is named`() throws {
    let text = """
      interactions:
      - {request: {method: GET, uri: 'http://x.test/'}, response: {status: {code: 200}}}
      version: 1

      """
    let cassette = try ForeignCassette(text + text.replacing("x.test", with: "y.test"))
    #expect(cassette.interactions.map(\.request.url) == ["http://y.test/"])
    #expect(cassette.losses.map(\.kind) == [.document, .document])
    #expect(Set(cassette.losses.map(\.line)) == [2, 3])
    let archive = #"{"log": {"entries": [{"request": {}}], "entries": []}}"#
    #expect(try ForeignCassette(archive).losses.map(\.kind) == [.document])
  }

  /// An archive with one entry.
  private func archive(_ request: String, _ headers: String = "[]") throws -> ForeignCassette {
    try ForeignCassette(
      #"""
      {"log": {"entries": [{"request": {\#(request)},
        "response": {"status": 200, "headers": \#(headers), "content": {}}}]}}
      """#)
  }

  @Test func `a query that the URL of an archive lacks is named`() throws {
    let query = #""method": "GET", "queryString": [{"name": "q", "value": "1"}]"#
    #expect(try archive(query + #", "url": "http://x.test/?q=1""#).losses == [])
    #expect(try archive(query + #", "url": "http://x.test/""#).losses.map(\.kind) == [.member])
    #expect(try archive(query + #", "url": "http://x.test/?p=1""#).losses.map(\.kind) == [.member])
    let names = [("a b", "a+b"), ("a%20b", "a%20b"), ("ü", "%C3%BC"), ("", "q")]
    for (name, sent) in names {
      let query = #""method": "GET", "queryString": [{"name": "\#(name)", "value": ""}]"#
      #expect(try archive(query + #", "url": "http://x.test/?\#(sent)=1""#).losses == [], "\(name)")
    }
    for request in [#""method": "", "url": "http://x.test/""#, #""method": "GET", "url": """#] {
      #expect(try archive(request).losses.map(\.kind) == [.interaction])
    }
  }

  @Test func `fields that a browser joined by line feeds are fields of their own`() throws {
    let cassette = try archive(
      #""method": "GET", "url": "http://x.test/""#,
      #"[{"name": "Set-Cookie", "value": "a=1\nb=2"}, {"name": "X-A", "value": ""}]"#)
    #expect(
      try cassette.response().headers.fields.map { "\($0.name)=\($0.value)" }
        == ["Set-Cookie=a=1", "Set-Cookie=b=2", "X-A="])
  }

  @Test func `interactions that are no list are refused`() {
    for value in ["text", "false", "0"] {
      #expect(throws: CassetteError.self) {
        try ForeignCassette("interactions: \(value)\nversion: 1\n")
      }
    }
    #expect(throws: Never.self) { try ForeignCassette("interactions: []\nversion: 1\n") }
  }
}
