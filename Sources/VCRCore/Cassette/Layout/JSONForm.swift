/// How JSON is shown in a cassette, as the key above it says.
package struct JSONForm: Hashable, Sendable {
  /// True where the body has one space after every comma and every colon.
  package var isSpaced: Bool

  /// True where long strings are in several pieces.
  package var isFolded: Bool

  /// The bytes of the body.
  ///
  /// - Parameter text: JSON with any white space; a final line feed is kept.
  /// - Returns: The bytes, without the white space that is for the reader alone.
  package func bytes(of text: ArraySlice<UInt8>) -> [UInt8] {
    JSONLayout.restore(isFolded ? FoldedJSON.joining(text)[...] : text, isSpaced: isSpaced)
  }
}
