#if Recording
  import VCRCore

  /// Collects the lines of a header or trailer section (RFC 9112 §5).
  struct FieldSection {
    private var fields: [HeaderField] = []
    /// The value of a field that is folded over several lines; nil unless a line was folded.
    private var folded: [UInt8]?

    /// Adds a line without its line ending.
    mutating func add(_ line: UnsafeRawBufferPointer) throws {
      let first = unsafe line[0]
      if first.isSpaceOrTab {
        try unsafe unfold(line)
        return
      }
      finishFold()
      guard let colon = unsafe line.firstIndex(of: 0x3A) else {
        throw HTTP1ResponseParser.Malformed("has a header line without a colon")
      }
      // White space before the colon is removed from responses (RFC 9112 §5.1).
      var nameEnd = colon
      while nameEnd > 0, unsafe line[nameEnd - 1].isSpaceOrTab { nameEnd -= 1 }
      let name = unsafe UnsafeRawBufferPointer(rebasing: line[..<nameEnd])
      guard name.count > 0, unsafe name.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw HTTP1ResponseParser.Malformed("has a header name with a space or control character")
      }
      let value = unsafe Self.trimmed(UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]))
      try unsafe Self.check(value)
      var field = unsafe Self.value(value)
      field.name = unsafe String(decoding: name, as: UTF8.self)
      fields.append(field)
    }

    /// Returns the fields and empties the section.
    mutating func take() throws -> HeaderFields {
      finishFold()
      defer { fields = [] }
      return HeaderFields(fields)
    }

    /// Appends a line that begins with white space to the field before it, joined by one space
    /// (RFC 9112 §5.2).
    private mutating func unfold(_ line: UnsafeRawBufferPointer) throws {
      guard let last = fields.last else {
        throw HTTP1ResponseParser.Malformed("has a folded line before any header")
      }
      let rest = unsafe Self.trimmed(line)
      try unsafe Self.check(rest)
      var value = folded ?? last.bytes
      if rest.count > 0 {
        if !value.isEmpty { value.append(0x20) }
        unsafe value.append(contentsOf: rest)
      }
      folded = value
    }

    private mutating func finishFold() {
      guard let value = folded, let last = fields.popLast() else { return }
      fields.append(HeaderField(last.name, bytes: value))
      folded = nil
    }

    private static func check(_ value: UnsafeRawBufferPointer) throws {
      guard unsafe !value.contains(where: { $0 == 0 || $0 == 0x0D }) else {
        throw HTTP1ResponseParser.Malformed("has a CR or NUL within a header value")
      }
    }

    private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
      var (start, end) = (0, bytes.count)
      while start < end, unsafe bytes[start].isSpaceOrTab { start += 1 }
      while end > start, unsafe bytes[end - 1].isSpaceOrTab { end -= 1 }
      return unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    }

    /// A field without a name and with this value; a value in ASCII, the usual case, is faster.
    static func value(_ bytes: UnsafeRawBufferPointer) -> HeaderField {
      if unsafe bytes.allSatisfy({ $0 < 0x80 }) {
        return HeaderField("", unsafe String(decoding: bytes, as: UTF8.self))
      }
      return unsafe HeaderField("", bytes: Array(bytes))
    }
  }
#endif
