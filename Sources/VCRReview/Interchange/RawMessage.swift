import VCRCore

/// A message of HTTP/1 as it stood on the wire (RFC 9112), which debugging proxies keep so.
struct RawMessage {
  /// The request line or status line.
  let start: String
  /// The header fields.
  let headers: HeaderFields
  /// The body, without its transfer coding.
  let body: [UInt8]
  /// The fields behind a chunked body.
  let trailers: HeaderFields

  /// Reads a message.
  ///
  /// - Parameters:
  ///   - bytes: All of its bytes.
  ///   - part: What it is, for messages (`its response`).
  ///   - line: The line of the recording in which it begins.
  ///   - hasBody: False for a message that has no body whatever its fields say (RFC 9112 §6.3).
  ///   - log: The log for losses.
  init(
    _ bytes: [UInt8], of part: String, line: Int, hasBody: Bool = true, _ log: ForeignLog
  ) {
    var lines = Lines(bytes)
    start = String(decoding: lines.next() ?? [], as: UTF8.self)
    headers = lines.fields {
      log.lost(.headers, "a line of the header of \(part) is no field", line: line)
    }
    let rest = Array(bytes[lines.index...])
    let isChunked = headers.values("Transfer-Encoding").joined(separator: ",").lowercased()
      .hasSuffix("chunked")
    // Some tools undo the coding and leave the field.
    if isChunked, let chunked = Self.unchunked(rest) {
      body = chunked.body
      trailers = chunked.trailers
      if !chunked.isWhole {
        log.lost(.body, "the body of \(part) breaks off within a chunk", line: line)
      }
      return
    }
    (body, trailers) = (rest, [:])
    if hasBody, !isChunked, let length = headers["Content-Length"].flatMap({ Int($0) }),
      rest.count < length
    {
      log.lost(
        .body,
        rest.isEmpty
          ? "the body of \(part) is not in the recording, only that it had one"
          : "the body of \(part) has \(rest.count) of the \(length) bytes that it had", line: line)
    }
  }

  /// The method, the target and the version of a request line; nil for another line.
  var requestLine: (method: String, target: String, version: String)? {
    guard let first = start.firstIndex(of: " "), let last = start.lastIndex(of: " "), first < last,
      start[last...].hasPrefix(" HTTP/")
    else { return nil }
    return (
      String(start[..<first]), String(start[start.index(after: first)..<last]),
      String(start[start.index(after: last)...])
    )
  }

  /// The request.
  ///
  /// - Parameters:
  ///   - url: Its URL.
  ///   - entry: The entry that holds it.
  /// - Returns: The request.
  /// - Throws: An error for a message that does not begin as a request.
  func request(
    at url: String, _ entry: ForeignValue
  ) throws(ForeignEntryError) -> Interaction.Request {
    guard let line = requestLine else {
      throw ForeignEntryError("its request begins with no request line", at: entry)
    }
    return Interaction.Request(
      method: line.method, url: url, http: Self.version(line.version), headers: headers,
      body: Body(body), trailers: trailers)
  }

  /// The response.
  ///
  /// - Parameter entry: The entry that holds it.
  /// - Returns: The response.
  /// - Throws: An error for a message that does not begin as a response.
  func response(_ entry: ForeignValue) throws(ForeignEntryError) -> Interaction.Response {
    let words = start.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count > 1, words[0].hasPrefix("HTTP/"),
      let status = ForeignScalars.status(ForeignValue(.scalar(Array(words[1].utf8)), line: 0))
    else { throw ForeignEntryError("its response begins with no status line", at: entry) }
    return Interaction.Response(
      status: status, reason: words.count == 3 ? words[2] : nil,
      http: Self.version(words[0]), headers: headers, body: Body(body), trailers: trailers)
  }

  private static func version(_ word: String) -> String? {
    ForeignScalars.version(ForeignValue(.scalar(Array(word.utf8)), line: 0))
  }

  /// A body without its chunks (RFC 9112 §7.1), as far as it goes; nil for one that has none.
  private static func unchunked(
    _ bytes: [UInt8]
  ) -> (body: [UInt8], trailers: HeaderFields, isWhole: Bool)? {
    var lines = Lines(bytes)
    var body: [UInt8] = []
    while let line = lines.next() {
      let digits = line.prefix { $0.hexValue != nil }
      let isSize = [nil, 0x20, 0x09, UInt8(ascii: ";")].contains(line.dropFirst(digits.count).first)
      guard isSize, let size = Int(String(decoding: digits, as: UTF8.self), radix: 16) else {
        return body.isEmpty ? nil : (body, [:], false)
      }
      if size == 0 { return (body, lines.fields {}, true) }
      let end = lines.index + min(size, bytes.count - lines.index)
      body += bytes[lines.index..<end]
      lines.index = end
      if end == bytes.count || lines.next()?.isEmpty != true { return (body, [:], false) }
    }
    return (body, [:], bytes.isEmpty)
  }
}

/// The lines of a message, which end by a line feed, with or without a carriage return before it
/// (RFC 9112 §2.2).
private struct Lines {
  private let bytes: [UInt8]

  /// The place behind the lines that were read.
  var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next line, without its end; nil at the end of the message.
  mutating func next() -> ArraySlice<UInt8>? {
    guard index < bytes.count else { return nil }
    let end = bytes.firstNewline(from: index, to: bytes.count)
    let line = bytes[index..<end]
    index = min(end + 1, bytes.count)
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// The fields up to an empty line or the end.
  ///
  /// - Parameter losing: Notes a line that is no field.
  /// - Returns: The fields.
  mutating func fields(losing: () -> Void) -> HeaderFields {
    var fields: [HeaderField] = []
    while let line = next(), !line.isEmpty {
      // A line that begins with white space goes on with the value before it (RFC 9112 §5.2).
      if line.first?.isSpaceOrTab == true, let last = fields.popLast() {
        fields.append(HeaderField(last.name, bytes: last.bytes + [0x20] + Self.trimmed(line)))
        continue
      }
      let name = line.prefix { $0 != UInt8(ascii: ":") }
      guard !name.isEmpty, name.count < line.count, !name.contains(where: { $0 <= 0x20 }) else {
        losing()
        continue
      }
      fields.append(
        HeaderField(
          String(decoding: name, as: UTF8.self), bytes: Self.trimmed(line.dropFirst(name.count + 1))
        ))
    }
    return HeaderFields(fields)
  }

  private static func trimmed(_ value: ArraySlice<UInt8>) -> [UInt8] {
    let start = value.drop(while: \.isSpaceOrTab)
    let end = start.lastIndex { !$0.isSpaceOrTab }.map { $0 + 1 } ?? start.startIndex
    return Array(start[..<end])
  }
}
