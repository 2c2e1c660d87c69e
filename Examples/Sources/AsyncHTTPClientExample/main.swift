//     swift run --package-path Examples --scratch-path .build async-http-client page.yaml http://example.com/
//
// The first run records, the second replays.

import AsyncHTTPClient
import Foundation
import VCRProxy

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let url = arguments.dropFirst().first else {
  fatalError("usage: async-http-client CASSETTE URL")
}
// From the current folder, and not beside this source file.
let file = URL(filePath: name).path
let proxy = try await CassetteProxy.start(cassette: file)
let client = HTTPClient(through: proxy)
print(try await client.page(url))
try await client.shutdown()
try await proxy.stop()
