#if CommandLineTool
  import Testing
  import TestSupport

  /// Each row of the table of clients: HTTPS recorded through the proxy, then replayed with the
  /// service gone.
  @Suite(.serialized)
  struct ClientTests {
    @Test(arguments: Client.all)
    func `a client records and replays by environment alone`(client: Client) async throws {
      guard await client.isInstalled() else { try Test.cancel("\(client.name) is not installed") }
      let workshop = try Workshop()
      guard let server = try await SecureServer.start(in: workshop.folder) else {
        try Test.cancel("openssl or python3 is not installed")
      }
      for (name, text) in client.files { try workshop.folder.write(text, to: name) }
      if let preparation = client.preparation {
        let result = try await Child.run(
          preparation[0], Array(preparation.dropFirst()), directory: workshop.folder.url,
          timeout: 300)
        try #require(result.status == 0, "\(result.errorText)")
      }
      let command = ["--"] + client.command + ["https://api.test\(client.path)"]

      let recorded = try await workshop.vcr(
        [
          "record", "-c", "client", "--map", "api.test:443=127.0.0.1:\(server.port)",
          "--upstream-ca", server.certificate,
        ] + command, timeout: 300)
      #expect(recorded.status == 0, "\(recorded.errorText)")
      #expect(recorded.text == client.output, "\(recorded.errorText)")
      await server.stop()

      let replayed = try await workshop.vcr(["replay", "-c", "client"] + command, timeout: 300)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.output == recorded.output)
      #expect(try workshop.leftovers.filter { $0.hasPrefix("vcr-") } == [])
    }
  }
#endif
