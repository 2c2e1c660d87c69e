import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What redaction costs: of a recording, and per byte of a large body.
enum RedactBenchmark {
  @concurrent static func run(origin: String?) async throws {
    guard let origin, let url = URL(string: origin) else {
      print("usage: Bench redact http://127.0.0.1:PORT/json")
      exit(64)
    }
    try await recording(url)
    linear()
  }

  /// Recording 1 KiB of JSON with the built-in rules against recording it with none.
  private static func recording(_ url: URL) async throws {
    let path = NSTemporaryDirectory() + "vcr-bench-redact-\(getpid()).yaml"
    let decks = try [Redaction.standard, .none].enumerated().map {
      try Deck(cassette: path + "\($0)", options: .init(mode: .all, redaction: $1))
    }
    let sessions = decks.map { deck in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.record(deck)
      return URLSession(configuration: configuration)
    }
    var request = URLRequest(url: url)
    request.setValue("Bearer q7Zt2LmX9vB4nRk8Wd3Hs6Yc", forHTTPHeaderField: "Authorization")
    for session in sessions { try await ask(session, request, 200) }
    var times: [[Double]] = [[], []]
    for _ in 0..<200 {
      for (index, session) in sessions.enumerated() {
        times[index].append(try await seconds { try await ask(session, request, 50) } / 50)
      }
    }
    row(
      "recording 1 KiB of JSON / the same without redaction", median(times[0]) / median(times[1]),
      limit: 1.15, "\(micros(median(times[0]))) against \(micros(median(times[1])))")
    for (index, deck) in decks.enumerated() {
      try deck.close(keeping: false)
      for suffix in ["", ".recording"] {
        try? FileManager.default.removeItem(atPath: path + "\(index)" + suffix)
      }
    }
  }

  private static func ask(_ session: URLSession, _ request: URLRequest, _ count: Int) async throws {
    for _ in 0..<count {
      guard try await session.data(for: request).0.count == 1024 else { fatalError("wrong body") }
    }
  }

  /// Bodies of 1 MB and of 10 MB under thousands of names and secrets.
  private static func linear() {
    var redaction = Redaction.standard
    for index in 0..<3000 {
      redaction = redaction.adding(
        .query(["parameter-\(index)"]), .secret("KEY_\(index)", value: "sk_live_\(index)_sk_live_"))
    }
    let usual = #"{"id":12345,"name":"Ada Lovelace","url":"https://api.example.com/u/1?page=2"},"#
    let texts = [
      ("usual JSON", usual), ("starts of secrets", "sk_live_29"), ("open quotes", #"\"\\\""#),
      ("placeholders that do not end", "{{A{{percent:"), ("starts of tokens", "eyJ-xoxb-ya29."),
      ("escapes", #"%2F\u0041&amp;&#x"#), ("names", #"password:(token="access_token=x "#),
    ]
    for (name, text) in texts {
      let times = [1_000_000, 10_000_000].map { size in
        let body = Body(
          Array(repeatElement(Array(text.utf8), count: size / text.utf8.count).joined()))
        let response = Interaction.Response(
          status: 200, headers: ["Content-Type": "application/json"], body: body)
        let start = ContinuousClock.now
        _ = redaction.redacting(response)
        return (ContinuousClock.now - start) / .seconds(1)
      }
      row(
        "10 MB / 1 MB of \(name)", times[1] / times[0], limit: 15,
        String(format: "%.0f ms, %.0f MB/s", times[1] * 1e3, 10 / times[1]))
    }
  }
}
