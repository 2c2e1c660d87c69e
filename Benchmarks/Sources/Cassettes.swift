import Foundation
import VCR

/// Cassettes of distinct GETs with JSON bodies of 1,024 bytes and eight response headers.
enum Cassettes {
  /// A compact JSON text of exactly 1,024 bytes.
  static func body(_ number: Int) -> String {
    let head = "{\"id\":\(number),\"name\":\"user \(number)\",\"tags\":[\"a\",\"b\"],\"note\":\""
    return head + String(repeating: "x", count: 1024 - head.utf8.count - 2) + "\"}"
  }

  /// The text of one cassette, made through the recorder's own writer.
  static func interaction(_ number: Int, origin: String) -> Interaction {
    Interaction(
      request: .init(
        url: "\(origin)/users/\(number)", headers: ["Accept": "*/*", "User-Agent": "bench"]),
      outcome: .response(
        .init(
          status: 200, reason: "OK",
          headers: [
            "Content-Type": "application/json", "Cache-Control": "no-store",
            "ETag": "\"abc\(number)\"",
            "Server": "bench", "Vary": "Accept", "X-Frame-Options": "DENY", "X-Powered-By": "bench",
            "Strict-Transport-Security": "max-age=31536000",
          ],
          body: Body(Array(body(number).utf8)))),
      seconds: 0.012, recordedAt: Date(timeIntervalSince1970: 1_780_000_000))
  }

  /// Records a cassette of a number of interactions.
  static func write(_ count: Int, origin: String = "https://api.example.com", to path: String)
    throws
  {
    try write((0..<count).lazy.map { interaction($0, origin: origin) }, to: path)
  }

  /// Records a cassette of some interactions.
  static func write(_ interactions: some Sequence<Interaction>, to path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    let deck = try Deck(cassette: path, options: .init(mode: .all, redaction: .none))
    for interaction in interactions {
      guard case .record(let ticket) = try deck.decide(interaction.request) else {
        fatalError("not recording")
      }
      try deck.record(interaction.outcome, for: ticket)
    }
    try deck.close()
  }

  /// `cassette FILE COUNT ORIGIN`: writes a cassette for the proxy's benchmark.
  static func writeForProxy(_ arguments: [String]) throws {
    guard arguments.count == 3, let count = Int(arguments[1]) else {
      print("usage: Bench cassette FILE COUNT ORIGIN")
      exit(64)
    }
    try write(count, origin: arguments[2], to: arguments[0])
  }
}
