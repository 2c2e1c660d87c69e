import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// What is written for another tool has the meaning of what it was made of.
@Suite struct ForeignExportTests {
  private static let words = ExportFormats.all.filter { $0.isReplayed }.map { $0.word }

  private func export(
    _ interactions: [Interaction], _ word: String
  ) throws -> ForeignExport {
    try #require(ForeignExport(interactions, lines: interactions.map { _ in 1 }, as: word))
  }

  /// What every format keeps of an interaction.
  private struct Essence: Equatable {
    var method: String
    var url: String
    var status: Int?
    var request: [UInt8]
    var response: [UInt8]
    var requestFields: [String]
    var responseFields: [String]

    /// - Parameters:
    ///   - interaction: The interaction.
    ///   - word: The format, as cassetter keeps the value of a request in JSON and not its
    ///     spelling.
    /// - Throws: `NotRecorded` for one without a response.
    init(_ interaction: Interaction, in word: String) throws {
      method = interaction.request.method.uppercased()
      url = interaction.request.url
      var request = interaction.request.body.bytes
      if word == "cassetter", let value = try? ForeignValue(json: request) {
        request = ForeignStructure.json(value, .python)
      }
      self.request = request
      requestFields = Self.fields(interaction.request.headers)
      guard case .response(let came) = interaction.outcome else { throw NotRecorded() }
      status = came.status
      response = came.body.bytes
      responseFields = Self.fields(came.headers)
    }

    /// Names without regard to case, each with its values in order.
    private static func fields(_ headers: HeaderFields) -> [String] {
      headers.grouped(\.value).map { "\($0.name.lowercased()): \($0.values)" }.sorted()
    }
  }

  @Test(arguments: ExportFormats.words)
  func `a time that no clock shows is written as none`(word: String) throws {
    for seconds in [1e300, -1e300, .infinity, .nan, 9e15, 1e12] {
      var response = Interaction.Response(status: 101, headers: ["Upgrade": "websocket"])
      response.messages = [
        .init(.service, .text(Body(Array("a".utf8))), after: seconds)
      ]
      let interactions = [
        Interaction(
          request: .init(url: "https://a.test/"), outcome: .response(.init(status: 200)),
          seconds: seconds),
        Interaction(
          request: .init(url: "wss://a.test/"), outcome: .response(response), seconds: seconds),
      ]
      let written = String(decoding: try export(interactions, word).content, as: UTF8.self)
      #expect(!written.contains(/\b(inf|nan)\b/), "\(written)")
    }
  }

