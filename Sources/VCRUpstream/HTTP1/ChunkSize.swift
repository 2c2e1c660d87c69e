#if Recording
  import VCRCore

  /// The line before a chunk: its size, which an extension may follow (RFC 9112 §7.1, §7.1.1).
  package enum ChunkSize {
    /// The reason why a line is no chunk size.
    package enum Fault: Error {
      /// The line begins with no digit.
      case none
      /// Another character stands in the size.
      case noDigit
      /// No integer holds the size.
      case tooLarge
      /// Neither an extension nor the end follows the size.
      case otherText
    }

    /// The most bytes of such a line.
    package static let lineLimit = 16 << 10

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - line: The line without its end.
    ///   - isStrict: True where white space without an extension, and control characters in one,
    ///     are refused: another recipient of the request could read them otherwise.
    /// - Returns: The size in bytes; zero for the last chunk.
    /// - Throws: `Fault` for any other line.
    package static func parse(
      _ line: UnsafeRawBufferPointer, isStrict: Bool
    ) throws(Fault) -> Int {
      var size = 0
      var index = 0
      while index < line.count, let value = unsafe line[index].hexValue {
        guard size <= Int.max >> 4 else { throw .tooLarge }
        size = size << 4 | Int(value)
        index += 1
      }
      let digits = index
      if digits < line.count {
        let next = unsafe line[digits]
        guard next == UInt8(ascii: ";") || next.isSpaceOrTab else { throw .noDigit }
      }
      guard digits > 0 else { throw .none }
      while index < line.count, unsafe line[index].isSpaceOrTab { index += 1 }
      let isExtended = unsafe index < line.count && line[index] == UInt8(ascii: ";")
      guard index == line.count || isExtended else { throw .otherText }
      guard isStrict, digits < line.count else { return size }
      let isPlain = unsafe line[digits...].allSatisfy {
        $0 >= 0x20 && $0 != 0x7F || $0.isSpaceOrTab
      }
      guard isExtended, isPlain else { throw .otherText }
      return size
    }
  }
#endif
