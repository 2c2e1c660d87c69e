import VCRCore

/// The fields of an encoded message of Protocol Buffers ("Encoding" of its documentation), in their
/// order.
struct ProtoFields {
  /// The value of a field as it is on the wire.
  enum Value: Equatable {
    case varint(UInt64)
    case fixed64(UInt64)
    case bytes(ArraySlice<UInt8>)
    case fixed32(UInt32)
  }

  private var rest: ArraySlice<UInt8>

  private init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  /// All fields; nil for bytes that are no message.
  ///
  /// Groups, which are no longer used, are none either.
  static func all(of bytes: ArraySlice<UInt8>) -> [(number: Int, value: Value)]? {
    var fields = ProtoFields(bytes)
    var all: [(number: Int, value: Value)] = []
    while !fields.rest.isEmpty {
      guard let field = fields.next() else { return nil }
      all.append(field)
    }
    return all
  }

  /// All numbers of a packed field, each read by the closure; nil when they are none.
  static func packed(
    _ bytes: ArraySlice<UInt8>, _ read: (inout ProtoFields) -> Value?
  ) -> [Value]? {
    var fields = ProtoFields(bytes)
    var values: [Value] = []
    while !fields.rest.isEmpty {
      guard let value = read(&fields) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func next() -> (number: Int, value: Value)? {
    guard case .varint(let key)? = varint(), key >> 3 > 0, key >> 3 < 1 << 29,
      let value = value(ofType: key & 7)
    else { return nil }
    return (Int(key >> 3), value)
  }

  private mutating func value(ofType type: UInt64) -> Value? {
    switch type {
    case 0: return varint()
    case 1: return fixed64()
    case 2:
      guard case .varint(let count)? = varint(), count <= UInt64(rest.count) else { return nil }
      defer { rest = rest.dropFirst(Int(count)) }
      return .bytes(rest.prefix(Int(count)))
    case 5: return fixed32()
    default: return nil
    }
  }

  mutating func varint() -> Value? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.first, shift < 70 {
      rest = rest.dropFirst()
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return .varint(number) }
      shift += 7
    }
    return nil
  }

  mutating func fixed64() -> Value? { number(of: 8).map { .fixed64($0) } }

  mutating func fixed32() -> Value? {
    number(of: 4).map { .fixed32(UInt32(truncatingIfNeeded: $0)) }
  }

  private mutating func number(of count: Int) -> UInt64? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
