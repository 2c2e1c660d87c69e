//     swift run --package-path Examples --scratch-path .build online-first rates.yaml https://example.com/rates.json
//
// With the network it prints what is there now; without, what was there the last time.

import Foundation

let arguments = CommandLine.arguments.dropFirst()
guard let file = arguments.first, let text = arguments.dropFirst().first,
  let url = URL(string: text)
else {
  print("usage: online-first CASSETTE URL")
  exit(64)
}
let cache = try OnlineFirst(file: file)
do {
  let (data, _) = try await cache.session.data(from: url)
  print(String(decoding: data, as: UTF8.self))
  try cache.close()
} catch {
  print("neither the network nor the cache has \(text): \(error.localizedDescription)")
  try cache.close()
  exit(1)
}
