#if Recording
  import NIOCore
  import VCRCore

  /// Parses the responses of one HTTP/1 connection (RFC 9112) and keeps every byte of their fields.
  ///
  /// The parser is lenient where real servers are sloppy and nothing is ambiguous (bare LF, no
  /// space after the colon, no reason phrase), and strict where two parsers could disagree about
  /// the end of a message. The cost is linear in the bytes received, however they are split.
  struct HTTP1ResponseParser {
    /// The part that was parsed.
    enum Part: Equatable {
      /// An interim response.
      case informational(Interaction.Response)
      /// The status line and header section of the final response.
      case head(Interaction.Response)
      /// A piece of the content.
      case body(ByteBuffer)
      /// The end of the message; `isReusable` is true when another may follow on the connection.
      case end(trailers: HeaderFields, isReusable: Bool)
    }

    /// Why bytes are not a valid response.
    struct Malformed: Error, Equatable {
      /// A description of the problem, as words that follow "the response".
      var reason: String

      init(_ reason: String) { self.reason = reason }
    }

    /// The connection ended before the message did.
    struct Truncated: Error, Equatable {
      /// Where the connection ended, as words that follow "ended the connection".
      var reason: String
    }

    private enum State: Equatable {
      case statusLine
      case fields
      case fixed(remaining: Int)
      case untilClose
      case chunkSize
      case chunk(remaining: Int)
      case chunkEnd
      case trailers
      case done
    }

    /// The most bytes of a head or trailer section; a longer one is an error.
    private let sectionLimit: Int

    private var received = ReceivedBytes()
    private var state = State.done
    private var isHead = false
    private var fields = FieldSection()
    private var response = Interaction.Response(status: nil)
    private var isPersistent = false
    /// True once a byte of the current response was received.
    private(set) var hasBegun = false

    /// Creates a parser.
    ///
    /// - Parameter sectionLimit: The most bytes of a head or trailer section.
    init(sectionLimit: Int = 1 << 20) { self.sectionLimit = sectionLimit }

    /// The number of bytes that were received and belong to no response.
    var leftover: Int { received.count }

    /// Takes the bytes behind a response that switched to another protocol.
    mutating func takeLeftover() -> ByteBuffer? { received.read(upTo: .max) }

    /// Prepares for the response to a request.
    mutating func expectResponse(to method: String) {
      state = .statusLine
      isHead = method == "HEAD"
      hasBegun = false
      received.beginSection()
      fields = FieldSection()
    }

    /// Adds received bytes.
    mutating func append(_ buffer: ByteBuffer) {
      if buffer.readableBytes > 0 && state != .done { hasBegun = true }
      received.append(buffer)
    }

    /// The next part; nil when more bytes are needed.
    mutating func next() throws -> Part? {
      while true {
        switch state {
        case .done: return nil
        case .statusLine: guard try readStatusLine() else { return nil }
        case .fields:
          guard try readFields() else { return nil }
          return try finishHead()
        case .fixed(let remaining):
          if remaining == 0 { return end(isReusable: isPersistent) }
          guard let piece = received.read(upTo: remaining) else { return nil }
          state = .fixed(remaining: remaining - piece.readableBytes)
          return .body(piece)
        case .untilClose:
          return received.read(upTo: .max).map(Part.body)
        case .chunkSize: guard try readChunkSize() else { return nil }
        case .chunk(let remaining):
          guard let piece = received.read(upTo: remaining) else { return nil }
          let rest = remaining - piece.readableBytes
          state = rest == 0 ? .chunkEnd : .chunk(remaining: rest)
          return .body(piece)
        case .chunkEnd: guard try readChunkEnd() else { return nil }
        case .trailers:
          guard try readFields() else { return nil }
          return end(
            trailers: TransferFields.trailers(try fields.take()), isReusable: isPersistent)
        }
      }
    }

    /// Handles the end of the connection.
    ///
    /// - Returns: The end of a response that ends with the connection; nil between responses.
    /// - Throws: ``Truncated`` when the response is incomplete.
    mutating func finish() throws -> Part? {
      switch state {
      case .done: return nil
      case .untilClose: return end(isReusable: false)
      case .statusLine where !hasBegun: throw Truncated(reason: "before the response began")
      case .statusLine, .fields: throw Truncated(reason: "within the header section")
      case .fixed(let remaining):
        throw Truncated(reason: "\(remaining) bytes before the end that Content-Length announced")
      case .chunkSize, .chunk, .chunkEnd, .trailers:
        throw Truncated(reason: "before the last chunk of the body")
      }
    }

    private mutating func end(trailers: HeaderFields = [:], isReusable: Bool) -> Part {
      state = .done
      return .end(trailers: trailers, isReusable: isReusable)
    }

    // MARK: Sections

    private mutating func readStatusLine() throws -> Bool {
      while true {
        let line = try unsafe readLine(limit: sectionLimit) { line -> StatusLine? in
          // An empty line before the status line is ignored (as RFC 9112 §2.2 has it for requests).
          unsafe line.count == 0 ? nil : try StatusLine(line)
        }
        guard let line else { return false }
        guard let status = line else { continue }
        response = Interaction.Response(
          status: status.code, reason: status.reason, http: status.version)
        state = .fields
        return true
      }
    }

    private mutating func readFields() throws -> Bool {
      var section = FieldSection()
      swap(&section, &fields)
      defer { swap(&section, &fields) }
      while true {
        let isOver = try unsafe readLine(limit: sectionLimit) { line in
          if line.count == 0 { return true }
          try unsafe section.add(line)
          return false
        }
        guard let isOver else { return false }
        if isOver { return true }
      }
    }

    private mutating func finishHead() throws -> Part {
      response.headers = try fields.take()
      received.beginSection()
      let status = response.status ?? 0
      if (100..<200).contains(status) && status != 101 {
        state = .statusLine
        return .informational(response)
      }
      let framing = try MessageFraming(
        response.headers, isHTTP10: response.http == "HTTP/1.0")
      if framing.isLengthRepeated, let length = framing.contentLength {
        response.headers.set("Content-Length", String(length))
      }
      isPersistent = framing.isPersistent && status != 101
      if isHead || status == 101 || status == 204 || status == 304 {
        state = .fixed(remaining: 0)
      } else if framing.isChunked {
        state = .chunkSize
      } else if let length = framing.contentLength {
        state = .fixed(remaining: length)
      } else {
        state = .untilClose
      }
      return .head(response)
    }

    // MARK: Chunks

    private mutating func readChunkSize() throws -> Bool {
      received.beginSection()
      let size = try unsafe readLine(limit: ChunkSize.lineLimit) { try unsafe Self.chunkSize($0) }
      guard let size else { return false }
      received.beginSection()
      state = size == 0 ? .trailers : .chunk(remaining: size)
      return true
    }

    private mutating func readChunkEnd() throws -> Bool {
      let isEmpty = try unsafe readLine(limit: 2) { $0.count == 0 }
      guard let isEmpty else { return false }
      guard isEmpty else { throw Malformed("has a chunk longer than its size") }
      state = .chunkSize
      received.beginSection()
      return true
    }

    private static func chunkSize(_ line: UnsafeRawBufferPointer) throws -> Int {
      do throws(ChunkSize.Fault) {
        return try unsafe ChunkSize.parse(line, isStrict: false)
      } catch {
        switch error {
        case .none: throw Malformed("has a chunk without a size")
        case .noDigit: throw Malformed("has a chunk size that is no hexadecimal number")
        case .tooLarge: throw Malformed("has a chunk size beyond reason")
        case .otherText: throw Malformed("has a chunk size followed by other text")
        }
      }
    }

    // MARK: Lines

    /// Calls `body` with the next line without its line ending; nil when the line is not complete.
    private mutating func readLine<Value>(
      limit: Int, _ body: (UnsafeRawBufferPointer) throws -> Value
    ) throws -> Value? {
      do {
        guard let line = try received.readLine(limit: limit) else { return nil }
        return try unsafe line.withUnsafeReadableBytes { bytes in
          let hasReturn = unsafe bytes.last == 0x0D
          return try unsafe body(
            UnsafeRawBufferPointer(rebasing: bytes.dropLast(hasReturn ? 1 : 0)))
        }
      } catch is ReceivedBytes.TooLong {
        throw tooLong(limit)
      }
    }

    private func tooLong(_ limit: Int) -> Malformed {
      limit == 2
        ? Malformed("has a chunk longer than its size")
        : Malformed("has a header or trailer section of more than \(limit) bytes")
    }
  }
#endif
