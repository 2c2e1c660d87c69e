#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// `vcr convert --to locust` and `--to k6`: recorded requests as load.
  struct LoadScriptTests {
    private static let locust = Package.client("locust")

    /// How many requests Locust sends at least; `VCR_LOAD_REQUESTS` is another number, for which
    /// the figures are printed (`Benchmarks/load.sh`).
    private static let asked = ProcessInfo.processInfo.environment["VCR_LOAD_REQUESTS"]
      .flatMap { Int($0) }
    private static var requestCount: Int { asked ?? 3000 }

    /// A recording of requests that carry an id, an entity tag, a token of a form and a cookie.
    private func recorded() async throws -> Workshop {
      let workshop = try Workshop()
      let service = try ItemService(run: 1)
      let result = try await workshop.vcr(
        "record", "-c", "in.yaml", "--", "sh", "-c", ItemService.writing, "sh", service.origin)
      #expect(result.status == 0, "\(result.errorText)")
      return workshop
    }

    private func converted(_ workshop: Workshop, to word: String, _ name: String) async throws
      -> String
    {
      let result = try await workshop.vcr("convert", "--strict", "--to", word, "in.yaml", name)
      #expect(result.status == 0, "\(result.errorText)")
      return try #require(workshop.text(name))
    }

    /// A port that nothing listened on a moment ago, below those that the system hands out.
    private static func freePort() -> Int? {
      (1...50).lazy.map { _ in Int.random(in: 20_000..<32_000) }.first { !isOpen($0) }
    }

    private static func isOpen(_ port: Int) -> Bool { (try? RawConnection(port: port)) != nil }

    @Test(.enabled(if: locust != nil, "Locust is not there"))
    func `Locust sends recorded requests from two workers, and carries what responses hand out`()
      async throws
    {
      let workshop = try await recorded()
      let script = try await converted(workshop, to: "locust", "load.py")
      #expect(script.contains(#"string(v["#) || script.contains(#"number(v["#), "\(script)")
      // Ids go on from another number, and all tokens differ.
      let service = try ItemService(run: 2, .init(nextID: 4000))
      let environment = workshop.environment.merging([
        "BASE_URL": service.origin, "THINK_TIME": "0", "PYTHONDONTWRITEBYTECODE": "1",
      ]) { $1 }
      let locust = try #require(Self.locust)
      let port = "\(try #require(Self.freePort()))"
      func start(_ arguments: [String]) throws -> Child {
        try Child(
          locust, ["-f", "load.py", "--headless"] + arguments, environment: environment,
          directory: workshop.folder.url)
      }
      let master = try start([
        "--master", "--expect-workers", "2", "--master-bind-host", "127.0.0.1",
        "--master-bind-port", port, "-u", "4", "-r", "4", "--csv", "stats", "--stop-timeout", "60",
        "--only-summary",
      ])
      let workers = try (1...2).map { _ in
        try start(["--worker", "--master-host", "127.0.0.1", "--master-port", port])
      }
      let began = ContinuousClock.now
      while service.loopback.requestCount < Self.requestCount, master.isRunning,
        workers[0].isRunning,
        workers[1].isRunning
      {
        try await Task.sleep(for: .milliseconds(100))
      }
      let time = ContinuousClock.now - began
      #expect(master.isRunning, "\(master.errorText)")
      for worker in workers { #expect(worker.isRunning, "\(worker.errorText)") }
      master.signal(SIGTERM)
      let result = await master.finished()
      // The status is 1 when a request failed or the script threw an error.
      #expect(result.status == 0, "\(result.errorText)")
      for worker in workers { _ = await worker.finished() }
      let stats = try #require(workshop.text("stats_stats.csv"))
      let last = try #require(stats.split(whereSeparator: \.isNewline).last)
      let cells = last.split(separator: ",", omittingEmptySubsequences: false)
      #expect(cells[1] == "Aggregated", "\(stats)")
      let sent = try #require(Int(cells[2]), "\(stats)")
      #expect(sent >= Self.requestCount * 2 / 3, "\(stats)")
      #expect(cells[3] == "0", "\(stats)")
      if Self.asked != nil {
        print("\(sent) requests, \(cells[3]) failures, \(time), on the side of Locust:\n\(stats)")
      }
      let again = service.requests.count { $0.target == "/items/7" }
      #expect(again == 0, "the recorded id was sent again")
    }

    @Test(.enabled(if: Tool.isInstalled("node"), "Node is not there"))
    func `the script for k6 is JavaScript, and names what it needs`() async throws {
      let workshop = try await recorded()
      let script = try await converted(workshop, to: "k6", "load.js")
      #expect(script.contains("BASE_URL"))
      try workshop.folder.write(script, to: "load.mjs")
      let checked = try await Child.run(
        "node", ["--check", "load.mjs"], environment: workshop.environment,
        directory: workshop.folder.url)
      #expect(checked.status == 0, "\(checked.errorText)")
    }

    /// Node with as much of k6 as a script uses, which sends its requests with curl.
    private static let engine = #"""
      import { execFileSync } from 'node:child_process';
      import { readFileSync, writeFileSync } from 'node:fs';

      globalThis.__ENV = process.env;
      globalThis.checks = [];
      const http = {
        CookieJar: class {},
        request(method, url, body, { headers }) {
          const list = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
          const data = body === null ? [] : ['--data-binary', '@body'];
          if (body !== null) writeFileSync('body', typeof body === 'string' ? body : Buffer.from(body));
          execFileSync('curl', ['-sS', '-o', 'out', '-D', 'head', '-X', method, ...list, ...data, url]);
          const lines = readFileSync('head', 'utf8').split('\r\n');
          const response = { status: Number(lines[0].split(' ')[1]), headers: {}, cookies: {} };
          for (const line of lines.slice(1)) {
            const at = line.indexOf(': ');
            if (at < 0) continue;
            response.headers[line.slice(0, at)] = line.slice(at + 2);
            if (line.slice(0, at).toLowerCase() !== 'set-cookie') continue;
            const pair = line.slice(at + 2).split(';')[0];
            const end = pair.indexOf('=');
            response.cookies[pair.slice(0, end)] = [{ value: pair.slice(end + 1) }];
          }
          response.body = readFileSync('out', 'utf8');
          return response;
        },
      };
      const check = (response, tests) => {
        for (const [name, test] of Object.entries(tests)) checks.push([name, test(response)]);
      };
      const fail = (text) => { throw new Error(text); };
      const encoding = { b64decode: (text) => new Uint8Array(Buffer.from(text, 'base64')).buffer };

      """#

    @Test(.enabled(if: Tool.isInstalled("node"), "Node is not there"))
    func `what the script for k6 does carries over what responses hand out`() async throws {
      let workshop = try await recorded()
      let script = try await converted(workshop, to: "k6", "load.js")
      let body = script.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("import ") }.joined(separator: "\n")
        .replacing("export default function ()", with: "function run()")
      let service = try ItemService(run: 2, .init(nextID: 4000))
      try workshop.folder.write(
        Self.engine + "const sleep = () => {};\n" + body
          + "\nrun();\nrun();\nconsole.log(JSON.stringify(checks.filter((c) => !c[1])), checks.length);\n",
        to: "load.mjs")
      let result = try await Child.run(
        "node", ["load.mjs"],
        environment: workshop.environment.merging(["BASE_URL": service.origin + "/"]) { $1 },
        directory: workshop.folder.url)
      #expect(result.text == "[] 10\n", "\(result.text) \(result.errorText)")
      #expect(service.requests.contains { $0.target == "/items/4001" })
      #expect(!service.requests.contains { $0.target == "/items/7" })
    }

    @Test(.enabled(if: Tool.isInstalled("node"), "Node is not there"))
    func `scripts find the fields of a page however its tags are written`() async throws {
      let workshop = try Workshop()
      let page =
        #"<form><INPUT\n\tNAME = ticket\nvalue=a1b2c3d4e5><input name='step' value='q1w2e3r4t5'>"#
        + #"<meta content=z9y8x7w6v5 name=\"place\"></form>"#
        + #"<job name='j' value='1'>x</job><job>first00001</job><job>e5d4&amp;c3b2a1</job>"#
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: GET
            url: http://x.test/form
          response:
            status: 200
            headers:
              Content-Type: text/html
            body:
              text: "\(page)"
        - request:
            method: POST
            url: http://x.test/form
            headers:
              Content-Type: application/x-www-form-urlencoded
            body:
              text: ticket=a1b2c3d4e5&step=q1w2e3r4t5&place=z9y8x7w6v5&job=e5d4%26c3b2a1
          response:
            status: 204

        """, to: "in.yaml")
      try workshop.folder.write(
        #"""
        import html, json, re
        source = open("load.py").read()
        names = {"re": re, "html": html, "json": json}
        exec(source[source.index("ATTRIBUTE ="):source.index("def part_of")], names)
        class Response: text = json.loads(open("page.json").read())
        fields = [names["found"](Response, "field", [name, 0]) for name in ("ticket", "step", "place")]
        print(" ".join(fields), names["found"](Response, "element", ["job", 1]))
        """#, to: "fields.py")
      try workshop.folder.write(
        #"""
        const { readFileSync } = require('node:fs');
        const source = readFileSync('load.js', 'utf8');
        const names = source.slice(
          source.indexOf('function attribute'), source.indexOf('function partOf'));
        const response = { body: JSON.parse(readFileSync('page.json', 'utf8')) };
        const find = new Function(names + '; return found;')();
        const fields = ['ticket', 'step', 'place'].map((name) => find(response, 'field', [name, 0]));
        console.log(fields.join(' '), find(response, 'element', ['job', 1]));
        """#, to: "fields.cjs")
      try workshop.folder.write("\"\(page)\"", to: "page.json")
      for (word, name) in [("locust", "load.py"), ("k6", "load.js")] {
        let script = try await converted(workshop, to: word, name)
        for field in ["ticket", "step", "place"] {
          #expect(script.contains(#""field", ["\#(field)", 0], []"#), "\(script)")
        }
        #expect(script.contains(#""element", ["job", 1], []"#), "\(script)")
      }
      for (program, script) in [("python3", "fields.py"), ("node", "fields.cjs")] {
        let result = try await Child.run(program, [script], directory: workshop.folder.url)
        #expect(
          result.text == "a1b2c3d4e5 q1w2e3r4t5 z9y8x7w6v5 e5d4&c3b2a1\n", "\(result.errorText)")
      }
    }

    @Test(.enabled(if: Tool.isInstalled("node"), "Node is not there"))
    func `scripts write what they carry over as each place of a request demands`() async throws {
      let workshop = try Workshop()
      try workshop.folder.write(
        #"""
        vcr: 1
        interactions:
        - request:
            method: POST
            url: http://x.test/orders
          response:
            status: 201
            headers:
              Content-Type: application/json
            body:
              text: '{"id":48213,"key":"a1&b2c3d4"}'
        - request:
            method: POST
            url: http://x.test/any?f=%7B%22basket%22:48213%7D&g=%7B%22k%22:%22a1%26b2c3d4%22%7D
            headers:
              Content-Type: application/json
            body:
              text: '{"basket":48213,"within":"{\"basket\":48213,\"n\":\"48213\"}"}'
          response:
            status: 204
        - request:
            method: POST
            url: http://x.test/any
            headers:
              Content-Type: application/xml
            body:
              text: <a><k>a1&amp;b2c3d4</k></a>
          response:
            status: 204

        """#, to: "in.yaml")
      let value = #"{"id_1": "7 \"1", "key_1": "z&<\\"}"#
      try workshop.folder.write(
        #"""
        import html, json
        from urllib.parse import quote, quote_plus
        source = open("load.py").read()
        names = {"html": html, "json": json, "quote": quote, "quote_plus": quote_plus}
        exec(source[source.index("def percent"):source.index("def base64")], names)
        class Engine:
            def send(self, *parts): print(parts[3], parts[6])
        calls = [line for line in source.splitlines() if line.strip().startswith("self.send(")]
        for v in [{"id_1": "77001", "key_1": "z9y8x7w6"}, \#(value)]:
            for call in calls[1:]: eval(call.strip(), names | {"self": Engine(), "v": v, "base": [""]})
        """#, to: "calls.py")
      try workshop.folder.write(
        #"""
        const { readFileSync } = require('node:fs');
        const source = readFileSync('load.js', 'utf8');
        const names = source.slice(
          source.indexOf('function percent'), source.indexOf('function base64'));
        const calls = source.split('\n').filter((line) => line.startsWith('  send(')).slice(1);
        const send = (...parts) => console.log(parts[3] + ' ' + parts[6]);
        for (const v of [{ id_1: '77001', key_1: 'z9y8x7w6' }, \#(value)]) {
          for (const call of calls) new Function('send', 'v', 'base', names + call)(send, v, ['']);
        }
        """#, to: "calls.cjs")
      for (word, name) in [("locust", "load.py"), ("k6", "load.js")] {
        _ = try await converted(workshop, to: word, name)
      }
      for (program, script) in [("python3", "calls.py"), ("node", "calls.cjs")] {
        let result = try await Child.run(program, [script], directory: workshop.folder.url)
        #expect(
          result.text.split(separator: "\n") == [
            "/any?f=%7B%22basket%22:77001%7D&g=%7B%22k%22:%22z9y8x7w6%22%7D "
              + #"{"basket":77001,"within":"{\"basket\":77001,\"n\":\"77001\"}"}"#,
            "/any <a><k>z9y8x7w6</k></a>",
            "/any?f=%7B%22basket%22:%227+%5C%221%22%7D&g=%7B%22k%22:%22z%26%3C%5C%5C%22%7D "
              + #"{"basket":"7 \"1","within":"{\"basket\":\"7 \\\"1\",\"n\":\"7 \\\"1\"}"}"#,
            #"/any <a><k>z&amp;&lt;\</k></a>"#,
          ], "\(result.text)\(result.errorText)")
      }
    }

    @Test func `the address has to be given, and so has each secret that no response hands out`()
      async throws
    {
      let workshop = try Workshop()
      try workshop.folder.write(
        """
        vcr: 1
        interactions:
        - request:
            method: POST
            url: https://api.example.test/v1/search?key={{API_KEY}}
            headers:
              Content-Type: application/x-www-form-urlencoded
              X-Sign: a {{SIGNATURE}} b
            body:
              text: a=1&secret=%7B%7BFORM_SECRET%7D%7D
          response:
            status: 200
          recorded_at: 2026-11-20T10:00:00Z
        - request:
            method: GET
            url: https://other.example.test
          response:
            status: 204
          recorded_at: 2026-11-20T10:00:07Z

        """, to: "in.yaml")
      let script = try await converted(workshop, to: "locust", "load.py")
      #expect(
        script.contains(
          #"v, 0.0, "POST", base[0] + "/v1/search?key=" + percent(secret["API_KEY"]), "#
            + #""POST /v1/search", {"Content-Type": "application/x-www-form-urlencoded", "#
            + #""X-Sign": "a " + secret["SIGNATURE"] + " b"}, "#
            + #""a=1&secret=" + form(secret["FORM_SECRET"]), 200, [])"#), "\(script)")
      #expect(script.contains(#"v, 7.0, "GET", base[1] + "/", "GET /", {}, "", 204, [])"#))
      #expect(
        script.contains(#"VARIABLES = ["BASE_URL_2", "SIGNATURE", "API_KEY", "FORM_SECRET"]"#))
      let other = try await converted(workshop, to: "k6", "load.js")
      #expect(other.contains(#"const addresses = ["BASE_URL", "BASE_URL_2"];"#))
      #expect(!script.contains("https://api.example.test/"))
    }
  }
#endif
