#if Recording
  /// Compares the output with known bytes, and stops the encoder at the first difference.
  struct ComparedOutput: EncodedOutput {
    /// A small one shows a difference early.
    static let step = 1 << 10

    private let expected: ArraySlice<UInt8>
    private var count = 0

    /// Creates an output that expects these bytes.
    init(_ expected: ArraySlice<UInt8>) { self.expected = expected }

    /// True when all bytes were the expected ones and none is missing.
    var isComplete: Bool { count == expected.count }

    mutating func take(_ next: UnsafeBufferPointer<UInt8>) -> Bool {
      guard count + next.count <= expected.count else { return false }
      let start = expected.startIndex + count
      count += next.count
      return unsafe expected[start..<start + next.count].elementsEqual(next)
    }
  }
#endif
