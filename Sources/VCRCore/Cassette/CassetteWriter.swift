/// Writes interactions in the one form that a given interaction has.
struct CassetteWriter {
  /// The text that opens every new cassette: version and the `interactions` key.
  static let prologue = Array("vcr: 1\ninteractions:\n".utf8)

  /// The text of one item, from its `- ` to its final newline.
  func item(_ interaction: Interaction) -> [UInt8] { [] }
}
