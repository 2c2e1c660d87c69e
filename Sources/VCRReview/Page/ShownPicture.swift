import VCRCore

/// A picture in a page, in a `data:` URL.
///
/// Its type is what its first bytes say, never what a cassette says, but for drawings in SVG. Those
/// are documents that may hold scripts, and that few bytes let take hours: they are an image, in
/// which nothing runs and nothing is loaded, and only after the reader asked for it.
struct ShownPicture {
  /// The most bytes of a picture that is shown.
  static let limit = 4 << 20

  /// The most pixels of a picture that is shown, since few bytes can be many pixels.
  static let pixelLimit = 50_000_000

  /// The format.
  let format: PictureFormat
  /// The number of bytes.
  let count: Int
  /// The width and height; nil when the picture does not say them.
  let size: PictureSize?
  /// The first hexadecimal digits of the SHA-256 of the bytes.
  let digest: String
  private let body: Body

  /// The picture that a body is; nil for another.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - type: The type that its message declares; nil for none.
  init?(_ body: Body, _ type: MediaType?) {
    let start = body.file == nil ? body.bytes : (try? body.file?.reader().next()) ?? []
    guard let format = PictureFormat(start, type) else { return nil }
    self.format = format
    self.body = body
    count = body.count
    size = PictureSize(start, format)
    digest = String((body.file?.identity ?? SHA256.hexadecimal(start)).prefix(16))
  }

  /// True when a page shows it: neither too large, nor broken.
  var isShown: Bool {
    guard count <= Self.limit, body.file == nil else { return false }
    guard let size else { return format == .svg }
    return size.width <= Self.pixelLimit / size.height
  }

  /// Format, width and height, size and digest in words.
  var words: String {
    let pixels = size.map { ", \($0.width) × \($0.height)" } ?? ""
    return "\(format.rawValue)\(pixels), \(Quantity.of(count, "byte")), SHA-256 \(digest)…"
  }

  /// The element that shows it: HTML.
  ///
  /// - Parameter name: The name of what is pictured, for a reader who does not see it.
  /// - Returns: The element, which is a button for a drawing.
  func html(_ name: String) -> String {
    let content = String(decoding: Base64Text.encode(body.bytes), as: UTF8.self)
    let source = "data:\(format.rawValue);base64,\(content)"
    guard format != .svg else {
      return """
        <button type="button" class="draw" data-source="\(source)" data-name="\(name.asAttribute)">\
        Draw it</button>
        """
    }
    return "<img class=\"picture\" loading=\"lazy\" decoding=\"async\" alt=\"\(name.asAttribute)\" "
      + "src=\"\(source)\">"
  }
}
