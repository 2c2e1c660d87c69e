#if os(Linux)
  import Foundation
  import FoundationNetworking
  import TestSupport
  import Testing
  import VCR

  struct TaskDelegateTests {
    @Test func `the delegate of one task is told of the response`() async throws {
      let folder = try TemporaryDirectory()
      let server = try LoopbackServer { _ in ServerResponse(text: "told") }
      let url = try #require(URL(string: server.origin + "/"))
      for mode in [RecordMode.once, .none] {
        let played = try Played(folder.file("d.yaml"), options: .init(mode: mode))
        let log = DelegateLog()
        let (data, _) = try await played.session.data(from: url, delegate: log)
        #expect(String(decoding: data, as: UTF8.self) == "told")
        guard case .response(let response) = await log.next() else {
          Issue.record("the delegate was told of something else")
          return
        }
        #expect((response as? HTTPURLResponse)?.statusCode == 200)
        try played.deck.close()
        server.stop()
      }
    }
  }
#endif
