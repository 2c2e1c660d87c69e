import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is promised of a debug build, in which tests run: `swift run Bench debug`.
enum DebugBenchmark {
  /// The size of the large body, in bytes.
  private static let large = 10_000_000

  @concurrent static func run() async throws {
    for (count, decks) in [(10, 100), (1_000, 4)] {
      _ = try await ReplayBenchmark.measure(count, decks: decks, limit: 3)
    }
    try await largeBody()
    try await unmatched(among: 10_000)
  }

  /// A body in a file beside the cassette, against the same file read as it is.
  private static func largeBody() async throws {
    let folder = NSTemporaryDirectory() + "vcr-bench-debug-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let url = "https://api.example.com/large"
    var state: UInt64 = 1
    let body = Body(
      (0..<large).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      })
    let path = folder + "/c.yaml"
    try Cassettes.write(
      [
        Interaction(
          request: .init(url: url),
          outcome: .response(
            .init(status: 200, headers: ["Content-Type": "application/octet-stream"], body: body)))
      ], to: path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    guard let name = names.first(where: { $0.hasSuffix(".bin") }) else {
      fatalError("no file beside the cassette: \(names)")
    }
    let file = URL(filePath: folder + "/" + name)
    // A cassette is older than the test that replays it, and what was written at this moment is
    // checked each time.
    try await Task.sleep(for: .milliseconds(2_100))
    var (ours, floor): ([Double], [Double]) = ([], [])
    for _ in 0..<9 {
      let deck = try Deck(cassette: path, options: .init(mode: .none))
      let configuration = URLSessionConfiguration.ephemeral
      configuration.replay(deck)
      let session = URLSession(configuration: configuration)
      guard let target = URL(string: url) else { fatalError("no URL") }
      ours.append(
        try await seconds {
          guard try await session.data(from: target).0.count == large else { fatalError("short") }
        })
      floor.append(
        try await seconds {
          guard try Data(contentsOf: file).count == large else { fatalError("short") }
        })
      session.invalidateAndCancel()
      try deck.close()
    }
    row(
      "10 MB replayed / read from its file", median(ours) / median(floor), limit: 5,
      "\(micros(median(ours))) against \(micros(median(floor)))")
    // It checks the digest of the file, once in a process.
    row(
      "the first one of the process / read from its file", (ours.first ?? .nan) / median(floor),
      limit: 10, micros(ours.first ?? .nan))
  }

  /// A request that nothing matches, with its report, against one that is served.
  private static func unmatched(among count: Int) async throws {
    let path = NSTemporaryDirectory() + "vcr-bench-debug-\(getpid()).yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Cassettes.write(count, to: path)
    let deck = try Deck(cassette: path, options: .init(mode: .none))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.replay(deck)
    let session = URLSession(configuration: configuration)
    var (missed, served): ([Double], [Double]) = ([], [])
    for number in 0..<40 {
      guard let known = URL(string: "https://api.example.com/users/\(number * 7)"),
        let unknown = URL(string: "https://api.example.com/users/\(number * 7)?unknown=1")
      else { continue }
      served.append(try await seconds { _ = try await session.data(from: known) })
      missed.append(
        try await seconds {
          do {
            _ = try await session.data(from: unknown)
            fatalError("matched")
          } catch is UnmatchedRequest {}
        })
    }
    session.invalidateAndCancel()
    try deck.close()
    row(
      "unmatched / matched, \(count) interactions", median(missed) / median(served), limit: 50,
      "\(micros(median(missed))) against \(micros(median(served)))")
    row(
      "the first unmatched / matched, \(count) interactions",
      (missed.first ?? .nan) / median(served),
      limit: 50, "")
  }
}
