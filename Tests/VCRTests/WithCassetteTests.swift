import Dispatch
import Foundation
import VCRLocks
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.environment([:])) struct WithCassetteTests {
  private struct Failed: Error {}

  @Test func `the first run records and the second replays`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let path = folder.file("hello.yaml").path
    for _ in 1...2 {
      let text = try await withCassette(path) { session in
        try await session.text(server.origin + "/")
      }
      #expect(text == "hello")
      server.stop()
    }
    #expect(server.requestCount == 1)
  }

  @Test func `a name without an ending is that of the same file as in a trait`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    for name in ["users", "users.yaml"] {
      let text = try await withCassette(folder.file(name).path) { session in
        try await session.text(server.origin + "/")
      }
      #expect(text == "hello")
      server.stop()
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("users.yaml").path))
    #expect(!FileManager.default.fileExists(atPath: folder.file("users").path))
  }

  @Test func `a name is that of a file in Cassettes beside the source file`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let source = folder.file("UserTests.swift").path
    for name in ["users", "users.yaml"] {
      let text = try await withCassette(name, file: source) { session in
        try await session.text(server.origin + "/")
      }
      #expect(text == "hello")
      server.stop()
    }
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(names.sorted() == ["Cassettes", "Cassettes/users.yaml"])
  }

  @Test func `away from its sources a test replays from its bundle and records nothing`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let bundle = try #require(Bundle(path: folder.path))
    let away = "/nowhere/Tests/AwayTests.swift"
    let error = await #expect(throws: DeckError.self) {
      try await withCassette("hello", mode: .all, bundle: bundle, file: away) { session in
        _ = try await session.text(server.origin + "/")
      }
    }
    #expect(error?.kind == .missing)
    #expect(error?.reason.contains("bundle: .module") == true, "\(String(describing: error))")
    let copied = folder.file("Cassettes/hello.yaml").path
    _ = try await withCassette(copied) { try await $0.text(server.origin + "/") }
    server.stop()
    // As a folder that was copied, and as a file that was put with all others.
    for _ in 1...2 {
      let text = try await withCassette("hello", bundle: bundle, file: away) { session in
        try await session.text(server.origin + "/")
      }
      #expect(text == "hello")
      if FileManager.default.fileExists(atPath: copied) {
        try FileManager.default.moveItem(atPath: copied, toPath: folder.file("hello.yaml").path)
      }
    }
    #expect(server.requestCount == 1)
  }

  @Test func `a body that throws leaves no cassette but its journal`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let path = folder.file("hello.yaml").path
    await #expect(throws: Failed.self) {
      try await withCassette(path) { session in
        _ = try await session.text(server.origin + "/")
        throw Failed()
      }
    }
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(FileManager.default.fileExists(atPath: path + ".recording"))
  }

  @Test func `the synchronous form closes the cassette as well`() throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let path = folder.file("hello.yaml").path
    let url = try #require(URL(string: server.origin + "/"))
    for _ in 1...2 {
      let text = try withCassette(path) { session in
        let done = DispatchSemaphore(value: 0)
        let text = Mutex("")
        session.dataTask(with: url) { data, _, _ in
          text.withLock { $0 = String(decoding: data ?? Data(), as: UTF8.self) }
          done.signal()
        }.resume()
        done.wait()
        return text.withLock { $0 }
      }
      #expect(text == "hello")
    }
    #expect(server.requestCount == 1)
  }

  @Test func `what one scope took out is put back when another records the cassette too`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { request in
      request.target == "/picture"
        ? ServerResponse(
          headers: [("Content-Type", "image/png")], body: (0..<9_000).map { UInt8($0 % 251) })
        : ServerResponse(text: request.target)
    }
    let path = folder.file("shared.yaml").path
    func visit(_ targets: String..., mode: RecordMode) async throws {
      try await withCassette(path, mode: mode) { session in
        for target in targets { _ = try await session.text(server.origin + target) }
      }
    }
    try await visit("/picture", "/text", mode: .once)
    let (text, files) = (try String(contentsOfFile: path, encoding: .utf8), try sideFiles(path))
    #expect(files.count == 1)
    try await visit("/text", mode: .all)
    #expect(try String(contentsOfFile: path, encoding: .utf8) != text)
    #expect(!FileManager.default.fileExists(atPath: path + ".files"))
    try await visit("/picture", mode: .all)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(try sideFiles(path) == files)
  }

  @Test func `what several scopes ask for alike is one interaction, as when it was first recorded`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { ServerResponse(text: $0.target) }
    let path = folder.file("shared.yaml").path
    func run(_ mode: RecordMode, _ scopes: [[String]]) async throws -> String {
      for targets in scopes {
        try await withCassette(path, mode: mode) { session in
          for target in targets { _ = try await session.text(server.origin + target) }
        }
      }
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    let first = try await run(.once, [["/one", "/two", "/two"], ["/two"], ["/one"]])
    let again = try await run(.all, [["/one", "/two", "/two"], ["/two"], ["/one"]])
    #expect(again == first)
    // Nor does it matter that there was none when they began.
    try FileManager.default.removeItem(atPath: path)
    let fresh = try await run(.all, [["/two"], ["/one", "/two", "/two"]])
    #expect(fresh.components(separatedBy: "- request:").count == 4, "\(fresh)")
  }

  @Test func `calls at the same time record one cassette together, and replay it`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { ServerResponse(text: $0.target) }
    let path = folder.file("shared.yaml").path
    let origin = server.origin
    for _ in 1...2 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<12 {
          group.addTask {
            try await withCassette(path) { session in
              for target in ["/common", "/own/\(number)", "/common"] {
                let text = try await session.text(origin + target)
                #expect(text == target)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      server.stop()
    }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // Each is there once, and what all ask for as often as one of them does.
    for number in 0..<12 {
      #expect(text.components(separatedBy: "url: \(origin)/own/\(number)\n").count == 2, "\(text)")
    }
    #expect(text.components(separatedBy: "- request:").count == 1 + 12 + 2, "\(text)")
  }

  @Test func `a cassette that was changed since is not put back`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { ServerResponse(text: $0.target) }
    let path = folder.file("shared.yaml").path
    for targets in [["/one", "/two"], ["/two"]] {
      try await withCassette(path, mode: targets.count == 2 ? .once : .all) { session in
        for target in targets { _ = try await session.text(server.origin + target) }
      }
    }
    let edited = try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "200 OK", with: "203 Edited")
    try Data(edited.utf8).write(to: folder.file("shared.yaml"))
    try await withCassette(path, mode: .all) { _ = try await $0.text(server.origin + "/three") }
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("203 Edited") && text.contains("/three") && !text.contains("/one"))
  }

  @Test func `a session with a delegate is served by the cassette in force`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let url = try #require(URL(string: server.origin + "/"))
    let path = folder.file("hello.yaml").path
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Mine": "1"]
    for _ in 1...2 {
      try await withCassette(path) { _ in
        let log = DelegateLog()
        let session = VCR.makeSession(configuration: configuration, delegate: log)
        session.dataTask(with: url).resume()
        let (response, pieces, error) = await log.all()
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        #expect(pieces.joined() == "hello" && error == nil)
        session.finishTasksAndInvalidate()
      }
      server.stop()
    }
    #expect(server.requests.map { $0.header("X-Mine") } == ["1"])
  }

  @Test func `a session made where no cassette is in force reaches nothing`() async throws {
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let session = VCR.makeSession(configuration: .ephemeral)
    let error = await session.failure(of: try URLRequest("GET", server.origin + "/"))
    #expect((error as? LoadingError)?.kind == .noDeck, "\(String(describing: error))")
    #expect(server.connectionCount == 0)
  }

  private func sideFiles(_ path: String) throws -> [String: Data] {
    let folder = URL(fileURLWithPath: path + ".files")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: folder.appendingPathComponent($0)))
      })
  }

  @Test func `roots that the environment names are trusted while recording`() async throws {
    let folder = try TemporaryDirectory()
    let server = try LoopbackServer { _ in ServerResponse(text: "hello") }
    let front = try await TLSLoopback(before: server, certificates: TestCertificates())
    let path = folder.file("hello.yaml").path
    let environment = VCREnvironment(["VCR_UPSTREAM_CA": front.certificates.rootFile])
    try await VCREnvironment.$current.withValue(environment) {
      for _ in 1...2 {
        let text = try await withCassette(path) { session in
          try await session.text("https://127.0.0.1:\(front.port)/")
        }
        #expect(text == "hello")
        server.stop()
      }
    }
    #expect(server.requestCount == 1)
  }
}
