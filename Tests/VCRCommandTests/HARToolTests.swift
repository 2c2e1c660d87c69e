#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The archives that `vcr convert --to har` writes are taken by the tools that read archives.
  struct HARToolTests {
    /// A page with a picture, repeated fields, two orders that differ in their bodies, and bytes
    /// that are no text.
    private static let cassette = #"""
      vcr: 1
      interactions:
      - request:
          method: GET
          url: http://shop.example.test/
        response:
          status: 200 OK
          headers:
            Content-Type: text/html; charset=utf-8
          body:
            text: |
              <!doctype html><title>Shop é</title><img id=p src=/picture.png>
        seconds: 0.25
        recorded_at: 2026-11-20T10:00:00Z
      - request:
          method: GET
          url: http://shop.example.test/picture.png
        response:
          status: 200 OK
          headers:
            Content-Type: image/png
          body:
            base64: |-
              iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
        seconds: 0.5
        recorded_at: 2026-11-20T10:00:01Z
      - request:
          method: GET
          url: http://shop.example.test/items?b=2&a=x%20y
        response:
          status: 200 OK
          headers:
            Content-Type: application/json
            Set-Cookie:
            - s=1; Path=/
            - t=2; Path=/
          body:
            text: '{"a":[1, 2.50,null,"é"] }'
        seconds: 0.125
        recorded_at: 2026-11-20T10:00:02Z
      - request:
          method: POST
          url: http://shop.example.test/orders
          headers:
            Content-Type: application/json
          body:
            text: '{"id":1}'
        response:
          status: 201 Created
          headers:
            Content-Type: text/plain
          body:
            text: first
        seconds: 0.125
        recorded_at: 2026-11-20T10:00:03Z
      - request:
          method: POST
          url: http://shop.example.test/orders
          headers:
            Content-Type: application/json
          body:
            text: '{"id":2}'
        response:
          status: 409 Conflict
          headers:
            Content-Type: text/plain
          body:
            text: second
        seconds: 0.125
        recorded_at: 2026-11-20T10:00:04Z
      - request:
          method: GET
          url: http://shop.example.test/bytes
        response:
          status: 404 Not Here
          headers:
            Content-Type: application/octet-stream
          body:
            base64: |-
              AAECAwQFBgcICQoLDA0ODxD//g==
        seconds: 0.125
        recorded_at: 2026-11-20T10:00:05Z

      """#

    /// Python with Playwright, which starts the Chromium that is installed; nil without either.
    private static let python: String? = {
      guard Browser.isInstalled, let python = Package.client("python3") else { return nil }
      let probe = Process()
      probe.executableURL = URL(fileURLWithPath: python)
      probe.arguments = ["-c", "import playwright"]
      probe.standardError = FileHandle.nullDevice
      guard (try? probe.run()) != nil else { return nil }
      probe.waitUntilExit()
      return probe.terminationStatus == 0 ? python : nil
    }()

    /// Writes the archive, and runs a script with an open page beside it.
    ///
    /// - Parameter script: Python that knows `page`, `context` and `har`.
    /// - Returns: What it printed.
    /// - Throws: An error when the files cannot be written or Python does not start.
    private func run(_ script: String) async throws -> String {
      let workshop = try Workshop()
      try workshop.folder.write(Self.cassette, to: "in.yaml")
      let result = try await workshop.vcr(
        "convert", "--strict", "--to", "har", "in.yaml", "out.har")
      #expect(result.status == 0, "\(result.errorText)")
      try workshop.folder.write(
        """
        import json, sys
        from playwright.sync_api import sync_playwright
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=sys.argv[1], args=["--no-sandbox"], timeout=240000)
            context = browser.new_context()
            context.set_default_timeout(240000)
            page = context.new_page()
            har = json.load(open("out.har"))
        \(script.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
          .joined(separator: "\n"))
            browser.close()

        """, to: "client.py")
      let chromium = try #require(Tool.path(of: "chromium") ?? Tool.path(of: "google-chrome"))
      let client = try await Child.run(
        try #require(Self.python), ["client.py", chromium], environment: workshop.environment,
        directory: workshop.folder.url, timeout: 600)
      #expect(client.status == 0, "\(client.errorText)")
      return client.text
    }

    @Test(.enabled(if: python != nil, "Playwright for Python, or Chromium, is not there"))
    func `routeFromHAR of Playwright serves what is written for it`() async throws {
      let text = try await run(
        #"""
        context.route_from_har("out.har", not_found="abort")
        page.goto("http://shop.example.test/")
        print(page.title(), page.evaluate("document.getElementById('p').naturalWidth"))
        send = """async ([method, path, body]) => {
          const headers = body ? {"Content-Type": "application/json"} : {};
          const response = await fetch(path, {method, body, headers});
          const bytes = Array.from(new Uint8Array(await response.arrayBuffer()));
          return response.status + " " + bytes.map(b => b.toString(16).padStart(2, "0")).join("");
        }"""
        for request in (["GET", "/items?b=2&a=x%20y", None], ["POST", "/orders", '{"id":2}'],
                        ["POST", "/orders", '{"id":1}'], ["GET", "/bytes", None]):
            print(page.evaluate(send, request))
        print(sorted(cookie["name"] for cookie in context.cookies()))
        try: page.evaluate(send, ["GET", "/missing", None])
        except Exception as error: print("Failed to fetch" in str(error))
        """#)
      func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { String(format: "%02x", $0) }.joined()
      }
      let lines = [
        "Shop é 1", "200 " + hexadecimal(#"{"a":[1, 2.50,null,"é"] }"#.utf8),
        "409 " + hexadecimal("second".utf8), "201 " + hexadecimal("first".utf8),
        "404 " + hexadecimal(Array(0...16) + [255, 254]), "['s', 't']", "True", "",
      ]
      #expect(text == lines.joined(separator: "\n"))
    }

    /// The importer of Chrome's developer tools, which checks an archive member by member.
    @Test(.enabled(if: python != nil, "Playwright for Python, or Chromium, is not there"))
    func `the importer of Chrome takes what is written for it`() async throws {
      let text = try await run(
        #"""
        page.goto("devtools://devtools/bundled/devtools_app.html", wait_until="commit")
        for line in page.evaluate("""async har => {
          const {HARFormat, Importer} =
            await import("devtools://devtools/bundled/models/har/har.js");
          const lines = [];
          for (const request of Importer.Importer.requestsFromHARLog(new HARFormat.HARRoot(har).log)) {
            const content = await request.requestContentData();
            lines.push([
              request.requestMethod, request.url(), request.statusCode, request.statusText,
              request.mimeType, content.isTextContent ? content.text.trim() : content.base64,
              await request.requestFormData(),
            ].join("|"));
          }
          return lines;
        }""", har): print(line)
        """#)
      let origin = "http://shop.example.test"
      let lines = [
        "GET|\(origin)/|200|OK|text/html; charset=utf-8|"
          + "<!doctype html><title>Shop é</title><img id=p src=/picture.png>|",
        "GET|\(origin)/picture.png|200|OK|image/png|iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ"
          + "AAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==|",
        #"GET|\#(origin)/items?b=2&a=x%20y|200|OK|application/json|{"a":[1, 2.50,null,"é"] }|"#,
        #"POST|\#(origin)/orders|201|Created|text/plain|first|{"id":1}"#,
        #"POST|\#(origin)/orders|409|Conflict|text/plain|second|{"id":2}"#,
        "GET|\(origin)/bytes|404|Not Here|application/octet-stream|AAECAwQFBgcICQoLDA0ODxD//g==|",
        "",
      ]
      #expect(text == lines.joined(separator: "\n"))
    }
  }
#endif
