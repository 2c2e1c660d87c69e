import VCRCore

extension ForeignValue {
  /// Reads a document of TOML 1.0.0, in UTF-8 with or without a byte order mark.
  ///
  /// Numbers are written as decimal digits, whatever their notation; dates and times stay as they
  /// are.
  ///
  /// - Parameter bytes: The document.
  /// - Throws: `YAMLFault` with the place where it is not TOML, or larger or nested deeper than any
  ///   recording of its size.
  init(toml bytes: [UInt8]) throws(YAMLFault) {
    var reader = TOMLReader(CassetteFile.withoutByteOrderMark(bytes))
    self = try reader.read()
  }

  /// True for a text whose first line that is no comment is a header or a pair of TOML.
  ///
  /// No recording in YAML or JSON begins like that: to YAML such a pair is a plain scalar, and JSON
  /// has no bare words but `true`, `false` and `null`.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: Whether it is read as TOML.
  static func isTOML(_ bytes: [UInt8]) -> Bool {
    var start = beginning(of: bytes)
    while start < bytes.count, bytes[start] == UInt8(ascii: "#") {
      start = beginning(of: bytes, from: bytes.firstNewline(from: start, to: bytes.count))
    }
    let text = bytes[start...]
    let brackets = text.prefix(2).prefix { $0 == UInt8(ascii: "[") }.count
    let line = text.dropFirst(brackets).prefix(256)
    let name = line.prefix { TOMLReader.isBare($0) || ". \t".utf8.contains($0) }
    guard name.contains(where: { TOMLReader.isBare($0) && !$0.isASCIIDigit }) else {
      return false
    }
    let end = line.dropFirst(name.count).first
    return end == (brackets > 0 ? UInt8(ascii: "]") : UInt8(ascii: "="))
  }
}
