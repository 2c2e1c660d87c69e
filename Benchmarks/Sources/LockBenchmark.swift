import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Replays from a deck that records large bodies meanwhile, against the same two pieces of work in
/// decks of their own: what the deck's lock adds when the disk has work.
enum LockBenchmark {
  @concurrent static func run(origin: String?) async throws {
    guard let origin, let url = URL(string: origin) else {
      print("usage: Bench lock http://127.0.0.1:PORT/large")
      exit(64)
    }
    let folder = NSTemporaryDirectory() + "vcr-bench-lock-\(getpid())/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let decks = try ["shared", "replaying", "recording"].map { name in
      let path = folder + name + ".yaml"
      if name != "recording" { try Cassettes.write(Self.count, to: path) }
      return try Deck(cassette: path, options: .init(mode: .newEpisodes))
    }
    let sessions = decks.map { deck in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.record(deck)
      return URLSession(configuration: configuration)
    }
    var shared: [Double] = []
    var separate: [Double] = []
    for start in stride(from: 0, to: Self.count, by: Self.block) {
      let numbers = start..<start + Self.block
      shared += try await replays(numbers, by: sessions[0], while: url, isRecordedBy: sessions[0])
      separate += try await replays(numbers, by: sessions[1], while: url, isRecordedBy: sessions[2])
    }
    for (name, part) in [("median", 0.5), ("95th percentile", 0.95)] {
      let (ours, floor) = (quantile(part, of: shared), quantile(part, of: separate))
      row(
        "replay while the deck records / others record, \(name)", ours / floor, limit: 1.3,
        "\(micros(ours)) against \(micros(floor))")
    }
    for deck in decks { try deck.close() }
  }

  private static let count = 4_000
  private static let block = 200

  /// Seconds of each replay while a second task records one large body after the other.
  private static func replays(
    _ numbers: Range<Int>, by session: URLSession, while url: URL, isRecordedBy recorder: URLSession
  ) async throws -> [Double] {
    let recording = Task {
      var number = 0
      while !Task.isCancelled {
        guard let each = URL(string: "\(url)?\(numbers.lowerBound)-\(number)") else { return }
        _ = try await recorder.data(from: each)
        number += 1
      }
    }
    var times: [Double] = []
    for number in numbers {
      guard let url = URL(string: "https://api.example.com/users/\(number)") else { continue }
      times.append(try await seconds { _ = try await session.data(from: url) })
    }
    recording.cancel()
    _ = await recording.result
    return times
  }

  private static func quantile(_ part: Double, of values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}
