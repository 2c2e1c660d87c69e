#if CommandLineTool
  import Foundation
  import TestSupport
  import Testing

  /// Pictures in the HTML page of `vcr diff`, opened in a real browser.
  @Suite(
    .serialized, .enabled(if: Browser.isInstalled, "install Chromium and its driver to run these"))
  struct DiffPictureTests {
    /// An interaction whose response is a picture, in the cassette or in a file beside it.
    private static func item(_ name: String, _ type: String, _ body: String) -> String {
      """
      - request:
          method: GET
          url: https://shop.test/\(name)
        response:
          status: 200 OK
          headers:
            Content-Type: \(type)
          body:
            \(body)

      """
    }

    private static func inside(_ bytes: Data) -> String {
      "base64: |-\n        \(bytes.base64EncodedString())"
    }

    /// A picture that the browser itself makes, as a service would send it.
    private func picture(
      _ type: String, _ color: String, width: Int, height: Int, in browser: Browser
    ) async throws -> Data {
      let url = try await browser.text(
        """
        (() => {
          const canvas = document.createElement('canvas');
          [canvas.width, canvas.height] = [\(width), \(height)];
          const context = canvas.getContext('2d');
          context.strokeStyle = '\(color)';
          context.lineWidth = 12;
          context.arc(\(width) / 2, \(height) / 2, \(min(width, height)) / 3, 0, 7);
          context.stroke();
          return canvas.toDataURL('\(type)');
        })()
        """)
      return try #require(Data(base64Encoded: String(url.split(separator: ",").last ?? "")))
    }

    /// One frame in GIF, of one pixel.
    private static func gif(_ red: UInt8) -> Data {
      Data(
        Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, red, 0, 0, 0, 0, 0]
          + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B])
    }

    /// A drawing that would run scripts and load others, if it were more than an image.
    private static func drawing(_ color: String) -> Data {
      Data(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="90" height="60" onload="window.top.taken=1">
        <script>window.top.taken = 1; fetch('http://127.0.0.1:9/')</script>
        <image href="http://127.0.0.1:9/x.png" width="9" height="9"/>
        <circle cx="45" cy="30" r="25" fill="\(color)"/></svg>
        """.utf8)
    }

    /// Opens the page of a diff of two folders' cassettes.
    private func open(_ workshop: Workshop, width: Int, isDark: Bool, in folder: String)
      async throws -> Browser
    {
      let profile = workshop.temporary.appending(path: folder)
      try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
      let browser = try await Browser(profileIn: profile, width: width, isDark: isDark)
      try await browser.open(workshop.folder.file("page.html"))
      return browser
    }

    /// Waits for all pictures, those that are not in sight too.
    private func load(in browser: Browser) async throws {
      _ = try await browser.run(
        """
        return Promise.all([...document.images].map((image) => {
          image.loading = 'eager';
          return image.decode();
        }));
        """)
    }

    /// Two states of a cassette with pictures of all kinds, and their page.
    private func makePage(_ workshop: Workshop) async throws {
      let browser = try await Browser(profileIn: workshop.temporary)
      var (old, new) = ("vcr: 1\ninteractions:\n", "vcr: 1\ninteractions:\n")
      for (index, type) in ["image/png", "image/jpeg", "image/webp"].enumerated() {
        let before = try await picture(type, "#07c", width: 400, height: 240, in: browser)
        let after = try await picture(
          type, "#c40", width: 400 + 300 * index, height: 240, in: browser)
        // The first of them stands beside the cassette, as larger ones do.
        if index == 0 {
          for (state, bytes) in [("old", before), ("new", after)] {
            let file = try workshop.folder.write("", to: "\(state).yaml.files/logo.png")
            try bytes.write(to: file)
          }
          old += Self.item("\(index)", type, "file: old.yaml.files/logo.png")
          new += Self.item("\(index)", type, "file: new.yaml.files/logo.png")
        } else {
          old += Self.item("\(index)", type, Self.inside(before))
          new += Self.item("\(index)", type, Self.inside(after))
        }
      }
      await browser.quit()
      old += Self.item("pixel", "image/gif", Self.inside(Self.gif(1)))
      new += Self.item("pixel", "image/gif", Self.inside(Self.gif(200)))
      old += Self.item("drawing", "image/svg+xml", Self.inside(Self.drawing("red")))
      new += Self.item("drawing", "image/svg+xml", Self.inside(Self.drawing("blue")))
      let hostile = Data("<html><script>window.taken=1</script></html>".utf8)
      old += Self.item("hostile", "image/png", Self.inside(hostile))
      new += Self.item("hostile", "image/png", Self.inside(hostile + Data([0xFF, 0, 1])))
      new += Self.item("added", "image/gif", Self.inside(Self.gif(90)))
      try workshop.folder.write(old, to: "old.yaml")
      try workshop.folder.write(new, to: "new.yaml")
      let result = try await workshop.vcr(
        "diff", "old.yaml", "new.yaml", "--format", "html", "-o", "page.html")
      #expect(result.status == 1, "\(result.errorText)")
    }

    @Test func `pictures of both sides are shown, and nothing in them runs or is loaded`()
      async throws
    {
      let workshop = try Workshop()
      try await makePage(workshop)
      let browser = try await open(workshop, width: 1400, isDark: false, in: "wide")
      // All of them, those in folded entries too.
      _ = try await browser.run(
        "for (const entry of document.querySelectorAll('.entry')) entry.open = true;")
      let ready = "[...document.images].every((image) => image.complete && image.naturalWidth > 0)"
      try await load(in: browser)
      #expect(try await browser.number("document.images.length") == 9)
      #expect(try await browser.isTrue(ready))
      let width = { (side: String, index: Int) in
        "document.querySelectorAll('figure.\(side) img')[\(index)].naturalWidth"
      }
      #expect(try await browser.number(width("old", 2)) == 400)
      #expect(try await browser.number(width("new", 2)) == 1000)
      #expect(
        try await browser.text("document.querySelector('figure.new').textContent")
          .hasPrefix("new response body image/png, 400 × 240, "))
      // Both states stand beside each other and are no wider than their columns.
      let box = { (side: String, edge: String) in
        "document.querySelectorAll('figure.\(side) img')[2].getBoundingClientRect().\(edge)"
      }
      #expect(try await browser.number(box("old", "top")) == browser.number(box("new", "top")))
      #expect(try await browser.number(box("old", "right")) <= browser.number(box("new", "left")))
      #expect(
        try await browser.number("document.documentElement.scrollWidth")
          <= browser.number("window.innerWidth"))
      try await browser.screenshot().keep("diff-pictures")
      // A drawing waits for the reader.
      #expect(try await browser.number("document.querySelectorAll('button.draw').length") == 2)
      try await browser.click("button.draw")
      try await browser.click("button.draw")
      #expect(try await browser.number("document.querySelectorAll('button.draw').length") == 0)
      try await load(in: browser)
      #expect(try await browser.isTrue(ready))
      #expect(try await browser.number("document.images.length") == 11)
      #expect(try await !browser.isTrue("window.taken"))
      #expect(try await browser.number("document.scripts.length") == 1)
      #expect(
        try await browser.number(
          "performance.getEntriesByType('resource').filter((e) => !e.name.startsWith('data:'))"
            + ".length") == 0)
      _ = try await browser.run("document.querySelectorAll('.pictures')[4].scrollIntoView()")
      try await browser.screenshot().keep("diff-drawings")
      await browser.quit()
    }

    @Test func `in a narrow window one stands above the other, in the dark, too`() async throws {
      let workshop = try Workshop()
      try await makePage(workshop)
      let browser = try await open(workshop, width: 600, isDark: true, in: "narrow")
      let box = { (side: String, edge: String) in
        "document.querySelectorAll('figure.\(side) img')[0].getBoundingClientRect().\(edge)"
      }
      #expect(try await browser.number(box("old", "bottom")) <= browser.number(box("new", "top")))
      #expect(
        try await browser.number("document.documentElement.scrollWidth")
          <= browser.number("window.innerWidth"))
      #expect(
        try await browser.text("getComputedStyle(document.body).backgroundColor")
          == "rgb(13, 17, 23)")
      _ = try await browser.run("document.querySelector('.pictures').scrollIntoView()")
      try await browser.screenshot().keep("diff-pictures-narrow")
      await browser.quit()
    }
  }
#endif