  @Test func `a number with an exponent stays one for readers of YAML 1.1`() throws {
    let numbers = ["1e5", "1E-3", "1.5e7", "2.0E+3", "-4e0"]
    let interaction = Interaction(
      request: .init(
        method: "POST", url: "https://a.test/", headers: ["Content-Type": "application/json"],
        body: Body(Array("[\(numbers.joined(separator: ",")),true,false]".utf8))),
      outcome: .response(.init(status: 200)))
    let content = try export([interaction], "cassetter").content
    let text = String(decoding: content, as: UTF8.self)
    for number in ["1.0e+5", "1.0e-3", "1.5e+7", "2.0e+3", "-4.0e+0"] {
      #expect(text.contains("- \(number)\n"), "\(text)")
    }
    let back = try ForeignCassette(path: "a.yaml", content: content).interactions
    #expect(
      back.map { String(decoding: $0.request.body.bytes, as: UTF8.self) }
        == ["[100000.0, 0.001, 15000000.0, 2000.0, -4.0, true, false]"])
  }

  @Test func `items of a query that Ruby VCR cannot tell apart are named`() throws {
    func losses(_ query: String) throws -> [String] {
      let interaction = Interaction(
        request: .init(url: "https://a.test/?" + query), outcome: .response(.init(status: 200)))
      return try export([interaction], "ruby-vcr").losses.map(\.description)
    }
    #expect(try losses("x=1&y=2&x=3").first?.contains("has the last alone") == true)
    for query in ["x=1&y=2", "x[]=1&x[]=2", "b&a=%20", "x={{TOKEN}}&x=1"] {
      #expect(try losses(query) == [])
    }
  }

  @Test(arguments: words)
  func `whatever an interaction holds, it is read back the same`(word: String) throws {
    let run = FuzzRun(count: 60)
    var generator = InteractionGenerator(seed: run.seed)
    for number in run {
      var interactions = (0..<4).map { _ in generator.interaction() }
      for index in interactions.indices {
        // What Ruby VCR spells in its own way is a test of its own.
        interactions[index].request.url = "http://h.test/\(number)/\(index)"
        interactions[index].request.method = interactions[index].request.method.uppercased()
        interactions[index].request.headers.remove("User-Agent")
        interactions[index].request.trailers = [:]
        interactions[index].rule = nil
        guard case .response(var response) = interactions[index].outcome else { continue }
        if response.opensWebSocket { response.status = 200 }
        response.messages = []
        response.trailers = [:]
        response.interim = []
        response.failure = nil
        interactions[index].outcome = .response(response)
      }
      let kept = interactions.filter {
        if case .response(let response) = $0.outcome, let status = response.status {
          // A status without three digits is none to the readers.
          (100..<1000).contains(status)
        } else {
          false
        }
      }
      let export = try export(kept, word)
      // Which fields a tool cannot have is a test of its own.
      #expect(
        export.losses.allSatisfy { $0.text.contains("header field") },
        "\(word) #\(number), seed \(run.seed): \(export.losses)")
      #expect(export.count == kept.count)
      guard !kept.isEmpty else { continue }
      let back = try ForeignCassette(path: "back", content: export.content)
      #expect(back.losses == [], "\(word) #\(number), seed \(run.seed)")
      for (one, other) in zip(kept, back.interactions) {
        #expect(
          try Essence(one, in: word) == Essence(other, in: word),
          "\(word) #\(number), seed \(run.seed)")
      }
      #expect(back.interactions.count == kept.count)
    }
  }

  @Test(arguments: words)
  func `an empty cassette is one in each format`(word: String) throws {
    let export = try export([], word)
    let back = try ForeignCassette(path: "back", content: export.content)
    #expect(back.interactions.isEmpty)
    #expect(back.losses == [])
  }

  @Test(arguments: words)
  func `what a format cannot say is named, and what it says of it is read back`(
    word: String
  ) throws {
    var socket = Interaction.Response(status: 101)
    socket.messages = [
      .init(.client, .text(Body(Array("hi".utf8))), after: 0.5),
      .init(.service, .binary(Body([0, 255])), after: 1),
      .init(.service, .close(code: 1000, reason: "bye"), after: 2),
    ]
    var broken = Interaction.Response(status: 200)
    broken.failure = Interaction.Failure(code: "timedOut", number: -1001, message: "late")
    var trailed = Interaction.Response(status: 200)
    trailed.trailers = ["X-T": "1"]
    let request = Interaction.Request(url: "http://h.test/")
    let interactions = [
      Interaction(
        request: .init(url: "ws://h.test/"), outcome: .response(socket),
        recordedAt: Date(timeIntervalSince1970: 1000)),
      Interaction(request: request, outcome: .failure(.left)),
      Interaction(request: request, outcome: .response(broken)),
      Interaction(request: request, outcome: .response(trailed)),
      Interaction(request: request, outcome: .response(.init(status: nil))),
    ]
    let export = try export(interactions, word)
    let format = try #require(ExportFormats.all.first { $0.word == word })
    let lost = export.losses.compactMap { $0.interaction }
    let expected = [
      (1, ExportedPart.webSocket), (2, .failure), (3, .broken), (4, .trailers), (5, .custom),
    ].filter { !format.kept.contains($0.1) }.map(\.0)
    #expect(lost == expected)
    let back = try ForeignCassette(path: "back", content: export.content)
    #expect(back.losses == [])
    #expect(back.interactions.count == export.count)
    if format.kept.contains(.webSocket) {
      let read = try #require(
        back.interactions.first { $0.request.url == "ws://h.test/" })
      guard case .response(let response) = read.outcome else { throw NotRecorded() }
      #expect(response.messages.map(\.sender) == socket.messages.map(\.sender))
      #expect(response.messages.map(\.content) == socket.messages.map(\.content))
    }
  }

  @Test(arguments: [
    ("har", 0), ("ruby-vcr", 1), ("go-vcr", 1), ("vcrpy", 2), ("cassetter", 2),
  ])
  func `a protocol version that a format has no place for is remarked on`(
    word: String, count: Int
  ) throws {
    var interaction = Interaction(
      request: .init(url: "http://h.test/"),
      outcome: .response(.init(status: 200, http: "HTTP/2")))
    interaction.request.http = "HTTP/1.0"
    let remarks = try export([interaction], word).remarks
    #expect(
      remarks
        == ["the protocol version of a response", "the protocol version of a request"].suffix(count)
    )
  }

  @Test func `a placeholder of a secret in a request is remarked on`() throws {
    let response = Interaction.Outcome.response(.init(status: 200))
    let hidden = Interaction(
      request: .init(url: "http://h.test/?key={{API_KEY}}"), outcome: response)
    let plain = Interaction(request: .init(url: "http://h.test/?key={{}}"), outcome: response)
    #expect(
      try export([hidden], "vcrpy").remarks == [
        "what the placeholders of redacted secrets ({{NAME}}) stand for"
      ])
    #expect(try export([plain], "vcrpy").remarks == [])
  }

  /// What Ruby VCR 5 with WebMock 3.18 is asked for when `Net::HTTP` requests these URLs.
  @Test(arguments: [
    ("http://h.test/p?b=2&a=x%20y", "http://h.test/p?a=x%20y&b=2"),
    ("http://h.test/p?b=2&a=x+y", "http://h.test/p?a=x%20y&b=2"),
    ("http://h.test/p?b[]=2&b[]=1&a=1", "http://h.test/p?a=1&b%5B%5D=1&b%5B%5D=2"),
    ("http://h.test/p?f[z]=1&f[a]=2&c=%2B%26", "http://h.test/p?c=%2B%26&f%5Ba%5D=2&f%5Bz%5D=1"),
    ("http://h.test?z", "http://h.test/?z"), ("http://h.test/?z&y=", "http://h.test/?y=&z"),
    ("http://h.test/p?a=2&a=1", "http://h.test/p?a=1"),
    ("http://h.test/p?q=a%2Cb|c", "http://h.test/p?q=a,b%7Cc"),
    ("http://h.test/p?a=1;b=2", "http://h.test/p?a=1%3Bb=2"),
    ("http://h.test/p?b=1&a={{KEY}}", "http://h.test/p?b=1&a={{KEY}}"),
    ("http://h.test/?x=~-_.!*'()", "http://h.test/?x=~-_.!*%27()"),
    ("http://h.test:81/?x='", "http://h.test:81/?x='"),
    ("http://h.test/a%27%21%2a%2f%41'b", "http://h.test/a'!*%2FA'b"),
    ("http://H.test:80/a/./b/../c?x=1", "http://h.test/a/c?x=1"),
    ("http://h.test/?y[1]=3&y[0]=2", "http://h.test/?y%5B%5D=2&y%5B%5D=3"),
    ("http://h.test/?f[0]=1&f[x]=2", "http://h.test/?f%5B0%5D=1&f%5Bx%5D=2"),
    ("http://h.test/?y[a][]=2&y[a][]=1", "http://h.test/?y%5Ba%5D%5B0%5D=2&y%5Ba%5D%5B1%5D=1"),
    (
      "http://h.test/?c[2][x]=1&c[10][y]=2&b[d][][e]=3&b[d][][f]=4",
      "http://h.test/?b%5Bd%5D%5B0%5D%5Be%5D=3&b%5Bd%5D%5B0%5D%5Bf%5D=4&c%5B%5D%5By%5D=2&c%5B%5D%5Bx%5D=1"
    ),
    (
      "http://h.test/?a[][b]=2&a[][b]=1&z[q][1]=y&z[q][0]=x",
      "http://h.test/?a%5B%5D%5Bb%5D=2&a%5B%5D%5Bb%5D=1&z%5Bq%5D%5B0%5D=x&z%5Bq%5D%5B1%5D=y"
    ),
    ("http://h.test/?c[1]&a[x][]&b=1", "http://h.test/?&b=1&c%5B%5D"),
    ("http://h.test/a?&&b=1&", "http://h.test/a?b=1"), ("http://h.test/a?", "http://h.test/a"),
  ])
  func `Ruby VCR gets a URL as WebMock spells it`(url: String, spelled: String) throws {
    let interaction = Interaction(request: .init(url: url), outcome: .response(.init(status: 200)))
    let export = try export([interaction], "ruby-vcr")
    let back = try ForeignCassette(path: "back", content: export.content)
    #expect(back.interactions.first?.request.url == spelled)
  }

  @Test(arguments: [
    ("http://h.test/?a=1&a=2", "has the last alone"), ("http://h.test/?a[b]=1&a[]=2", "refuses"),
    ("http://h.test/?a=1&b=2", ""),
  ])
  func `a query that Ruby VCR is not asked for as it was sent is named`(url: String, words: String)
    throws
  {
    let interaction = Interaction(request: .init(url: url), outcome: .response(.init(status: 200)))
    let losses = try export([interaction], "ruby-vcr").losses.map(\.text)
    #expect(losses.count == (words.isEmpty ? 0 : 1))
    #expect(losses.allSatisfy { $0.hasSuffix(words) })
  }

  @Test(.enabled(if: CorpusLocation.isConfigured, "VCR_CORPUS is not set"))
  func `each recording of the corpus is written for each tool and read back`() throws {
    let folder = try CorpusLocation.folder()
    let manifest = try String(contentsOf: folder.appending(path: "MANIFEST.tsv"), encoding: .utf8)
    var read = 0
    for line in manifest.split(separator: "\n").dropFirst() {
      let name = String(line.split(separator: "\t")[0])
      guard let cassette = try? ForeignCassette(path: folder.appending(path: name).path) else {
        continue
      }
      read += 1
      for word in Self.words {
        let export = try export(cassette.interactions, word)
        let back = try ForeignCassette(path: "back", content: export.content)
        // A template that the recording holds as text is remarked on in what is made of it, too.
        // An archive says so of a body that some recording lacks in spite of its Content-Length.
        let lost = back.losses.filter { one in
          !cassette.losses.contains { $0.kind == one.kind && $0.interaction == one.interaction }
            && !(word == "har" && one.text.hasSuffix("only that it had one"))
        }
        #expect(lost == [], "\(name) as \(word)")
        let left = Set(
          export.losses.filter { $0.kind == .interaction }.compactMap(\.interaction))
        let kept = cassette.interactions.enumerated().filter { !left.contains($0.offset + 1) }
        #expect(back.interactions.count == kept.count, "\(name) as \(word)")
        for ((index, one), other) in zip(kept, back.interactions) {
          var (one, other) = (
            try Essence(one, in: word), try Essence(other, in: word)
          )
          if word == "ruby-vcr" { (one.url, other.url) = ("", "") }
          if word == "go-vcr" { (one.requestFields, other.requestFields) = ([], []) }
          #expect(one == other, "\(name) #\(index + 1) as \(word)")
        }
      }
    }
    #expect(read > 110)
  }

  @Test func `the table of the documentation is the one of the formats`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/VCR/Documentation.docc/OtherTools.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text.contains(ExportFormats.table), "it has to be:\n\(ExportFormats.table)")
  }
}
