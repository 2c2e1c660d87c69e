//     swift run --package-path Examples --scratch-path .build offline-cache pages.yaml https://example.com/ …
//
// Run it again with the network off: the pages are still there.

import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.first, arguments.count > 1 else {
  print("usage: offline-cache CASSETTE URL…")
  exit(64)
}
let cache = try OfflineCache(file: file)
for text in arguments.dropFirst() {
  guard let url = URL(string: text) else {
    print("\(text): no URL")
    continue
  }
  do {
    let (data, _) = try await cache.session.data(from: url)
    print("\(text): \(data.count) bytes")
  } catch {
    print("\(text): \(error.localizedDescription)")
  }
}
try cache.close()
