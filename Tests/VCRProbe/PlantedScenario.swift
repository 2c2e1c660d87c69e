import Foundation
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Records requests full of secrets, for a test that ends the process in their middle.
enum PlantedScenario {
  static func record() async throws {
    let words = Array(CommandLine.arguments.dropFirst(2))
    guard words.count == 2 else { throw Failure("say where, and which origin") }
    let redaction = PlantedTraffic.variables.reduce(Redaction.standard) {
      $0.adding(.secret($1.key, value: $1.value))
    }
    let deck = try Deck(cassette: words[0], options: .init(mode: .once, redaction: redaction))
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(deck)
    let session = URLSession(configuration: configuration)
    for planting in PlantedTraffic.plantings {
      let message = PlantedTraffic.request(planting)
      var request = URLRequest(url: try url(words[1] + message.target))
      request.httpMethod = "POST"
      for field in message.headers { request.addValue(field.value, forHTTPHeaderField: field.name) }
      request.httpBody = Data(message.body.utf8)
      _ = try await session.data(for: request)
    }
    try deck.close()
  }
}
