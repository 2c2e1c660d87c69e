#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  @testable import VCRCommand

  struct EnvironmentTests {
    @Test func `options of the user are kept in front of ours`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("user_agent = mine", to: "userrc")
      let result = try await workshop.vcr(
        [
          "record", "--", "sh", "-c",
          """
          echo "$NODE_OPTIONS"; echo "$JAVA_TOOL_OPTIONS"; echo "$PHP_INI_SCAN_DIR"; cat "$WGETRC"
          """,
        ],
        setting: [
          "NODE_OPTIONS": "--no-warnings", "JAVA_TOOL_OPTIONS": "-Dmine=1",
          "PHP_INI_SCAN_DIR": "/mine", "WGETRC": workshop.folder.path + "/userrc",
        ])
      let lines = result.text.split(separator: "\n")
      try #require(lines.count == 6)
      #expect(lines[0].hasPrefix("--no-warnings --require "))
      #expect(lines[1].hasPrefix("-Dmine=1 -Dhttp.proxyHost=127.0.0.1 "))
      #expect(lines[2].hasPrefix("/mine:/"))
      #expect(lines[3] == "user_agent = mine")
      #expect(lines[5].hasPrefix("ca_certificate = /"))
    }

    @Test(
      .enabled(if: Tool.isInstalled("node"), "Node is not installed"), arguments: ["auto", "off"])
    func `a program in Node that asks the proxy by itself reaches it`(
      isolation: String
    ) async throws {
      let workshop = try Workshop()
      try workshop.writeCassette("c.yaml", urls: ["https://api.test/one"])
      let program = """
        const { hostname, port } = new URL(process.env.https_proxy);
        const headers = { host: 'api.test' };
        require('http').get({ hostname, port, path: 'https://api.test/one', headers }, (response) => {
          response.pipe(process.stdout);
        });
        """
      let result = try await workshop.vcr(
        "replay", "-c", "c.yaml", "--isolate", isolation, "--", "node", "-e", program)
      #expect(result.text == "one\n", "\(result.errorText)")
      #expect(result.status == 0, "\(result.errorText)")
    }

    @Test(
      .enabled("there is no Node with permissions") {
        guard Tool.isInstalled("node") else { return false }
        return try await Child.run("node", ["--experimental-permission", "-e", "1"]).status == 0
      })
    func `a program in Node that may read no file but its own runs`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("console.log('ran')", to: "app.js")
      let result = try await workshop.vcr([
        "record", "-c", "c.yaml", "--", "sh", "-c",
        "node --experimental-permission --allow-fs-read=\"$PWD/\" app.js && node app.js",
      ])
      #expect(result.text == "ran\nran\n", "\(result.errorText)")
      #expect(result.status == 0, "\(result.errorText)")
    }

    @Test(.enabled(if: Tool.isInstalled("python3"), "python3 is not installed"))
    func `a program in Python has the path and the modules that it would have, and ours in ssl`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write("print('started')\n", to: "own/sitecustomize.py")
      let program = """
        import os, sys
        own = sys.modules.get("sitecustomize")
        print(os.path.basename(os.path.dirname(own.__file__)))
        run = os.path.dirname(os.environ["NODE_EXTRA_CA_CERTS"])
        print([part for part in sys.path if run in part], type(sys.meta_path[0]).__name__)
        import ssl
        print(ssl.__loader__.get_source("ssl")[:8], ssl.__spec__.loader is ssl.__loader__)
        def has_ours(context): return any("vcr" in str(root["issuer"]) for root in context.get_ca_certs())
        for kind in ssl.PROTOCOL_TLS_CLIENT, ssl.PROTOCOL_TLS_SERVER:
            context = ssl.SSLContext(kind)
            context.load_verify_locations(sys.argv[1])
            print(has_ours(context))
        os.environ["SSL_CERT_FILE"] = sys.argv[1]
        print(has_ours(ssl.create_default_context()))
        """
      try workshop.folder.write(program, to: "program.py")
      let made = try await Child.run(
        "openssl",
        [
          "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
          "-days", "2", "-subj", "/CN=own", "-keyout", "key.pem", "-out", "own.pem",
        ], directory: workshop.folder.url)
      try #require(made.status == 0, "\(made.errorText)")
      let result = try await workshop.vcr(
        [
          "record", "--isolate", "off", "--", "sh", "-c",
          "python3 program.py own.pem; ls \"${PYTHONPATH%%:*}\"; wc -c <\"${PYTHONPATH%%:*}/__pycache__\"",
        ], setting: ["PYTHONPATH": workshop.folder.path + "/own"])
      let lines = result.text.split(separator: "\n").map(String.init)
      try #require(lines.count == 10, "\(result.text)\(result.errorText)")
      #expect(lines[0...1] == ["started", "own"])
      #expect(lines[2] == "[] _Finder")
      #expect(lines[3].hasSuffix(" True"))
      #expect(lines[4...6] == ["True", "False", "True"])
      #expect(lines[7...8] == ["__pycache__", "sitecustomize.py"])
      #expect(lines[9].contains("0"))
    }

    @Test(.enabled(if: Tool.isInstalled("ruby"), "Ruby is not installed"))
    func `a program in Ruby has the library for TLS that it would have, and its own folders`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write("puts 'mine'\n", to: "own/mine.rb")
      let program = """
        require "mine"
        puts require("openssl"), require("openssl")
        run = File.dirname(ENV["NODE_EXTRA_CA_CERTS"])
        puts $LOAD_PATH.count { |folder| folder.start_with?(run) }
        puts OpenSSL::SSL::SSLSocket.instance_method(:connect).owner == OpenSSL::SSL::SSLSocket
        """
      let result = try await workshop.vcr(
        ["record", "--isolate", "off", "--", "ruby", "-W", "-e", program],
        setting: ["RUBYLIB": workshop.folder.path + "/own"])
      #expect(
        result.text == "mine\ntrue\nfalse\n0\ntrue\n", "\(result.text)\(result.errorText)")
      #expect(!result.errorText.contains("warning"), "\(result.errorText)")
    }

    @Test(.enabled(if: Tool.isInstalled("python3"), "python3 is not installed"))
    func `a program in Python without modules of the user's starts as it would without vcr`()
      async throws
    {
      let workshop = try Workshop()
      let program = """
        import sys
        print(getattr(sys.modules.get("sitecustomize"), "__file__", None), sys.path)
        """
      let alone = try await Child.run(
        "python3", ["-c", program], environment: workshop.environment,
        directory: workshop.folder.url)
      let result = try await workshop.vcr(
        "record", "--isolate", "off", "--", "python3", "-c", program)
      #expect(result.text == alone.text, "\(result.errorText)")
      #expect(!result.errorText.contains("sitecustomize"), "\(result.errorText)")
    }

    @Test func `the folder of a run is its user's alone and goes with it`() async throws {
      let workshop = try Workshop()
      let result = try await workshop.vcr(
        // In namespaces root's COMMAND has a copy, which no other user's process sees.
        "record", "--isolate", "off", "--", "sh", "-c",
        """
        cd "$(dirname "$SSL_CERT_FILE")" && pwd && ls -ld . | cut -c1-10 && grep -rl PRIVATE . | wc -l
        """)
      let lines = result.text.split(separator: "\n").map(String.init)
      try #require(lines.count == 3)
      #expect(lines[1] == "drwx------")
      #expect(lines[2] == "0")
      #expect(!FileManager.default.fileExists(atPath: lines[0]))
    }

    @Test func `the bundle holds the roots COMMAND would have had, and ours`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("the user's own root\n", to: "roots.pem")
      let result = try await workshop.vcr(
        ["record", "--", "sh", "-c", "cat \"$CURL_CA_BUNDLE\""],
        setting: ["SSL_CERT_FILE": workshop.folder.path + "/roots.pem"])
      #expect(result.text.hasPrefix("the user's own root\n-----BEGIN CERTIFICATE-----\n"))
    }

    @Test func `roots that the user names for one client are kept beside ours`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("of one file", to: "one.pem")
      try workshop.folder.write("of a folder\n", to: "roots/two.pem")
      let own = [
        "REQUESTS_CA_BUNDLE": workshop.folder.path + "/roots", "GIT_SSL_CAINFO": "missing.pem",
        "NODE_EXTRA_CA_CERTS": "one.pem",
      ]
      let result = try await workshop.vcr(
        [
          "record", "--", "sh", "-c",
          """
          grep -c 'of a folder' "$REQUESTS_CA_BUNDLE"; head -n 2 "$NODE_EXTRA_CA_CERTS"
          test "$GIT_SSL_CAINFO" = "$SSL_CERT_FILE" && grep -c 'of one file' "$SSL_CERT_FILE"
          test $(grep -c BEGIN "$REQUESTS_CA_BUNDLE") = $(grep -c BEGIN "$SSL_CERT_FILE") && echo all
          """,
        ], setting: own)
      let lines = result.text.split(separator: "\n").map(String.init)
      #expect(
        lines == ["1", "of one file", "-----BEGIN CERTIFICATE-----", "0", "all"],
        "\(result.text)\(result.errorText)")
      let listed = try await workshop.vcr(["env"], setting: own).text
      #expect(listed.contains("\nNODE_EXTRA_CA_CERTS=FOLDER/NODE_EXTRA_CA_CERTS.pem\n"))
      #expect(listed.contains("\nGIT_SSL_CAINFO=FOLDER/bundle.pem\n"))
    }

    @Test func `roots that the user's settings of PHP name are kept beside ours`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write("of PHP\n", to: "php.pem")
      try workshop.folder.write("of curl", to: "curl.pem")
      let folder = workshop.folder.path
      try workshop.folder.write(
        "; openssl.cafile = none\nopenssl.cafile = \"\(folder)/php.pem\" ; mine\n", to: "php.ini")
      try workshop.folder.write("curl.cainfo=\(folder)/curl.pem\n", to: "more/own.ini")
      let result = try await workshop.vcr(
        [
          "record", "--", "sh", "-c",
          """
          settings=${PHP_INI_SCAN_DIR##*:}/vcr.ini; cut -d= -f1 "$settings"
          roots=$(sed -n 's/^openssl.cafile="\\(.*\\)"/\\1/p' "$settings")
          grep '^of ' "$roots"; tail -n 1 "$roots"; wc -l <"$SSL_CERT_FILE"; wc -l <"$roots"
          """,
        ], setting: ["PHPRC": folder, "PHP_INI_SCAN_DIR": folder + "/more"])
      let lines = result.text.split(separator: "\n").map(String.init)
      try #require(lines.count == 7, "\(result.text)\(result.errorText)")
      #expect(lines[0...1] == ["curl.cainfo", "openssl.cafile"])
      #expect(lines[2...4] == ["of PHP", "of curl", "-----END CERTIFICATE-----"])
      #expect(Int(lines[5]).map { $0 + 2 } == Int(lines[6]))
    }

    @Test(
      .enabled(
        if: Tool.isInstalled("openssl") && Tool.isInstalled("python3"),
        "openssl or python3 is not installed"))
    func `a service that the user's own roots vouch for is trusted when it is passed through`()
      async throws
    {
      let workshop = try Workshop()
      let server = try #require(await SecureServer.start(in: workshop.folder))
      let result = try await workshop.vcr(
        ["record", "--passthrough", "api.test"] + server.options
          + ["--", "curl", "-sS", "https://api.test/"],
        setting: ["CURL_CA_BUNDLE": server.certificate])
      await server.stop()
      #expect(result.status == 0 && result.text.hasPrefix("grüße"), "\(result.errorText)")
    }

    @Test func `every variable is listed with the clients it is for`() async throws {
      let workshop = try Workshop()
      let listed = try await workshop.vcr("env").text.split(separator: "\n")
      let names = listed.filter { !$0.hasPrefix("#") }.map { String($0.prefix { $0 != "=" }) }
      #expect(names.count > 25)
      #expect(listed.filter { $0.hasPrefix("# ") }.count == names.count)
      let set = try await workshop.vcr("record", "--", "env").text
      for name in names {
        #expect(set.split(separator: "\n").contains { $0.hasPrefix("\(name)=") }, "\(name)")
      }
    }

    @Test func `a variable that is not UTF-8 is passed on untouched`() {
      let odd: [UInt8] = Array("ODD=".utf8) + [0xFF, 0xC3]
      let environment = ProcessEnvironment(entries: [odd, Array("A=1".utf8), Array("AB=2".utf8)])
      let changed = environment.setting(["A": "3"])
      #expect(changed.entries == [odd, Array("AB=2".utf8), Array("A=3".utf8)])
    }
  }
#endif
