#if Recording
  package import VCRCore

  /// Encodes the content of a message again, so that the same bytes come out as the service sent
  /// (RFC 9110 §8.4).
  ///
  /// The encoders are deterministic, and services use few of their settings. So the settings are
  /// looked for once, while recording, and the encoded bytes need not be kept.
  package enum ContentEncoding {
    /// The size in bytes above which no settings are looked for.
    private static let searchLimit = 32 << 20

    /// Finds how the encoded bytes of a body come back.
    ///
    /// - Parameters:
    ///   - encoded: The bytes that the service sent.
    ///   - content: The content that they decode to.
    ///   - coding: The value of `Content-Encoding`.
    /// - Returns: The settings that give the bytes, or the bytes when none of those tried does.
    package static func form(
      of encoded: [UInt8], content: [UInt8], coding: String
    ) -> EncodedForm {
      guard content.count <= searchLimit,
        let settings = encoder(for: coding)?.settings(giving: encoded, from: content)
      else { return .bytes(encoded) }
      return .settings(settings.text)
    }

    /// The bytes of a body in its content coding.
    ///
    /// - Parameter body: A body whose coding was undone.
    /// - Returns: The bytes, in memory or in a file; nil when it is not known how they come back,
    ///   the settings are not those of the coding, or the content is too large to be encoded.
    package static func encoded(_ body: Body) -> Body? {
      switch body.encoded {
      case nil: return nil
      case .bytes(let bytes): return Body(bytes)
      case .file(let file): return Body(file)
      case .settings(let text):
        guard body.count <= searchLimit else { return nil }
        return encoder(for: body.encoding ?? "")?
          .encode(body.bytes, with: EncoderSettings(text)).map { Body($0) }
      }
    }

    /// The encoder of a coding by its registered name; nil for a list, and for an unsupported
    /// coding.
    private static func encoder(for coding: String) -> (any ContentEncoder)? {
      switch coding.lowercased() {
      case "gzip", "x-gzip": GzipEncoder()
      case "deflate": DeflateEncoder()
      // Apple's devices have no such libraries to link.
      #if canImport(Cbrotlienc)
        case "br": BrotliEncoder()
      #endif
      #if canImport(Czstd)
        case "zstd": ZstandardEncoder()
      #endif
      default: nil
      }
    }
  }
#endif
