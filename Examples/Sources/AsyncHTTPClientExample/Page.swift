import AsyncHTTPClient
import NIOCore
import VCRProxy

extension HTTPClient {
  /// A client whose requests a proxy answers from a cassette.
  convenience init(through proxy: CassetteProxy) {
    self.init(
      configuration: .init(
        tlsConfiguration: proxy.tlsConfiguration, proxy: .server(host: proxy.host, port: proxy.port)
      ))
  }

  /// The text of a page.
  func page(_ url: String) async throws -> String {
    let response = try await execute(HTTPClientRequest(url: url), timeout: .seconds(30))
    return String(buffer: try await response.body.collect(upTo: 1 << 20))
  }
}
