#if CommandLineTool
  import VCRCore

  /// The request line and header section of an HTTP/1 request as received (RFC 9112 §3, §5).
  ///
  /// Parsing is strict: a head that two parsers could read differently is refused, since the
  /// recorded request must be the one that the service saw.
  struct HTTP1RequestHead: Equatable {
    /// How the end of the content is found (RFC 9112 §6.3).
    enum Framing: Equatable {
      /// The given number of bytes follows.
      case length(Int)
      /// Chunks follow.
      case chunked
    }

    /// The method, which may be any token (RFC 9110 §9.1).
    var method: String
    /// The target; bytes outside ASCII are percent-encoded, as in a URL.
    var target: String
    /// Path and query as received; nil when they are ASCII and so the same as in `target`.
    var rawPath: [UInt8]?
    /// The minor version of HTTP/1.
    var minorVersion: Int
    /// The fields in the order received.
    var headers = HeaderFields()
    /// How the content ends.
    var framing = Framing.length(0)

    /// True for HTTP/1.0, which has neither chunks nor interim responses.
    var isOldVersion: Bool { minorVersion == 0 }

    // MARK: Request line

    /// Parses a request line without its line ending (RFC 9112 §3).
    init(line: UnsafeRawBufferPointer) throws(HTTP1Refusal) {
      guard let methodEnd = unsafe line.firstIndex(of: 0x20),
        let targetEnd = unsafe line.lastIndex(of: 0x20), methodEnd < targetEnd,
        unsafe Self.isToken(UnsafeRawBufferPointer(rebasing: line[..<methodEnd]))
      else {
        throw .malformed("its first line is not METHOD TARGET HTTP/1.1")
      }
      method = unsafe String(decoding: line[..<methodEnd], as: UTF8.self)
      let target = unsafe UnsafeRawBufferPointer(rebasing: line[(methodEnd + 1)..<targetEnd])
      guard unsafe !target.isEmpty, unsafe target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
        throw .malformed("its target has a space or a control character in it")
      }
      self.target =
        if unsafe target.allSatisfy({ $0 < 0x80 }) {
          unsafe String(decoding: target, as: UTF8.self)
        } else {
          unsafe Self.percentEncoded(target)
        }
      if unsafe target.contains(where: { $0 >= 0x80 }) { rawPath = unsafe Self.path(target) }
      let version = unsafe String(decoding: line[(targetEnd + 1)...], as: UTF8.self)
      let numbers = Array(version.utf8)
      guard numbers.count == 8, version.hasPrefix("HTTP/"), numbers[6] == UInt8(ascii: "."),
        0x30...0x39 ~= numbers[5], 0x30...0x39 ~= numbers[7]
      else {
        throw .malformed("its first line does not end in a version such as HTTP/1.1")
      }
      guard numbers[5] == UInt8(ascii: "1") else { throw .versionNotSupported(version) }
      minorVersion = Int(numbers[7] - 0x30)
    }

    /// The bytes after scheme and host (RFC 9112 §3.2.1, §3.2.2).
    private static func path(_ target: UnsafeRawBufferPointer) -> [UInt8]? {
      let bytes = unsafe Array(target)
      guard bytes.first != UInt8(ascii: "/") else { return bytes }
      guard let mark = bytes.firstRange(of: Array("://".utf8)),
        let start = bytes[mark.upperBound...].firstIndex(of: UInt8(ascii: "/"))
      else { return nil }
      return Array(bytes[start...].prefix { $0 != UInt8(ascii: "#") })
    }

    private static func percentEncoded(_ target: UnsafeRawBufferPointer) -> String {
      var bytes: [UInt8] = []
      bytes.appendPercentEncoded(unsafe Array(target), keeping: .ascii)
      return String(decoding: bytes, as: UTF8.self)
    }

    /// True for a token (RFC 9110 §5.6.2).
    private static func isToken(_ text: UnsafeRawBufferPointer) -> Bool {
      unsafe !text.isEmpty && text.allSatisfy(ByteSet.token.contains)
    }

    // MARK: Fields

    /// Parses a field line without its line ending (RFC 9112 §5).
    static func field(line: UnsafeRawBufferPointer) throws(HTTP1Refusal) -> HeaderField {
      if let first = unsafe line.first, first.isSpaceOrTab {
        throw .malformed("a header field goes on in the next line, which is obsolete")
      }
      guard let colon = unsafe line.firstIndex(of: 0x3A) else {
        throw .malformed("a header field has no colon")
      }
      guard unsafe isToken(UnsafeRawBufferPointer(rebasing: line[..<colon])) else {
        throw .malformed("a header field has a name that is none")
      }
      var (start, end) = (colon + 1, line.count)
      while start < end, unsafe line[start].isSpaceOrTab { start += 1 }
      while end > start, unsafe line[end - 1].isSpaceOrTab { end -= 1 }
      let value = unsafe UnsafeRawBufferPointer(rebasing: line[start..<end])
      guard unsafe value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw .malformed("a header field has a control character in its value")
      }
      let name = unsafe String(decoding: line[..<colon], as: UTF8.self)
      return unsafe value.allSatisfy({ $0 < 0x80 })
        ? unsafe HeaderField(name, String(decoding: value, as: UTF8.self))
        : unsafe HeaderField(name, bytes: Array(value))
    }

    // MARK: Header section

    /// Sets the fields, and the framing that follows from them.
    ///
    /// - Throws: `HTTP1Refusal` for fields that contradict each other, and for a transfer coding
    ///   other than `chunked`.
    mutating func complete(with fields: [HeaderField]) throws(HTTP1Refusal) {
      headers = HeaderFields(fields)
      var hosts: [String] = []
      var lengths: [String] = []
      var codings: [String] = []
      var isCoded = false
      for field in fields {
        switch field.name.utf8.count {
        case 4 where field.name.equalsIgnoringASCIICase("host"): hosts.append(field.value)
        case 14 where field.name.equalsIgnoringASCIICase("content-length"):
          lengths.append(field.value)
        case 17 where field.name.equalsIgnoringASCIICase("transfer-encoding"):
          isCoded = true
          codings += field.value.lowercased().commaSeparatedElements
        default: continue
        }
      }
      try checkHosts(hosts)
      // The bytes after CONNECT belong to the tunnel (RFC 9110 §9.3.6).
      if method == "CONNECT" { return }
      if isCoded {
        guard lengths.isEmpty else {
          throw .malformed("it has both Transfer-Encoding and Content-Length")
        }
        try checkCodings(codings)
        framing = .chunked
      } else if let first = lengths.first {
        guard lengths.count == 1, first.utf8.allSatisfy(\.isASCIIDigit),
          let length = Int(first)
        else {
          throw .malformed("its Content-Length is not one number")
        }
        framing = .length(length)
      }
    }

    /// Checks that the request has exactly one `Host`, as HTTP/1.1 demands (RFC 9112 §3.2).
    ///
    /// A `CONNECT` without one is accepted: its target names the host, and some clients leave the
    /// field out.
    private func checkHosts(_ hosts: [String]) throws(HTTP1Refusal) {
      guard hosts.count < 2 else { throw .malformed("it has \(hosts.count) Host fields") }
      guard let host = hosts.first else {
        if isOldVersion || method == "CONNECT" { return }
        throw .malformed("it has no Host field")
      }
      guard !host.utf8.contains(where: { " \t,/@?#".utf8.contains($0) }) else {
        throw .malformed("its Host field is not a host with or without a port")
      }
    }

    /// Checks that `chunked`, which the parser decodes, is the only transfer coding (RFC 9112
    /// §6.1).
    ///
    /// A coding applied before it would have to be decoded too, and without `chunked` the end of
    /// the content cannot be found.
    private func checkCodings(_ codings: [String]) throws(HTTP1Refusal) {
      guard codings.last == "chunked", codings.dropLast().allSatisfy({ $0 != "chunked" }) else {
        throw .malformed("its Transfer-Encoding does not end in chunked, once")
      }
      guard codings.count == 1 else {
        throw .notImplemented(
          "The transfer coding \(codings.dropLast().joined(separator: ", ")) of the request is not "
            + "understood, and would be lost\nSend it as Content-Encoding, or without a coding")
      }
    }
  }
#endif
