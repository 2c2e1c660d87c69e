#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Sixty secrets in every place and encoding, through the command: nothing of them stays, and the
  /// recording still plays.
  struct PlantedSecretTests {
    private static let options = PlantedTraffic.variables.keys.sorted().flatMap {
      ["--secret", $0]
    }

    /// A workshop with a client that makes all requests.
    private func workshop(_ server: LoopbackServer, text: String? = nil) throws -> Workshop {
      let workshop = try Workshop()
      try write(server, text: text, into: workshop)
      return workshop
    }

    /// What curl is to do: a request for each planting, each response in a file with its head.
    private func write(_ server: LoopbackServer, text: String?, into workshop: Workshop) throws {
      func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
      }
      var sections: [String] = []
      for planting in PlantedTraffic.plantings {
        let isReplaced =
          if case .variable = planting.secret.discovery { text != nil } else { false }
        let request = PlantedTraffic.request(planting, text: isReplaced ? text : nil)
        let name = "\(planting.number)"
        try workshop.folder.write(request.body, to: "client/body-\(name)")
        var lines = [
          "url = \(quoted(server.origin + request.target))", "request = POST", "silent",
          "show-error", "globoff", "max-time = 240", "data-binary = \"@client/body-\(name)\"",
          "include", "output = \"client/response-\(name)\"", "header = \"Expect:\"",
        ]
        lines += request.headers.map { "header = \(quoted("\($0.name): \($0.value)"))" }
        sections.append(lines.joined(separator: "\n"))
      }
      try workshop.folder.write(sections.joined(separator: "\nnext\n"), to: "client/curl.txt")
    }

    private func responses(_ workshop: Workshop) throws -> [String] {
      try PlantedTraffic.plantings.map { planting in
        let file = workshop.folder.file("client/response-\(planting.number)")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
      }
    }

    private func expectNothing(
      in workshop: Workshop, after result: Child.Result,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let found = try await leaks(workshop, result)
      #expect(found == "", sourceLocation: sourceLocation)
    }

    private func leaks(_ workshop: Workshop, _ result: Child.Result) async throws -> String {
      try workshop.folder.write(result.text + result.errorText, to: "printed")
      let places = ["c.yaml", "c.yaml.recording", "printed", "tmp"].map {
        workshop.folder.file($0).path(percentEncoded: false)
      }
      return try await PlantedTraffic.leaks(
        in: places.filter { FileManager.default.fileExists(atPath: $0) })
    }

    /// A response as far as its client is to see it again: without what only describes transfers.
    private func comparable(_ response: String) -> String {
      let lines = response.split(separator: "\r\n", omittingEmptySubsequences: false)
      return lines.filter {
        !$0.hasPrefix("Content-Length:") && !$0.hasPrefix("Content-Encoding:")
          && !$0.hasPrefix("Connection:") && !$0.hasPrefix("HTTP/1.1 200 Connection")
      }.joined(separator: "\r\n")
    }

    @Test func `planted secrets leave no trace, and the recording plays with and without them`()
      async throws
    {
      let server = try LoopbackServer(handler: PlantedTraffic.response(to:))
      let workshop = try workshop(server)
      let recording = try await workshop.vcr(
        ["record", "-v", "-c", "c.yaml"] + Self.options + ["--", "curl", "-K", "client/curl.txt"],
        setting: PlantedTraffic.variables)
      #expect(recording.status == 0, "\(recording.errorText.suffix(1000))")
      #expect(server.requestCount == PlantedTraffic.plantings.count)
      try await expectNothing(in: workshop, after: recording)
      let live = try responses(workshop)
      let cassette = try #require(workshop.text("c.yaml"))
      for name in PlantedTraffic.variables.keys { #expect(cassette.contains("{{\(name)}}")) }
      server.stop()

      let replay = try await workshop.vcr(
        ["replay", "-v", "-c", "c.yaml", "--require-all"] + Self.options
          + ["--", "curl", "-K", "client/curl.txt"],
        setting: PlantedTraffic.variables)
      #expect(replay.status == 0, "\(replay.errorText.suffix(1000))")
      try await expectNothing(in: workshop, after: replay)
      for (index, response) in try responses(workshop).enumerated() {
        guard case .variable = PlantedTraffic.plantings[index].secret.discovery else { continue }
        // gzip was undone, so only what came as it is can be the same to the byte.
        guard !live[index].contains("Content-Encoding") else { continue }
        let (now, before) = (comparable(response), comparable(live[index]))
        #expect(now == before, "\(index): \(PlantedTraffic.plantings[index])")
      }

      for dummy in ["", "dummy-value"] {
        try write(server, text: dummy, into: workshop)
        let bare = try await workshop.vcr(
          ["replay", "-c", "c.yaml", "--require-all"] + Self.options
            + ["--", "curl", "-K", "client/curl.txt"])
        #expect(bare.status == 0, "\(bare.errorText.suffix(1500))")
        #expect(
          try await PlantedTraffic.leaks(in: [
            workshop.folder.file("client/response-150").path(percentEncoded: false)
          ]) == "")
      }
    }

    @Test(.timeLimit(.minutes(9))) func `a kill in the middle leaves nothing of them`() async throws
    {
      let gate = Gate()
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      let server = try LoopbackServer { request in
        guard request.target.contains("n=100&") else { return PlantedTraffic.response(to: request) }
        arrival.yield()
        return .raw([.gate(gate)])
      }
      let workshop = try workshop(server)
      let child = try Child(
        Workshop.tool,
        ["record", "-v", "-c", "c.yaml"] + Self.options + ["--", "curl", "-K", "client/curl.txt"],
        environment: workshop.environment.merging(PlantedTraffic.variables) { $1 },
        directory: workshop.folder.url)
      let end = Task {
        // A child that ends early sends no such request.
        defer { arrival.finish() }
        return await child.finished()
      }
      _ = await arrivals.first { true }
      child.kill()
      let result = await end.value
      gate.open()
      #expect(result.status == 137)
      try await expectNothing(in: workshop, after: result)
      let recovery = try await workshop.vcr("recover", "c.yaml")
      #expect(recovery.status == 0)
      try await expectNothing(in: workshop, after: recovery)
      #expect(workshop.text("c.yaml")?.contains("n=99&") == true)
    }

    @Test func `a recording without redaction warns, and vcr redact mends it`() async throws {
      let server = try LoopbackServer(handler: PlantedTraffic.response(to:))
      let workshop = try workshop(server)
      let recording = try await workshop.vcr(
        ["record", "-q", "-c", "c.yaml", "--no-redaction", "--", "curl", "-K", "client/curl.txt"],
        setting: PlantedTraffic.variables)
      #expect(recording.status == 0)
      #expect(recording.errorText.contains("vcr redact"))
      #expect(try await leaks(workshop, recording) != "")
      let check = try await workshop.vcr(["check", "c.yaml"], setting: PlantedTraffic.variables)
      #expect(check.status == 1)
      let mended = try await workshop.vcr(
        ["redact", "c.yaml"] + Self.options, setting: PlantedTraffic.variables)
      #expect(mended.status == 0, "\(mended.errorText)")
      try await expectNothing(in: workshop, after: mended)
      let once = workshop.text("c.yaml")
      let again = try await workshop.vcr(
        ["redact", "c.yaml"] + Self.options, setting: PlantedTraffic.variables)
      #expect(again.errorText.contains("nothing to redact"))
      #expect(workshop.text("c.yaml") == once)
      server.stop()
      for variables in [PlantedTraffic.variables, [:]] {
        let replay = try await workshop.vcr(
          ["replay", "-c", "c.yaml", "--require-all"] + Self.options
            + ["--", "curl", "-K", "client/curl.txt"], setting: variables)
        #expect(replay.status == 0, "\(replay.errorText.suffix(1000))")
      }
    }
  }
#endif
