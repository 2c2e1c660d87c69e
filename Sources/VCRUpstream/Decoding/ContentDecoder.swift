#if Recording
  /// Decodes one content coding, piece by piece.
  protocol ContentDecoder {
    /// Decodes a piece and appends the result.
    ///
    /// - Returns: False when the input is broken or decodes to more than the limit.
    mutating func decode(_ input: [UInt8], into output: inout [UInt8], limit: Int) -> Bool

    /// True when the input so far is complete, by the end mark of the coding.
    var isComplete: Bool { get }
  }

  /// The number of bytes by which a decoder extends its output at a time.
  let decodingStep = 64 * 1024

  extension [UInt8] {
    /// Extends the array by one step, lets the closure fill it, and keeps the bytes written.
    mutating func appendStep<Result>(
      _ fill: (UnsafeMutableBufferPointer<UInt8>) -> (written: Int, result: Result)
    ) -> Result {
      let start = count
      append(contentsOf: repeatElement(0, count: decodingStep))
      let (written, result) = unsafe withUnsafeMutableBufferPointer { buffer in
        unsafe fill(UnsafeMutableBufferPointer(rebasing: buffer[start...]))
      }
      removeLast(decodingStep - written)
      return result
    }
  }
#endif
