/// Undoes the coding of a content while it passes, in bounded memory.
package protocol PieceDecoder {
  /// Decodes the bytes that follow.
  ///
  /// - Parameters:
  ///   - piece: The bytes.
  ///   - give: Receives what they decode to, in pieces of at most some hundred KiB.
  /// - Throws: What `give` throws.
  /// - Returns: False when the bytes are broken, or decode to more than the decoder allows. Bytes
  ///   behind the end of the coding are left out.
  mutating func decode(
    _ piece: [UInt8], _ give: ([UInt8]) throws(SystemError) -> Void
  ) throws(SystemError) -> Bool

  /// True when clients read the content so far, even if its coding has no end mark.
  var isReadable: Bool { get }

  /// True when the content is larger than the decoder allows.
  var isTooLarge: Bool { get }

  /// The number of bytes, from the first one, that all content so far came from; nil when that
  /// cannot be known.
  var visibleLength: Int? { get }
}
