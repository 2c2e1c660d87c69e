#if CommandLineTool && os(Linux)
  /// The bytes of netlink messages: headers, attributes and attributes within attributes.
  enum Netlink {
    static let request: UInt16 = 0x1
    static let acknowledge: UInt16 = 0x4
    static let create: UInt16 = 0x400
    static let append: UInt16 = 0x800

    /// A message with its header.
    static func message(type: UInt16, flags: UInt16, _ body: [UInt8]) -> [UInt8] {
      native(UInt32(16 + body.count)) + native(type) + native(flags | request)
        + native(UInt32(0)) + native(UInt32(0)) + body
    }

    /// An attribute.
    static func attribute(_ type: UInt16, _ data: [UInt8]) -> [UInt8] {
      let padding = [UInt8](repeating: 0, count: (4 - data.count % 4) % 4)
      return native(UInt16(4 + data.count)) + native(type) + data + padding
    }

    /// An attribute that holds a number in network byte order.
    static func attribute(_ type: UInt16, number: UInt32) -> [UInt8] {
      attribute(type, native(number.bigEndian))
    }

    /// An attribute that holds a text, ended by a zero.
    static func attribute(_ type: UInt16, text: String) -> [UInt8] {
      attribute(type, Array(text.utf8) + [0])
    }

    /// An attribute that holds attributes.
    static func nest(_ type: UInt16, _ attributes: [UInt8]...) -> [UInt8] {
      attribute(type | 0x8000, attributes.flatMap { $0 })
    }

    /// A number in the machine's byte order.
    static func native(_ value: some FixedWidthInteger) -> [UInt8] {
      unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    }
  }
#endif
