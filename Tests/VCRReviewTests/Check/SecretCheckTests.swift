import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

struct SecretCheckTests {
  private static let random = "q7Zt2LmX9vB4nRk8Wd3Hs6Yc"

  private func findings(_ text: String, path: String = "c.yaml", isNamed: Bool = true)
    -> [String]
  {
    let check = CassetteCheck(.standard, isStandard: true)
    let found = check.findings(path: path, content: Array(text.utf8).span, isNamed: isNamed)
    for finding in found ?? [] { #expect(!finding.description.contains(Self.random)) }
    return (found ?? []).map(\.description)
  }

  @Test(arguments: [
    "STRIPE_KEY=sk_test_\(random)", "api_key: xxxq7Zt2LmX9vB4nRk8Wd3Hs6Yc",
    "live_token=test_pub_\(random)",
    "client-key-data: LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1JR0hBZ0VBTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5\(random)",
    "x := eyAiYWxnIjogIkhTMjU2IiB9.eyJzdWIiOiI3In0.\(random)\(random)",
    "curl -u ada:\(random) https://h.test",
    "setProperty(\"STRIPE_TOKEN\", \"\(random)\")", "var stripeToken string = \"\(random)\"",
    "STRIPE_TOKEN ?= \(random)", "STRIPE_TOKEN?=\"\(random)\"",
    "a ZXlKaGJHY2lPaUpJVXpJMU5pSjkuZXlKemRXSWlPaUkzSW4wLnE3WnQyTG1YOXZCNG5SazhXZDNIczZZY3E3WnQyTG1YOXZCNG5SazhXZDNIczZZYw== b",
  ])
  func `the glance at a file overlooks no form, and a prefix for tests makes no dummy`(text: String)
  {
    let one = Interaction(
      request: .init(url: "https://h.test/"),
      outcome: .response(
        .init(
          status: 200, headers: ["Content-Type": "text/plain"],
          body: Body(Array("a\n\(text)\nb\n".utf8)))))
    let found = findings(
      String(decoding: CassetteWriter.prologue + CassetteWriter().item(one), as: UTF8.self))
    #expect(!found.isEmpty)
  }

  @Test func `a finding says where, what, and not the secret`() {
    let text = """
      vcr: 1
      # é
      interactions:
      - request:
          method: GET
          url: https://u:\(Self.random)@api.example.com/?page=1&api_key=\(Self.random)
          headers:
            Accept: text/plain
            X-Note: clean
            Cookie: theme=dark; sid=\(Self.random)
            X-Api-Key:
            - abc
            - \(Self.random)
        response:
          status: 200 OK
          headers:
            Content-Type: application/json
            X-Shop-Signing-Secret: Cd\(Self.random.reversed().map(String.init).joined())
            X-Copy: \(Self.random)
          body:
            json: |-
              {
                "password": "1234",
                "list": [
                  {
                    "client_secret": "\(Self.random)"
                  },
                  {
                    "hook token": "Ab5Rt8Yq2Wm7Lx4Kc9Zn3Vj"
                  }
                ]
              }
      - request: {url: "https://api.example.com/"}
        error: {code: timedOut, message: "https://a:\(Self.random)@b/"}

      """
    let shown = "(q7Zt…, 24 characters)"
    #expect(
      findings(text) == [
        "c.yaml:6: #1 request url: is a secret by its name (u:q7…, 26 characters)",
        "c.yaml:6: #1 request url query api_key: is a secret by its name \(shown)",
        "c.yaml:10: #1 request header Cookie: is a secret by its name \(shown)",
        "c.yaml:13: #1 request header X-Api-Key: is a secret by its name \(shown)",
        "c.yaml:18: #1 response header X-Shop-Signing-Secret: "
          + "is a secret by its name (CdcY…, 26 characters)",
        "c.yaml:19: #1 response header X-Copy: is the secret API_KEY \(shown)",
        "c.yaml:23: warning: #1 response body $.password: may be a real password, though it is short "
          + "or looks made up (1…, 4 characters)",
        "c.yaml:26: #1 response body $.list[0].client_secret: is a secret by its name \(shown)",
        "c.yaml:29: #1 response body $.list[1]['hook token']: "
          + "is a secret by its name (Ab5R…, 23 characters)",
        "c.yaml:34: #2 error message: is a secret by its name (a:q7…, 26 characters)",
      ])
  }

