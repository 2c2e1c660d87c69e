#if Recording
  package import VCRCore

  /// The bodies of other tools' recordings, many of which store them as they came: compressed.
  package enum StoredBodies {
    /// Decompresses bytes by the name of a content coding.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - coding: The content coding (`gzip`, `deflate`).
    ///   - limit: The most bytes that may come of them.
    /// - Returns: The decoded bytes; nil for other data, or when they would be more.
    @Sendable package static func inflated(
      _ bytes: [UInt8], coding: String, limit: Int
    ) -> [UInt8]? {
      ContentDecoding.decode(bytes, encoding: coding, limit: limit)
    }

    /// Decodes the bodies of an interaction, as a recording of ours holds them: without content
    /// codings.
    ///
    /// - Parameter interaction: The interaction that another tool recorded.
    @Sendable package static func decode(_ interaction: inout Interaction) {
      // The limit protects against a malicious file that expands a thousandfold.
      func limit(_ size: Int) -> Int { 64 << 10 + 100 * size }
      // Most requests have no body, and to copy them takes longer than to see that.
      if !interaction.request.body.isEmpty {
        interaction.request = ExchangeRecording.decoding(interaction.request, limit: limit)
      }
      guard case .response(let response) = interaction.outcome,
        response.headers["Content-Encoding"] != nil
      else { return }
      var plain = ExchangeRecording.decoding(response, limit: limit)
      // A body that begins like gzip or zstd and cannot be decoded is stored unchanged.
      let isEncoded = [[0x1F, 0x8B], [0x28, 0xB5, 0x2F, 0xFD]].contains {
        plain.body.bytes.starts(with: $0)
      }
      if !isEncoded, let encoding = plain.headers["Content-Encoding"] {
        // Many tools store a body decoded and keep its `Content-Encoding` field.
        plain.headers.remove("Content-Encoding")
        if !plain.body.isEmpty { plain.body.encoding = encoding }
      }
      interaction.outcome = .response(plain)
    }
  }
#endif
