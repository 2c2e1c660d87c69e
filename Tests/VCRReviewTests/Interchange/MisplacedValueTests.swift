import Testing

@testable import VCRCore
@testable import VCRReview

/// Values of another kind than a format has in that place, and lists that it does not know.
@Suite struct MisplacedValueTests {
  /// A recording with such a value in the place of `%`.
  struct Place: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let recording: String
    let values: [String]

    static let all = [
      Place(
        testDescription: "a cookie of HAR, beside no field",
        recording: har("\"cookies\": [{\"name\": \"a\", \"value\": %}]"),
        values: ["[\"b\"]", "{\"b\": 1}"]),
      Place(
        testDescription: "an attribute of a cookie of HAR",
        recording: har("\"cookies\": [{\"name\": \"a\", \"value\": \"b\", \"path\": %}]"),
        values: ["[\"/\"]"]),
      Place(
        testDescription: "the end of a cookie of HAR",
        recording: har("\"cookies\": [{\"name\": \"a\", \"value\": \"b\", \"expires\": %}]"),
        values: ["\"soon\"", "{\"a\": 1}"]),
      Place(
        testDescription: "how long an entry of HAR took", recording: entry("\"time\": %"),
        values: ["1e300", "\"1e400\"", "\"NaN\"", "\"12 ms\"", "[1]"]),
      Place(
        testDescription: "when an entry of HAR was made",
        recording: entry("\"startedDateTime\": %"),
        values: ["\"2020-01-01T00:00:00Zxyz\"", "\"2020-01-01 or so\"", "[1]"]),
      Place(
        testDescription: "a header field of HAR without a name",
        recording: entry("\"time\": 1").replacing("\"headers\": []", with: "\"headers\": [%]"),
        values: ["{\"value\": \"5\"}"]),
      Place(
        testDescription: "the query of HAR", recording: har(request: "\"queryString\": %"),
        values: ["\"a=1\"", "[\"a\"]", "[{\"name\": [\"a\"]}]", "{\"a\": 1}"]),
      Place(
        testDescription: "a posted field of HAR",
        recording: har(
          request: """
            "postData": {"mimeType": "application/x-www-form-urlencoded",
              "params": [{"name": "a", "value": "b", "other": %}]}
            """), values: ["\"c\"", "{\"c\": 1}"]),
      Place(
        testDescription: "the delay of MockServer", recording: mockServer("\"delay\": %"),
        values: [
          "5", "[5]", "{\"timeUnit\": \"YEARS\", \"value\": 1}",
          "{\"timeUnit\": \"SECONDS\", \"value\": \"a\"}",
        ]),
      Place(
        testDescription: "the times of MockServer",
        recording: mockServer("\"statusCode\": 200", "\"times\": %"),
        values: ["5", "[1]", "{\"remainingTimes\": \"some\"}"]),
      Place(
        testDescription: "a header field of OpenAPI",
        recording: """
          {"openapi": "3.0.0", "paths": {"/x": {"get": {"responses": {"200": {
            "headers": {"X": {"example": %}},
            "content": {"application/json": {"example": {"a": 1}}}}}}}}}
          """, values: ["[1]", "{\"a\": 1}"]),
      Place(
        testDescription: "what Ruby VCR unpacked",
        recording: """
          http_interactions:
          - request: {method: get, uri: http://a.test/}
            response:
              status: {code: 200}
              headers: {}
              body: {string: hi}
              adapter_metadata: %
          recorded_with: VCR 6.1.0

          """, values: ["gzip", "[gzip]", "{vcr_decompressed: [gzip]}"]),
      Place(
        testDescription: "a matcher beside an exact one of WireMock",
        recording: """
          {"request": {"method": "GET", "url": "/a", "headers": {"A": {"equalTo": "b", "or": %}}},
           "response": {"status": 200}}
          """, values: ["[{\"equalTo\": \"c\"}]"]),
      Place(
        testDescription: "a list beside the interactions",
        recording: """
          interactions:
          - request: {method: GET, uri: http://a.test/, body: null, headers: {}}
            response: {status: {code: 200}, headers: {}, body: {string: hi}}
          websocket_interactions: %
          version: 1

          """, values: ["[{request: {uri: ws://a.test/}}]"]),
    ]

    private static func har(_ response: String = "", request: String = "") -> String {
      """
      {"log": {"version": "1.2", "entries": [{"startedDateTime": "2024-01-01T00:00:00Z",
        "request": {"method": "POST", "url": "http://a.test/", "headers": []
          \(request.isEmpty ? "" : "," + request)},
        "response": {"status": 200, "headers": [], "content": {"text": "hi"}
          \(response.isEmpty ? "" : "," + response)}}]}}
      """
    }

    private static func entry(_ members: String) -> String {
      """
      {"log": {"version": "1.2", "entries": [{\(members),
        "request": {"method": "POST", "url": "http://a.test/"},
        "response": {"status": 200, "headers": [], "content": {"text": "hi"}}}]}}
      """
    }

    private static func mockServer(_ response: String, _ entry: String = "\"priority\": 0")
      -> String
    {
      """
      [{\(entry), "httpRequest": {"method": "GET", "path": "/a"},
        "httpResponse": {"body": "hi", \(response)}}]
      """
    }
  }

  @Test(arguments: Place.all)
  func `a value of another kind than there is in its place is named as lost`(
    place: Place
  ) throws {
    for value in place.values {
      let cassette = try ForeignCassette(place.recording.replacing("%", with: value))
      #expect(cassette.interactions.count == 1, "\(value)")
      #expect(cassette.losses.count == 1, "\(value): \(cassette.problems)")
    }
  }

  @Test(arguments: [
    ("", "\n---\n"), ("", "...\n---\n...\n"), ("", "---\n# nothing\n"), ("", "---\n~\n"),
    ("", "---\n---\n---\n"), ("---\n", ""), ("--- # nothing\n", ""), ("---\n---\n", "---\n"),
  ])
  func `a document of YAML that holds nothing is no recording of its own`(
    before: String, behind: String
  ) throws {
    let recording = """
      ---
      interactions:
      - request: {method: GET, uri: http://a.test/, body: null, headers: {}}
        response: {status: {code: 200}, headers: {}, body: {string: hi}}
      version: 1

      """
    let cassette = try ForeignCassette(before + recording + behind)
    #expect(cassette.interactions.count == 1)
    #expect(cassette.problems == [])
    let another = try ForeignCassette(before + recording + behind + recording)
    #expect(another.interactions.count == 1)
    #expect(another.losses.map(\.kind) == [.document])
  }
}
