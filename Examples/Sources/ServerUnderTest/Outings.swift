import AsyncHTTPClient
import Foundation
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// A service that asks another one: says whether it is a day to go out, by the forecast of a city.
struct Outings {
  /// What is asked of the other service.
  let client: HTTPClient
  /// Where the other service is, such as `https://forecasts.example.com`.
  let forecasts: String

  /// What the other service says.
  struct Forecast: Decodable {
    var celsius: Double
    var rain: Bool
  }

  /// What this one says.
  struct Outing: ResponseCodable, Equatable {
    var city: String
    var advice: String
  }

  /// The routes of this service.
  func router() -> Router<BasicRequestContext> {
    let router = Router()
    router.get("outings/{city}") { _, context in
      let city = try context.parameters.require("city")
      let forecast = try await forecast(city)
      return Outing(city: city, advice: forecast.rain ? "take a coat" : "go by bicycle")
    }
    return router
  }

  private func forecast(_ city: String) async throws -> Forecast {
    let response = try await client.execute(
      HTTPClientRequest(url: "\(forecasts)/v1/\(city)"), timeout: .seconds(30))
    let body = try await response.body.collect(upTo: 1 << 20)
    switch response.status {
    case .ok: return try JSONDecoder().decode(Forecast.self, from: body)
    case .notFound: throw HTTPError(.notFound, message: "there is no forecast for \(city)")
    default: throw HTTPError(.badGateway, message: "the forecasts are not to be had")
    }
  }
}
