import Foundation
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A scheme of one's own, `epub://book/chapter.xhtml`, answered from an archive with media type,
/// text encoding and length.
struct Book {
  /// The session that knows the scheme.
  let session: URLSession
  private let deck: Cassette.Deck

  /// Opens a book.
  ///
  /// - Parameters:
  ///   - path: The archive.
  ///   - cassette: Where what is read is recorded, for a test that has the cassette and no book;
  ///     nil for nowhere.
  /// - Throws: When there is no such archive, or the cassette cannot be opened.
  init(path: String, cassette: String? = nil) throws {
    let archive = try Archive(path: path)
    let chapters = Cassette.Stub.stub(.get, "epub://book/**") { request in
      let name = URL(string: request.url)?.path.dropFirst() ?? ""
      guard let content = try archive.content(of: String(name)) else {
        return .failure(.fileDoesNotExist, message: "the book has no \(name)")
      }
      let type = Self.mediaType(of: String(name))
      return .resource(
        content, mediaType: type, textEncoding: type.hasPrefix("image/") ? nil : "utf-8")
    }
    deck =
      try cassette.map {
        try Cassette.Deck(
          cassette: $0, stubs: [chapters.recorded()],
          options: Cassette.Deck.Options(mode: .newEpisodes))
      } ?? Cassette.Deck(stubs: [chapters])
    let configuration = URLSessionConfiguration.ephemeral
    configuration.use(deck)
    session = URLSession(configuration: configuration)
  }

  /// Keeps what was recorded.
  func close() throws { try deck.close() }

  private static func mediaType(of name: String) -> String {
    switch name.split(separator: ".").last {
    case "xhtml": "application/xhtml+xml"
    case "html": "text/html"
    case "css": "text/css"
    case "opf": "application/oebps-package+xml"
    case "xml": "application/xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    default: "text/plain"
    }
  }
}
