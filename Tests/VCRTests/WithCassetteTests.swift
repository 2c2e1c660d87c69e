import Dispatch
import Foundation
import Synchronization
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
