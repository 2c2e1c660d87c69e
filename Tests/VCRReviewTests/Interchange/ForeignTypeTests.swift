import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// Each member of a recording in turn holds what its tool never writes there: it is read as it
/// stands, named as lost, or the recording refused; never is it taken for nothing in silence.
@Suite struct ForeignTypeTests {
  /// A recording of a tool, with all that is read of it.
  struct Sample: CustomTestStringConvertible {
    var tool: String
    var text: String
    var testDescription: String { tool }
  }

  private static let samples: [Sample] =
    ForeignPolicyTests.examples.map { Sample(tool: $0.tool, text: $0.recording) } + [
      Sample(
        tool: "HAR",
        text: #"""
          {"log": {"version": "1.2", "creator": {"name": "c", "version": "1"}, "entries": [
            {"startedDateTime": "2026-01-02T03:04:05.500Z", "time": 12.5,
             "request": {"method": "POST", "url": "http://x.test/a?b=1", "httpVersion": "HTTP/2.0",
               "headers": [{"name": "A", "value": "b"}], "queryString": [], "cookies": [],
               "postData": {"mimeType": "application/x-www-form-urlencoded",
                 "params": [{"name": "a", "value": "1"}]}},
             "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/2.0",
               "headers": [{"name": "Content-Type", "value": "text/plain"}], "cookies": [],
               "content": {"size": 3, "mimeType": "text/plain", "text": "AAH/", "encoding": "base64"}}},
            {"startedDateTime": "2026-01-02T03:04:05.500Z",
             "_webSocketMessages": [{"type": "send", "time": 1767323045.6, "opcode": 1, "data": "a"},
               {"type": "receive", "time": 1767323045.7, "opcode": 2, "data": "AAH/"}],
             "request": {"method": "GET", "url": "wss://x.test/", "headers": []},
             "response": {"status": 101, "headers": [], "content": {}}}]}}
          """#),
      Sample(
        tool: "Ruby VCR",
        text: """
          http_interactions:
          - request:
              method: post
              uri: http://x.test/a
              body: {encoding: UTF-8, string: a}
              headers: {A: [b]}
            response:
              status: {code: 200, message: OK}
              headers: {A: [b, c]}
              body: {encoding: ASCII-8BIT, base64_string: AAH/}
              http_version: '2'
            recorded_at: Tue, 01 Nov 2011 04:58:44 GMT
          recorded_with: VCR 6.0.0
          """),
      Sample(
        tool: "vcrpy",
        text: """
          interactions:
          - request: {method: POST, uri: 'http://x.test/a', body: a, headers: {A: [b]}}
            response: {status: {code: 200, message: OK}, headers: {A: [b]}, body: {string: c}}
          - request: {method: POST, uri: 'http://x.test/b', parsed_body: {a: 1}, headers: {A: [b]}}
            response: {status_code: 200, http_version: HTTP/2, headers: {A: b}, content: c}
          version: 1
          """),
      Sample(
        tool: "go-vcr",
        text: """
          version: 2
          interactions:
          - id: 0
            request: {proto: HTTP/2.0, proto_major: 2, proto_minor: 0, content_length: 1, host: x.test,
              transfer_encoding: [], trailer: {T: [u]}, remote_addr: '', request_uri: '', body: a,
              form: {}, headers: {A: [b]}, url: 'http://x.test/a', method: POST}
            response: {proto: HTTP/2.0, proto_major: 2, proto_minor: 0, transfer_encoding: [],
              trailer: {T: [u]}, content_length: 1, uncompressed: false, body: c, headers: {A: [b]},
              status: 200 OK, code: 200, duration: 1.5s}
          """),
      Sample(
        tool: "cassetter",
        text: """
          version: 1
          interactions:
          - request: {method: POST, uri: 'http://x.test/', headers: {a: [b]},
              body: {type: text, content: a}}
            response: {status: 200, headers: {a: [b]}, body: {type: json, content: {c: 1}}}
            recorded_at: 2026-11-23T02:43:25.325825+00:00
          - request: {method: POST, uri: 'http://x.test/', headers: {a: [b]}, body_type: text,
              body_content: a}
            response: {status: 200, headers: {a: [b]}, body_type: binary, body_content: 00ff}
          ws_interactions:
          - uri: wss://x.test/
            headers: {a: [b]}
            frames:
            - {direction: send, frame_type: text, body: {type: text, content: a}, offset_ms: 5}
            - {direction: recv, frame_type: binary, body: {type: binary, content: 00ff}, offset_ms: 9}
          """),
      Sample(
        tool: "EasyVCR",
        text: #"""
          [{"Duration": 301, "RecordedAt": "2025-11-07T12:37:18.047409-07:00",
            "Request": {"Body": "{\"a\":1}", "BodyContentType": "Json", "Method": "POST",
              "ContentHeaders": {"Content-Type": "application/json"},
              "RequestHeaders": {"User-Agent": "a"}, "Uri": "https://x.test/v2"},
            "Response": {"Body": "ok", "BodyContentType": "Text", "HttpVersion": "2.0",
              "ContentHeaders": {"Content-Type": "text/plain"}, "ResponseHeaders": {"X-A": "b"},
              "Status": {"Code": 201, "Message": "Created"}}}]
          """#),
      Sample(
        tool: "DVR",
        text: #"""
          {"name": "c", "interactions": [{"recorded_at": 1434688721.44,
            "request": {"method": "POST", "url": "http://x.test/", "headers": {"A": "b"}, "body": "aGk="},
            "response": {"url": "http://x.test/", "status": 200, "headers": {"A": "b"}, "body": "AAH/"}},
           {"recorded_at": 1434688721.44,
            "request": {"method": "POST", "url": "http://x.test/",
              "headers": {"Content-Type": "application/json"}, "body": {"a": 1}},
            "response": {"url": "http://x.test/", "status": 200,
              "headers": {"Content-Type": "text/plain"}, "body": "c"}}]}
          """#),
      Sample(
        tool: "ExVCR",
        text: #"""
          [{"request": {"body": "a", "headers": {"A": "b"}, "method": "post", "options": [],
              "request_body": "", "url": "http://x.test/"},
            "response": {"binary": true, "body": "g20AAAADAAH/", "headers": {"A": "b"},
              "status_code": ["HTTP/1.1", 200, "OK"], "type": "ok"}},
           {"request": {"headers": {}, "method": "post", "request_body": "a", "url": "http://x.test/"},
            "response": {"binary": false, "body": "c", "headers": {"A": "b"}, "status_code": 200}},
           {"request": {"body": "", "headers": [], "method": "get", "options": [], "request_body": "",
              "url": "http://x.test/"},
            "response": {"body": "nxdomain", "headers": [], "status_code": null, "type": "error"}}]
          """#),
      Sample(
        tool: "Betamax for Java",
        text: """
          name: c
          interactions:
          - recorded: 2012-10-21T14:04:39.797Z
            request: {method: POST, uri: 'http://x.test/a', headers: {A: b}, body: a}
            response: {status: 200, headers: {A: b}, body: c}
          """),
      Sample(
        tool: "nock",
        text: #"""
          [{"scope": "https://x.test:443", "method": "POST", "path": "/a?b=1", "reqheaders": {"a": "b"},
            "body": {"x": 1}, "status": 200, "response": ["00ff"], "responseIsBinary": true,
            "rawHeaders": ["Content-Type", "application/json", "Set-Cookie", "a=1"]},
           {"scope": "https://x.test:443", "method": "POST", "path": "/a?b=1", "body": "a",
            "status": 200, "response": {"a": 1}, "headers": {"a": "b"}}]
          """#),
      Sample(
        tool: "VCRURLSession",
        text: #"""
          {"records": [{"requestID": 0, "responseTime": 0.25,
            "request": {"method": "POST", "url": "http://x.test/", "headers": {"A": "b"}, "body": "a"},
            "response": {"statusCode": 200, "headers": {"Content-Type": "image/png"}, "body": "AAH/"}},
           {"requestID": 1, "request": {"method": "POST", "url": "http://x.test/"},
            "error": {"code": -1004, "domain": "D", "localizedDescription": "gone"}}]}
          """#),
      Sample(
        tool: "VCRURLConnection",
        text: #"""
          [{"method": "POST", "uri": "http://x.test/", "status": 200, "headers": {"A": "b"},
            "body": "a"}]
          """#),
      Sample(
        tool: "RecorderSession",
        text: #"""
          {"name": "a", "additionalRequestHeaders": {"A": "b"},
           "request": {"httpMethod": "POST", "allHTTPHeaderFields": {"C": "d"},
             "url": {"scheme": "http", "host": "x.test", "port": 8080, "path": "/a", "query": "b=1"}},
           "response": {"statusCode": 200, "allHeaderFields": {"E": "f"}},
           "body": {"type": "data", "payload": "AAH/"}}
          """#),
      Sample(
        tool: "MockDuck",
        text: #"""
          {"request": {"url": "https://x.test/a", "method": "POST", "body": "AAH/", "headers": {"A": "b"}},
           "response": {"url": "https://x.test/a", "status_code": 200, "headers": {"A": "b"},
             "data": "b25l"}}
          """#),
      Sample(
        tool: "Hoverfly",
        text: #"""
          {"data": {"pairs": [{"request": {"method": [{"matcher": "exact", "value": "POST"}],
            "scheme": [{"matcher": "exact", "value": "https"}],
            "destination": [{"matcher": "exact", "value": "x.test"}],
            "path": [{"matcher": "exact", "value": "/a"}],
            "query": {"b": [{"matcher": "array", "value": ["1", "2"]}]},
            "headers": {"A": [{"matcher": "exact", "value": "b"}]},
            "body": [{"matcher": "form", "value": {"k": [{"matcher": "exact", "value": "1"}]}}]},
           "response": {"status": 200, "body": "AAH/", "encodedBody": true, "headers": {"A": ["b"]}}}]},
           "meta": {"schemaVersion": "v5"}}
          """#),
      Sample(
        tool: "Postman",
        text: #"""
          {"info": {"name": "c", "_postman_id": "1"}, "variable": [{"key": "v", "value": "w"}],
           "item": [{"name": "folder", "item": [{"name": "a",
            "request": {"method": "GET", "url": "http://x.test/"},
            "response": [{"name": "r", "code": 200, "status": "OK", "body": "a", "responseTime": 12,
              "header": [{"key": "A", "value": "b"}],
              "originalRequest": {"method": "POST", "url": {"raw": "http://x.test/{{v}}"},
                "header": [{"key": "A", "value": "b", "disabled": false}],
                "body": {"mode": "urlencoded", "urlencoded": [{"key": "k", "value": "1"}]}}},
             {"name": "s", "code": 200,
              "originalRequest": {"method": "POST", "url": "http://x.test/",
                "body": {"mode": "raw", "raw": "a"}}}]}]}]}
          """#),
      Sample(
        tool: "WireMock",
        text: #"""
          {"priority": 3, "request": {"urlPath": "/a", "method": "POST", "scheme": "https",
             "host": {"equalTo": "x.test"}, "port": 8443,
             "queryParameters": {"q": {"hasExactly": [{"equalTo": "1"}, {"equalTo": "2"}]}},
             "headers": {"A": {"equalTo": "b"}}, "bodyPatterns": [{"equalTo": "c"}]},
           "response": {"status": 201, "statusMessage": "Made", "jsonBody": {"a": 1},
             "fixedDelayMilliseconds": 250, "headers": {"B": ["c", "d"]}}}
          """#),
      Sample(
        tool: "keploy",
        text: """
          version: api.keploy.io/v1beta1
          kind: Http
          name: mock-0
          spec:
            metadata: {name: Http}
            req: {method: POST, proto_major: 2, proto_minor: 0, url: /a, url_params: {b: '1'},
              header: {Host: x.test, A: b}, body: '{"k":1}', body_ref: {path: '', size: 0}}
            resp: {status_code: 200, header: {A: b}, body: one, status_message: Fine, proto_major: 2}
            created: 1704164645
            reqTimestampMock: 2024-01-02T03:04:05.123456789Z
          """),
    ]

  /// A step towards a member.
  private enum Step: Equatable {
    case member(Int), element(Int)
  }

  /// What stands in the place of a value; nil takes its member away.
  private static let replacements: [ForeignValue?] = [
    nil, ForeignValue(.nothing, line: 1), ForeignValue(.scalar(Array("11".utf8)), line: 1),
    ForeignValue(.scalar(Array("x".utf8)), line: 1, isText: true),
    ForeignValue(.list([ForeignValue(.scalar(Array("x".utf8)), line: 1, isText: true)]), line: 1),
    ForeignValue(
      .map([.init(name: "x", value: ForeignValue(.scalar(Array("x".utf8)), line: 1, isText: true))]
      ),
      line: 1),
  ]

  /// The ways to all members.
  private static func places(in value: ForeignValue) -> [[Step]] {
    switch value.content {
    case .map(let members):
      members.indices.flatMap { index in
        [[.member(index)]] + places(in: members[index].value).map { [.member(index)] + $0 }
      }
    case .list(let elements):
      elements.indices.flatMap { index in
        places(in: elements[index]).map { [.element(index)] + $0 }
      }
    default: []
    }
  }

  private static func changed(
    _ value: ForeignValue, at place: ArraySlice<Step>, to other: ForeignValue?
  ) -> ForeignValue {
    var value = value
    let rest = place.dropFirst()
    switch (place.first, value.content) {
    case (.member(let index), .map(var members)):
      if !rest.isEmpty {
        members[index].value = changed(members[index].value, at: rest, to: other)
      } else if let other {
        members[index].value = other
      } else {
        members.remove(at: index)
      }
      value.content = .map(members)
    case (.element(let index), .list(var elements)):
      elements[index] = changed(elements[index], at: rest, to: other)
      value.content = .list(elements)
    default: break
    }
    return value
  }

  private static func name(of place: [Step], in value: ForeignValue) -> String {
    var value = value
    var words: [String] = []
    for step in place {
      switch (step, value.content) {
      case (.member(let index), .map(let members)):
        words.append(members[index].name)
        value = members[index].value
      case (.element(let index), .list(let elements)):
        words.append("\(index)")
        value = elements[index]
      default: break
      }
    }
    return words.joined(separator: ".")
  }

  /// What is read; nil for what is refused, or read with losses.
  ///
  /// The time of the recording and the version of HTTP do not count, as a text that is none says
  /// nothing that a replay needs.
  private func read(_ bytes: [UInt8]) -> [Interaction]? {
    guard let cassette = try? ForeignCassette(path: "old", content: bytes), cassette.losses.isEmpty
    else { return nil }
    return cassette.interactions.map { interaction in
      var interaction = interaction
      interaction.recordedAt = nil
      interaction.request.http = nil
      if case .response(var response) = interaction.outcome {
        response.http = nil
        interaction.outcome = .response(response)
      }
      return interaction
    }
  }

  /// The members that were taken for nothing in silence.
  private func silent(
    in root: ForeignValue, _ encode: (ForeignValue) -> [UInt8]
  ) throws -> [String] {
    let whole = try #require(read(encode(root)))
    var found: [String] = []
    // By the name of its creator an archive is known as that of a tool.
    let places = Self.places(in: root).filter {
      !Self.name(of: $0, in: root).hasPrefix("log.creator")
    }
    for place in places {
      var without: [Interaction]?
      for other in Self.replacements {
        let bytes = encode(Self.changed(root, at: place[...], to: other))
        if let fault = try ForeignFuzzTests.fault(in: bytes) {
          found.append("\(Self.name(of: place, in: root)): \(fault)")
        }
        let result = read(bytes)
        guard let other else {
          without = result
          continue
        }
        guard let result, !other.isVoid, result.isEmpty || without != whole && result == without
        else { continue }
        found.append("\(Self.name(of: place, in: root)) is \(other.kind)")
      }
    }
    return found
  }

  @Test(arguments: samples)
  func `no member with a value of another type is taken for nothing in silence`(
    sample: Sample
  ) throws {
    let bytes = Array(sample.text.utf8)
    let isJSON = "[{".utf8.contains(bytes[0])
    let root = try isJSON ? ForeignValue(json: bytes) : ForeignYAML(bytes).value
    let found = try silent(in: root) { ForeignStructure.json($0, .javaScript) }
    #expect(found == [])
  }

  @Test func `the same holds for flows of mitmproxy`() throws {
    let message = FlowValue.list([
      .number(1), .bool(true), .bytes([104, 105]), .point(20), .bool(false), .bool(false),
    ])
    let flows =
      FlowValue.flow(headers: [("Host", "y.test")], response: .response(content: .bytes([0, 10])))
      + FlowValue.flow(
        response: .response(status: 101, content: .bytes([])),
        webSocket: .map([
          ("messages", .list([message])), ("close_code", .number(1000)),
          ("close_reason", .text("bye")), ("closed_by_client", .bool(true)),
          ("timestamp_end", .point(21)),
        ]))
      + FlowValue.flow(error: .map([("msg", .text("gone"))]))
    var cut: YAMLFault?
    let root = try ForeignValue(netstrings: flows, cut: &cut)
    let found = try silent(in: root) { $0.elements.flatMap(Self.netstring) }
    #expect(found == [])
  }

  /// A value as mitmproxy writes it; the kind of number does not count.
  private static func netstring(_ value: ForeignValue) -> [UInt8] {
    let (content, type): ([UInt8], String) =
      switch value.content {
      case .nothing, .unreadable: ([], "~")
      case .scalar(let bytes): (bytes, value.isText ? "," : "#")
      case .list(let elements): (elements.flatMap(netstring), "]")
      case .map(let members):
        (
          members.flatMap { FlowValue.text($0.name).encoded + netstring($0.value) }, "}"
        )
      }
    return Array("\(content.count):".utf8) + content + Array(type.utf8)
  }
}
