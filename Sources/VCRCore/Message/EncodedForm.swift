/// How the bytes of a body in its content coding come back from its content.
package enum EncodedForm: Sendable, Equatable {
  /// Encoding the content with these settings, in the words of the encoder, gives the bytes that
  /// the service sent: `level 6`.
  case settings(String)
  /// The bytes that the service sent, which no known encoder gives.
  case bytes([UInt8])
}
