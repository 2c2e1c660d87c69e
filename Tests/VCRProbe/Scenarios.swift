import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Single requests that crash or hang when they are handled as one would expect to.
enum Scenarios {
  /// A chunked trailer kills the process in an inner session.
  static func trailers(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in
      .raw(
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
          + "4\r\nbody\r\n0\r\nX-Sum: 9\r\n\r\n")
    }
    let file = folder.file("trailers.yaml")
    for mode in [RecordMode.once, .none] {
      let (session, deck) = try session(file, mode)
      let (data, _) = try await session.data(from: url(server.origin + "/"))
      try require(data == Data("body".utf8), "another body: \(data.count) bytes")
      try deck.close()
      server.stop()
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    try require(text.contains("X-Sum"), "no trailer in the cassette:\n\(text)")
  }

  /// Clients invalidate the session that they were given, before or after another gets one.
  static func invalidated(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { ServerResponse(text: $0.target) }
    let path = folder.file("invalidated.yaml").path
    try await VCREnvironment.$current.withValue(VCREnvironment([:])) {
      try await invalidate(path, server)
    }
  }

  private static func invalidate(_ path: String, _ server: LoopbackServer) async throws {
    func load(_ session: URLSession, _ target: String) async throws {
      let (data, _) = try await session.data(from: url(server.origin + target))
      try require(data == Data(target.utf8), "another body: \(data.count) bytes")
    }
    for _ in ["recorded", "replayed"] {
      _ = try await withCassette(path) { _ in
        let (first, second) = (VCR.session, VCR.session)
        try await load(first, "/1")
        first.finishTasksAndInvalidate()
        try await load(VCR.session, "/2")
        try await load(second, "/3")
        second.invalidateAndCancel()
        try await load(VCR.session, "/4")
      }
      server.stop()
    }
    // Where no cassette is in force, a session fails its requests, and no more than that.
    VCR.session.invalidateAndCancel()
    do {
      _ = try await VCR.session.data(from: url(server.origin + "/5"))
      throw Failure("a request without a cassette was answered")
    } catch is LoadingError {}
  }

  /// Interim responses are not the response.
  static func interim(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in
      .raw(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")
    }
    let (session, deck) = try session(folder.file("interim.yaml"), .once)
    let (data, response) = try await session.data(from: url(server.origin + "/"))
    try require((response as? HTTPURLResponse)?.statusCode == 200, "\(response)")
    try require(data == Data("body".utf8), "another body: \(data.count) bytes")
    try deck.close()
  }

  /// What `withCassette` has to say goes to standard error.
  static func expired(_ folder: TemporaryDirectory) async throws {
    try folder.write("expires: 30d\n", to: ".vcr.yaml")
    try folder.write(
      """
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://api.test/a
        response:
          status: 200 OK
          body:
            text: old
        recorded_at: 2020-01-01T00:00:00Z

      """, to: "old.yaml")
    try await withCassette(folder.path + "/old.yaml") { session in
      let (data, _) = try await session.data(from: url("http://api.test/a"))
      try require(data == Data("old".utf8), "another body: \(data.count) bytes")
    }
  }

  /// Download tasks crash in Foundation when a protocol finishes them.
  static func download(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "file") }
    let (session, deck) = try session(folder.file("download.yaml"), .once)
    let target = try url(server.origin + "/")
    let error = await withCheckedContinuation { continuation in
      session.downloadTask(with: target) { _, _, error in
        continuation.resume(returning: error)
      }.resume()
    }
    try require((error as? LoadingError)?.kind == .unsupportedTask, "\(String(describing: error))")
    try require(
      error?.localizedDescription.contains("data(for:)") == true, "\(String(describing: error))")
    do {
      _ = try await session.download(from: target)
      throw Failure("an async download did not fail")
    } catch let error as LoadingError {
      try require(error.kind == .unsupportedTask, "\(error)")
    }
    let log = EndLog()
    let other = try Scenarios.other(folder, delegate: log)
    other.session.downloadTask(with: target).resume()
    let last = await log.end()
    try require((last as? LoadingError)?.kind == .unsupportedTask, "\(String(describing: last))")
    try require(server.connectionCount == 0, "the download reached the network")
    try deck.close()
  }

  private static func other(_ folder: TemporaryDirectory, delegate: EndLog) throws
    -> (session: URLSession, deck: Deck)
  {
    try session(folder.file("download2.yaml"), .once, delegate: delegate)
  }

  /// A web socket is never answered, and must not reach the network either.
  static func webSocket(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "") }
    let log = EndLog()
    let (session, deck) = try session(folder.file("socket.yaml"), .once, delegate: log)
    session.webSocketTask(with: try url("ws://127.0.0.1:\(server.port)/")).resume()
    let error = await log.end()
    try require(error != nil, "it ended without an error")
    try require(server.connectionCount == 0, "the web socket reached the network")
    try deck.close()
  }

  /// A Basic challenge hangs without a delegate; with one that has a credential, Foundation sends
  /// the request to the real network.
  static func basicChallenge(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "from the network") }
    for (number, challenge) in [
      "Basic realm=\"x\"", "Bearer, Basic realm=\"x\"", "basic realm=x",
    ].enumerated() {
      let file = try folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: \(server.origin)/
          response:
            status: 401 Unauthorized
            headers:
              WWW-Authenticate: '\(challenge)'
            body:
              text: no
          times: any

        """, to: "basic\(number).yaml")
      let plain = try session(file, .none)
      let (data, response) = try await plain.session.data(from: url(server.origin + "/"))
      try require((response as? HTTPURLResponse)?.statusCode == 401, "\(response)")
      try require(data == Data("no".utf8), "another body: \(data.count) bytes")
      let log = EndLog()
      let answering = try session(file, .none, delegate: log)
      answering.session.dataTask(with: try url(server.origin + "/")).resume()
      let error = await log.end()
      try require(error == nil, "\(String(describing: error))")
    }
    try require(server.connectionCount == 0, "the replay reached the network")
  }

  /// Resuming a running task starts the protocol again each time.
  static func resumedOften(_ folder: TemporaryDirectory) async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "once") }
    let file = folder.file("often.yaml")
    let target = try url(server.origin + "/")
    for mode in [RecordMode.once, .none] {
      let (session, deck) = try session(file, mode)
      let data = await withCheckedContinuation { continuation in
        let task = session.dataTask(with: target) { data, _, _ in
          continuation.resume(returning: data)
        }
        for _ in 1...10 { task.resume() }
      }
      try require(data == Data("once".utf8), "another body")
      let summary = try deck.close()
      try require(summary.recorded + summary.replayed == 1, "\(summary)")
    }
    try require(server.requestCount == 1, "\(server.requestCount) requests were sent")
  }
}

/// A delegate that has a credential for everybody and tells how a task ended.
final class EndLog: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private struct State {
    var result: (any Error)??
    var waiter: CheckedContinuation<(any Error)?, Never>?
  }

  private let state = Mutex(State())

  /// The error the task ended with; nil when it succeeded.
  func end() async -> (any Error)? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        if let result = state.result {
          continuation.resume(returning: result)
        } else {
          state.waiter = continuation
        }
      }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    state.withLock { state in
      state.result = .some(error)
      state.waiter?.resume(returning: error)
      state.waiter = nil
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    completionHandler(
      .useCredential, URLCredential(user: "user", password: "password", persistence: .forSession))
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {}
}
