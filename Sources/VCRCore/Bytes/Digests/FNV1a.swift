/// The hash FNV-1a of Fowler, Noll and Vo: short, and the same on every platform and in every run,
/// but no protection against forgery.
///
/// Names of cassettes, references in run records and where long lines are cut depend on its values.
package struct FNV1a<Value: FNV1aValue> {
  /// The hash of the bytes so far.
  package var value: Value

  /// Creates the hash of no bytes.
  @inlinable
  package init() { value = Value.fnvOffset }

  /// Creates the hash of some bytes.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) {
    self.init()
    for byte in bytes { add(byte) }
  }

  /// Takes in the next byte.
  @inlinable
  package mutating func add(_ byte: UInt8) { value = (value ^ Value(byte)) &* Value.fnvPrime }

  /// The hash in hexadecimal digits, as many as the value has room for.
  package var hexadecimal: String { value.hexadecimal(digits: Value.bitWidth / 4) }
}

extension FNV1a<UInt64> {
  /// Creates the hash of the bytes in a range of a text.
  ///
  /// Other modules call what is generic here without specialising it.
  package init(_ text: Span<UInt8>, in range: Range<Int>) {
    self.init()
    for index in range { add(text[index]) }
  }
}

extension UInt32: FNV1aValue {
  @inlinable package static var fnvOffset: UInt32 { 0x811C_9DC5 }
  @inlinable package static var fnvPrime: UInt32 { 0x100_0193 }
}

extension UInt64: FNV1aValue {
  @inlinable package static var fnvOffset: UInt64 { 0xCBF2_9CE4_8422_2325 }
  @inlinable package static var fnvPrime: UInt64 { 0x100_0000_01B3 }
}
