import Testing
import VCRCore

@testable import VCRReview

@Suite struct TextNoiseTests {
  private func noise(_ old: String, _ new: String, recorded: String? = nil) -> TextNoise {
    TextNoise(Array(old.utf8), Array(new.utf8), recorded: Array((recorded ?? new).utf8))
  }

  @Test(arguments: ["{{CSRF}}", "{{CSRF_2}}", "{{CSRF_31}}"])
  func `beside a secret a pattern finds the value for all users`(secret: String) throws {
    func page(_ secret: String, _ time: Int) -> String {
      #"<script>app = {csrf: "\#(secret)", ts: \#(time)};</script>"# + "\n"
    }
    let noise = noise(page(secret, 1_795_000_000), page(secret, 1_795_000_009))
    #expect(noise.isComplete && noise.places.count == 1, "\(noise.places)")
    let path = try JSONPath(parsing: try #require(noise.places.first).name)
    for other in ["{{CSRF}}", "{{CSRF_2}}", "{{CSRF_17}}"] {
      let text = Array(page(other, 1_795_000_123).utf8)
      let found = TextPlaces([path], in: text).places.map {
        String(decoding: text[$0.range], as: UTF8.self)
      }
      #expect(found == ["1795000123"], "\(other) with \(noise.places[0].name)")
    }
  }

  @Test(
    arguments: [
      (
        "<p>Rendered at 2026-11-23 18:00:01 in 0.012 s</p>",
        "<p>Rendered at 2026-11-23 18:00:09 in 0.7 s</p>",
        ["2026-11-23 18:00:01", "0.012"]
      ),
      (
        "on Mon, 23 Nov 2026 18:00:01 GMT by hand\n", "on Mon, 23 Nov 2026 18:00:02 GMT by hand\n",
        ["Mon, 23 Nov 2026 18:00:01 GMT"]
      ),
      (
        "seen: 2026-12-20 10:09:10\nby hand\n", "seen: 2026-11-24 08:38:44\nby hand\n",
        ["2026-12-20 10:09:10"]
      ),
      (
        "<td>Thu, 24 Dec 2026 17:06:42 GMT</td>", "<td>Tue, 24 Nov 2026 10:20:53 GMT</td>",
        ["Thu, 24 Dec 2026 17:06:42 GMT"]
      ),
      ("order 12 took 0:05:01\n", "order 14 took 0:05:09\n", ["12", "0:05:01"]),
      (
        "<input name=\"state\" value=\"a7f3Kx\">", "<input name=\"state\" value=\"Q9-zz_1\">",
        ["a7f3Kx"]
      ),
      ("visits: 17\n", "visits: 18\n", ["17"]),
      (
        "7,n7,2026-11-23T18:00:01.5\r\n8,n8,2026-11-23T18:00:01.6\r\n",
        "7,n7,2026-11-23T18:00:02.5\r\n8,n8,2026-11-23T18:00:02.6\r\n",
        ["2026-11-23T18:00:01.5", "2026-11-23T18:00:01.6"]
      ),
      ("<a href=\"/x?v=1.2/3\">é 5</a>", "<a href=\"/x?v=1.2/3\">é 6</a>", ["5"]),
      (
        "seen by 3 people (today)\nseen by 4 people (today)\n",
        "seen by 5 people (today)\nseen by 6 people (today)\n", ["3"]
      ),
    ])
  func `a pattern finds the value and nothing else`(old: String, new: String, values: [String])
    throws
  {
    let noise = noise(old, new)
    #expect(noise.places.map(\.old) == values, "\(noise.places)")
    #expect(noise.isComplete)
    for place in noise.places {
      let path = try JSONPath(parsing: place.name)
      let text = Array(old.utf8)
      let found = TextPlaces([path], in: text).places.map {
        String(decoding: text[$0.range], as: UTF8.self)
      }
      #expect(found.first == place.old, "\(place.name)")
    }
  }

  @Test(
    arguments: [
      ("<p>short</p>", "<p>quite <b>long</b></p>"), ("a\nb\n", "a\nb\nc\n"), ("same", "same"),
      ("{\"a\":1}", "{\"a\":2}"), ("1", "2"), ("", "x"),
    ])
  func `what a pattern cannot tell apart is not named`(old: String, new: String) {
    #expect(!noise(old, new).isComplete)
  }

  @Test func `what is named leaves other words alone`() throws {
    let (old, new) = (
      "<h1>Price 10</h1>\n<footer>took 5 ms</footer>\n",
      "<h1>Price 10</h1>\n<footer>took 9 ms</footer>\n"
    )
    let noise = noise(old, new)
    let path = try JSONPath(parsing: try #require(noise.places.first).name)
    for text in [old, "<h1>Price 12</h1>\n<footer>took 77 ms</footer>\n"] {
      #expect(TextPlaces([path], in: Array(text.utf8)).places.count == 1)
    }
  }

  @Test func `a pattern for Base64 finds signs that the values have not`() throws {
    let places = noise("salt: xTQAFkrLmvFiRFiV\n", "salt: yiK1Xq0Xn2IWFxoo\n").places
    let path = try JSONPath(parsing: try #require(places.first).name)
    let text = Array("salt: 9cIzV1PEYa7xgf7V/lhp1HdwIuC+/w==\n".utf8)
    #expect(TextPlaces([path], in: text).replaced(in: text, by: [0x2A]) == Array("salt: *\n".utf8))
  }

  @Test func `no pattern has beside a value what will be another one as well`() throws {
    // The nonce is one of a header field, so that the second recording got that of the first.
    let recorded = "<script nonce=\"Zk81aQx0\">window.t=1795000009;</script><i>by worker 9.</i>"
    let old = "<script nonce=\"a7F3kX9z\">window.t=1795000001;</script><i>by worker 7.</i>"
    let new = recorded.replacing("Zk81aQx0", with: "a7F3kX9z")
    let places = noise(old, new, recorded: recorded).places
    #expect(places.map(\.old) == ["1795000001", "7"])
    for place in places {
      let path = try JSONPath(parsing: place.name)
      #expect(TextPlaces([path], in: Array(recorded.utf8)).places.count == 1, "\(place.name)")
    }
  }

  @Test(
    arguments: [",", ";", "\t"],
    [("\n", "lamp"), ("\r\n", "lamp"), ("\n", "\"lamp, red\""), ("\r\n", "")])
  func `columns of a table are a place each, without the heading, and for other rows as well`(
    separator: String, line: (end: String, name: String)
  ) throws {
    let (end, name) = line
    func table(_ rows: [(id: String, time: String)], price: Int = 10) -> String {
      let name = name.replacing(", ", with: separator)
      let lines = rows.map { [$0.id, name, $0.time, "\(price)"].joined(separator: separator) }
      return (["id", "name", "created", "price"].joined(separator: separator) + end)
        + lines.map { $0 + end }.joined()
    }
    let old = table([("a81f3c02", "2026-11-28 10:00:01"), ("b7210d3e", "2026-11-28 10:00:02")])
    let new = table([("c30e91fa", "2026-11-28 10:05:07"), ("d4f0aa19", "2026-11-28 10:05:08")])
    let noise = noise(old, new)
    #expect(noise.places.map(\.old) == ["a81f3c02", "2026-11-28 10:00:01"], "\(noise.places)")
    #expect(noise.places.first?.others.contains("d4f0aa19") == true)
    #expect(noise.isComplete)
    let paths = try noise.places.map { try JSONPath(parsing: $0.name) }
    func stable(_ text: String) -> [UInt8] {
      TextPlaces(paths, in: Array(text.utf8)).replaced(in: Array(text.utf8), by: [0x2A])
    }
    // The next day, and with another row, it is the same columns.
    let later = table([("e5", "2026-12-01 08:00:00"), ("f6", "2026-12-02"), ("g7", "soon")])
    #expect(stable(later).count > stable(old).count)
    #expect(!String(decoding: stable(later), as: UTF8.self).contains("2026"))
    #expect(stable(table([("x1", "y")], price: 11)) != stable(table([("x1", "y")])))
    #expect(
      stable(old.replacing("created", with: "made")) != stable(old), "the heading is no noise")
    // Another name or price is more than noise.
    let other = self.noise(old, new.replacing("10\(end)", with: "ten\(end)"))
    #expect(!other.places.contains { $0.name.hasPrefix("text(/\\n") }, "\(other.places)")
  }

  @Test func `a time of a log has its thousandths behind a comma`() {
    let noise = noise(
      "2026-11-28 10:00:01,363 INFO started\n", "2026-11-28 10:00:02,880 INFO started\n")
    #expect(noise.places.map(\.old) == ["2026-11-28 10:00:01,363"] && noise.isComplete)
  }

  @Test(arguments: [
    (
      "https://cdn.example.com/a.png?Expires=1795830680&Key=K1",
      "https://cdn.example.com/a.png?Expires=1795830681&Key=K1", NoisePlace.Nature.time
    ),
    (
      "https://s3.example.com/b/a?X-Amz-Date=20261128T005120Z&X-Amz-Signature=9f3c1a77e0b2",
      "https://s3.example.com/b/a?X-Amz-Date=20261128T005121Z&X-Amz-Signature=0011aa22bb33", .id
    ),
    ("/files/a81f3c02?at=1795830680", "/files/c30e91fa?at=1795830681", .id),
    ("https://cdn.example.com/a.png?v=1", "https://cdn.example.com/a.png?v=2", .text),
    ("https://a.example.com/orders/4711", "https://a.example.com/orders/4758", .number),
    (
      "https://cdn.example.com/img2/a10.png?v=10", "https://cdn.example.com/img2/a10.png?v=11",
      .text
    ),
    ("https://a.example.com/a81f3c02", "https://b.example.com/c30e91fa", .text),
    ("https://cdn.example.com/a.png", "https://cdn.example.com/b.png", .text),
  ])
  func `a URL in which times and ids alone differ is noise`(
    old: String, new: String, nature: NoisePlace.Nature
  ) {
    #expect(NoisePlace.Nature("\"\(old)\"", "\"\(new)\"") == nature)
  }

  @Test func `a large text or one that is none is left alone`() {
    let text = String(repeating: "line at 12:00:01\n", count: 80_000)
    #expect(noise(text, text.replacing("12", with: "13")).places.isEmpty)
    let bytes: [UInt8] = [0x61, 0xFF, 0x31]
    #expect(TextNoise(bytes, [0x61, 0xFF, 0x32], recorded: bytes).places.isEmpty)
  }

  @Test(arguments: [
    (
      "<p>Rendered in 0.012 s at noon</p>", "<p>Rendered in 0.7 s at noon</p>",
      NoisePlace.Nature.time
    ),
    ("took 5 minutes\n", "took 7 minutes\n", .time), ("<b>5 ms</b>", "<b>9 ms</b>", .time),
    ("<b>5 stars</b>", "<b>7 stars</b>", .number), ("<b>5 sofas</b>", "<b>7 sofas</b>", .number),
  ])
  func `a number before a unit of time is a time`(
    old: String, new: String, nature: NoisePlace.Nature
  ) throws {
    #expect(try #require(noise(old, new).places.first).nature == nature)
  }

  @Test(arguments: [
    ("0.354s", "0.12s", NoisePlace.Nature.time), ("12 ms", "9 ms", .time), ("7µs", "8µs", .time),
    ("12 kg", "9 kg", .text), ("apples", "pears", .text), ("s", "ms", .text),
    ("at 2026-11-23T18:00:01, after 0.5 s", "at 2026-11-23T18:00:09, after 0.25 s", .time),
    ("2 minutes ago", "1 hour ago", .time), ("at 18:05 on Monday", "at 18:06 on Tuesday", .time),
    ("open at 18:05", "closed at 18:06", .text), ("3 left at 18:05", "2 left at 18:06", .text),
    ("job 7f3a91c2 at 18:05:01", "job 90be17d4 at 18:05:02", .id), ("3 of 5", "4 of 5", .text),
  ])
  func `times in a text, and how long something took, are times`(
    old: String, new: String, nature: NoisePlace.Nature
  ) {
    #expect(NoisePlace.Nature(old, new) == nature)
  }
}
