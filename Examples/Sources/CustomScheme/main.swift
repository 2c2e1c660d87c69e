//     swift run --package-path Examples --scratch-path .build epub BOOK.epub META-INF/container.xml

import Foundation

guard CommandLine.arguments.count == 3,
  let url = URL(string: "epub://book/" + CommandLine.arguments[2])
else {
  print("usage: epub BOOK.epub FILE")
  exit(64)
}
let book = try Book(path: CommandLine.arguments[1])
let (data, response) = try await book.session.data(from: url)
print(response.mimeType ?? "", response.textEncodingName ?? "-", response.expectedContentLength)
print(String(decoding: data, as: UTF8.self))
