extension String {
  /// Decodes code units; nil when one of them is not valid.
  static func decodedByTranscoding<Encoding: Unicode.Encoding>(
    _ codeUnits: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
  ) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(codeUnits.underestimatedCount)
    let isBroken = transcode(
      codeUnits.makeIterator(), from: encoding, to: UTF8.self, stoppingOnError: true,
      into: { bytes.append($0) })
    return isBroken ? nil : String(decoding: bytes, as: UTF8.self)
  }

  #if canImport(Darwin) || VCR_TYPE_CHECKED_FOR_APPLE
    /// Decodes code units; nil when one of them is not valid.
    ///
    /// It stands for the standard library's initialiser, which needs macOS 15 and iOS 18.
    package init?<Encoding: Unicode.Encoding>(
      validating codeUnits: some Sequence<Encoding.CodeUnit>, as encoding: Encoding.Type
    ) {
      guard let text = String.decodedByTranscoding(codeUnits, as: encoding) else { return nil }
      self = text
    }
  #endif
}
