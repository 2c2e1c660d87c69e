import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Recording against the same traffic through the same upstream unrecorded.
enum RecordBenchmark {
  @concurrent static func run(origin: String?) async throws {
    guard let origin, let url = URL(string: origin), let host = url.host else {
      print("usage: Bench record http://127.0.0.1:PORT/one")
      exit(64)
    }
    let path = NSTemporaryDirectory() + "vcr-bench-record-\(getpid()).yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recording = try Deck(cassette: path, options: .init(mode: .all))
    let passing = try Deck(
      cassette: path + ".none", options: .init(mode: .newEpisodes, passthroughHosts: [host]))
    let (ours, floor) = (session(recording), session(passing))
    _ = try await ask(ours, url, 200)
    _ = try await ask(floor, url, 200)
    var recorded: [Double] = []
    var unrecorded: [Double] = []
    for _ in 0..<100 {
      recorded.append(try await seconds { try await ask(ours, url, 100) } / 100)
      unrecorded.append(try await seconds { try await ask(floor, url, 100) } / 100)
    }
    row(
      "recording / the same upstream unrecorded", median(recorded) / median(unrecorded), limit: 1.3,
      "\(micros(median(recorded))) against \(micros(median(unrecorded)))")
    let relative = zip(recorded, unrecorded).map { $0 / $1 }
    row(
      "last decile / first decile of 10,000 recorded",
      median(Array(relative.suffix(10))) / median(Array(relative.prefix(10))), limit: 1.2, "")
    let closing = try await seconds { try recording.close() }
    print(String(format: "     merging and writing 10,200 interactions: %.0f ms", closing * 1e3))
    try passing.close()
  }

  private static func session(_ deck: Deck) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.record(deck)
    return URLSession(configuration: configuration)
  }

  private static func ask(_ session: URLSession, _ url: URL, _ count: Int) async throws {
    for _ in 0..<count {
      let (data, _) = try await session.data(from: url)
      guard data.count == 1024 else { fatalError("wrong body: \(data.count)") }
    }
  }
}
