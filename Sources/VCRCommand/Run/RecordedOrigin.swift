#if CommandLineTool
  import VCRCore

  /// The service that a cassette was recorded from, for clients to which the proxy acts as that
  /// service.
  enum RecordedOrigin {
    /// Scheme, host and port of the first interaction.
    ///
    /// - Parameter cassette: The cassette's path.
    /// - Returns: The origin (RFC 6454 §4) as a URL.
    /// - Throws: `CommandFailure` when the cassette has none; `CassetteError` when it cannot be
    ///   read.
    static func origin(of cassette: String) throws -> String {
      let listing = try CassetteListing(path: cassette)
      guard listing.count > 0 else {
        throw CommandFailure(
          .noCassette, "\(cassette): there is no interaction in it, so there is nothing to serve")
      }
      let url = try listing.interaction(at: 0).request.url
      // User information in the URL is not part of an origin.
      guard let mark = url.firstRange(of: "://"), let authority = url.hostAndPort else {
        throw CommandFailure(
          .noCassette, "\(cassette): the first interaction is not one of HTTP, so it is not served")
      }
      return "\(WebScheme.ofConnection(url[..<mark.lowerBound]))://\(authority)"
    }
  }
#endif
