#if Recording
  import VCRCore

  /// Collects the lines of a header or trailer section (RFC 9112 §5).
  struct FieldSection {
    private var fields: [HeaderField] = []
    /// The octets of a field that was folded over several lines, which only the next line tells.
    private var folded: [UInt8]?

    /// Adds a line without its end.
    mutating func add(_ line: UnsafeRawBufferPointer) throws {
      let first = unsafe line[0]
      if first == 0x20 || first == 0x09 {
        try unsafe unfold(line)
        return
      }
      finishFold()
      guard let colon = unsafe line.firstIndex(of: 0x3A) else {
        throw HTTP1ResponseParser.Malformed("has a header line without a colon")
      }
      // White space before the colon is removed from responses (RFC 9112 §5.1).
      var nameEnd = colon
      while nameEnd > 0, unsafe Self.isBlank(line[nameEnd - 1]) { nameEnd -= 1 }
      let name = unsafe UnsafeRawBufferPointer(rebasing: line[..<nameEnd])
      guard name.count > 0, unsafe name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw HTTP1ResponseParser.Malformed("has a header name with a blank or control character")
      }
      let value = unsafe Self.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
      try unsafe Self.check(value)
      var field = unsafe Self.value(value)
      field.name = unsafe String(decoding: name, as: UTF8.self)
      fields.append(field)
    }

    /// The fields, and an empty section from now on.
    mutating func take() throws -> HeaderFields {
      finishFold()
      defer { fields = [] }
      return HeaderFields(fields)
    }

    /// A line that begins with a blank goes on with the field before it; the fold is one blank
    /// (RFC 9112 §5.2).
    private mutating func unfold(_ line: UnsafeRawBufferPointer) throws {
      guard let last = fields.last else {
        throw HTTP1ResponseParser.Malformed("has a folded line before any header")
      }
      let rest = unsafe Self.trimmed(line)
      try unsafe Self.check(rest)
      var octets = folded ?? last.octets
      if rest.count > 0 {
        if !octets.isEmpty { octets.append(0x20) }
        unsafe octets.append(contentsOf: rest)
      }
      folded = octets
    }

    private mutating func finishFold() {
      guard let octets = folded, let last = fields.popLast() else { return }
      fields.append(HeaderField(last.name, octets: octets))
      folded = nil
    }

    private static func check(_ value: UnsafeRawBufferPointer) throws {
      guard unsafe !value.contains(where: { $0 == 0 || $0 == 0x0D }) else {
        throw HTTP1ResponseParser.Malformed("has a CR or NUL within a header value")
      }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      var (start, end) = (0, bytes.count)
      while start < end, unsafe isBlank(bytes[start]) { start += 1 }
      while end > start, unsafe isBlank(bytes[end - 1]) { end -= 1 }
      return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// A nameless field with that value; the common all-ASCII value takes a quick way.
    static func value(_ octets: UnsafeRawBufferPointer) -> HeaderField {
      if unsafe octets.allSatisfy({ $0 < 0x80 }) {
        return HeaderField("", unsafe String(decoding: octets, as: UTF8.self))
      }
      return unsafe HeaderField("", octets: Array(octets))
    }
  }
#endif
