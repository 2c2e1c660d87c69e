#if Recording
  /// Decodes one content coding, piece by piece.
  protocol ContentDecoder {
    /// Decodes as much of the input as gives at most ``decodingStep`` bytes, and appends these.
    ///
    /// - Parameters:
    ///   - input: The bytes that are not decoded yet; what is decoded is removed.
    ///   - output: The bytes to which the result is appended.
    /// - Returns: How to go on.
    mutating func step(_ input: inout ArraySlice<UInt8>, into output: inout [UInt8])
      -> DecodingStep

    /// True when the input so far is complete, by the end mark of the coding.
    var isComplete: Bool { get }

    /// The number of encoded bytes so far that all content came from; nil if that is always all of
    /// them.
    var wholeLength: Int? { get }
  }

  extension ContentDecoder {
    var wholeLength: Int? { nil }
  }

  extension ContentDecoder {
    /// Decodes a piece and appends the result.
    ///
    /// - Returns: False when the input is broken or decodes to more than the limit.
    mutating func decode(_ input: [UInt8], into output: inout [UInt8], limit: Int) -> Bool {
      var rest = input[...]
      while true {
        let step = step(&rest, into: &output)
        guard step != .failed, step != .ended, output.count <= limit else { return false }
        if step == .needsInput { return true }
      }
    }
  }

  /// The number of bytes by which a decoder extends its output at a time.
  let decodingStep = 64 * 1024

  extension [UInt8] {
    /// Extends the array by one step, lets the closure fill it, and keeps the bytes written.
    mutating func appendStep<Result>(
      _ fill: (UnsafeMutableBufferPointer<UInt8>) -> (written: Int, result: Result)
    ) -> Result {
      let start = count
      self += [UInt8](repeating: 0, count: decodingStep)
      let (written, result) = unsafe withUnsafeMutableBufferPointer { buffer in
        unsafe fill(UnsafeMutableBufferPointer(rebasing: buffer[start...]))
      }
      removeLast(decodingStep - written)
      return result
    }
  }
#endif
