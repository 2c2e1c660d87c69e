#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Calls of gRPC by a real client to a real service, recorded and replayed.
  struct GRPCTests {
    private static let calls = [
      "unary", "server_stream", "client_stream", "both", "fails", "refuses", "echoes", "missing",
    ]

    /// What the client prints for all calls.
    private static let output = """
      unary (b'got hi', [('kind', 'one'), ('sum-bin', b'\\x00\\xff\\xe9')])
      server_stream [b'0 hi', b'1 hi', b'2 hi']
      client_stream b'a,b'
      both ([b'echo one', b'echo two', b'echo three'], 'hello')
      fails NOT_FOUND nothing here: ü
      refuses INVALID_ARGUMENT not good
      echoes b'\\xe9\\x00\\xff'
      missing UNIMPLEMENTED Method not found!

      """

    private func service(in workshop: Workshop, isSecure: Bool) async throws -> GRPCService {
      guard await GRPCService.isInstalled() else { try Test.cancel("grpcio is not installed") }
      try workshop.folder.write(GRPCService.program, to: "client.py")
      return try await GRPCService(isSecure ? TestCertificates() : nil)
    }

    private func options(_ service: GRPCService) -> [String] {
      ["-c", "c.yaml"] + (service.certificates.map { ["--upstream-ca", $0.rootFile] } ?? [])
    }

    @Test(arguments: [true, false])
    func `calls of every kind are replayed as they were`(isSecure: Bool) async throws {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: isSecure)
      let command =
        ["--"]
        + service.client(
          "unary", "server_stream", "client_stream", "both", "fails", "refuses", "echoes",
          "missing")
      let recorded = try await workshop.vcr(
        ["record"] + options(service) + command, timeout: 300)
      #expect(recorded.text == Self.output, "\(recorded.errorText)")
      #expect(recorded.errorText.contains("recorded \(Self.calls.count): c.yaml"))
      let cassette = workshop.text("c.yaml")
      #expect(cassette?.contains("        awaits: 2\n        message: \"echo two\"\n") == true)
      #expect(cassette?.contains("    awaits: 1\n") == true)

      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + command, timeout: 300)
      #expect(replayed.text == Self.output, "\(replayed.errorText)")
      #expect(replayed.status == 0)

      let again = try await workshop.vcr(
        ["record", "--mode", "all"] + options(service) + command, timeout: 300)
      #expect(again.text == Self.output, "\(again.errorText)")
      #expect(workshop.text("c.yaml") == cassette)
    }

    @Test(arguments: ["method,url", "method,url,body"])
    func `a client that waits for the head of the response before it sends a message is replayed`(
      policy: String
    ) async throws {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      let calls = service.client(
        "both_after_head", "client_stream_after_head", "late_after_head", "late_again", "both")
      let record = ["record", "--mode", "all"] + options(service) + ["--"] + calls
      let recorded = try await workshop.vcr(record)
      #expect(
        recorded.text == """
          both_after_head ('hello', [b'echo one', b'echo two'])
          client_stream_after_head ('hello', b'a,b')
          late_after_head ('x', [b'xy'])
          late_again ('z', [b'zy'])
          both ([b'echo one', b'echo two', b'echo three'], 'hello')

          """, "\(recorded.errorText)")
      let cassette = workshop.text("c.yaml")
      let replayed = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--match", policy, "--"] + calls)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.errorText.contains("replayed 5 of 5"), "\(replayed.errorText)")
      _ = try await workshop.vcr(record)
      #expect(workshop.text("c.yaml") == cassette)
    }

    @Test func `a call that has the head and matches nothing by its messages is told so`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      _ = try await workshop.vcr(
        ["record"] + options(service) + ["--"] + service.client("client_stream_after_head"))
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--match", "method,url,body", "--"]
          + service.client("other_after_head"))
      #expect(
        result.text.hasPrefix(
          "other_after_head FAILED_PRECONDITION No recorded interaction matches"),
        "\(result.text) \(result.errorText)")
    }

    // Nothing but the order tells which one it gets.
    @Test func `a client that waits gets the first of several heads`() async throws {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      let calls = service.client("both_after_head", "both_after_head")
      _ = try await workshop.vcr(["record"] + options(service) + ["--"] + calls)
      let cassette = try #require(workshop.text("c.yaml"))
      let last = try #require(cassette.range(of: "greeting: hello", options: .backwards))
      try workshop.folder.write(
        cassette.replacingCharacters(in: last, with: "greeting: again"), to: "c.yaml")
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml", "--"] + calls)
      #expect(
        replayed.text == """
          both_after_head ('hello', [b'echo one', b'echo two'])
          both_after_head ('again', [b'echo one', b'echo two'])

          """, "\(replayed.errorText)")
    }

    @Test func `a call that begins as none in the cassette goes to the service while it lasts`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      let record =
        ["record", "--mode", "new-episodes", "--match", "method,url,body"] + options(service)
        + ["--"]
      _ = try await workshop.vcr(record + service.client("late_after_head"))
      let result = try await workshop.vcr(
        record + service.client("late_again", "late_after_head"))
      #expect(
        result.text == "late_again ('z', [b'zy'])\nlate_after_head ('x', [b'xy'])\n",
        "\(result.errorText)")
      #expect(result.errorText.contains("recorded 1, replayed 1"), "\(result.errorText)")
    }

    @Test func `a new call is recorded beside those that are replayed`() async throws {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      _ = try await workshop.vcr(["record"] + options(service) + ["--"] + service.client("both"))
      let result = try await workshop.vcr(
        ["record", "--mode", "new-episodes"] + options(service) + ["--"]
          + service.client("both", "client_stream"))
      #expect(result.text.hasPrefix("both ([b'echo one',"), "\(result.errorText)")
      #expect(result.text.hasSuffix("client_stream b'a,b'\n"), "\(result.errorText)")
      #expect(result.errorText.contains("recorded 1, replayed 1"), "\(result.errorText)")
    }

    @Test func `a call that the cassette lacks is refused at once by a status of gRPC`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      _ = try await workshop.vcr(["record"] + options(service) + ["--"] + service.client("unary"))
      let result = try await workshop.vcr(
        ["replay", "-c", "c.yaml", "--"] + service.client("unary", "both"))
      let refusal = try #require(result.text.range(of: "both FAILED_PRECONDITION "))
      let message = result.text[refusal.upperBound...]
      #expect(message.hasPrefix("No recorded interaction matches"), "\(result.errorText)")
      #expect(message.contains("\nc.yaml (1 interaction;"), "\(message)")
      #expect(result.errorText.contains("No recorded interaction matches"))
    }

    // No service listens on port 1, and the client sends nothing more before it has a response.
    @Test func `a call whose service fails while its client waits is replayed at once`()
      async throws
    {
      let workshop = try Workshop()
      guard await GRPCService.isInstalled() else { try Test.cancel("grpcio is not installed") }
      try workshop.folder.write(GRPCService.program, to: "client.py")
      let command = ["--", "python3", "client.py", "1", "plain", "both", "client_stream"]
      let recorded = try await workshop.vcr(["record", "-c", "c.yaml"] + command)
      #expect(
        recorded.text.hasPrefix("both UNAVAILABLE")
          && recorded.text.contains("\nclient_stream UNAVAILABLE"), "\(recorded.text)")
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + command)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.errorText.contains("replayed 2 of 2"), "\(replayed.errorText)")
      #expect(replayed.status == 0)
    }

    @Test func `a deadline of the client alone is met in the replay as in the recording`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      let client = ["--"] + service.client("unary", "left_sending", "left_ended", "left_open")
      let recorded = try await workshop.vcr(["record", "-c", "c.yaml"] + client, timeout: 120)
      #expect(
        recorded.text.contains(
          """
          left_sending ['DEADLINE_EXCEEDED']
          left_ended [b'echo one', b'echo two', 'DEADLINE_EXCEEDED']
          left_open [b'echo one', 'DEADLINE_EXCEEDED']
          """), "\(recorded.text) \(recorded.errorText)")
      #expect(recorded.errorText.contains("recorded 4 (3 left by the client)"))
      let replayed = try await workshop.vcr(["replay", "-c", "c.yaml"] + client, timeout: 120)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
      #expect(replayed.errorText.contains("replayed 4 of 4"), "\(replayed.errorText)")
      #expect(!replayed.errorText.contains("dropped"), "\(replayed.errorText)")
    }

    @Test func `verify sends calls as a client of gRPC does, those that failed as well`()
      async throws
    {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      let calls = ["unary", "fails", "client_stream", "missing"]
      _ = try await workshop.vcr(
        ["record"] + options(service) + ["--"]
          + service.client(calls[0], calls[1], calls[2], calls[3]))
      let result = try await workshop.vcr(["verify", "--unsafe", "c.yaml"], timeout: 120)
      #expect(result.errorText.contains("c.yaml: \(calls.count) same"), "\(result.errorText)")
      #expect(result.status == 0, "\(result.text)")
      let curl = try await workshop.vcr("show", "--curl", "c.yaml", "2")
      #expect(curl.text.contains("-H 'te: trailers'"), "\(curl.text)")
    }

    @Test func `show and diff name service, method and status`() async throws {
      let workshop = try Workshop()
      let service = try await service(in: workshop, isSecure: false)
      let command = ["--"] + service.client("unary", "fails")
      _ = try await workshop.vcr(["record"] + options(service) + command)
      let table = try await workshop.vcr("show", "c.yaml")
      #expect(table.text.contains("gRPC    OK         "), "\(table.text)")
      #expect(table.text.contains("test.Test/Fails at http://localhost:"), "\(table.text)")
      #expect(table.text.contains("NOT_FOUND"))
      let call = try await workshop.vcr("show", "c.yaml", "1")
      #expect(call.text.contains("# gRPC test.Test/Unary: OK"), "\(call.text)")
      #expect(call.text.contains("\n\ngot hi\n"))
      let failed = try await workshop.vcr("show", "c.yaml", "2")
      #expect(failed.text.contains("NOT_FOUND, nothing here: ü"), "\(failed.text)")

      let old = try #require(workshop.text("c.yaml"))
      try workshop.folder.write(
        old.replacing("grpc-status: '5'", with: "grpc-status: '7'")
          .replacing("\"got hi\"", with: "\"got \\x01\""), to: "new.yaml")
      let diff = try await workshop.vcr("diff", "c.yaml", "new.yaml")
      #expect(diff.text.contains("gRPC test.Test/Fails at http://localhost:"), "\(diff.text)")
      #expect(diff.text.contains("NOT_FOUND → PERMISSION_DENIED"), "\(diff.text)")
      #expect(diff.text.contains("got \\x01"), "\(diff.text)")
    }
  }
#endif
