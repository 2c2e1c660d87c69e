#if Recording
  import NIOCore
  import VCRCore

  /// Decodes the field blocks that one end of an HTTP/2 connection sends (HPACK, RFC 7541), with
  /// every byte of a value.
  ///
  /// The decoder of the HTTP/2 library makes a `String` of each value, in which bytes that are not
  /// UTF-8 are lost.
  struct FieldBlockDecoder {
    /// A block that cannot be decoded, after which no other can.
    struct Malformed: Error {}

    /// The fields of a block.
    struct Fields {
      /// The fields, with the pseudo-header fields among them; those beyond the limit are left out.
      var fields: [HeaderField] = []
      /// The number of bytes of all names and values.
      var size = 0
    }

    /// The largest dynamic table that the other end may ask for.
    private let tableLimit: Int
    private var tableSize: Int
    private var table: [(field: HeaderField, size: Int)] = []
    private var tableUse = 0

    /// Creates a decoder.
    ///
    /// - Parameter tableLimit: The size of the dynamic table that was announced to the sender.
    init(tableLimit: Int = 4096) {
      self.tableLimit = tableLimit
      tableSize = 4096
    }

    /// Decodes a block.
    ///
    /// - Parameters:
    ///   - block: The block, without what belongs to its frames.
    ///   - limit: The most bytes of names and values; fields beyond it are left out of the result.
    /// - Returns: The fields.
    /// - Throws: ``Malformed``.
    mutating func decode(_ block: ByteBuffer, limit: Int) throws(Malformed) -> Fields {
      var block = block
      var result = Fields()
      while let first = block.readInteger(as: UInt8.self) {
        let field: HeaderField
        switch first {
        case 0x80...: field = try self.field(at: Self.integer(first, 7, &block))
        case 0x40...:
          field = try literal(Self.integer(first, 6, &block), &block)
          add(field)
        case 0x20...:
          // A change of the size stands before all fields (RFC 7541 §4.2).
          let size = try Self.integer(first, 5, &block)
          guard size <= tableLimit, result.size == 0 else { throw Malformed() }
          tableSize = size
          evict()
          continue
        default: field = try literal(Self.integer(first, 4, &block), &block)
        }
        result.size += Self.size(of: field)
        if result.size <= limit { result.fields.append(field) }
      }
      return result
    }

    private mutating func literal(
      _ index: Int, _ block: inout ByteBuffer
    ) throws(Malformed) -> HeaderField {
      let name =
        index == 0
        ? String(decoding: try Self.string(&block), as: UTF8.self) : try field(at: index).name
      guard !name.isEmpty else { throw Malformed() }
      return HeaderField(name, bytes: try Self.string(&block))
    }

    // MARK: Tables

    private func field(at index: Int) throws(Malformed) -> HeaderField {
      let fixed = StaticFields.fields
      guard index > 0 else { throw Malformed() }
      if index <= fixed.count { return fixed[index - 1] }
      // The newest field has the lowest index, and stands last.
      let place = table.count - (index - fixed.count)
      guard place >= 0 else { throw Malformed() }
      return table[place].field
    }

    private mutating func add(_ field: HeaderField) {
      let size = Self.size(of: field) + 32
      table.append((field, size))
      tableUse += size
      evict()
    }

    private mutating func evict() {
      var count = 0
      while tableUse > tableSize {
        tableUse -= table[count].size
        count += 1
      }
      if count > 0 { table.removeFirst(count) }
    }

    private static func size(of field: HeaderField) -> Int {
      // A character of Latin-1 is one byte.
      field.name.utf8.count
        + (field.isLatin1 ? field.value.unicodeScalars.count : field.value.utf8.count)
    }

    // MARK: Primitives

    /// Reads the rest of an integer whose first byte has been read (RFC 7541 §5.1).
    private static func integer(
      _ first: UInt8, _ bits: UInt8, _ block: inout ByteBuffer
    ) throws(Malformed) -> Int {
      let mask = UInt8(1) << bits - 1
      var value = Int(first & mask)
      guard value == Int(mask) else { return value }
      for shift in stride(from: 0, through: 28, by: 7) {
        guard let byte = block.readInteger(as: UInt8.self) else { throw Malformed() }
        value += Int(byte & 0x7F) << shift
        if byte & 0x80 == 0 { return value }
      }
      throw Malformed()
    }

    /// Reads a string (RFC 7541 §5.2).
    private static func string(_ block: inout ByteBuffer) throws(Malformed) -> [UInt8] {
      guard let first = block.readInteger(as: UInt8.self) else { throw Malformed() }
      let length = try integer(first, 7, &block)
      guard let bytes = block.readSlice(length: length) else { throw Malformed() }
      guard first & 0x80 != 0 else { return Array(bytes.readableBytesView) }
      guard let decoded = HuffmanCode.decoded(bytes.readableBytesView) else { throw Malformed() }
      return decoded
    }
  }
#endif
