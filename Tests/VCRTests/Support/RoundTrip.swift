import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What requests came to while they were recorded, and again with the service gone.
struct RoundTrip {
  /// With the service there.
  var live: [Completion] = []
  /// From the cassette.
  var replayed: [Completion] = []
  /// The text of the cassette.
  var cassette = ""

  /// Makes requests one after the other, stops the service, and makes them again.
  ///
  /// Everything a client can see has to be the same, and the second run must use all there is.
  ///
  /// - Parameters:
  ///   - requests: The requests.
  ///   - options: How the deck behaves; the mode is `once`.
  ///   - roots: Roots to trust while recording.
  ///   - change: What else is special about the session.
  ///   - stop: Stops the service.
  /// - Throws: when a cassette cannot be opened or written.
  init(
    _ requests: [URLRequest], options: Deck.Options = Deck.Options(), trusting roots: [String] = [],
    change: (URLSessionConfiguration) -> Void = { _ in }, stop: () -> Void
  ) async throws {
    let folder = try TemporaryDirectory()
    let file = folder.file("round.yaml")
    var options = options
    options.mode = .once
    for isLive in [true, false] {
      let deck = try Deck(cassette: file.path, options: options)
      let configuration = URLSessionConfiguration.patient
      change(configuration)
      configuration.use(deck, trusting: roots)
      let session = URLSession(configuration: configuration)
      for request in requests {
        let completion = await session.completion(of: request)
        if isLive { live.append(completion) } else { replayed.append(completion) }
      }
      session.finishTasksAndInvalidate()
      let summary = try deck.close()
      if isLive { stop() } else { #expect(summary.unused == []) }
    }
    cassette = try String(contentsOf: file, encoding: .utf8)
    for (live, replayed) in zip(live, replayed) {
      #expect(replayed.http?.statusCode == live.http?.statusCode)
      #expect(replayed.http?.url == live.http?.url)
      #expect(replayed.fields == live.fields)
      let isSame = replayed.data == live.data
      #expect(isSame, "another body: \(replayed.text.prefix(200))")
      #expect(replayed.code == live.code)
    }
  }
}

extension Completion {
  /// The header section as the client sees it.
  var fields: [String: String] { http?.allHeaderFields as? [String: String] ?? [:] }

  /// The code of a failure.
  var code: Int? { (error as? URLError)?.code.rawValue }
}
