/// How a streamed body is divided: by its own structure, never by the pieces of the network.
package enum StreamFormat: Sendable {
  /// Server-sent events (WHATWG HTML §9.2).
  case events
  /// JSON line by line, or a JSON text sequence (RFC 7464).
  case lines
  /// Messages of gRPC over HTTP/2.
  case messages

  /// The format that a media type declares; nil for a body that is no stream.
  ///
  /// - Parameter contentType: The value of `Content-Type`; nil for none.
  package init?(contentType: String?) {
    if GRPCMessages.isMediaType(contentType) {
      self = .messages
    } else {
      self.init(contentType.map { MediaType($0) })
    }
  }

  /// The format that a media type declares; nil for a body that is no stream of events or lines.
  package init?(_ type: MediaType?) {
    guard let essence = type?.essence else { return nil }
    if essence == "text/event-stream" {
      self = .events
    } else if Self.lineSuffixes.contains(where: { essence.hasSuffix($0) }) {
      self = .lines
    } else {
      return nil
    }
  }

  /// The ends of the media types of JSON lines, whatever their prefix (`x-`, `vnd.…+`).
  private static let lineSuffixes = ["ndjson", "jsonl", "jsonlines", "/json-seq", "stream+json"]
}
