#if Recording
  /// Takes the output of an encoder piece by piece.
  protocol EncodedOutput {
    /// The most bytes that it takes at a time.
    static var step: Int { get }

    /// Takes the next bytes.
    ///
    /// - Returns: False to stop the encoder.
    mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool
  }
#endif
