#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// The HTML page of `vcr diff`, opened in a real browser.
  @Suite(
    .serialized, .enabled(if: Browser.isInstalled, "install Chromium and its driver to run these"))
  struct DiffPageTests {
    /// Two states of a cassette: one interaction changed in a field, one gone, one new, two the
    /// same.
    private static func cassette(price: Int, urls: [String], note: String = "plain") -> String {
      let rows = (1...40).map { "          \"row\($0)\": \($0)" }.joined(separator: ",\n")
      return urls.enumerated().reduce("vcr: 1\ninteractions:\n") { text, item in
        let (index, url) = item
        return text + """
          - request:
              method: GET
              url: '\(url.replacing("'", with: "''"))'
            response:
              status: 200 OK
              headers:
                Content-Type: application/json
                Date: Sat, 21 Nov 2026 10:00:0\(price % 10) GMT
              body:
                json: |-
                  {
          \(rows),
                    "note": "\(note)",
                    "price": \(price + index)
                  }

          """
      }
    }

    /// Opens the page of a diff between two cassettes.
    private func page(
      _ workshop: Workshop, _ old: String, _ new: String, width: Int = 1400, isDark: Bool = false
    ) async throws -> Browser {
      try workshop.folder.write(old, to: "old.yaml")
      try workshop.folder.write(new, to: "new.yaml")
      let result = try await workshop.vcr(
        "diff", "old.yaml", "new.yaml", "--format", "html", "--output", "page.html")
      #expect(result.status == 1, "\(result.errorText)")
      let browser = try await Browser(
        profileIn: workshop.temporary, width: width, isDark: isDark)
      try await browser.open(workshop.folder.file("page.html"))
      return browser
    }

    private let shown = "document.querySelectorAll('.change:not([hidden])').length"
    private let current = "document.querySelector('.change.current summary code').textContent"

    @Test func `the page shows what changed side by side`() async throws {
      let workshop = try Workshop()
      let (a, b, c) = ("http://api.test/a", "http://api.test/b", "http://api.test/c")
      let browser = try await page(
        workshop, Self.cassette(price: 10, urls: [a, b]), Self.cassette(price: 12, urls: [a, c]))
      #expect(
        try await browser.text("document.querySelector('h1').textContent").hasPrefix("Changes"))
      #expect(try await browser.number(shown) == 3)
      #expect(
        try await browser.text("document.querySelector('.changed .differences').textContent")
          .contains("$.price"))
      // Old and new of the changed line stand beside each other.
      let row = "document.querySelector('.change.changed .lines tr.changed')"
      #expect(try await browser.text("\(row).querySelector('.text.old mark').textContent") == "0")
      #expect(try await browser.text("\(row).querySelector('.text.new mark').textContent") == "2")
      let place = { (side: String, edge: String) in
        "\(row).querySelector('.text.\(side)').getBoundingClientRect().\(edge)"
      }
      #expect(
        try await browser.number(place("old", "top")) == browser.number(place("new", "top")))
      #expect(
        try await browser.number(place("old", "right")) <= browser.number(place("new", "left")))
      // Dates are left out, and what is far from the change is folded until it is asked for.
      #expect(try await !browser.text("document.body.textContent").contains("21 Nov 2026"))
      let folded = "document.querySelector('.changed .folded').offsetHeight"
      #expect(try await browser.number(folded) == 0)
      try await browser.click(".changed .unfold button")
      #expect(try await browser.number(folded) > 0)
      let picture = try await browser.screenshot()
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      try picture.keep("diff-page")
      await browser.quit()
    }

    @Test func `the page is read from the keyboard alone`() async throws {
      let workshop = try Workshop()
      let urls = (1...4).map { "http://api.test/\($0)" }
      let browser = try await page(
        workshop, Self.cassette(price: 10, urls: urls),
        Self.cassette(price: 12, urls: urls + ["http://api.test/new"]))
      #expect(try await browser.number(shown) == 5)
      try await browser.press("jj")
      #expect(try await browser.text(current) == "GET http://api.test/2")
      try await browser.press("k")
      #expect(try await browser.text(current) == "GET http://api.test/1")
      #expect(try await browser.isTrue("document.querySelector('.change.current').open"))
      try await browser.press("o")
      #expect(try await !browser.isTrue("document.querySelector('.change.current').open"))
      try await browser.press("e")
      #expect(
        try await browser.isTrue("[...document.querySelectorAll('.change')].every((c) => c.open)"))
      // Two columns become one, and back.
      let row = "document.querySelector('.change.changed .lines tr.changed')"
      let old = "\(row).querySelector('.text.old').getBoundingClientRect().bottom"
      let new = "\(row).querySelector('.text.new').getBoundingClientRect().top"
      try await browser.press("u")
      #expect(try await browser.number(old) <= browser.number(new))
      try await browser.press("u")
      #expect(try await browser.number(old) > browser.number(new))
      // The third kind is “changed”; hiding it leaves the new one.
      try await browser.press("3")
      #expect(try await browser.number(shown) == 1)
      try await browser.press(Browser.Key.escape)
      #expect(try await browser.number(shown) == 5)
      try await browser.press("/test/3")
      #expect(try await browser.text("document.getElementById('search').value") == "test/3")
      #expect(try await browser.number(shown) == 1)
      #expect(try await browser.text("document.getElementById('count').textContent") == "1 of 5")
      try await browser.press(Browser.Key.enter)
      #expect(try await browser.text(current) == "GET http://api.test/3")
      try await browser.press(Browser.Key.escape)
      #expect(try await browser.number(shown) == 5)
      try await browser.press("/nowhere")
      #expect(try await browser.number("document.getElementById('none').offsetHeight") > 0)
      try await browser.press(Browser.Key.escape + "?")
      #expect(try await browser.isTrue("document.getElementById('help').open"))
      try await browser.press(Browser.Key.escape)
      #expect(try await !browser.isTrue("document.getElementById('help').open"))
      await browser.quit()
    }

    @Test func `what a cassette holds is never markup`() async throws {
      let workshop = try Workshop()
      let attack = "<img src=x onerror=window.taken=1><script>window.taken=1</script>&amp;\\u202E"
      let url = "http://api.test/\"><script>window.taken=1</script>'x"
      let browser = try await page(
        workshop, Self.cassette(price: 10, urls: [url], note: attack.replacing("\"", with: "")),
        Self.cassette(price: 12, urls: [url], note: attack + "</code></td></details>"))
      #expect(try await !browser.isTrue("window.taken"))
      #expect(try await browser.number("document.images.length") == 0)
      #expect(try await browser.number("document.scripts.length") == 1)
      #expect(try await browser.number(shown) == 1)
      #expect(
        try await browser.text("document.querySelector('.lines').textContent")
          .contains("<img src=x onerror=window.taken=1>"))
      // Nothing is loaded from anywhere.
      #expect(try await browser.number("performance.getEntriesByType('resource').length") == 0)
      await browser.quit()
    }

    @Test func `of five thousand changes the first are there at once, and all when asked for`()
      async throws
    {
      let workshop = try Workshop()
      func cassette(_ start: Int) -> String {
        (1...5_000).reduce(into: "vcr: 1\ninteractions:\n") { text, number in
          text += """
            - request:
                method: GET
                url: http://api.test/\(number)
              response:
                status: 200 OK
                headers:
                  Content-Type: application/json
                body:
                  json: |-
                    {
                      "price": \(start + 7 * number)
                    }

            """
        }
      }
      let browser = try await page(workshop, cassette(0), cassette(100_000))
      // A browser makes the rest when it has nothing else to do, which is not waited for here.
      let counts = "document.querySelectorAll('.change').length"
      #expect(try await browser.number(counts) >= 80)
      #expect(
        try await browser.text("document.getElementById('count').textContent") == "5000 changes")
      // A link to one far down finds it.
      _ = try await browser.run(
        """
        return new Promise((done) => {
          addEventListener('hashchange', () => setTimeout(done));
          location.hash = '#c1-4321';
        })
        """)
      #expect(try await browser.text(current) == "GET http://api.test/4321")
      #expect(try await browser.number(counts) == 5_000)
      #expect(try await browser.number("document.querySelectorAll('.rest').length") == 0)
      #expect(try await browser.number("document.querySelectorAll('nav a').length") == 5_000)
      #expect(
        try await browser.text(
          "document.querySelector('nav a[aria-current]').textContent.trim()") == "GET /4321")
      try await browser.press("/test/4999")
      #expect(try await browser.number(shown) == 1)
      #expect(try await browser.text("document.getElementById('count').textContent") == "1 of 5000")
      #expect(try await browser.number("document.querySelectorAll('h2').length") == 2)
      #expect(try await browser.number("document.querySelector('.cassette h2').offsetHeight") > 0)
      try await browser.screenshot().keep("diff-page-5000")
      await browser.quit()
    }

    @Test func `a narrow window has one column, and a dark one is dark`() async throws {
      let workshop = try Workshop()
      let urls = ["http://api.test/a"]
      let browser = try await page(
        workshop, Self.cassette(price: 10, urls: urls), Self.cassette(price: 12, urls: urls),
        width: 600)
      let row = "document.querySelector('.change.changed .lines tr.changed')"
      #expect(
        try await browser.number("\(row).querySelector('.text.old').getBoundingClientRect().bottom")
          <= browser.number("\(row).querySelector('.text.new').getBoundingClientRect().top"))
      #expect(
        try await browser.number("document.documentElement.scrollWidth")
          <= browser.number("window.innerWidth"))
      // Neither what changed nor the reason phrase stands beside the URL.
      let heading = "document.querySelector('.change > summary"
      #expect(
        try await browser.number("100 * \(heading) > code').offsetWidth / \(heading)').offsetWidth")
          > 90)
      try await browser.screenshot().keep("diff-page-narrow")
      await browser.quit()
    }
  }
#endif
