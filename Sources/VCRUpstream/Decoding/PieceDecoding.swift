#if Recording
  /// Decodes the content codings of one body while it arrives (RFC 9110 §8.4).
  public struct PieceDecoding {
    /// The decoders; that of the coding applied last comes first.
    private var decoders: [any ContentDecoder] = []
    private var count = 0

    /// Creates the decoders for a body.
    ///
    /// - Parameter encoding: A `Content-Encoding` value; the result is nil for an unknown coding.
    public init?(encoding: String) {
      for coding in encoding.split(separator: ",").reversed() {
        let name = coding.filter { $0 != " " && $0 != "\t" }.lowercased()
        if name == "identity" || name.isEmpty { continue }
        guard let decoder = ContentDecoding.decoder(for: name) else { return nil }
        decoders.append(decoder)
      }
    }

    /// Decodes the bytes that have arrived.
    ///
    /// - Parameter piece: The next bytes of the body.
    /// - Returns: The content that these bytes complete, which may be empty; nil when the bytes are
    ///   broken or the content is larger than one GiB.
    public mutating func decode(_ piece: [UInt8]) -> [UInt8]? {
      var content = piece
      for index in decoders.indices where !content.isEmpty {
        var output: [UInt8] = []
        guard decoders[index].decode(content, into: &output, limit: ContentDecoding.limit - count)
        else { return nil }
        content = output
      }
      count += content.count
      return content
    }
  }
#endif
