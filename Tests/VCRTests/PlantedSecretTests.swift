import Foundation
import TestSupport
import Testing
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sixty secrets in every place and encoding, through a session: nothing of them stays, and the
/// recording still plays.
@Suite(.environment([:])) struct PlantedSecretTests {
  private let folder: TemporaryDirectory
  private var cassette: URL { folder.file("c.yaml") }

  init() throws { folder = try TemporaryDirectory() }

  private func request(
    _ planting: PlantedTraffic.Planting, to origin: String, text: String? = nil
  ) throws -> URLRequest {
    let message = PlantedTraffic.request(planting, text: planting.isNamed ? text : nil)
    return try URLRequest("POST", origin + message.target) {
      for field in message.headers { $0.addValue(field.value, forHTTPHeaderField: field.name) }
      $0.httpBody = Data(message.body.utf8)
    }
  }

  /// Makes a request for each planting, one after the other, and closes the deck.
  private func run(
    _ mode: RecordMode, to origin: String, redaction: Redaction = PlantedTraffic.redaction(),
    text: String? = nil, _ plantings: [PlantedTraffic.Planting] = PlantedTraffic.plantings
  ) async throws -> (completions: [Completion], summary: Deck.Summary) {
    let options = Deck.Options(mode: mode, redaction: redaction)
    let played = try Played(cassette, options: options)
    var completions: [Completion] = []
    for planting in plantings {
      completions.append(
        await played.session.completion(of: try request(planting, to: origin, text: text)))
    }
    played.session.finishTasksAndInvalidate()
    return (completions, try played.deck.close())
  }

  /// Looks for the secrets in the folder, and in texts.
  private func expectNothing(
    in texts: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let printed = try TemporaryDirectory()
    try printed.write(texts.joined(separator: "\n"), to: "printed")
    let found = try await PlantedTraffic.leaks(in: [folder.path, printed.path])
    #expect(found == "", sourceLocation: sourceLocation)
  }

  /// The ways in which the errors are printed.
  private func texts(_ completions: [Completion]) -> [String] {
    completions.compactMap(\.error).map { error in
      "\(error)\n\(String(reflecting: error))\n\(error.localizedDescription)\n\(error as NSError)"
    }
  }

  @Test func `the search finds what redaction would have replaced`() async throws {
    let server = try LoopbackServer(handler: PlantedTraffic.response(to:))
    let plantings = Array(PlantedTraffic.plantings.prefix(2))
    _ = try await run(.once, to: server.origin, redaction: .none, plantings)
    #expect(try await PlantedTraffic.leaks(in: [folder.path]).contains(plantings[0].text))
  }

  @Test func `planted secrets leave no trace, and the recording plays with and without them`()
    async throws
  {
    let server = try LoopbackServer(handler: PlantedTraffic.response(to:))
    let live = try await run(.once, to: server.origin)
    #expect(live.summary.recorded == PlantedTraffic.plantings.count)
    #expect(server.requestCount == PlantedTraffic.plantings.count)
    try await expectNothing(in: texts(live.completions) + ["\(live.summary)"])
    let text = try String(contentsOf: cassette, encoding: .utf8)
    for name in PlantedTraffic.variables.keys { #expect(text.contains("{{\(name)}}")) }
    server.stop()

    let replay = try await run(.none, to: server.origin)
    #expect(replay.summary.unused == [])
    try await expectNothing(in: texts(replay.completions))
    for (index, completion) in replay.completions.enumerated() {
      let (planting, before) = (PlantedTraffic.plantings[index], live.completions[index])
      #expect(completion.http?.statusCode == 201, "\(planting)")
      guard planting.isNamed else { continue }
      let isSame = completion.data == before.data
      #expect(isSame, "\(planting): \(completion.text.prefix(200))")
      #expect(completion.fields == before.fields, "\(planting)")
    }

    for dummy in ["", "dummy-value"] {
      let bare = try await run(
        .none, to: server.origin, redaction: PlantedTraffic.redaction(hasValues: false), text: dummy
      )
      #expect(bare.summary.unused == [])
      #expect(bare.completions.allSatisfy { $0.http?.statusCode == 201 })
      let bodies = bare.completions.flatMap { [$0.text, "\($0.fields)"] }
      try await expectNothing(in: texts(bare.completions) + bodies)
    }
    #expect(try String(contentsOf: cassette, encoding: .utf8) == text)
  }

  @Test(arguments: ["refused", "cut short", "garbage"])
  func `planted secrets leave no trace where requests fail`(way: String) async throws {
    let server = try LoopbackServer { request in
      guard way == "cut short" else { return .raw("no HTTP: \(request.target)\r\n\r\n") }
      let echo = request.header("X-Api-Key") ?? ""
      return .raw(
        "HTTP/1.1 200 OK\r\nX-Echo: \(echo)\r\nContent-Length: 9999\r\n\r\n"
          + String(decoding: request.body, as: UTF8.self))
    }
    // Nobody listens on port 1, whatever other tests open.
    let origin = way == "refused" ? "http://127.0.0.1:1" : server.origin
    let live = try await run(.once, to: origin)
    #expect(live.completions.allSatisfy { $0.error is URLError })
    #expect(live.summary.recorded == PlantedTraffic.plantings.count)
    try await expectNothing(in: texts(live.completions))
    server.stop()

    let replay = try await run(.none, to: origin)
    #expect(replay.summary.unused == [])
    #expect(replay.completions.map(\.code) == live.completions.map(\.code))
    try await expectNothing(in: texts(replay.completions))
  }

  @Test func `a request that nothing matches tells none of them`() async throws {
    let server = try LoopbackServer(handler: PlantedTraffic.response(to:))
    _ = try await run(.once, to: server.origin, [PlantedTraffic.plantings[0]])
    let others = Array(PlantedTraffic.plantings.dropFirst())
    let refused = try await run(.none, to: server.origin, others)
    #expect(refused.completions.allSatisfy { $0.error is UnmatchedRequest })
    try await expectNothing(in: texts(refused.completions) + ["\(refused.summary)"])
  }

  #if os(Linux)
    @Test(.timeLimit(.minutes(9))) func `a kill in the middle leaves nothing of them`() async throws
    {
      let gate = Gate()
      defer { gate.open() }
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      let server = try LoopbackServer { request in
        guard request.target.contains("n=100&") else { return PlantedTraffic.response(to: request) }
        arrival.yield()
        return .raw([.gate(gate)])
      }
      let probe = try TestBundle.products().appending(path: "VCRProbe").path
      try FileManager.default.createDirectory(
        at: folder.file("tmp"), withIntermediateDirectories: true)
      var environment = ProcessInfo.processInfo.environment
      environment["TMPDIR"] = folder.file("tmp").path
      let child = try Child(
        probe, ["planted", cassette.path, server.origin], environment: environment,
        directory: folder.url)
      let end = Task {
        // A child that ends early sends no such request.
        defer { arrival.finish() }
        return await child.finished()
      }
      _ = await arrivals.first { true }
      child.kill()
      let result = await end.value
      #expect(result.status == 137)
      let journal = try String(contentsOf: folder.file("c.yaml.recording"), encoding: .utf8)
      #expect(journal.contains("n=99&"))
      try await expectNothing(in: [result.text, result.errorText])

      let last = [PlantedTraffic.plantings[101]]
      let next = try await run(.once, to: server.origin, last)
      #expect(next.completions.first?.http?.statusCode == 201)
      let text = try String(contentsOf: cassette, encoding: .utf8)
      #expect(text.contains("n=99&") && text.contains("n=101&"))
      #expect(!FileManager.default.fileExists(atPath: folder.file("c.yaml.recording").path))
      try await expectNothing()
      server.stop()
      let replay = try await run(
        .none, to: server.origin, Array(PlantedTraffic.plantings.prefix(100)) + last)
      #expect(replay.summary.unused == [])
    }
  #endif
}

extension PlantedTraffic {
  /// The standard rules and the secrets that are known by a variable.
  fileprivate static func redaction(hasValues: Bool = true) -> Redaction {
    variables.sorted { $0.key < $1.key }.reduce(.standard) { redaction, variable in
      redaction.adding(.secret(variable.key, value: hasValues ? variable.value : nil))
    }
  }
}

extension PlantedTraffic.Planting {
  /// True when a variable holds the secret.
  fileprivate var isNamed: Bool {
    if case .variable = secret.discovery { true } else { false }
  }
}
