import AsyncHTTPClient
import Foundation
import Hummingbird
import HummingbirdTesting
import Loopback
import Testing
import VCRProxy
import VCRTesting

@testable import AsyncHTTPClientExample
@testable import ServerUnderTest

@Suite struct ServerUnderTestTests {
  @Test func `a dry day is a day for the bicycle`() async throws {
    try await withProxy(cassette: "oslo") { proxy in
      let outings = Outings(
        client: HTTPClient(through: proxy), forecasts: "http://forecasts.example.com")
      let app = Application(router: outings.router())
      try await app.test(.router) { client in
        let response = try await client.execute(uri: "/outings/oslo", method: .get)
        #expect(response.status == .ok)
        #expect(try outing(response) == .init(city: "oslo", advice: "go by bicycle"))
        let unknown = try await client.execute(uri: "/outings/atlantis", method: .get)
        #expect(unknown.status == .notFound)
      }
      try await outings.client.shutdown()
    }
  }

  @Test func `a call that was not recorded is a bad gateway, and the test knows which it was`()
    async throws
  {
    let proxy = try await CassetteProxy.start(
      deck: Cassette.Deck(stubs: [.stub(.get, "http://forecasts.example.com/v1/oslo", status: 503)])
    )
    let outings = Outings(
      client: HTTPClient(through: proxy), forecasts: "http://forecasts.example.com")
    try await Application(router: outings.router()).test(.router) { client in
      for city in ["oslo", "rome"] {
        let response = try await client.execute(uri: "/outings/\(city)", method: .get)
        #expect(response.status == .badGateway)
      }
    }
    try await outings.client.shutdown()
    try await proxy.stop()
    let error = #expect(throws: VerificationError.self) { try proxy.deck.verify() }
    #expect(error?.unexpected.map(\.url) == ["http://forecasts.example.com/v1/rome"])
  }

  @Test func `the service's own routes are served to a client while its calls are recorded`()
    async throws
  {
    let folder = try Folder()
    let forecasts = try await Loopback.start { #"{"celsius":4,"rain":\#($0 == "/v1/bergen")}"# }
    for mode in [RecordMode.once, .none] {
      let deck = try Cassette.Deck(cassette: folder.file("c.yaml"), options: .init(mode: mode))
      let proxy = try await CassetteProxy.start(deck: deck)
      let outings = Outings(client: HTTPClient(through: proxy), forecasts: forecasts.origin)
      try await Application(router: outings.router()).test(.live) { client in
        let response = try await client.execute(uri: "/outings/bergen", method: .get)
        #expect(try outing(response) == .init(city: "bergen", advice: "take a coat"))
      }
      try await outings.client.shutdown()
      try await proxy.stop()
      try deck.close()
      if mode == .once { try await forecasts.stop() }
    }
    #expect(forecasts.requestCount == 1)
  }

  private func outing(_ response: TestResponse) throws -> Outings.Outing {
    try JSONDecoder().decode(Outings.Outing.self, from: Data(response.body.readableBytesView))
  }
}
