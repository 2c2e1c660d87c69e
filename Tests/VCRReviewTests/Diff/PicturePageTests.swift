import Foundation
import TestSupport
import Testing

@testable import VCRCore
@testable import VCRReview

/// The page of a diff shows the pictures of both sides, and nothing that only says it is one.
struct PicturePageTests {
  /// The head of a picture in PNG, with bytes after it.
  static func png(_ width: Int = 4, _ height: Int = 3, _ rest: [UInt8] = [1]) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
      + number(width) + number(height) + rest
  }

  private static func interaction(
    _ bytes: [UInt8], type: String = "image/png", url: String = "https://api.test/logo"
  ) -> Interaction {
    Interaction(
      request: .init(url: url),
      outcome: .response(
        .init(status: 200, reason: "OK", headers: ["Content-Type": type], body: Body(bytes))))
  }

  private static func page(_ old: [Interaction], _ new: [Interaction]) throws -> String {
    DiffHTML.page([try DiffFixture.diff(old, new)])
  }

  private static func pictures(_ page: String) -> [String] {
    page.matches(of: /src="(data:[^"]*)"/).map { String($0.output.1) }
  }

  private static func url(_ bytes: [UInt8], _ type: String = "image/png") -> String {
    "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  @Test func `a changed picture is shown in both states`() throws {
    let (old, new) = (Self.png(4, 3, [1]), Self.png(5, 3, [2]))
    let page = try Self.page([Self.interaction(old)], [Self.interaction(new)])
    #expect(Self.pictures(page) == [Self.url(old), Self.url(new)])
    #expect(page.contains("image/png, 4 × 3, 25 bytes, SHA-256 "))
    #expect(page.contains("img-src data:"))
  }

  @Test func `one that was added or removed is shown alone`() throws {
    let other = DiffFixture.json("{}")
    let logo = Self.png()
    let (without, with) = ([other], [other, Self.interaction(logo)])
    for (old, new) in [(without, with), (with, without)] {
      let page = try Self.page(old, new)
      #expect(Self.pictures(page) == [Self.url(logo)])
      #expect(page.components(separatedBy: "<figure").count == 2)
    }
  }

  @Test func `a picture in the place of something else has nothing beside it`() throws {
    let page = try Self.page(
      [Self.interaction(Array("{}".utf8), type: "application/json")], [Self.interaction(Self.png())]
    )
    #expect(Self.pictures(page) == [Self.url(Self.png())])
    #expect(page.contains("no picture"))
    let empty = try Self.page([Self.interaction([])], [Self.interaction(Self.png())])
    #expect(Self.pictures(empty) == [Self.url(Self.png())])
    #expect(empty.contains("not there"))
  }

  @Test func `requests and the parts of forms are shown by their names`() throws {
    func upload(_ picture: [UInt8]) -> Interaction {
      var interaction = DiffFixture.json("{}")
      interaction.request.method = "POST"
      interaction.request.headers = ["Content-Type": "multipart/form-data; boundary=x"]
      interaction.request.body = Body(
        Array("--x\r\nContent-Disposition: form-data; name=\"a<b\"\r\n\r\n".utf8) + picture
          + Array("\r\n--x\r\nContent-Disposition: form-data; name=same\r\n\r\n".utf8) + Self.png(9)
          + Array("\r\n--x--\r\n".utf8))
      return interaction
    }
    let (old, new) = (Self.png(1), Self.png(2))
    let page = try Self.page([upload(old)], [upload(new)])
    #expect(Self.pictures(page) == [Self.url(old), Self.url(new)])
    #expect(page.contains("<b>old part “a&lt;b” of the request</b>"))
  }

  @Test func `what only says that it is a picture is none`() throws {
    for type in ["image/png", "image/jpeg\"><script>", "image/svg+xml"] {
      let page = try Self.page(
        [Self.interaction(Array("<script>1</script>".utf8), type: type)],
        [Self.interaction(Array("<script>2</script>".utf8), type: type)])
      #expect(Self.pictures(page).isEmpty)
      #expect(!page.contains("img-src"))
      #expect(page.components(separatedBy: "<script>").count == 2)
    }
    // What a picture says that it is otherwise is still a picture, of the type of its bytes.
    let page = try Self.page([], [Self.interaction(Self.png(), type: "text/html\" onerror=\"x")])
    #expect(Self.pictures(page) == [Self.url(Self.png())])
  }

  @Test func `a drawing is an image only after the reader asked, and a text`() throws {
    let drawing = { (word: String) in
      Array("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>\(word)</script></svg>".utf8)
    }
    let page = try Self.page(
      [Self.interaction(drawing("one"), type: "image/svg+xml; charset=utf-8")],
      [Self.interaction(drawing("two"), type: "image/svg+xml")])
    #expect(Self.pictures(page).isEmpty)
    #expect(page.contains("data-source=\"\(Self.url(drawing("one"), "image/svg+xml"))\""))
    #expect(page.contains("data-source=\"\(Self.url(drawing("two"), "image/svg+xml"))\""))
    #expect(page.contains("<mark>one</mark>"))
    #expect(page.components(separatedBy: "<script>").count == 2)
  }

  @Test func `very large pictures are named by size and digest`() throws {
    let large = Self.png(40, 30, [UInt8](repeating: 7, count: ShownPicture.limit))
    // Few bytes, and more pixels than the memory of a browser holds.
    let wide = Self.png(4_000_000_000, 4_000_000_000)
    for bytes in [large, wide] {
      let page = try Self.page([Self.interaction(Self.png())], [Self.interaction(bytes)])
      #expect(Self.pictures(page) == [Self.url(Self.png())])
      #expect(page.contains("SHA-256 \(SHA256.hexadecimal(bytes).prefix(16))…; too large"))
      #expect(page.utf8.count < 100_000)
    }
  }

  @Test func `all pictures of a page have a bound, and texts are shown beyond it`() throws {
    let count = 12
    func state(_ seed: UInt8) -> [Interaction] {
      (1...count).map { number in
        Self.interaction(
          Self.png(number, 1, [UInt8](repeating: seed, count: 1 << 20)),
          url: "https://api.test/\(number)")
      } + [DiffFixture.json("{\"state\": \(seed)}")]
    }
    let page = try Self.page(state(1), state(2))
    #expect(page.utf8.count < DiffHTML.pictureLimit + 1_000_000)
    #expect((8..<2 * count).contains(Self.pictures(page).count))
    #expect(page.contains("not shown, to keep the page’s size"))
    #expect(page.contains("\"state\": <mark>2</mark>"))
  }

  @Test func `changes of different pictures with equal sizes are not shown as one`() throws {
    func state(_ seed: Int) -> [Interaction] {
      (1...4).map { number in
        Self.interaction(
          Self.png(4, 3, [UInt8(seed), UInt8(number)]), url: "https://api.test/\(number)")
      }
    }
    #expect(Self.pictures(try Self.page(state(1), state(2))).count == 8)
  }

  @Test func `the size of a picture is what its header says`() throws {
    // A frame in the header of JPEG after another segment; the three headers of WebP; a frame of
    // GIF that is larger than its screen.
    let jpeg: [UInt8] = [
      0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xFF, 0xC0, 0, 17, 8, 0, 3, 0, 5, 3,
    ]
    let webp = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
    let gif: [UInt8] =
      Array("GIF89a".utf8) + [2, 0, 2, 0, 0x80, 0, 0] + [0, 0, 0, 1, 1, 1]
      + [0x21, 0xF9, 4, 0, 0, 0, 0, 0] + [0x2C, 1, 0, 1, 0, 0x00, 0x10, 3, 0, 0, 2, 1, 0, 0, 0x3B]
    let samples: [([UInt8], (Int, Int)?)] = [
      (Self.png(70_000, 2), (70_000, 2)), (jpeg, (5, 3)),
      (webp + Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 2, 0, 0], (5, 3)),
      (webp + Array("VP8L".utf8) + [9, 0, 0, 0, 0x2F, 4, 0x80, 0, 0], (5, 3)),
      (
        webp + Array("VP8 ".utf8) + [9, 0, 0, 0, 1, 2, 3, 0x9D, 1, 0x2A, 5, 0x40, 3, 0x80], (5, 3)
      ),
      (gif, (4097, 4)), (Array("GIF89a".utf8), nil), ([0xFF, 0xD8, 0xFF], nil),
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0], nil), (Self.png(0, 3), nil), (webp, nil),
    ]
    for (bytes, expected) in samples {
      let format = try #require(PictureFormat(bytes, nil))
      let size = PictureSize(bytes, format)
      #expect(size?.width == expected?.0 && size?.height == expected?.1, "\(bytes)")
    }
  }

  @Test func `no header makes trouble, wherever it ends and whatever it holds`() {
    var random = SeededRandom(seed: 5)
    let starts: [[UInt8]] = [
      Self.png(), [0xFF, 0xD8, 0xFF], Array("GIF89a".utf8), Array("RIFF0000WEBPVP8L".utf8),
      Array("0000ftypavif00000000ispe0000".utf8),
    ]
    for start in starts {
      for _ in 1...2_000 {
        let rest = (0..<random.below(60)).map { _ in
          random.below(3) == 0 ? UInt8(random.below(256)) : [0, 0x2C, 0x21, 0xFF][random.below(4)]
        }
        let bytes = start + rest
        guard let picture = ShownPicture(Body(bytes), nil) else {
          Issue.record("\(bytes) is no picture any more")
          continue
        }
        #expect(!picture.words.isEmpty)
        if let size = picture.size { #expect(size.width > 0 && size.height > 0) }
      }
    }
  }
}
