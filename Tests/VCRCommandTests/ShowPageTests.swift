#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The HTML page of `vcr show`, opened in a real browser.
  @Suite(
    .serialized, .enabled(if: Browser.isInstalled, "install Chromium and its driver to run these"))
  struct ShowPageTests {
    /// An entry of a cassette.
    private static func item(
      _ url: String, method: String = "GET", status: String = "200 OK", note: String = "plain",
      second: Int = 0
    ) -> String {
      """
      - request:
          method: \(method)
          url: '\(url.replacing("'", with: "''"))'
          headers:
            Authorization: '{{AUTHORIZATION}}'
        response:
          status: \(status)
          headers:
            Content-Type: application/json
          body:
            json: |-
              {
                "note": "\(note)"
              }
        seconds: 0.25
        recorded_at: 2026-11-20T10:00:0\(second % 10)Z

      """
    }

    /// Opens the page of a cassette.
    private func page(
      _ workshop: Workshop, _ items: String, width: Int = 1400, isDark: Bool = false
    ) async throws -> Browser {
      try workshop.folder.write("vcr: 1\ninteractions:\n" + items, to: "c.yaml")
      let result = try await workshop.vcr(
        "show", "c.yaml", "--format", "html", "--output", "page.html")
      #expect(result.status == 0, "\(result.errorText)")
      #expect(result.text.isEmpty)
      let browser = try await Browser(profileIn: workshop.temporary, width: width, isDark: isDark)
      try await browser.open(workshop.folder.file("page.html"))
      return browser
    }

    private static let shop =
      item("http://api.test/a") + item("http://api.test/b", method: "POST", second: 1)
      + item("http://other.test/c", status: "404 Not Found", note: "lost", second: 2)

    private let shown = "document.querySelectorAll('.entry:not([hidden])').length"
    private let current = "document.querySelector('.entry.current .url').textContent"

    /// Chooses a value of a filter, as a user does.
    private func choose(_ name: String, _ value: String, in browser: Browser) async throws {
      _ = try await browser.run(
        """
        const choice = document.getElementById('\(name)');
        choice.value = '\(value)';
        choice.dispatchEvent(new Event('input'));
        """)
    }

    @Test func `the page lists what the cassette holds, and opens each`() async throws {
      let workshop = try Workshop()
      let browser = try await page(workshop, Self.shop)
      #expect(try await browser.text("document.querySelector('h1').textContent") == "c.yaml")
      #expect(try await browser.number(shown) == 3)
      #expect(
        try await browser.text("document.querySelectorAll('.list .status')[2].textContent") == "404"
      )
      // The messages are folded until they are asked for.
      let body = "document.querySelector('#i2 .messages').checkVisibility()"
      #expect(try await !browser.isTrue(body))
      try await browser.click("#i2 summary")
      #expect(try await browser.isTrue(body))
      #expect(
        try await browser.text("document.querySelector('#i2 .secret').textContent")
          == "{{AUTHORIZATION}}")
      // Each bar begins to the right of the one before.
      let left = (1...3).map {
        "document.querySelector('#i\($0) .waterfall i').getBoundingClientRect().left"
      }
      #expect(try await browser.number(left[0]) < browser.number(left[1]))
      #expect(try await browser.number(left[1]) < browser.number(left[2]))
      try await browser.screenshot().keep("show-page")
      await browser.quit()
    }

    @Test func `the list is filtered by method, status and host, and searched`() async throws {
      let workshop = try Workshop()
      let browser = try await page(workshop, Self.shop)
      try await choose("method", "POST", in: browser)
      #expect(try await browser.number(shown) == 1)
      #expect(try await browser.text("document.getElementById('count').textContent") == "1 of 3")
      try await choose("method", "", in: browser)
      try await choose("status", "404", in: browser)
      #expect(try await browser.number(shown) == 1)
      try await choose("host", "api.test", in: browser)
      #expect(try await browser.number(shown) == 0)
      #expect(try await browser.number("document.getElementById('none').offsetHeight") > 0)
      try await browser.press(Browser.Key.escape)
      #expect(try await browser.number(shown) == 3)
      // The text of bodies is searched, too.
      try await browser.press("/LOST")
      #expect(try await browser.number(shown) == 1)
      try await browser.press(Browser.Key.enter)
      #expect(try await browser.text(current) == "http://other.test/c")
      await browser.quit()
    }

    @Test func `what is selected stands below the bar, however high that is`() async throws {
      let workshop = try Workshop()
      let browser = try await page(workshop, Self.shop + Self.shop + Self.shop, width: 400)
      try await browser.press("ejjjjkk")
      #expect(
        try await browser.number(
          "document.querySelector('.entry.current > summary').getBoundingClientRect().top")
          >= browser.number("document.querySelector('.bar').getBoundingClientRect().bottom"))
      await browser.quit()
    }

    @Test func `the page is read from the keyboard alone`() async throws {
      let workshop = try Workshop()
      let browser = try await page(workshop, Self.shop)
      try await browser.press("jj")
      #expect(try await browser.text(current) == "http://api.test/b")
      try await browser.press("k")
      #expect(try await browser.text(current) == "http://api.test/a")
      try await browser.press("o")
      #expect(try await browser.isTrue("document.querySelector('.entry.current').open"))
      try await browser.press("e")
      #expect(
        try await browser.isTrue("[...document.querySelectorAll('.entry')].every((e) => e.open)"))
      try await browser.press("e")
      #expect(
        try await browser.isTrue("[...document.querySelectorAll('.entry')].every((e) => !e.open)"))
      try await browser.press("s")
      #expect(try await browser.text("document.activeElement.id") == "status")
      try await browser.press(Browser.Key.escape + "?")
      await browser.quit()
    }

    @Test func `what a cassette holds is never markup`() async throws {
      let workshop = try Workshop()
      let attack =
        "<img src=x onerror=window.taken=1><script>window.taken=1</script></pre></details>"
      let url = "http://api.test\"><script>window.taken=1</script>'/x\"onclick=window.taken=1"
      let browser = try await page(
        workshop,
        Self.item(
          url, method: "'<b>\"'", status: "200 <script>window.taken=1</script>", note: attack)
          + Self.item(
            "javascript:window.taken=1", note: "<meta http-equiv=refresh content=0;url=http://x>"))
      try await browser.press("e")
      #expect(try await !browser.isTrue("window.taken"))
      #expect(try await browser.number("document.images.length") == 0)
      #expect(try await browser.number("document.scripts.length") == 1)
      #expect(try await browser.number("document.links.length") == 0)
      #expect(try await browser.number("document.querySelectorAll('meta').length") == 3)
      #expect(try await browser.number(shown) == 2)
      #expect(
        try await browser.text("document.querySelector('#i1 .messages').textContent")
          .contains("<img src=x onerror=window.taken=1>"))
      // Nothing is loaded from anywhere.
      #expect(try await browser.number("performance.getEntriesByType('resource').length") == 0)
      await browser.quit()
    }

    @Test func `a long URL makes neither a high bar nor a high row of a list`() async throws {
      let workshop = try Workshop()
      let long = "http://api.test/" + String(repeating: "segment/", count: 200)
      let browser = try await page(workshop, Self.item(long) + Self.item("http://api.test/b"))
      let height = { (name: String) in
        "document.querySelector('#i1 \(name)').getBoundingClientRect().height"
      }
      try await browser.press("e")
      #expect(try await browser.number(height("summary")) > 60)
      #expect(try await browser.number(height(".waterfall i")) < 12)
      await browser.quit()
      let narrow = try await page(workshop, Self.item(long) + Self.item(long), width: 400)
      #expect(try await narrow.number(height("summary")) < 120)
      try await narrow.press("e")
      #expect(try await narrow.number(height("summary")) > 200)
      await narrow.quit()
    }

    @Test func `a narrow window shows whole URLs and does not scroll sideways`() async throws {
      let workshop = try Workshop()
      let long = "http://api.test/" + String(repeating: "segment", count: 30)
      let browser = try await page(workshop, Self.shop + Self.item(long), width: 600, isDark: true)
      try await browser.press("e")
      #expect(
        try await browser.number("document.documentElement.scrollWidth")
          <= browser.number("window.innerWidth"))
      #expect(
        try await browser.number(
          "document.querySelector('#i4 .url').scrollWidth"
            + " - document.querySelector('#i4 .url').clientWidth") <= 0)
      try await browser.screenshot().keep("show-page-narrow")
      await browser.quit()
    }

    @Test func `five thousand interactions are there and found`() async throws {
      let workshop = try Workshop()
      let items = (1...5_000).map { Self.item("http://api.test/items/\($0)", note: "n\($0).") }
      let browser = try await page(workshop, items.joined())
      try await browser.press("/n4321.")
      #expect(try await browser.number(shown) == 1)
      try await browser.press(Browser.Key.enter)
      #expect(try await browser.text(current) == "http://api.test/items/4321")
      try await browser.press(Browser.Key.escape)
      #expect(try await browser.number(shown) == 5_000)
      await browser.quit()
    }
  }
#endif
