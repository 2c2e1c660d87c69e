import Dispatch
import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Thousands of requests, many of them cancelled at some moment of their life.
enum CancelStorm {
  private static let count = 3000

  static func replaying(_ folder: TemporaryDirectory) async throws {
    let file = try folder.write(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://storm.example.com/
        response:
          status: 200
          body:
            text: storm
        times: any

      """, to: "storm.yaml")
    let (session, deck) = try session(file, .none)
    try await run(session, origin: "http://storm.example.com", expectsCancelled: false)
    try deck.close()
  }

  static func recording(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "storm") }
    let (session, deck) = try session(folder.file("storm.yaml"), .once)
    try await run(session, origin: server.origin, expectsCancelled: true)
    try deck.close()
  }

  private struct Tally {
    var whole = 0
    var cancelled = 0
    var wrong: [String] = []
  }

  private static func run(_ session: URLSession, origin: String, expectsCancelled: Bool)
    async throws
  {
    let url = try url(origin + "/")
    let tally = Mutex(Tally())
    // A fixed seed: the moments differ from request to request, not from run to run.
    var random = SeededRandom(seed: 7)
    // At most 100 at a time, or the server is what is tested.
    for _ in 0..<(count / 100) {
      await withCheckedContinuation { (all: CheckedContinuation<Void, Never>) in
        let left = Mutex(100)
        for _ in 0..<100 {
          let task = session.dataTask(with: url) { data, _, error in
            tally.withLock { tally in
              if let error {
                if (error as? URLError)?.code == .cancelled {
                  tally.cancelled += 1
                } else {
                  tally.wrong.append("\(error)")
                }
              } else if data == Data("storm".utf8) {
                tally.whole += 1
              } else {
                tally.wrong.append("body of \(data?.count ?? -1) bytes")
              }
            }
            let isLast = left.withLock { left in
              left -= 1
              return left == 0
            }
            if isLast { all.resume() }
          }
          task.resume()
          let moment = random.next() % 3000
          if moment < 1000 {
            DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int(moment))) {
              task.cancel()
            }
          } else if moment < 1100 {
            task.cancel()
          }
        }
      }
    }
    let result = tally.withLock { $0 }
    try require(result.wrong.isEmpty, "\(result.wrong.count) wrong: \(result.wrong.prefix(3))")
    try require(result.whole + result.cancelled == count, "\(result)")
    // A replay is over so soon that hardly any is cancelled in time.
    try require(result.whole > 0 && (result.cancelled > 0 || !expectsCancelled), "\(result)")
  }
}
