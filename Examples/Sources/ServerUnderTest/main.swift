//     swift run --package-path Examples --scratch-path .build server-under-test https://forecasts.example.com
//
// Serves http://127.0.0.1:8080/outings/CITY.

import AsyncHTTPClient
import Hummingbird

guard let forecasts = CommandLine.arguments.dropFirst().first else {
  fatalError("usage: server-under-test ORIGIN")
}
let outings = Outings(client: .shared, forecasts: forecasts)
try await Application(router: outings.router()).runService()
