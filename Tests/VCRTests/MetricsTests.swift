#if os(Linux)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing
  import VCR

  struct MetricsTests {
    /// Notes metrics beside everything else.
    private final class MetricsLog: NSObject, URLSessionDataDelegate {
      let log: DelegateLog
      init(_ log: DelegateLog) { self.log = log }

      func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics
      ) { log.add(.metrics) }

      func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
      ) { log.add(.end(error)) }
    }

    @Test func `the byte counts of a task stay zero`() async throws {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { _ in ServerResponse(text: "counted") }
      for mode in [RecordMode.once, .none] {
        let log = DelegateLog()
        let played = try Played(folder.file("n.yaml"), options: .init(mode: mode), delegate: log)
        let task = played.session.dataTask(with: try URLRequest("GET", server.origin + "/"))
        task.resume()
        #expect(await log.all().error == nil)
        #expect(task.countOfBytesReceived == 0)
        #expect(task.response?.expectedContentLength == 7)
        try played.deck.close()
        server.stop()
      }
    }

    @Test func `Foundation on Linux delivers no metrics, with or without us`() async throws {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { _ in ServerResponse(text: "measured") }
      let target = try URLRequest("GET", server.origin + "/")
      for mode in [RecordMode?.none, .once, RecordMode.none] {
        let configuration = URLSessionConfiguration.patient
        let deck = try mode.map {
          try Deck(cassette: folder.file("m.yaml").path, options: .init(mode: $0))
        }
        if let deck { configuration.use(deck) }
        let log = DelegateLog()
        let session = URLSession(
          configuration: configuration, delegate: MetricsLog(log), delegateQueue: nil)
        // The delegate's queue is serial: what the first task is told comes before the second's
        // end.
        for _ in 1...2 {
          session.dataTask(with: target).resume()
          guard case .end(let error) = await log.next() else {
            Issue.record("metrics arrived: say so in the table")
            return
          }
          if deck == nil || mode == .once { #expect(error == nil) }
        }
        try deck?.close()
      }
    }
  }
#endif
