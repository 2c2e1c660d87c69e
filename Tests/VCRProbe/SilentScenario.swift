import Foundation
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Everything that could lead a replay to the network, in a process whose system calls are watched.
enum SilentScenario {
  private static let cassette = """
    vcr: 1
    interactions:
    - request:
        method: GET
        url: https://api.example.invalid/known
      response:
        status: 200
        body:
          text: known
    - request:
        method: GET
        url: https://api.example.invalid/login
      response:
        status: 401 Unauthorized
        headers:
          WWW-Authenticate: Basic realm="x"
      times: any
    - request:
        method: GET
        url: https://api.example.invalid/away
      response:
        status: 302 Found
        headers:
          Location: https://elsewhere.example.invalid/

    """

  static func run(_ folder: TemporaryDirectory) async throws {
    let file = try folder.write(cassette, to: "silent.yaml")
    let log = EndLog()
    let (session, deck) = try session(file, .none)
    let (answering, second) = try VCRProbe.session(file, .none, delegate: log)
    let origin = "https://api.example.invalid"
    let (data, _) = try await session.data(from: url(origin + "/known"))
    try require(data == Data("known".utf8), "another body")
    let (_, response) = try await session.data(from: url(origin + "/login"))
    try require((response as? HTTPURLResponse)?.statusCode == 401, "\(response)")
    answering.dataTask(with: try url(origin + "/login")).resume()
    let error = await log.end()
    try require(error == nil, "\(String(describing: error))")
    for target in [
      origin + "/unknown", origin + "/away", "http://user:password@nowhere.example.invalid:81/",
      "http://192.0.2.1/",
    ] {
      try await refused(target) { try await session.data(from: $0) }
      try await refused(target) {
        try await session.upload(for: URLRequest(url: $0), from: Data())
      }
    }
    do {
      _ = try await session.download(from: url(origin + "/known"))
      throw Failure("a download was answered")
    } catch is LoadingError {}
    try deck.close()
    do {
      _ = try await session.data(from: url(origin + "/known"))
      throw Failure("a closed deck answered")
    } catch is DeckError {}
    try second.close()
  }

  private static func refused(
    _ target: String, _ body: (URL) async throws -> (Data, URLResponse)
  ) async throws {
    do {
      _ = try await body(url(target))
      throw Failure("\(target) was answered")
    } catch is UnmatchedRequest {}
  }
}
