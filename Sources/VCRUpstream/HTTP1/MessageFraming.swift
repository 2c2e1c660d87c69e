#if Recording
  import VCRCore

  /// How the end of a response's content is found (RFC 9112 §6.3), by its header section.
  struct MessageFraming {
    /// The announced length; nil when none is announced.
    var contentLength: Int?
    /// True when that stands there more than once, which one field is to replace (RFC 9110 §8.6).
    var isLengthRepeated = false
    /// True when the content is in chunks.
    var isChunked = false
    /// True when the connection may serve another request.
    var isPersistent = true

    /// Derives the framing from a header section.
    ///
    /// - Throws: ``HTTP1ResponseParser/Malformed`` when two parsers could disagree about it.
    init(_ headers: HeaderFields, isHTTP10: Bool) throws {
      var isClose = false
      var isKeepAlive = false
      var hasTransferCoding = false
      for field in headers.fields {
        switch field.name.utf8.count {
        case 10 where field.name.equalsIgnoringASCIICase("connection"):
          for token in field.value.commaSeparatedWords {
            isClose = isClose || token.equalsIgnoringASCIICase("close")
            isKeepAlive = isKeepAlive || token.equalsIgnoringASCIICase("keep-alive")
          }
        case 14 where field.name.equalsIgnoringASCIICase("content-length"):
          try add(length: field.value)
        case 17 where field.name.equalsIgnoringASCIICase("transfer-encoding"):
          for coding in field.value.commaSeparatedWords {
            if coding.equalsIgnoringASCIICase("identity") { continue }
            guard coding.equalsIgnoringASCIICase("chunked"), !hasTransferCoding else {
              throw HTTP1ResponseParser.Malformed("is in the transfer coding \(field.value)")
            }
            hasTransferCoding = true
          }
        default: continue
        }
      }
      isChunked = hasTransferCoding
      if hasTransferCoding && contentLength != nil {
        throw HTTP1ResponseParser.Malformed("has both Transfer-Encoding and Content-Length")
      }
      // HTTP/1.0 has no transfer coding; one that is used anyway is decoded, and ends the
      // connection.
      isPersistent = isHTTP10 ? isKeepAlive && !isClose && !hasTransferCoding : !isClose
    }

    private mutating func add(length text: String) throws {
      // A list of equal numbers stands for one (RFC 9110 §8.6).
      for element in text.utf8.split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      {
        let digits = element.drop { $0.isSpaceOrTab }
        guard !digits.isEmpty, digits.allSatisfy(\.isASCIIDigit),
          let length = Int(Substring(digits))
        else { throw HTTP1ResponseParser.Malformed("has a Content-Length that is no number") }
        guard contentLength == nil || contentLength == length else {
          throw HTTP1ResponseParser.Malformed("has conflicting Content-Length values")
        }
        isLengthRepeated = contentLength != nil
        contentLength = length
      }
    }
  }
#endif
