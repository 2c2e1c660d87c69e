/// The sizes above which a cassette is refused.
enum CassetteLimit {
  /// The largest interaction, in bytes of its text.
  ///
  /// Together with the memory for decoding this keeps a hostile scalar from exhausting the memory;
  /// a cassette of many interactions may be of any size.
  static let itemSize = 256 << 20

  /// The largest file that is parsed as a whole, in bytes.
  static let parsedSize = 32 << 20
}
