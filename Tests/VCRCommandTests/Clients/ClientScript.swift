#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing
  import VCRCore
  import VCRProxy

  @testable import VCRCommand

  /// What makes a row of the table of clients (`KnownClient.all`) a test: a real program that asks
  /// a real service.
  struct ClientScript: Sendable {
    /// What leads the client to `vcr` in a test.
    enum Way: String, Sendable {
      /// Variables, without isolation.
      case variables
      /// Isolation, without a variable of `vcr`'s.
      case isolation
      /// Both, as by default.
      case both
    }

    /// The name of the row.
    var client: String
    /// A command that succeeds when the client is installed.
    var probe: [String]
    /// Files that it needs, by name.
    var files: [String: String] = [:]
    /// Python that makes what the service serves below `/site/`, where that is the working folder.
    var site: String?
    /// A command that makes it ready, outside of `vcr`.
    var preparation: [String]?
    /// The command, with the URL to be added at its end; `{python}` is the Python that has the
    /// clients.
    var command: [String]
    /// The path it asks for.
    var path = "/greeting"
    /// The schemes that it speaks in the test.
    var schemes = ["https", "http"]
    /// What stands in its output.
    var output = "grüße von /greeting\n"

    /// All of them.
    static let all = tools + python + languages + toolkits

    /// A client over IPv6 without an environment, which is no row.
    static let bare = ClientScript(
      client: "curl over IPv6 without an environment", probe: [],
      command: ["env", "-i", "curl", "-6", "-sSi", "--noproxy", "*"])

    /// A client that reads the system's folder of roots and no file, which is no row.
    ///
    /// - Parameter path: The folder as the client spells it, Qt with a slash behind it.
    /// - Returns: The client.
    static func rootFolder(_ path: String = "/etc/ssl/certs") -> ClientScript {
      ClientScript(
        client: "OpenSSL with the system's folder of roots", probe: [],
        command: [
          "python3", "-c",
          """
          import ssl, sys, urllib.request
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
          context.load_verify_locations(capath="\(path)")
          print(urllib.request.urlopen(sys.argv[1], context=context).read().decode(), end="")
          """,
        ])
    }

    /// A client that opens the system's file of roots with flags of its own, as programs in Haskell
    /// do; it is no row.
    static let openFlags = ClientScript(
      client: "OpenSSL with roots that are opened without blocking", probe: [],
      command: [
        "python3", "-c",
        """
        import os, ssl, sys, urllib.request
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        roots = os.fdopen(os.open("/etc/ssl/certs/ca-certificates.crt", flags)).read()
        context = ssl.create_default_context(cadata=roots)
        print(urllib.request.urlopen(sys.argv[1], context=context).read().decode(), end="")
        """,
      ])

    /// PHP with a file of roots of its own on its command line, which goes before every variable;
    /// it is no row.
    static let namedRoots = ClientScript(
      client: "PHP with roots on its command line", probe: [],
      files: ["own roots.pem": "no certificate\n"],
      command: [
        "php", "-d", "openssl.cafile=own roots.pem", "-r",
        "echo ini_get('openssl.cafile'), ' ', file_get_contents($argv[1]);",
      ],
      output: "own roots.pem grüße von /greeting\n")

    /// A client with GnuTLS that gets its roots by an option; it is no row.
    static let namedByOption = ClientScript(
      client: "aria2c with roots on its command line", probe: [],
      files: ["own roots.pem": "no certificate\n"],
      command: [
        "sh", "-c",
        #"rm -f out; aria2c -q -o out --ca-certificate="own roots.pem" "$0" && cat out"#,
      ])

    /// Python that takes none of its variables, with certifi's roots; it is no row.
    static let withoutVariables = ClientScript(
      client: "Python without its variables", probe: [],
      preparation: [
        "sh", "-c",
        """
        mkdir -p home/bin home/lib/python3/site-packages/certifi
        ln -s "$(python3 -c 'import sys; print(sys.executable)')" home/bin/python3
        : >home/lib/python3/site-packages/certifi/cacert.pem
        """,
      ],
      command: [
        "home/bin/python3", "-sI", "-c",
        """
        import os, ssl, sys, urllib.request
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        roots = "home/lib/python3/site-packages/certifi/cacert.pem"
        context.load_verify_locations(os.path.abspath(roots))
        print(urllib.request.urlopen(sys.argv[1], context=context).read().decode(), end="")
        """,
      ])

    /// True where that file is.
    static var hasRootFile: Bool {
      FileManager.default.fileExists(atPath: "/etc/ssl/certs/ca-certificates.crt")
    }

    /// True where that folder is.
    static var hasRootFolder: Bool { FileManager.default.fileExists(atPath: "/etc/ssl/certs") }

    /// True where it has the root whose hash is that of every run's authority.
    static var hasSharedRoot: Bool {
      FileManager.default.fileExists(atPath: "/etc/ssl/certs/4042bcee.0")
    }

    /// Why rows have none.
    static let others = [
      "gcloud": "it is in neither Debian nor PyPI",
      "Nix": "Debian's wants a store at /nix",
      "Chromium": "what it asks for by itself differs from run to run",
      "Firefox": "what it asks for by itself differs from run to run",
      "Playwright": "it downloads its browsers",
      "Python gRPC": "GRPCTests have it",
      "Bun": "it is in neither Debian nor PyPI",
      "Swift AsyncHTTPClient": "the package Examples has it",
      "Rust reqwest": "it would have to be built",
      ".NET HttpClient": "it is in neither Debian nor PyPI",
    ]

    /// The script of a row; the test says that it is skipped where there is none, or no such
    /// program.
    static func script(for client: KnownClient) async throws -> ClientScript {
      guard let script = all.first(where: { $0.client == client.name }) else {
        let reason = try #require(
          others[client.name], "\(client.name) has neither script nor reason")
        try Test.cancel("\(client.name): \(reason)")
      }
      let probe = script.words(script.probe)
      let result = try? await Child.run(probe[0], Array(probe.dropFirst()))
      guard result?.status == 0 else { try Test.cancel("\(client.name) is not installed") }
      return script
    }

    private func words(_ words: [String]) -> [String] {
      let python = Package.client("python3") ?? "python3"
      return words.map { $0.replacing("{python}", with: python) }
    }

    /// Records the client over HTTPS and HTTP, stops the service, replays it, and compares status,
    /// header fields and bytes, as far as the client shows them.
    ///
    /// - Parameters:
    ///   - way: What leads it to `vcr`.
    ///   - schemes: The schemes to try; those that its script does not speak are left out.
    ///   - vcr: Runs `vcr` to its end.
    /// - Throws: What the closure throws.
    func prove(
      _ way: Way, schemes: [String] = ["https", "http"],
      _ vcr: (Workshop, [String]) async throws -> Child.Result
    ) async throws {
      let workshop = try Workshop()
      guard let service = try await SecureServer.start(in: workshop.folder) else {
        try Test.cancel("openssl or python3 is not installed")
      }
      try await prepare(in: workshop)
      let unset =
        way == .isolation
        ? ["env"] + ClientVariable.allCases.flatMap { ["-u", $0.name] } : []
      let words = unset + self.words(command)
      let lines = self.schemes.filter(schemes.contains).map { scheme in
        (words + ["\(scheme)://api.test\(path)"]).map(\.shellWord).joined(separator: " ")
      }
      let command =
        ["--isolate", way == .variables ? "off" : "require", "-c", "client"]
      let child = ["--", "sh", "-c", lines.joined(separator: " && ")]

      let recorded = try await vcr(
        workshop, ["record"] + command + service.options + child)
      await service.stop()
      #expect(recorded.status == 0, "\(recorded.text)\(recorded.errorText)")
      #expect(
        recorded.text.components(separatedBy: output).count == lines.count + 1,
        "\(recorded.text)\(recorded.errorText)")
      let count = try #require(
        recorded.errorText.firstMatch(of: /recorded ([0-9]+)[^\n]*: Cassettes/),
        "\(recorded.errorText)"
      ).1

      let replayed = try await vcr(workshop, ["replay"] + command + child)
      #expect(replayed.status == 0, "\(replayed.errorText)")
      #expect(replayed.output == recorded.output, "\(replayed.text)\(recorded.text)")
      #expect(
        replayed.errorText.contains("replayed \(count) of \(count): Cassettes/client.yaml; "),
        "\(replayed.errorText)")
      if way != .variables {
        #expect(replayed.errorText.hasSuffix("; isolated\n"), "\(replayed.errorText)")
      }
      #expect(try workshop.leftovers.filter { $0.hasPrefix("vcr-") } == [])
    }

    private func prepare(in workshop: Workshop) async throws {
      for (name, text) in files { try workshop.folder.write(text, to: name) }
      if let site {
        let made = try await Child.run(
          "python3", ["-c", site], directory: workshop.folder.file("site"), timeout: 300)
        try #require(made.status == 0, "\(made.errorText)")
      }
      if let preparation {
        let made = try await Child.run(
          preparation[0], Array(preparation.dropFirst()), directory: workshop.folder.url,
          timeout: 300)
        try #require(made.status == 0, "\(made.errorText)")
      }
    }
  }

  extension KnownClient: CustomTestStringConvertible {
    package var testDescription: String { name }

    /// Those that one of these means leads to `vcr`.
    static func all(by means: Set<Means>) -> [KnownClient] {
      all.filter { means.contains($0.means) }
    }
  }
#endif
