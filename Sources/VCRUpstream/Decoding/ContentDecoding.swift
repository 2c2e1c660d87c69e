#if Recording
  import VCRCore

  /// Decodes the content codings of a message (RFC 9110 §8.4).
  package enum ContentDecoding {
    /// The most bytes that a body may decode to, 1 GiB; a larger one is kept encoded.
    static let limit = 1 << 30

    /// The most bytes that a response may decode to, by the size of its encoded form.
    ///
    /// Rows that repeat shrink to less than a hundredth. What is larger is not recorded: it would
    /// hide its secrets, and a megabyte of gzip can become a gigabyte of zeros.
    package static func limit(ofEncoded count: Int) -> Int { min(limit, max(64 << 20, 64 * count)) }

    /// The most bytes that a request may decode to, by the size of its encoded form; a larger one
    /// is kept encoded.
    ///
    /// Text rarely shrinks to less than a fiftieth, whereas a kilobyte of gzip can become a
    /// megabyte of zeros, which would take memory and time from every other client.
    package static func limit(ofRequest count: Int) -> Int { min(limit, max(4 << 20, 64 * count)) }

    /// Decodes the codings that a `Content-Encoding` value lists, the last one first.
    ///
    /// - Parameters:
    ///   - bytes: The encoded bytes.
    ///   - encoding: The codings.
    ///   - limit: The most bytes that they may decode to.
    /// - Returns: The content, or nil when there is no coding to undo or one is unknown, the bytes
    ///   are broken or cut short, or the content is larger than the limit.
    package static func decode(
      _ bytes: [UInt8], encoding: String, limit: Int = limit
    ) -> [UInt8]? {
      var content = bytes
      let codings = codings(in: encoding)
      // A body in no coding keeps a field that says so, such as `identity`.
      guard !codings.isEmpty else { return nil }
      for name in codings.reversed() {
        guard var decoder = decoder(for: name) else { return nil }
        var output: [UInt8] = []
        guard decoder.decode(content, into: &output, limit: limit), decoder.isComplete else {
          return nil
        }
        content = output
      }
      return content
    }

    /// The codings that a `Content-Encoding` value lists, in lower case and in the order in which
    /// they were applied; without `identity`, which changes nothing.
    static func codings(in encoding: String) -> [String] {
      encoding.lowercased().commaSeparatedWords.filter { $0 != "identity" }
    }

    /// The decoder of a coding by its registered name; nil for an unsupported coding.
    static func decoder(for coding: String) -> (any ContentDecoder)? {
      switch coding {
      case "gzip", "x-gzip": ZlibDecoder(.gzip)
      case "deflate": ZlibDecoder(.deflate)
      // Apple's devices have no such libraries to link.
      #if canImport(Cbrotli)
        case "br": BrotliDecoder()
      #endif
      #if canImport(Czstd)
        case "zstd": ZstandardDecoder()
      #endif
      default: nil
      }
    }
  }
#endif
