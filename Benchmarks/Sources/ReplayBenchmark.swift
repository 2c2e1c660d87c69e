import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// In-process replay of a 1 KiB JSON response against a bare stub that answers with canned bytes.
enum ReplayBenchmark {
  ///
  /// - Parameter only: The one number of interactions to measure; nil for all.
  /// - Throws: When a cassette cannot be written or replayed.
  @concurrent static func run(only: Int? = nil) async throws {
    var ratios: [Int: Double] = [:]
    for (count, decks) in [(10, 300), (1_000, 6), (100_000, 1)] where only == nil || only == count {
      ratios[count] = try await measure(count, decks: decks)
    }
    if let small = ratios[10], let large = ratios[100_000] {
      row("100,000 interactions / 10 interactions", large / small, limit: 1.3, "")
    }
  }

  /// Asks each interaction once; blocks of ours and of the stub's alternate, so that both see the
  /// same machine.
  ///
  /// - Parameters:
  ///   - count: The number of interactions.
  ///   - decks: How often the cassette is opened.
  ///   - limit: The highest ratio that is promised.
  /// - Returns: The time of a response, as a multiple of the stub's.
  /// - Throws: When the cassette cannot be written or replayed.
  static func measure(_ count: Int, decks: Int, limit: Double = 1.3) async throws -> Double {
    let path = NSTemporaryDirectory() + "vcr-bench-replay-\(getpid()).yaml"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Cassettes.write(count, to: path)
    let block = min(count, 500)
    try await ask(stubSession(), 0..<500)

    var ours: [Double] = []
    var floor: [Double] = []
    // By the processor as well, so that work on another thread does not hide.
    var (ourWork, floorWork) = (0.0, 0.0)
    var openings: [Double] = []
    for _ in 0..<decks {
      let opening = ContinuousClock.now
      let deck = try Deck(cassette: path, options: .init(mode: .none))
      let configuration = URLSessionConfiguration.ephemeral
      configuration.replay(deck)
      openings.append((ContinuousClock.now - opening) / .seconds(1))
      let session = URLSession(configuration: configuration)
      // As new as ours, as a test that stubs has a session of its own, too.
      let stub = stubSession()
      for start in stride(from: 0, to: count, by: block) {
        let numbers = start..<min(start + block, count)
        let our = try await cost { try await ask(session, numbers) }
        let least = try await cost { try await ask(stub, numbers) }
        ours.append(our.wall / Double(numbers.count))
        floor.append(least.wall / Double(numbers.count))
        ourWork += our.cpu
        floorWork += least.cpu
      }
      session.invalidateAndCancel()
      stub.invalidateAndCancel()
      try deck.close()
    }
    let ratio = median(ours) / median(floor)
    row(
      "replay / stub, \(count) interactions", ratio, limit: limit,
      "\(micros(median(ours))) against \(micros(median(floor)))")
    let asked = Double(decks * count)
    row(
      "the same by the processor", ourWork / floorWork, limit: limit,
      "\(micros(ourWork / asked)) against \(micros(floorWork / asked)); opened in "
        + micros(median(openings)))
    if decks == 1 {
      let tenth = ours.count / 10
      let relative = zip(ours, floor).map { $0 / $1 }
      row(
        "last decile / first decile, \(count)",
        median(Array(relative.suffix(tenth))) / median(Array(relative.prefix(tenth))), limit: 1.2,
        "")
    }
    return ratio
  }

  private static func ask(_ session: URLSession, _ numbers: Range<Int>) async throws {
    for number in numbers {
      guard let url = URL(string: "https://api.example.com/users/\(number)") else { continue }
      let (data, _) = try await session.data(from: url)
      guard data.count == 1024 else { fatalError("wrong body: \(data.count)") }
    }
  }

  private static func stubSession() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [StubURLProtocol.self]
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }
}

/// The least that a URL protocol can do.
final class StubURLProtocol: URLProtocol {
  private static let body = Data(Cassettes.body(1).utf8)

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: [
          "Content-Type": "application/json", "Cache-Control": "no-store", "ETag": "\"abc\"",
          "Server": "bench", "Vary": "Accept", "X-Frame-Options": "DENY", "X-Powered-By": "bench",
          "Strict-Transport-Security": "max-age=31536000",
        ])
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: Self.body)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}
