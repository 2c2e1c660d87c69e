#if Recording
  /// Keeps the output.
  struct CollectedOutput: EncodedOutput {
    static let step = decodingStep

    private(set) var bytes: [UInt8]

    /// Creates an output that begins with some bytes.
    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    mutating func take(_ next: UnsafeBufferPointer<UInt8>) -> Bool {
      unsafe bytes.append(contentsOf: next)
      return true
    }
  }
#endif