  @Test func `a fault of the format is found at its place, and does not hide others`() {
    let text = """
      vcr: 1
      interactions:
      - request:
          url: https://api.example.com/
        response:
          status: fine
      - request:
          url: https://api.example.com/?token=\(Self.random)
        response:
          status: 200

      """
    #expect(
      findings(text) == [
        "c.yaml:6:13: #1: status: takes a code and perhaps a reason, such as 200 OK",
        "c.yaml:8: #2 request url query token: is a secret by its name (q7Zt…, 24 characters)",
      ])
    #expect(findings("hello") == ["c.yaml:1:1: not a cassette: there is no “vcr: 1”"])
    #expect(findings("a: b", isNamed: false) == [])
    #expect(findings("vcr: 2\ninteractions:\n", isNamed: false).count == 1)
  }

  @Test func `of very many secrets some are named and the others counted`() {
    let members = (0..<5000).map { "\"a\($0)\":{\"password\":\"q7Zt2LmX\($0)\"}" }
    let query = (0..<2000).map { "token=a9Zt2LmX\($0)" }
    let text = """
      vcr: 1
      interactions:
      - request: {url: 'https://api.example.com/?\(query.joined(separator: "&"))'}
        response:
          status: 200
          body: {json: '{\(members.joined(separator: ","))}'}

      """
    let found = findings(text)
    #expect(found.count == 51)
    #expect(found.last?.hasSuffix(" more secrets") == true, "\(found.last ?? "")")
  }

  @Test func `a password with a space in a list of settings is found as a whole`() {
    let one = Interaction(
      request: .init(url: "https://h.test/"),
      outcome: .response(
        .init(
          status: 200, headers: ["Content-Type": "text/plain"],
          body: Body(Array("Server=db.h.test;Password=sec ret9;Encrypt=yes\n".utf8)))))
    let found = findings(
      String(decoding: CassetteWriter.prologue + CassetteWriter().item(one), as: UTF8.self))
    #expect(found.count == 1)
    #expect(
      found.allSatisfy { $0.hasSuffix("is the secret PASSWORD (se…, 8 characters)") }, "\(found)")
  }

  @Test func `a token is known by its shape, wherever it stands`() {
    let token = "ghp_" + String(repeating: "a1B2c3", count: 6)
    let text = """
      vcr: 1
      interactions:
      - request: {url: https://api.example.com/}
        response:
          status: 200
          headers: {X-Note: "see \(token)"}
          body:
            text: |-
              one
              two \(token).

      """
    #expect(
      findings(text) == [
        "c.yaml:6: #1 response header X-Note: looks like a GitHub token (ghp_…, 40 characters)",
        "c.yaml:10: #1 response body: looks like a GitHub token (ghp_…, 40 characters)",
      ])
  }

  @Test func `a recording of another tool is checked for secrets, wherever it is`() {
    let text = """
      interactions:
      - request: {method: GET, uri: 'http://example.com/', headers: {Authorization: ['Bearer \(Self.random)']}}
        response: {status: {code: 204}, headers: {}}
      version: 1

      """
    for isNamed in [true, false] {
      #expect(
        findings(text, isNamed: isNamed) == [
          "c.yaml: #1 request header Authorization: is a secret by its name (q7Zt…, 24 characters)"
        ])
    }
    let settings = "request: {headers: {Authorization: 'Bearer \(Self.random)'}}\nresponse: 1\n"
    #expect(findings(settings, isNamed: false) == [])
  }

  @Test(arguments: [
    "{{TOKEN}}", "<TOKEN>", "[FILTERED]", "$TOKEN", "${TOKEN}", "***", "abc**********",
    "xxxxxxxxxxxx",
    "aaaaaaaaaaaa", "1234567890", "abcdefghijkl", "0123456789abcdef", "REDACTED", "my-fake-token",
    "example-key", "your_api_key", "changeme", "short", "Bearer <TOKEN>",
    "Basic dXNlcjpwYXNzd29yZA==",
    "token sample-token-1", "ntn_...",
  ])
  func `an evident dummy is no finding`(value: String) {
    let text = """
      vcr: 1
      interactions:
      - request:
          url: https://api.example.com/
          headers: {Authorization: "\(value)"}
        response: {status: 200, body: {json: '{"api_key":"\(value)"}'}}

      """
    #expect(findings(text) == [])
  }

  @Test(arguments: [
    ("tiger", true), ("1234", true), ("changeme", true), ("test-password-1", true),
    ("mysecret", true), ("123456", true), ("%pass", false), ("{{PASSWORD}}", false),
    ("<PASSWORD>", false), ("[FILTERED]", false), ("$PASSWORD", false), ("***", false),
    ("REDACTED", false), ("xxxxxxxx", false), ("null", false),
  ])
  func `under the name of a password what may be made up is a warning`(
    value: String, isReported: Bool
  ) {
    let text = """
      vcr: 1
      interactions:
      - request: {url: https://api.example.com/}
        response: {status: 200, body: {json: '{"db":{"password":"\(value)"}}'}}

      """
    let check = CassetteCheck(.standard, isStandard: true)
    let found = check.findings(path: "c.yaml", content: Array(text.utf8).span, isNamed: true) ?? []
    #expect(found.map(\.kind) == (isReported ? [.dummy] : []), "\(found)")
    #expect(found.allSatisfy { $0.severity == .warning && !$0.message.contains(value) })
  }

  @Test(arguments: [
    ("fpc=AjdgJQHIDURJqbuHGftw_mmaZoqtAQAAAIq2C9wOAAAA; path=/", true),
    ("v=4f6c2a1e-9b3d-4e8f-a7c5-0d1b2e3f4a5c; Path=/; HttpOnly", true),
    (#"ib="ip=10.0.0.1,client=API,group=admin,user=admin.nss,SdJcsm4TQ2Xz81kLw7Pv""#, true),
    ("session_id=k3j5h8s7", true),
    ("prefs=%7B%22user%22%3A%22ada%22%2C%22password%22%3A%22Gr%C3%BCn7Wiese!91%22%7D", true),
    ("theme=dark; Path=/", false), ("lang=en-US", false),
    ("seen=2026-11-20T10:00:00Z", false), ("count=12345678901234567890", false),
    ("consent=functional%3Dtrue%26marketing%3Dfalse", false),
    ("_ga=GA1.2.1234567890.1234567890", false),
    ("page=this-is-a-long-label-of-words", false), ("logged_in=no", false),
  ])
  func `a cookie is reported unless it is evidently harmless`(cookie: String, isReported: Bool) {
    let text = """
      vcr: 1
      interactions:
      - request: {url: https://api.example.com/}
        response:
          status: 200
          headers:
            Set-Cookie: '\(cookie)'

      """
    // Each field with cookies is judged as the others are.
    for (field, other) in [
      ("Set-Cookie", "Set-Cookie"), ("Set-Cookie", "set-cookie2"), ("Set-Cookie", "Set-Cookie2"),
    ] {
      let text = text.replacing(field, with: other)
      #expect(findings(text).isEmpty != isReported, "\(findings(text))")
    }
  }

  @Test(arguments: ["Cookie", "cookie", "Cookie2"])
  func `a harmless cookie that is sent is no finding, whatever field it is in`(field: String) {
    func text(_ cookie: String) -> String {
      """
      vcr: 1
      interactions:
      - request:
          url: https://api.example.com/
          headers:
            \(field): \(cookie)
        response: {status: 200}

      """
    }
    #expect(findings(text("lang=de-DE-x")).isEmpty)
    #expect(findings(text("sid=\(Self.random)")).count == 1)
  }

  private static let token = "ghp_" + String(repeating: "a1B2c3", count: 6)

  @Test(arguments: [
    ("# \(token)\nvcr: 1\ninteractions:\nITEM", 1), ("vcr: 1 # \(token)\ninteractions:\nITEM", 1),
    ("vcr: 1\nowner: \(token)\ninteractions:\nITEM", 2),
    ("vcr: 1\ninteractions:\nITEM# \(token)\n", 11),
    ("vcr: 1\ninteractions:\nITEM  note: {a: [b, \(token)]}\n", 11),
    (
      "vcr: 1\ninteractions:\n- meta: |\n    one\n    \(token)\n  request: {url: 'https://a.test/'}\n"
        + "  response: {status: 200}\n", 5
    ),
    (
      "vcr: 1\ninteractions:\n- request: {url: 'https://a.test/', method: \(token)}\n"
        + "  response: {status: 200}\n", 3
    ),
    (
      "vcr: 1\ninteractions:\n- request: {url: 'https://a.test/'}\n  response:\n    status: 200\n"
        + "    headers:\n      X-A: b\n      \(token): c\n", 8
    ),
    (
      "vcr: 1\ninteractions:\n- request: {url: 'https://a.test/'}\n  error:\n    code: timedOut\n"
        + "    domain: \(token)\n    number: 1\n    message: x\n", 6
    ),
    ("vcr: 1\ninteractions:\nITEM...\n# \(token)\n", 12),
    (
      "{vcr: 1, interactions: [{request: {url: 'https://a.test/'}, response: {status: 200}}]} # \(token)",
      1
    ),
  ])
  func `a secret beside the messages is found in its line`(text: String, line: Int) {
    let item = """
      - request:
          method: GET
          url: https://api.example.com/
        response:
          status: 200 OK
          headers:
            Content-Type: text/plain
        seconds: 0.1

      """
    let found = findings(text.replacing("ITEM", with: item))
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix("c.yaml:\(line): ") == true, "\(found)")
    #expect(found.first?.contains("looks like a GitHub token (ghp_…, 40 ") == true, "\(found)")
  }

  @Test(arguments: [
    "vcr: 1\ninteractions:\n- &a\n  request:\n    url: https://a.test/?api_key=SECRET\n",
    "vcr: 1\ninteractions:\n- request:\n    url: https://a.test/\n    headers:\n      X-Api-Key:\n"
      + "      - SECRET\n  response:\n    status: fine\n",
    "vcr: 1\ninteractions: []\n---\nAuthorization: Bearer SECRET\n",
    "{\"headers\": {\"Authorization\": [\n\"Basic SECRET\"]}, ", "Set-Cookie: fpc=SECRET; path=/\n",
    "vcr: 3\ninteractions:\n- request: {url: 'https://u:SECRET@a.test/'}\n",
  ])
  func `a fault of the format hides no secret`(text: String) {
    let found = findings(text.replacing("SECRET", with: Self.random))
    #expect(found.count == 2, "\(found)")
    #expect(found.contains { $0.contains(" (q7Zt…, ") || $0.contains(" (u:q7…, ") }, "\(found)")
  }

  @Test func `of another tool's recording it is said what could not be checked`() {
    let text = """
      http_interactions:
      - request: {method: get, uri: 'http://a.test/', headers: {Authorization: Bearer \(Self.random)}}
        response: {status: {status_code: 200}, body: {string: x}}
      - request:
          method: get
          uri: http://a.test/
          headers:
            X-Api-Key:
            - Ab5Rt8Yq2Wm7Lx4Kc9Zn3Vj
        response: {status: {status_code: 200}, body: {form_of_tomorrow: H4sIAAAA}}
      recorded_with: VCR-vcr/2.0.0

      """
    let found = findings(text)
    #expect(found.count == 3, "\(found)")
    #expect(
      found.contains { $0.hasPrefix("c.yaml: 1 interaction of 2 cannot be read (#2 (line 10): ") },
      "\(found)"
    )
    #expect(
      found.contains { $0 == "c.yaml:9: is a secret by its name (Ab5R…, 23 characters)" },
      "\(found)")
  }

  @Test func `a secret of another tool's recording is listed once, however it is spelled`() {
    let text = """
      {"log": {"version": "1.2", "entries": [
        {"request": {"method": "POST", "url": "https://a.test/?api_key=Ab%2FcD1e2F3g4",
          "headers": [
            {"name": "Authorization",
             "value": "Bearer \(Self.random)"},
            {"name": "X-Api-Key", "value": "a1b2c3d4e5f6a7b8c9d0"}],
          "zork": 1, "postData": {"mimeType": "application/json",
            "text": "{\\"password\\":\\"q7Zt\\\\\\"2LmX9vB4nR\\"}"}},
         "response": {"status": 200, "statusText": "OK", "headers": [],
          "content": {"mimeType": "text/plain", "text": "x"}}},
        {"request": "none", "response": {"api_key": "Zz5Rt8Yq2Wm7Lx4Kc9Zn3Vj"}}
      ]}}

      """
    let found = findings(text, path: "c.har")
    #expect(found.count(where: { $0.contains(": #1 ") }) == 4, "\(found)")
    #expect(found.contains { $0.hasPrefix("c.har: 1 interaction of 2 cannot be read (#2 ") })
    #expect(found.contains { $0.hasPrefix("c.har: 1 interaction of 2 is read in part (#1 ") })
    #expect(found.count(where: { $0.hasSuffix("(Zz5R…, 23 characters)") }) == 1, "\(found)")
    #expect(found.count == 7, "\(found)")
  }

  @Test func `each of very many secrets in a file of another form is found once`() {
    let items = (0..<800).map {
      "{request: {url: 'https://a.test/\($0)?api_key=q7Zt2LmX\($0 + 100_000)'}, "
        + "response: {status: 200}}"
    }
    let text = "vcr: 1\ninteractions: [" + items.joined(separator: ",\n") + "]\n"
    #expect(findings(text).count == 800)
  }

  @Test func `the lines of very many findings are counted once`() throws {
    let item = """
      - request:
          method: GET
          url: https://api.example.com/NUMBER?token=q7Zt2LmX9vNUMBER
        response:
          status: fine

      """
    let count = 2000
    let items = (0..<count).map { item.replacing("NUMBER", with: "\(10_000 + $0)") }
    let found = findings("vcr: 1\ninteractions:\n" + items.joined())
    // Of the secrets in one stretch of text some are told, and the others counted.
    #expect(found.count > count && found.contains { $0.hasSuffix(" more secrets") })
    #expect(found.last?.hasPrefix("c.yaml:\(2 + 5 * count):") == true, "\(found.last ?? "")")
  }

  @Test(arguments: [
    ("q7Zt2LmX9vB4nRk8Wd3Hs6Yc", true), ("9f86d081884c7d659a2feaa0c55ad015", true),
    ("Zx8+/kPq3Rt7Yw2Lm9NbVc5Xd1Fg6Hj4", true), ("k3j5h8s7d9f2g4l6q1w3e5r7t9y0", true),
    ("4f6c2a1e-9b3d-4e8f-a7c5-0d1b2e3f4a5c", false), ("this-is-a-long-identifier-of-words", false),
    ("thisIsALongIdentifierOfWordsInCamelCase", false), ("12345678901234567890123456", false),
    ("2026-11-20T10:00:00.000000Z", false), ("https://example.com/a/path/of/words", false),
    ("SGVsbG8gd29ybGQsIGhvdyBhcmUgeW91IHRvZGF5Pw==", false), ("short1", false),
    ("release-2026-11-20-build-0042-linux", false), ("aaaaaaaaaabbbbbbbbbbcccccccccc", false),
  ])
  func `random values are told apart from others`(value: String, isRandom: Bool) {
    #expect(Entropy.looksRandom(Array(value.utf8)[...]) == isRandom)
  }

  @Test func `the expected entropy of a random text is that of many`() {
    var random = SeededRandom(seed: 7)
    for (alphabet, length) in [(16, 32), (36, 24), (62, 20), (62, 64)] {
      var sum = 0.0
      for _ in 0..<500 {
        var counts = [Int](repeating: 0, count: alphabet)
        for _ in 0..<length { counts[random.below(alphabet)] += 1 }
        for count in counts where count > 0 {
          let part = Double(count) / Double(length)
          sum -= part * log2(part)
        }
      }
      let expected = Entropy.expected(alphabet: alphabet, length: length)
      #expect(abs(sum / 500 - expected) < 0.03, "\(alphabet) \(length)")
    }
  }

  @Test func `random values of every usual kind are found nearly always`() {
    var random = SeededRandom(seed: 1)
    let alphabets = [
      "0123456789abcdef", "abcdefghijklmnopqrstuvwxyz0123456789",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    ].map { Array($0.utf8) }
    for alphabet in alphabets {
      for length in [24, 32, 40, 64] {
        let found = (0..<200).count { _ in
          Entropy.looksRandom((0..<length).map { _ in random.pick(alphabet) }[...])
        }
        #expect(found > 180, "\(alphabet.count) \(length): \(found)")
      }
    }
  }

  @Test(.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set"))
  func `converted recordings are clean`() throws {
    let folder = try CorpusLocation.folder()
    let work = try TemporaryDirectory()
    let check = CassetteCheck(.standard, isStandard: true)
    var (files, findings) = (0, 0)
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted() {
      guard let recording = try? ForeignCassette(path: folder.appending(path: name).path) else {
        continue
      }
      let path = work.file("\(files).yaml").path
      try recording.write(to: path)
      let content = try FileContents.read(path)
      let found = check.findings(path: path, content: content.span, isNamed: true)
      files += 1
      findings += found?.count ?? 0
      for finding in found ?? [] { print("\(name): \(finding)") }
    }
    #expect(files > 80)
    #expect(findings * 100 <= files)
  }
}
