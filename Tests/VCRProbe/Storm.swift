import Dispatch
import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many sessions at once, each with a deck and many requests, a tenth of them cancelled at random.
///
/// Tasks are cancelled by `cancel()`. Cancelling a Swift task is another matter: that can deadlock
/// in Foundation 6.3.1 itself.
struct Storm {
  /// How many sessions there are.
  var sessions: Int
  /// How many requests each makes.
  var requests: Int
  /// Where cassettes are.
  var folder: TemporaryDirectory

  /// A request of a session, and the body it must get.
  private struct Expected: Sendable {
    var url: URL
    var body: Data
    /// True for a POST of a stream, which is read on another thread.
    var isStreamed = false

    var request: URLRequest {
      var request = URLRequest(url: url)
      if isStreamed {
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: body)
      }
      return request
    }
  }

  private struct Tally {
    var ended: [Set<Int>]
    var whole: [Set<Int>]
    var cancelled = 0
    var wrong: [String] = []
    var left: Int
  }

  // MARK: - Recording

  /// Records from nginx, then reads back what was recorded.
  func record() async throws {
    let files = try TemporaryDirectory()
    for number in 0..<requests {
      try files.write(Self.long(number), to: "\(number).txt")
    }
    // nginx drops its rights to those of somebody who may not enter the folder otherwise.
    for path in [files.path] {
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
    let nginx = try await NginxLoopback(
      location: "return 200 \"$request_uri\";", certificates: nil,
      server: "location /file/ { alias \(files.path)/; }")
    let origin = "http://127.0.0.1:\(nginx.port)"
    let expected = try (0..<sessions).map { session in
      try (0..<requests).map { number in
        number % 5 == 0
          ? Expected(
            url: try url("\(origin)/file/\(number).txt?session=\(session)"),
            body: Data(Self.long(number).utf8))
          : Expected(
            url: try url("\(origin)/\(session)/\(number)"), body: Data("/\(session)/\(number)".utf8)
          )
      }
    }
    let decks = try (0..<sessions).map { session in
      try Deck(cassette: path(session), options: .init(mode: .once))
    }
    let tally = try await run(expected, decks)
    for (session, deck) in decks.enumerated() {
      let summary = try deck.close()
      try require(
        summary.recorded >= tally.whole[session].count && summary.recorded <= requests,
        "session \(session) recorded \(summary.recorded) of \(tally.whole[session].count)")
      let recorded = try Deck(cassette: path(session))
      for number in tally.whole[session] {
        let request = expected[session][number]
        guard
          case .replay(let playback) = try recorded.decide(
            Interaction.Request(url: request.url.absoluteString)),
          case .response(let response) = playback.interaction.outcome,
          Data(response.body.bytes) == request.body
        else { throw Failure("the cassette of \(session) holds another body for \(request.url)") }
      }
    }
  }

  // MARK: - Replaying

  /// Replays cassettes in which every response names its session and its request.
  ///
  /// Most requests are answered before anybody can cancel them; those with a stream are not.
  func replay() async throws {
    let origin = "http://storm.example.com"
    var expected: [[Expected]] = []
    var decks: [Deck] = []
    for session in 0..<sessions {
      var text = "vcr: 1\ninteractions:\n"
      var responses: [Expected] = []
      for number in 0..<requests {
        let isStreamed = number % 3 == 0
        let body = "session \(session) request \(number) "
        text += """
          - request:
              method: \(isStreamed ? "POST" : "GET")
              url: \(origin)/\(number)
            response:
              status: 200
              body:

          """
        if number % 5 == 0 {
          text += "      chunks:\n"
          for piece in 0..<3 { text += "      - text: '\(body)\(piece)'\n" }
          responses.append(
            Expected(
              url: try url("\(origin)/\(number)"),
              body: Data((0..<3).map { "\(body)\($0)" }.joined().utf8), isStreamed: isStreamed))
        } else {
          text += "      text: '\(body)'\n"
          responses.append(
            Expected(
              url: try url("\(origin)/\(number)"), body: Data(body.utf8), isStreamed: isStreamed))
        }
      }
      try folder.write(text, to: "\(session).yaml")
      expected.append(responses)
      decks.append(try Deck(cassette: path(session)))
    }
    _ = try await run(expected, decks)
    for deck in decks {
      let summary = try deck.close()
      try require(summary.unmatched.isEmpty, "\(summary.unmatched.count) were unmatched")
    }
  }

  // MARK: - Both

  private func path(_ session: Int) -> String { folder.file("\(session).yaml").path }

  /// A body that comes in more than one piece.
  private static func long(_ number: Int) -> String {
    String(repeating: "file \(number) ", count: 6000)
  }

  private func run(_ expected: [[Expected]], _ decks: [Deck]) async throws -> (
    whole: [Set<Int>], cancelled: Int
  ) {
    let sessions = decks.map { deck in
      let configuration = URLSessionConfiguration.ephemeral
      configuration.use(deck)
      return URLSession(configuration: configuration)
    }
    let total = sessions.count * requests
    let none = [Set<Int>](repeating: [], count: sessions.count)
    let tally = Mutex(Tally(ended: none, whole: none, left: total))
    await withCheckedContinuation { (all: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        DispatchQueue.concurrentPerform(iterations: sessions.count) { session in
          var random = SeededRandom(seed: UInt64(truncatingIfNeeded: session) &* 977 &+ 3)
          for (number, request) in expected[session].enumerated() {
            let task = sessions[session].dataTask(with: request.request) { data, _, error in
              let isLast = tally.withLock { tally in
                if !tally.ended[session].insert(number).inserted {
                  tally.wrong.append("\(request.url) ended twice")
                }
                if let error {
                  if (error as? URLError)?.code == .cancelled {
                    tally.cancelled += 1
                  } else {
                    tally.wrong.append("\(request.url): \(error)")
                  }
                } else if data == request.body {
                  tally.whole[session].insert(number)
                } else {
                  tally.wrong.append("\(request.url): another body of \(data?.count ?? -1) bytes")
                }
                tally.left -= 1
                return tally.left == 0
              }
              if isLast { all.resume() }
            }
            task.resume()
            guard random.next() % 10 == 0 else { continue }
            // As many in the first microsecond as in the last seconds: at each step of a life.
            let moment = 1 << Int(random.next() % 24)
            if moment == 1 {
              task.cancel()
            } else {
              DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(moment)) {
                task.cancel()
              }
            }
          }
        }
      }
    }
    for session in sessions { session.finishTasksAndInvalidate() }
    let result = tally.withLock { $0 }
    let whole = result.whole.reduce(0) { $0 + $1.count }
    FileHandle.standardError.write(
      Data("\(total) requests: \(whole) whole, \(result.cancelled) cancelled\n".utf8))
    try require(result.wrong.isEmpty, "\(result.wrong.count) wrong: \(result.wrong.prefix(3))")
    try require(whole + result.cancelled == total, "\(whole) + \(result.cancelled)")
    try require(whole >= total * 8 / 10, "only \(whole) of \(total) were whole")
    return (result.whole, result.cancelled)
  }
}
