#if Recording
  import Czlib

  /// `deflate`: RFC 1950, or RFC 1951 alone, which some servers send.
  struct DeflateEncoder: ContentEncoder {
    func settings(giving encoded: [UInt8], from content: [UInt8]) -> EncoderSettings? {
      // The first two bytes of RFC 1950 §2.2 are a multiple of 31, and name the method 8.
      guard encoded.count > 2 else { return nil }
      let isWrapped =
        encoded[0] & 0x0F == 8 && (Int(encoded[0]) << 8 + Int(encoded[1])) % 31 == 0
      for hasWrapper in isWrapped ? [true, false] : [false] {
        guard
          let deflation = Deflation.giving(
            encoded[...], from: content, hasWrapper: hasWrapper,
            levels: [6, 5, 4, 3, 2, 7, 8, 1, 9])
        else { continue }
        var settings = deflation.settings
        if !hasWrapper { settings.add("raw") }
        return settings
      }
      return nil
    }

    func encode(_ content: [UInt8], with settings: EncoderSettings) -> [UInt8]? {
      guard !settings.hasOthers(than: ["level", "memory", "window", "raw"]),
        let deflation = Deflation(settings)
      else { return nil }
      var output = CollectedOutput()
      let hasWrapper = settings.value("raw") == nil
      guard deflation.compress(content, hasWrapper: hasWrapper, to: &output) else { return nil }
      return output.bytes
    }
  }
#endif
