extension Interaction.Response {
  /// Whether the response announces how many bytes it has (RFC 9110 §8.6).
  ///
  /// One that breaks off announces what it did when it was recorded.
  package var announcesLength: Bool {
    failure == nil
      && (announcesLengthByRule && !hasUnknownLength || headers["Content-Length"] != nil)
  }

  /// Announces a length, where the response did so.
  package mutating func announce(length: Int) {
    if headers["Content-Length"] == nil {
      headers.insert(.length, String(length), at: fieldOrder)
    } else {
      headers.set("Content-Length", String(length))
    }
  }

  /// Notes that a length which other responses of this kind announce was not announced.
  ///
  /// One that broke off announces none of its own accord.
  package mutating func noteUnknownLength() {
    hasUnknownLength =
      failure == nil && announcesLengthByRule && headers["Content-Length"] == nil
  }

  /// Whether the response has content (RFC 9112 §6.3).
  ///
  /// - Parameter method: The request's method.
  /// - Returns: True also for content of no bytes.
  package func hasContent(toMethod method: String) -> Bool {
    method != "HEAD" && status != 101 && status != 204 && status != 304
  }

  /// Whether a response announces its length although a cassette does not say so.
  ///
  /// A stream has none, as it is sent while it is made; trailer fields need chunks over HTTP/1 (RFC
  /// 9112 §6.2), whether they came or were only announced; and a response without content over
  /// HTTP/2 often consists of its head, as the errors of gRPC do.
  package var announcesLengthByRule: Bool {
    guard trailers.isEmpty, headers["Trailer"] == nil, body.chunks.isEmpty else { return false }
    guard body.isEmpty else { return true }
    return http != "HTTP/2" && headers["grpc-status"] == nil
  }
}
