#if Recording
  /// The Huffman code of HPACK (RFC 7541 §5.2, Appendix B).
  ///
  /// The code is canonical: codes of one length are consecutive, in the order of their symbols. So
  /// it follows from the lengths alone.
  enum HuffmanCode {
    /// The number of bits of the code of each byte, and of the end of a string (256).
    private static let lengths: [UInt8] = [
      13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,
      28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,
      6, 10, 10, 12, 13, 6, 8, 11, 10, 10, 8, 11, 8, 6, 6, 6,
      5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 7, 8, 15, 6, 12, 10,
      13, 6, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7,
      7, 7, 7, 7, 7, 7, 7, 7, 8, 7, 8, 13, 19, 13, 14, 6,
      15, 5, 6, 5, 6, 5, 6, 6, 6, 5, 7, 7, 6, 6, 6, 5,
      6, 7, 6, 5, 5, 6, 7, 7, 7, 7, 7, 15, 11, 14, 13, 28,
      20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,
      24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,
      22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,
      21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,
      26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,
      19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,
      20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,
      26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,
      30,
    ]

    private static let longest = 30

    /// The codes of one length.
    private struct Group {
      /// The first code.
      var first: UInt32 = 0
      /// How many codes there are.
      var count: UInt32 = 0
      /// Where the symbols of these codes begin in `symbols`.
      var start = 0
    }

    /// All symbols, by length and then by value.
    private static let symbols = lengths.indices.sorted {
      (lengths[$0], $0) < (lengths[$1], $1)
    }

    private static let groups: [Group] = {
      var groups = [Group](repeating: Group(), count: longest + 1)
      for length in lengths { groups[Int(length)].count += 1 }
      for length in 1...longest {
        let shorter = groups[length - 1]
        groups[length].first = (shorter.first + shorter.count) << 1
        groups[length].start = shorter.start + Int(shorter.count)
      }
      return groups
    }()

    /// Decodes a string.
    ///
    /// - Parameter bytes: The encoded string.
    /// - Returns: The bytes; nil when the input is not valid.
    static func decoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
      var result: [UInt8] = []
      var code: UInt32 = 0
      var length = 0
      let (groups, symbols) = (groups, symbols)
      for byte in bytes {
        for shift in stride(from: 7, through: 0, by: -1) {
          code = code << 1 | UInt32(byte >> UInt8(shift)) & 1
          length += 1
          guard length <= longest else { return nil }
          let group = groups[length]
          guard code >= group.first, code - group.first < group.count else { continue }
          // The end of a string is never encoded as such (RFC 7541 §5.2).
          guard let symbol = UInt8(exactly: symbols[group.start + Int(code - group.first)]) else {
            return nil
          }
          result.append(symbol)
          (code, length) = (0, 0)
        }
      }
      // The last byte is filled up with the first bits of the longest code, which are all ones.
      return length < 8 && code == 1 << UInt32(length) - 1 ? result : nil
    }
  }
#endif
