import Testing

@testable import VCRCore
@testable import VCRReview

/// Pictures, recognised by their bytes.
struct PictureFormatTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 1, 0, 0, 0, 0, 7, 8, 6, 0, 0, 0]
  private static let gif: [UInt8] = Array("GIF89a".utf8) + [16, 0, 3, 1, 0, 0, 0, 0x3B]
  private static let jpeg: [UInt8] = [
    0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8, 0, 9, 1, 2, 3, 0,
  ]
  private static let webp: [UInt8] =
    Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0]
    + [99, 0, 0, 0x2B, 1, 0]

  @Test(arguments: [
    (png, PictureFormat.png, 256, 7), (gif, .gif, 16, 259), (jpeg, .jpeg, 258, 9),
    (webp, .webp, 100, 300),
  ])
  func `format and size are what the bytes say`(
    bytes: [UInt8], format: PictureFormat, width: Int, height: Int
  ) throws {
    #expect(PictureFormat(bytes, nil) == format)
    // What a message declares is of no account.
    #expect(PictureFormat(bytes, MediaType("text/html")) == format)
    let size = try #require(PictureSize(bytes, format))
    #expect(size.width == width)
    #expect(size.height == height)
  }

  @Test(arguments: [(png, PictureFormat.png), (gif, .gif), (jpeg, .jpeg), (webp, .webp)])
  func `a picture that is cut off has no size, wherever it ends`(
    bytes: [UInt8], format: PictureFormat
  ) {
    // A size is read only from bytes that are there.
    for count in 0..<bytes.count {
      let size = PictureSize(Array(bytes[..<count]), format)
      #expect(size == nil || size == PictureSize(bytes, format))
    }
  }

  @Test func `a text is a drawing only where it is declared as one`() {
    let text = Array("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8)
    #expect(PictureFormat(text, MediaType("image/svg+xml")) == .svg)
    #expect(PictureFormat(text, MediaType("text/html")) == nil)
    #expect(PictureFormat(text, nil) == nil)
    #expect(PictureFormat(Array("no drawing".utf8), MediaType("image/svg+xml")) == nil)
  }

  @Test func `a picture of no pixels has no size, and other bytes are no picture`() {
    var flat = Self.png
    flat.replaceSubrange(16..<20, with: [0, 0, 0, 0])
    #expect(PictureSize(flat, .png) == nil)
    #expect(PictureFormat(Array("RIFF\0\0\0\0WAVE".utf8), nil) == nil)
    #expect(PictureFormat([], MediaType("image/png")) == nil)
  }
}
