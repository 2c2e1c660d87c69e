//     swift run --package-path Examples --scratch-path .build image-rule https://example.com/cat.jpg
//
// Whatever image is asked for, the response is one grey dot, and nothing reaches the network.

import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

guard let url = URL(string: CommandLine.arguments.dropFirst().first ?? "https://example.com/a.jpg")
else { exit(64) }
let configuration = URLSessionConfiguration.ephemeral
configuration.use(Cassette.Deck(stubs: [.images(Cassette.Stub.dot)]))
var request = URLRequest(url: url)
request.setValue("image/*", forHTTPHeaderField: "Accept")
let (data, response) = try await URLSession(configuration: configuration).data(for: request)
print(url.absoluteString, response.mimeType ?? "", data.count, "bytes")
