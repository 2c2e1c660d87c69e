#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

extension String {
  /// Calls the closure with the UTF-8 of the text, without a copy where it is contiguous.
  package func withUTF8Span<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    var text = self
    return try text.withUTF8 { try unsafe body(Span(_unsafeElements: $0)) }
  }

  /// True when both are the same bytes; `==` also holds for two spellings of one character.
  package func hasSameUTF8(as other: String) -> Bool {
    withUTF8Span { left in
      unsafe left.withUnsafeBufferPointer { unsafe other.isEqual(to: $0) }
    }
  }
}

extension String {
  /// True when its UTF-8 is the bytes at an address.
  @unsafe func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    var text = self
    return text.withUTF8 { own in
      guard own.count == other.count, let first = own.baseAddress, let start = other.baseAddress
      else { return own.isEmpty && other.isEmpty }
      return unsafe memcmp(first, start, own.count) == 0
    }
  }
}

extension String? {
  /// True when both are the same bytes, or both are nil.
  package func hasSameUTF8(as other: String?) -> Bool {
    guard let self, let other else { return self == nil && other == nil }
    return self.hasSameUTF8(as: other)
  }
}

extension Hasher {
  /// Adds a text by its bytes, so that two spellings of one character give different hashes.
  package mutating func combine(utf8Of text: String) {
    text.withUTF8Span { span in
      combine(span.count)
      unsafe span.withUnsafeBytes { unsafe combine(bytes: $0) }
    }
  }

  /// Adds a text by its bytes, or the fact that there is none.
  package mutating func combine(utf8Of text: String?) {
    combine(text == nil)
    if let text { combine(utf8Of: text) }
  }
}

extension Span<UInt8> {
  /// Moves an index past a text; leaves it unchanged when another text is there.
  ///
  /// - Returns: Whether the text was there.
  package func skip(_ text: StaticString, _ index: inout Int) -> Bool {
    let end = index + text.utf8CodeUnitCount
    guard end <= count, equals(text, in: index..<end) else { return false }
    index = end
    return true
  }

  /// The position after the white space that begins at a position.
  package func endOfSpace(from start: Int) -> Int {
    var index = start
    while index < count, self[index] <= 0x20 { index += 1 }
    return index
  }

  /// True when a text is at a position.
  package func equals(_ text: StaticString, at start: Int) -> Bool {
    let end = start + text.utf8CodeUnitCount
    // Most texts differ in the first byte, and in a debug build the rest takes many times as long.
    guard end <= count, unsafe end == start || self[start] == text.utf8Start.pointee else {
      return false
    }
    return equals(text, in: start..<end)
  }

  /// True when the bytes in a range are those of the text.
  package func equals(_ text: StaticString, in range: Range<Int>) -> Bool {
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { expected in
      // In a debug build the iterator of a range costs more than all else here.
      var offset = 0
      while offset < expected.count {
        guard unsafe self[range.lowerBound + offset] == expected[offset] else { return false }
        offset += 1
      }
      return true
    }
  }

  /// True when a word, given in lower case, stands at a position in any case and ends before `end`.
  package func holds(lowercased word: [UInt8], at start: Int, to end: Int) -> Bool {
    guard start + word.count <= end else { return false }
    var offset = 0
    while offset < word.count {
      guard self[start + offset].asciiLowercased == word[offset] else { return false }
      offset += 1
    }
    return true
  }

  /// The byte that the percent-encoded triplet at the position encodes, or nil (RFC 3986 §2.1).
  package func percentDecoded(at index: Int, before end: Int) -> UInt8? {
    self[index] == UInt8(ascii: "%") && index + 2 < end ? hexadecimalByte(at: index + 1) : nil
  }

  /// True if the bytes before a position are a percent-encoded triplet or an escape of JSON, so
  /// that their letters and digits belong to no word.
  package func hasEscape(endingAt end: Int) -> Bool {
    if end > 2, self[end - 1] == UInt8(ascii: "m"), isColour(endingAt: end) { return true }
    if end >= 3, percentDecoded(at: end - 3, before: end) != nil { return true }
    if end >= 2, self[end - 2] == UInt8(ascii: "\\") {
      return "bfnrt".utf8.contains(self[end - 1])
    }
    return end >= 6 && equals("\\u", in: end - 6..<end - 4)
  }

  /// True for the end of a sequence by which a terminal changes its colours (ECMA-48 §8.3.117), as
  /// it is or with the escape of JSON.
  private func isColour(endingAt end: Int) -> Bool {
    var start = end - 1
    while start > 0, end - start < 24,
      self[start - 1].isASCIIDigit || self[start - 1] == UInt8(ascii: ";")
    {
      start -= 1
    }
    guard start > 1, self[start - 1] == UInt8(ascii: "[") else { return false }
    return self[start - 2] == 0x1B
      || start > 6 && equals("\\u001", at: start - 7) && self[start - 2] | 0x20 == UInt8(ascii: "b")
  }

  /// True for a range with no letter or digit of ASCII beside it, but for those of an escape, which
  /// may be escaped itself (`%250A`) or one of quoted-printable text (`=3D`).
  package func isWholeWord(_ range: Range<Int>) -> Bool {
    func isOfWord(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric }
    if range.upperBound < count, isOfWord(self[range.upperBound]) { return false }
    let start = range.lowerBound
    guard start > 0, isOfWord(self[start - 1]), !hasEscape(endingAt: start) else { return true }
    var digits = start
    while digits > 0, start - digits < 6, self[digits - 1].hexValue != nil { digits -= 1 }
    guard digits > 0, start - digits >= 2 else { return false }
    return self[digits - 1] == UInt8(ascii: "%")
      || self[digits - 1] == UInt8(ascii: "=") && start - digits == 2
  }
}

extension [UInt8] {
  /// Appends the bytes in a range of a span.
  package mutating func append(_ span: Span<UInt8>, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    unsafe span.extracting(range).withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }

  /// Appends a byte as a percent-encoded triplet in upper case (RFC 3986 §6.2.2.1).
  package mutating func appendPercentEncoded(_ byte: UInt8) {
    append(UInt8(ascii: "%"))
    appendHexadecimal(byte)
  }

  /// Appends bytes, of which those that are not kept are percent-encoded.
  package mutating func appendPercentEncoded(_ bytes: some Sequence<UInt8>, keeping kept: ByteSet) {
    for byte in bytes {
      if kept.contains(byte) { append(byte) } else { appendPercentEncoded(byte) }
    }
  }

  /// Appends what the closure appends, preceded by its length, so that nothing that follows can be
  /// mistaken for a part of it.
  package mutating func appendDelimited(_ body: (inout [UInt8]) -> Void) {
    let start = count
    append(0)
    append(0)
    append(0)
    append(0)
    body(&self)
    let length = UInt32(truncatingIfNeeded: count - start - 4)
    self[start] = UInt8(truncatingIfNeeded: length >> 24)
    self[start + 1] = UInt8(truncatingIfNeeded: length >> 16)
    self[start + 2] = UInt8(truncatingIfNeeded: length >> 8)
    self[start + 3] = UInt8(truncatingIfNeeded: length)
  }
}
