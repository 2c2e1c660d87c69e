#if CommandLineTool && os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The listener is COMMAND's alone: neither another process of the same user is served, nor does
  /// it see or leave anything.
  struct ListenerTests {
    /// Where COMMAND runs.
    enum Rung: String, CaseIterable, Sendable {
      case namespaces, seccomp, variables

      func start(in workshop: Workshop, _ arguments: [String]) throws -> Child {
        switch self {
        case .namespaces: try workshop.start(arguments)
        case .seccomp: try Sandbox.docker.start(in: workshop, arguments)
        case .variables: try workshop.start([arguments[0], "--isolate", "off"] + arguments[1...])
        }
      }
    }

    /// Asks as COMMAND, and as an orphan in a session of its own that has nothing of COMMAND's
    /// environment.
    private static let command = """
      import os, subprocess, sys
      ask, origin = ["curl", "-sS", "-x", os.environ["http_proxy"]], sys.argv[1]
      print(os.environ["http_proxy"], os.environ["SSL_CERT_FILE"], flush=True)
      sys.stdin.readline()
      subprocess.run(ask + [origin + "/own"])
      (ended, held), (answer, answering) = os.pipe(), os.pipe()
      if (child := os.fork()) == 0:
          if os.fork(): os._exit(0)
          os.close(held)
          os.read(ended, 1)
          os.setsid()
          os.dup2(answering, 1)
          os.execvpe("curl", ask + [origin + "/orphan"], {"PATH": os.environ["PATH"]})
      for end in (held, answering): os.close(end)
      os.waitpid(child, 0)
      print(os.fdopen(answer).read(), end="")
      """

    private func ask(_ workshop: Workshop, _ arguments: [String]) async throws -> String {
      let result = try await Child.run(
        "curl", ["-sS", "-i"] + arguments, environment: workshop.environment)
      return result.text + result.errorText
    }

    @Test(arguments: ["record", "replay"], Rung.allCases)
    func `another process of the same user is not served, and an orphan of COMMAND is`(
      verb: String, rung: Rung
    ) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(text: "\(request.target.dropFirst())\n")
      }
      if verb == "replay" {
        try workshop.writeCassette(
          "c.yaml", urls: ["own", "orphan", "stranger"].map { "\(server.origin)/\($0)" })
      }
      let vcr = try rung.start(
        in: workshop,
        [verb, "-c", "c.yaml", "--", "python3", "-c", Self.command, server.origin])
      let line = try #require(await vcr.nextLine(), "\(vcr.errorText)")
      let proxy = try #require(line.split(separator: " ").first.map(String.init))
      let url = "\(server.origin)/stranger"
      // In Docker, root may not look at processes that have more rights.
      let name = rung == .seccomp ? "a process that cannot be seen" : "curl"
      for _ in 0..<20 {
        let text = try await ask(workshop, ["-x", proxy, url])
        #expect(text.hasPrefix("HTTP/1.1 403 Forbidden\r\n"), "\(text)")
        #expect(text.contains("COMMAND") && text.contains("from \(name),"), "\(text)")
      }
      #expect(try await ask(workshop, ["-p", "-x", proxy, url]).contains("403"))
      vcr.write(Array("\n".utf8))
      let result = await vcr.finished()
      #expect(result.status == 0 && result.text.hasSuffix("own\norphan\n"), "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "turned away, because COMMAND did not start them: \(name), 21 connections"),
        "\(result.errorText)")
      #expect(result.errorText.split(separator: "\n").count < 5, "\(result.errorText)")
      #expect(try #require(workshop.text("c.yaml")).contains("/stranger") == (verb == "replay"))
      #expect(server.requests.contains { $0.target == "/stranger" } == false)
    }

    @Test func `a program that a service starts with the environment of COMMAND is served`()
      async throws
    {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "served") }
      let vcr = try workshop.start(
        "record", "--isolate", "off", "-c", "c.yaml", "--", "python3", "-c", Self.command,
        server.origin)
      let words = try #require(await vcr.nextLine(), "\(vcr.errorText)").split(separator: " ")
      var environment = workshop.environment
      (environment["http_proxy"], environment["SSL_CERT_FILE"]) = (
        String(words[0]), String(words[1])
      )
      let other = try await Child.run(
        "curl", ["-sS", "\(server.origin)/other"], environment: environment)
      #expect(other.text == "served", "\(other.errorText)")
      vcr.write(Array("\n".utf8))
      #expect(await vcr.finished().errorText.contains("recorded 3"))
    }

    @Test(arguments: ["ends", "splits"])
    func `a thread is served whose process has not the socket`(first: String) async throws {
      let workshop = try Workshop()
      let server = try LoopbackServer { _ in ServerResponse(text: "served\n") }
      // The first thread ends while the other goes on, or the other has descriptors of its own.
      let command = """
        import ctypes, platform, sys, threading, time, urllib.request
        system, ends = ctypes.CDLL(None), sys.argv[2] == "ends"
        def ask():
            if ends: time.sleep(0.2)
            else: system.unshare(0x400)
            for _ in range(2): print(urllib.request.urlopen(sys.argv[1]).read().decode(), end="")
            sys.stdout.flush()
        thread = threading.Thread(target=ask)
        thread.start()
        if ends: system.syscall({"x86_64": 60, "aarch64": 93}[platform.machine()], 0)
        thread.join()
        """
      let result = try await workshop.vcr([
        "record", "--isolate", "off", "-c", "c.yaml", "--", "python3", "-c", command,
        server.origin, first,
      ])
      #expect(result.text == "served\nserved\n", "\(result.errorText)")
      #expect(!result.errorText.contains("turned away"), "\(result.errorText)")
    }

    @Test func `a client that ends at once is not called a stranger`() async throws {
      let workshop = try Workshop()
      let command = """
        import os, socket, urllib.parse
        proxy = urllib.parse.urlparse(os.environ["http_proxy"])
        for _ in range(40):
            if os.fork() == 0:
                client = socket.create_connection((proxy.hostname, proxy.port))
                client.sendall(b"GET http://a.test/ HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n")
                os._exit(0)
            os.wait()
        """
      let result = try await workshop.vcr([
        "record", "--isolate", "off", "-c", "c.yaml", "--", "python3", "-c", command,
      ])
      #expect(!result.errorText.contains("turned away"), "\(result.errorText)")
      #expect(
        result.errorText.contains(
          "not served, because it was closed before it was known whose it is: "),
        "\(result.errorText)")
    }

    @Test(arguments: ["auto", "off"])
    func `where nobody tells whose a connection is, the URL of the proxy has a credential`(
      isolation: String
    ) async throws {
      try #require(Sandbox.isAvailable)
      let workshop = try Workshop()
      let server = try LoopbackServer { request in
        ServerResponse(text: request.header("Proxy-Authorization") ?? "served\n")
      }
      let command = """
        echo "$http_proxy"; read end
        curl -sS "$0/own" && curl -sS -p "$0/tunnel" &&
        "$1" record --isolate off -c inner.yaml -- curl -sS "$0/nested"
        """
      let vcr = try Sandbox.mute.start(
        in: workshop,
        [
          "record", "--isolate", isolation, "-c", "c.yaml", "--", "sh", "-c", command,
          server.origin, Workshop.tool,
        ])
      let proxy = try #require(await vcr.nextLine(), "\(vcr.errorText)")
      let address = try #require(proxy.wholeMatch(of: /http:\/\/vcr:[0-9a-f]+@([0-9.:]+)/)).output.1
      for user in ["", "vcr:wrong@"] {
        for form in [["-x"], ["-p", "-x"]] {
          let text = try await ask(
            workshop, form + ["http://\(user)\(address)", "\(server.origin)/stranger"])
          #expect(text.hasPrefix("HTTP/1.1 407 Proxy Authentication Required\r\n"), "\(text)")
          #expect(text.contains("Proxy-Authenticate: Basic realm=\"vcr\"\r\n"), "\(text)")
        }
      }
      vcr.write(Array("\n".utf8))
      let result = await vcr.finished()
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.hasSuffix("\nserved\nserved\nserved\n"), "\(result.text)")
      #expect(
        result.errorText.contains("a client without the credential of http_proxy, 4 connections"),
        "\(result.errorText)")
      let text = try #require(workshop.text("c.yaml"))
      #expect(!text.contains("stranger") && text.contains("/nested"))
      #expect(!text.lowercased().contains("proxy-auth"))
    }
  }
#endif
