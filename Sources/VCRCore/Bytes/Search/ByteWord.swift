/// Eight bytes in a row, all of which are compared with a byte at once.
struct ByteWord {
  /// The first of them is the lowest.
  private let value: UInt64

  /// Reads the eight bytes at an address, aligned or not.
  @inline(__always) @unsafe init(_ bytes: UnsafeRawPointer) {
    unsafe value = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  /// Reads the eight bytes at a position of a text.
  @inline(__always) init(_ text: Span<UInt8>, at index: Int) {
    unsafe value = UInt64(
      littleEndian: text.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }

  /// Writes the eight bytes to an address, aligned or not.
  @inline(__always) @unsafe func store(_ bytes: UnsafeMutableRawPointer) {
    unsafe bytes.storeBytes(of: value.littleEndian, as: UInt64.self)
  }

  /// The position of the first that has a value; 8 when none has it.
  @inline(__always) func firstIndex(of byte: UInt8) -> Int {
    marks(of: byte).trailingZeroBitCount / 8
  }

  /// The position of the first that has one of two values; 8 when none has.
  @inline(__always) func firstIndex(of byte: UInt8, or other: UInt8) -> Int {
    (marks(of: byte) | marks(of: other)).trailingZeroBitCount / 8
  }

  /// The number of bytes at the beginning that a string of JSON has as they are: printable ASCII
  /// but quotes and backslashes.
  @inline(__always) var plainInJSONString: Int {
    // As below, a borrow marks bytes behind the first alone.
    let control = (value &- Self.all(0x20)) & ~value
    let stops = (value | control) & Self.all(0x80)
    return (stops | marks(of: UInt8(ascii: "\"")) | marks(of: UInt8(ascii: "\\")))
      .trailingZeroBitCount / 8
  }

  /// The number of bytes at the beginning that have a value.
  @inline(__always) func prefix(of byte: UInt8) -> Int {
    (value ^ Self.all(byte)).trailingZeroBitCount / 8
  }

  /// The high bit of the first byte that has a value, and perhaps of others behind it: a borrow of
  /// the subtraction marks those.
  @inline(__always) private func marks(of byte: UInt8) -> UInt64 {
    let difference = value ^ Self.all(byte)
    return (difference &- Self.all(0x01)) & ~difference & Self.all(0x80)
  }

  @inline(__always) private static func all(_ byte: UInt8) -> UInt64 {
    0x0101_0101_0101_0101 &* UInt64(byte)
  }
}
