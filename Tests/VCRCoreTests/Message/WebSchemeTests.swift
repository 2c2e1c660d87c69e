import Testing

@testable import VCRCore

struct WebSchemeTests {
  @Test(
    arguments: [
      ("ws", "http"), ("WSS", "https"), ("http", "http"), ("HTTPS", "https"), ("ftp", "ftp"),
      ("wsx", "wsx"),
    ])
  func `a WebSocket is reached over HTTP`(scheme: String, connection: String) {
    #expect(WebScheme.ofConnection(scheme) == connection)
  }

  @Test(
    arguments: [
      ("http://a.test/b?http://c", "ws://a.test/b?http://c"), ("HTTPS://A.test", "wss://A.test"),
      ("ws://a.test", "ws://a.test"), ("ftp://a.test", "ftp://a.test"), ("", ""),
    ])
  func `a request over HTTP opens the WebSocket of the same URL`(url: String, opened: String) {
    #expect(WebSocketURL.opened(by: url) == opened)
  }
}
