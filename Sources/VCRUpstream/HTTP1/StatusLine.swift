#if Recording
  import VCRCore

  /// A status line (RFC 9112 §4).
  struct StatusLine {
    /// The status code.
    var code: Int
    /// The reason phrase, which may be empty.
    var reason = ""
    /// The version; nil for HTTP/1.1.
    var version: String?

    /// Parses a line without its line ending.
    init(_ line: UnsafeRawBufferPointer) throws {
      // `HTTP/1.x` and a space.
      guard line.count >= 12, unsafe line.starts(with: "HTTP/1.".utf8),
        unsafe line[7].isASCIIDigit, unsafe line[8] == 0x20
      else { throw HTTP1ResponseParser.Malformed("does not begin with a status line of HTTP/1") }
      version = unsafe line[7] == 0x31 ? nil : "HTTP/1.\(line[7] - 0x30)"
      var index = 9
      while index < line.count, unsafe line[index] == 0x20 { index += 1 }
      guard index + 3 <= line.count else {
        throw HTTP1ResponseParser.Malformed("has no status code")
      }
      var code = 0
      for offset in 0..<3 {
        let digit = unsafe line[index + offset]
        guard digit.isASCIIDigit else {
          throw HTTP1ResponseParser.Malformed("has no status code of three digits")
        }
        code = code * 10 + Int(digit - 0x30)
      }
      guard code >= 100 else { throw HTTP1ResponseParser.Malformed("has a status code below 100") }
      self.code = code
      index += 3
      guard index < line.count else { return }
      guard unsafe line[index] == 0x20 else {
        throw HTTP1ResponseParser.Malformed("has no status code of three digits")
      }
      let rest = unsafe UnsafeRawBufferPointer(rebasing: line[(index + 1)...])
      guard unsafe !rest.contains(where: { $0 == 0 || $0 == 0x0D }) else {
        throw HTTP1ResponseParser.Malformed("has a control character in its reason phrase")
      }
      if rest.count > 0 { reason = unsafe ReasonPhrase.text(of: rest) }
    }
  }
#endif
