#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Scopes as a program without a framework begins and ends them.
  struct ScopeTests {
    /// Python that says what the address of scopes is to be told, and asks the service.
    private static let library = """
      import os, socket, sys, threading, urllib.parse, urllib.request

      def say(**query):
          address = urllib.parse.urlsplit(os.environ["VCR_SCOPE_URL"])
          with socket.create_connection((address.hostname, address.port)) as connection:
              query = urllib.parse.urlencode(query, True)
              connection.sendall(f"GET {address.path}?{query} HTTP/1.0\\r\\n\\r\\n".encode())
              head, _, text = connection.makefile("rb").read().decode().partition("\\r\\n\\r\\n")
          return int(head.split()[1]), text.strip()

      def begin(*name): return say(begin="", name=name)
      def end(scope, result="pass"): return say(end=scope, result=result)

      def get(path, **headers):
          request = urllib.request.Request("http://svc.test/" + path, headers=headers)
          try:
              return urllib.request.urlopen(request).status
          except urllib.error.HTTPError as error:
              return error.code

      """

    private func run(
      _ service: ScopeService, _ arguments: [String] = ["record"], _ program: String,
      setting variables: [String: String] = [:]
    ) async throws -> Child.Result {
      try service.workshop.folder.write(Self.library + program, to: "tests.py")
      return try await service.workshop.vcr(
        [arguments[0], "--scopes"] + service.map + arguments.dropFirst() + [
          "--", "python3", "tests.py",
        ],
        setting: variables, timeout: 120)
    }

    @Test func `what is requested outside of tests is in the cassette of the run`() async throws {
      let service = try ScopeService()
      let result = try await run(
        service,
        """
        get("before")
        status, one = begin("a.py", "one")
        get("within")
        end(one)
        get("after")
        """)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try service.cassettes() == ["a.py/one.yaml", "python3.yaml"])
      let own = try #require(service.workshop.text("Cassettes/a.py/one.yaml"))
      #expect(own.contains("/within") && !own.contains("/before") && !own.contains("/after"))
      let rest = try #require(service.workshop.text("Cassettes/python3.yaml"))
      #expect(!rest.contains("/within") && rest.contains("/before") && rest.contains("/after"))
    }

    @Test func `what is requested outside of tests may come again, or not, in a replay`()
      async throws
    {
      let service = try ScopeService()
      let program = """
        for path in sys.argv[1:] or os.environ["OUTSIDE"].split():
            print(get(path))
        _, one = begin("a.py", "one")
        get("within")
        print(end(one)[0])
        """
      let recorded = try await run(service, program, setting: ["OUTSIDE": "login users"])
      #expect(recorded.status == 0, "\(recorded.errorText)")
      let arguments = ["replay", "--require-all"]
      let repeated = try await run(
        service, arguments, program, setting: ["OUTSIDE": "users login login login users"])
      #expect(repeated.status == 0, "\(repeated.errorText)")
      #expect(repeated.text == String(repeating: "200\n", count: 6))
      let some = try await run(service, arguments, program, setting: ["OUTSIDE": "users"])
      #expect(some.status == 0, "\(some.errorText)")
      #expect(some.errorText.contains("replayed 2 of 2: 1 test in Cassettes/"), "\(some.errorText)")
      let none = try await run(service, arguments, program, setting: ["OUTSIDE": ""])
      #expect(none.status == 0, "\(none.errorText)")
    }

    @Test func `a test that is recorded again leaves what others request outside of it`()
      async throws
    {
      let service = try ScopeService()
      let program = """
        for path in os.environ["OUTSIDE"].split():
            get(path)
        _, one = begin("a.py", "one")
        get("within")
        end(one)
        """
      _ = try await run(service, program, setting: ["OUTSIDE": "users shop"])
      let before = try #require(service.workshop.text("Cassettes/python3.yaml"))
      let again = try await run(
        service, ["record", "--mode", "all"], program, setting: ["OUTSIDE": "users"])
      #expect(again.status == 0, "\(again.errorText)")
      #expect(service.workshop.text("Cassettes/python3.yaml") == before)
    }

    @Test func `with -c the cassettes are in a folder of that name`() async throws {
      let service = try ScopeService()
      let result = try await run(
        service, ["record", "-c", "api.yaml"],
        """
        status, one = begin("a.py", "one")
        get("within")
        end(one)
        """)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try service.cassettes(in: "api") == ["a.py/one.yaml"])
    }

    @Test func `a request of one of two tests in a process has to say which`() async throws {
      let service = try ScopeService()
      let result = try await run(
        service,
        """
        _, one = begin("a.py", "one")
        _, two = begin("a.py", "two")
        print(get("nobody"))
        print(get("first", **{"VCR-Scope": one}), get("second", **{"VCR-Scope": two}))
        print(end(one)[0], end(two)[0])
        print(get("late", **{"VCR-Scope": one}))
        """)
      #expect(result.text == "409\n200 200\n200 200\n409\n", "\(result.errorText)")
      #expect(result.status == 80)
      #expect(
        result.errorText.contains("2 tests run at once in one process (a.py::one, a.py::two)"))
      #expect(service.targets == ["/first", "/second"])
      #expect(service.server.requests.allSatisfy { $0.header("VCR-Scope") == nil })
      let one = try #require(service.workshop.text("Cassettes/a.py/one.yaml"))
      #expect(one.contains("/first") && !one.lowercased().contains("vcr-scope"))
    }

    @Test func `a part of a test has a cassette of its own within the test`() async throws {
      let service = try ScopeService()
      let result = try await run(
        service,
        """
        _, one = begin("a.py", "one")
        get("outer")
        _, part = begin("a.py", "one", "part")
        get("inner")
        end(part)
        get("again")
        end(one)
        """)
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try service.cassettes() == ["a.py/one.yaml", "a.py/one/part.yaml"])
      #expect(service.workshop.text("Cassettes/a.py/one/part.yaml")?.contains("/inner") == true)
    }

    @Test func `two tests of one name have a cassette each, and cannot run at once`() async throws {
      let service = try ScopeService()
      let program = """
        for path in ["first", "second"]:
            _, one = begin("a.py", "one")
            print(begin("a.py", "one")[0])
            print(get(path))
            end(one)
        """
      let recorded = try await run(service, program)
      #expect(recorded.text == "409\n200\n409\n200\n", "\(recorded.errorText)")
      #expect(try service.cassettes().count == 2)
      let replayed = try await run(service, ["replay"], program)
      #expect(replayed.text == recorded.text, "\(replayed.errorText)")
    }

    @Test func `a test that is run again after its process was killed is recorded`() async throws {
      let service = try ScopeService()
      let result = try await run(
        service,
        """
        child = os.fork()
        if child == 0:
            begin("a.py", "one")
            get("killed")
            os.kill(os.getpid(), 9)
        os.waitpid(child, 0)
        status, one = begin("a.py", "one")
        print(status, get("within"), end(one)[0])
        """)
      #expect(result.text == "200 200 200\n", "\(result.errorText)")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(try service.cassettes() == ["a.py/one.yaml"])
      let own = try #require(service.workshop.text("Cassettes/a.py/one.yaml"))
      #expect(own.contains("/within") && !own.contains("/killed"), "\(own)")
    }

    @Test func `what is requested after a test was left is outside of it, whatever its end`()
      async throws
    {
      let service = try ScopeService()
      let result = try await run(
        service,
        """
        status, one = begin("a.py", "one")
        get("in")
        assert say(leave=one) == (200, "")
        get("out")
        assert end(one)[0] == 200
        assert say(leave=one)[0] == 404
        """)
      #expect(result.status == 0, "\(result.errorText)")
      let inside = try #require(service.workshop.text("Cassettes/a.py/one.yaml"))
      #expect(inside.contains("svc.test/in") && !inside.contains("svc.test/out"), "\(inside)")
    }

    @Test func `a failed test, and one that does not end, keep no recording`() async throws {
      let service = try ScopeService()
      let result = try await run(
        service,
        """
        _, one = begin("a.py", "fails")
        get("fails")
        end(one, "fail")
        _, two = begin("a.py", "passes")
        get("passes")
        end(two)
        _, three = begin("a.py", "is left")
        get("left")
        """)
      #expect(try service.cassettes() == ["a.py/passes.yaml"], "\(result.errorText)")
      #expect(
        result.errorText.contains("a.py::is left: its recording is not kept, as it did not end"))
    }

    @Test func `a test is told what is not in its cassette and what it left unused`() async throws {
      let service = try ScopeService()
      _ = try await run(
        service,
        """
        for name in ["one", "two"]:
            _, scope = begin("a.py", name)
            get("known")
            get("left")
            end(scope)
        """)
      let result = try await run(
        service, ["replay"],
        """
        _, one = begin("a.py", "one")
        get("known"), get("other")
        print(*end(one))
        _, two = begin("a.py", "two")
        get("known")
        print(*end(two))
        """)
      #expect(result.status == 80)
      #expect(
        result.text.contains("409 No recorded interaction matches  GET http://svc.test/other"))
      #expect(result.text.hasSuffix("200 \n") || result.text.hasSuffix("200\n"), "\(result.text)")
      #expect(
        result.errorText.contains(
          "a.py::two: 1 of 2 interactions of Cassettes/a.py/two.yaml unused: #2"))
      #expect(
        result.errorText.contains(
          "vcr record --mode new-episodes --scopes -- python3 tests.py"), "\(result.errorText)")
    }

    @Test func `in CI no cassette of a test is made, and those that are there are replayed`()
      async throws
    {
      let service = try ScopeService()
      let program = """
        for name in sys.argv[1:] or ["old"]:
            _, scope = begin("a.py", name)
            print(get(name))
            end(scope)
        """
      _ = try await run(service, program)
      let result = try await run(
        service, program + "\n_, scope = begin('a.py', 'new')\nprint(get('new'))\nend(scope)",
        setting: ["CI": "true"])
      #expect(result.text == "200\n501\n", "\(result.errorText)")
      #expect(result.status == 80)
      #expect(try service.cassettes() == ["a.py/old.yaml"])
    }

    @Test func `without --scopes the tests have none`() async throws {
      let service = try ScopeService()
      let result = try await service.workshop.vcr(
        ["record"] + service.map + [
          "--", "sh", "-c", "test -z \"$VCR_SCOPE_URL\" && curl -s http://svc.test/x",
        ])
      #expect(result.status == 0 && result.text == "/x", "\(result.errorText)")
    }

    @Test func `a shell script names its own process`() async throws {
      let service = try ScopeService()
      let script = """
        id=$(curl -sf "$VCR_SCOPE_URL?begin=one&process=$$") || exit 1
        curl -s http://svc.test/within
        curl -sf "$VCR_SCOPE_URL?end=$id&result=pass"
        """
      let result = try await service.workshop.vcr(
        ["record", "--scopes"] + service.map + ["--", "sh", "-c", script])
      #expect(result.status == 0 && result.text == "/within", "\(result.errorText)")
      #expect(try service.cassettes() == ["one.yaml"])
    }

    private func run(
      _ service: ScopeService, _ program: String, setting variables: [String: String] = [:]
    ) async throws -> Child.Result {
      try await run(service, ["record"], program, setting: variables)
    }
  }
#endif
