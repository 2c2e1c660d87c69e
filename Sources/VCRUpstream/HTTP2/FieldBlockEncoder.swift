#if Recording
  import NIOCore
  import VCRCore

  /// Encodes field blocks for one end of an HTTP/2 connection (HPACK, RFC 7541), with every byte of
  /// a value.
  ///
  /// No field enters the dynamic table, and no string is compressed: both peers are usually on the
  /// same machine, or the block is small beside what the network costs.
  struct FieldBlockEncoder {
    private var hasBegun = false

    init() {}

    /// Encodes a block.
    mutating func encode(_ fields: [HeaderField], allocator: ByteBufferAllocator) -> ByteBuffer {
      var block = allocator.buffer(capacity: 256)
      if !hasBegun {
        // The table is given up once, as a peer that asks for a smaller table waits for the update
        // of its size (RFC 7541 §4.2).
        hasBegun = true
        block.writeInteger(0x20 as UInt8)
      }
      for field in fields { Self.write(field, to: &block) }
      return block
    }

    private static func write(_ field: HeaderField, to block: inout ByteBuffer) {
      if let index = StaticFields.indexes[field.name] {
        if let whole = wholeIndex(of: field, from: index) {
          write(whole, 7, 0x80, to: &block)
          return
        }
        write(index, 4, 0, to: &block)
      } else {
        block.writeInteger(0 as UInt8)
        let name = field.name.utf8
        write(name.count, 7, 0, to: &block)
        block.writeBytes(name)
      }
      if field.isLatin1 {
        let bytes = field.bytes
        write(bytes.count, 7, 0, to: &block)
        block.writeBytes(bytes)
      } else {
        write(field.value.utf8.count, 7, 0, to: &block)
        block.writeString(field.value)
      }
    }

    /// The index of a static field with that name and value; only pseudo-header fields have any.
    private static func wholeIndex(of field: HeaderField, from first: Int) -> Int? {
      guard field.name.utf8.first == UInt8(ascii: ":"), !field.value.isEmpty else { return nil }
      var index = first
      while index <= StaticFields.fields.count, StaticFields.fields[index - 1].name == field.name {
        if StaticFields.fields[index - 1].value == field.value { return index }
        index += 1
      }
      return nil
    }

    /// Writes an integer (RFC 7541 §5.1).
    private static func write(
      _ value: Int, _ bits: UInt8, _ pattern: UInt8, to block: inout ByteBuffer
    ) {
      let mask = Int(UInt8(1) << bits - 1)
      guard value >= mask else {
        block.writeInteger(pattern | UInt8(value))
        return
      }
      block.writeInteger(pattern | UInt8(mask))
      var rest = value - mask
      while rest >= 0x80 {
        block.writeInteger(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      block.writeInteger(UInt8(rest))
    }
  }
#endif
