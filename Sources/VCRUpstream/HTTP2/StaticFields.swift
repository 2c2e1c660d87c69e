#if Recording
  import VCRCore

  /// The static table of HPACK (RFC 7541, Appendix A).
  enum StaticFields {
    /// The fields; that of index 1 is the first.
    static let fields: [HeaderField] =
      ([
        (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"),
        (":path", "/index.html"), (":scheme", "http"), (":scheme", "https"), (":status", "200"),
        (":status", "204"), (":status", "206"), (":status", "304"), (":status", "400"),
        (":status", "404"), (":status", "500"), ("accept-charset", ""),
        ("accept-encoding", "gzip, deflate"),
      ]
      + [
        "accept-language", "accept-ranges", "accept", "access-control-allow-origin", "age", "allow",
        "authorization", "cache-control", "content-disposition", "content-encoding",
        "content-language", "content-length", "content-location", "content-range", "content-type",
        "cookie", "date", "etag", "expect", "expires", "from", "host", "if-match",
        "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "last-modified",
        "link", "location", "max-forwards", "proxy-authenticate", "proxy-authorization", "range",
        "referer", "refresh", "retry-after", "server", "set-cookie", "strict-transport-security",
        "transfer-encoding", "user-agent", "vary", "via", "www-authenticate",
      ].map { ($0, "") }).map { HeaderField($0.0, $0.1) }

    /// The index of the first field of each name.
    static let indexes = Dictionary(
      fields.enumerated().map { ($1.name, $0 + 1) }, uniquingKeysWith: { first, _ in first })
  }
#endif
