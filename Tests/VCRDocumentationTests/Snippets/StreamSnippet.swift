import Foundation
import Testing
import VCRTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The stream that the article on streams shows.
struct StreamSnippet {
  @Test(.cassette("chat"))
  func `the events of a cassette are the bytes of the stream`() async throws {
    let url = try #require(URL(string: "https://api.example.com/chat"))
    let (data, _) = try await VCR.session.data(from: url)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        event: content_block_delta
        data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}

        event: ping
        data: {"type": "ping"}

        : keep-alive


        """)
  }
}
