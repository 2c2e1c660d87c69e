#if CommandLineTool
  import TestSupport
  import Testing
  import VCRProxy

  @testable import VCRCommand

  /// Each row of the table of clients, recorded and replayed by what the row says.
  struct ClientTests {
    @Test(arguments: KnownClient.all(by: [.either, .variables]))
    func `a client is recorded and replayed by variables alone`(client: KnownClient) async throws {
      try await ClientScript.script(for: client).prove(.variables) {
        try await $0.vcr($1, timeout: 300)
      }
    }

    @Test func `every row has a script or a reason, and every script a row`() {
      let names = KnownClient.all.map(\.name)
      #expect(names.count >= 45)
      #expect(Set(names).count == names.count)
      let known = ClientScript.all.map(\.client) + ClientScript.others.keys
      #expect(Set(known) == Set(names))
      #expect(known.count == names.count)
    }

    @Test func `every variable is somebody's`() {
      for variable in ClientVariable.allCases {
        #expect(!variable.clients.isEmpty, "\(variable.name)")
      }
    }

    @Test func `advice keeps its words where secrets are masked`() {
      for remedy in KnownClient.all.map(\.remedy) {
        #expect(TypedSecrets.ofProcess.masking(remedy, isQuoting: false) == remedy)
      }
    }

    @Test(
      arguments: [
        ("curl/7.88.1", ["make"], ["curl", "curl --noproxy"]),
        (nil, ["sh", "-c", "cd x && aria2c -x4 \"$URL\""], ["aria2c"]),
        (
          nil, ["/usr/bin/python3.11", "a.py"],
          KnownClient.all.map(\.name).filter { $0.hasPrefix("Py") }
        ),
        ("unheard-of/1", ["./program"], []),
      ] as [(String?, [String], [String])])
    func `a client is recognised by its own name, or by COMMAND's words`(
      agent: String?, words: [String], names: [String]
    ) {
      #expect(KnownClient.candidates(agent: agent, words: words).map(\.name) == names)
    }

    @Test func `advice about a program with many clients is one short line`() {
      let advice = KnownClient.advice(
        agent: nil, words: ["/usr/bin/python3.11", "a.py"], host: "api.test")
      #expect(
        advice
          == "give it no roots of its own, or those of $SSL_CERT_FILE: vcr env --clients says how, for "
          + "each client of python; or let the host through: --passthrough api.test")
      // Such a program may as well use a library that has the system's roots alone.
      #expect(
        KnownClient.advice(
          agent: nil, words: ["/usr/bin/python3.11", "a.py"], host: "h", isByChoice: true
        ).hasSuffix(
          "; or leave out --isolate off, if it has the system's roots; or let the host through: "
            + "--passthrough h"))
      for program in Set(KnownClient.all.flatMap(\.programs)) {
        #expect(
          KnownClient.advice(agent: nil, words: [program], host: "h").utf8.count < 320, "\(program)"
        )
      }
    }

    @Test(arguments: [
      (
        "curl",
        [
          "env", "-u", "SSL_CERT_FILE", "-u", "SSL_CERT_DIR", "-u", "CURL_CA_BUNDLE", "curl", "-sS",
        ],
        "a client does not trust the certificates of this run; leave out --cacert"
      ),
      (
        "aria2c", ["aria2c", "-q", "-o", "out"],
        "seems not to trust the certificates of this run; say --ca-certificate=$SSL_CERT_FILE"
      ),
    ])
    func `a client that refuses the certificates is told what to do`(
      tool: String, words: [String], advice: String
    ) async throws {
      guard Tool.isInstalled(tool) else { try Test.cancel("\(tool) is not installed") }
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        ["record", "--isolate", "off", "-c", "c.yaml", "--"] + words + ["https://api.test/a"],
        timeout: 300)
      #expect(result.status != 0)
      // curl writes its own line piece by piece to the same place, so that ours may follow a
      // letter of it.
      let lines = result.errorText.split(separator: "\n").filter {
        $0.contains("vcr: error: api.test: ")
      }
      #expect(lines.count == 1, "\(result.errorText)")
      #expect(
        lines.first.map {
          $0.contains(advice) && $0.hasSuffix("; or let the host through: --passthrough api.test")
        }
          == true, "\(result.errorText)")
    }
  }

  #if os(Linux)
    @Suite(.enabled("this machine allows no namespaces") { try await Isolated.isAllowed() })
    struct IsolatedClientTests {
      @Test(arguments: KnownClient.all(by: [.either, .isolation]))
      func `a client is recorded and replayed by isolation, without a variable`(
        client: KnownClient
      ) async throws {
        try await ClientScript.script(for: client).prove(.isolation) {
          try await $0.vcr($1, timeout: 300)
        }
      }

      @Test(arguments: KnownClient.all(by: [.variables, .both]))
      func `a client is recorded and replayed by isolation and variables`(
        client: KnownClient
      ) async throws {
        try await ClientScript.script(for: client).prove(.both) {
          try await $0.vcr($1, timeout: 300)
        }
      }

      @Test func `IPv6 is captured, too, and a client that has no environment`() async throws {
        try await ClientScript.bare.prove(.isolation) { try await $0.vcr($1, timeout: 300) }
      }

      @Test(
        .enabled(if: Tool.isInstalled("python3"), "python3 is not installed"),
        .enabled(if: ClientScript.hasRootFolder, "this system has no folder of roots"))
      func `a client that reads the system's folder of roots alone trusts the run`() async throws {
        try await ClientScript.rootFolder().prove(.isolation) {
          try await $0.vcr($1, timeout: 300)
        }
      }

      @Test(.enabled(if: Tool.isInstalled("php"), "PHP is not installed"))
      func `a client that names roots on its command line trusts the run`() async throws {
        try await ClientScript.namedRoots.prove(.both) { try await $0.vcr($1, timeout: 300) }
      }

      @Test(.enabled(if: Tool.isInstalled("aria2c"), "aria2c is not installed"))
      func `a client that gets its roots by an option trusts the run`() async throws {
        try await ClientScript.namedByOption.prove(.both) {
          try await $0.vcr($1, timeout: 300)
        }
      }

      @Test func `a Python without its variables trusts the run by certifi's roots`() async throws {
        try await ClientScript.withoutVariables.prove(.both) {
          try await $0.vcr($1, timeout: 300)
        }
      }

      @Test(arguments: KnownClient.all(by: [.neither]))
      func `a client without roots of the system is captured over HTTP`(
        client: KnownClient
      ) async throws {
        try await ClientScript.script(for: client).prove(.both, schemes: ["http"]) {
          try await $0.vcr($1, timeout: 300)
        }
      }
    }

    /// Where namespaces are refused, as in a container.
    @Suite(
      .enabled("this machine allows no filter that asks") { try await Isolated.isFilterAllowed() })
    struct FilteredClientTests {
      @Test(arguments: KnownClient.all(by: [.isolation, .both]))
      func `a client that reads no proxy variable is recorded and replayed`(
        client: KnownClient
      ) async throws {
        let way = client.means == .both ? ClientScript.Way.both : .isolation
        try await ClientScript.script(for: client).prove(way) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }

      @Test(
        .enabled(if: Tool.isInstalled("python3"), "python3 is not installed"),
        .enabled(if: ClientScript.hasSharedRoot, "there is no ISRG Root X1 in a folder of roots"),
        arguments: ["/etc/ssl/certs", "/etc/ssl/certs/", "//etc/./ssl//certs"])
      func `a client that reads the system's folder of roots alone trusts the run`(
        path: String
      ) async throws {
        try await ClientScript.rootFolder(path).prove(.isolation) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }

      @Test(
        .enabled(if: Tool.isInstalled("python3"), "python3 is not installed"),
        .enabled(if: ClientScript.hasRootFile, "this system has its roots elsewhere"))
      func `a client that opens the system's roots with flags of its own trusts the run`()
        async throws
      {
        try await ClientScript.openFlags.prove(.isolation, schemes: ["https"]) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }

      @Test(.enabled(if: Tool.isInstalled("php"), "PHP is not installed"))
      func `a client that names roots on its command line trusts the run`() async throws {
        try await ClientScript.namedRoots.prove(.both) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }

      @Test(.enabled(if: Tool.isInstalled("aria2c"), "aria2c is not installed"))
      func `a client that gets its roots by an option trusts the run`() async throws {
        try await ClientScript.namedByOption.prove(.both) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }

      @Test func `a Python without its variables trusts the run by certifi's roots`() async throws {
        try await ClientScript.withoutVariables.prove(.both) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }

      @Test func `IPv6 is captured, too, and a client that has no environment`() async throws {
        try await ClientScript.bare.prove(.isolation) {
          try await Sandbox.docker.vcr(in: $0, $1, timeout: 300)
        }
      }
    }
  #endif
#endif
