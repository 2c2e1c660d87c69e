//     swift run --package-path Examples --scratch-path .build generated-client todos.yaml https://todos.example.com
//
// The first run records, the second replays.

import Foundation
import VCR

let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let url = arguments.dropFirst().first.flatMap(URL.init(string:))
else {
  fatalError("usage: generated-client CASSETTE URL")
}
// From the current folder, and not beside this source file.
try await withCassette(URL(filePath: name).path) { session in
  let client = Client(
    serverURL: url, transport: URLSessionTransport(configuration: .init(session: session)))
  for todo in try await client.listTodos() { print(todo.title) }
}
