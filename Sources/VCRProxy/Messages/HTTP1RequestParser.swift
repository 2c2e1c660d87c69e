#if CommandLineTool
  import NIOCore
  import VCRCore
  import VCRUpstream

  /// Parses the requests of one HTTP/1 connection (RFC 9112), one after the other.
  ///
  /// Received bytes are kept and parsed on demand, so pipelined requests wait here. An `Upgrade`
  /// field does not end parsing: a server may ignore it (RFC 9110 §7.8), and the next request is
  /// read like any other.
  struct HTTP1RequestParser {
    /// The part that was parsed.
    enum Part: Equatable {
      /// The request line and header section.
      case head(HTTP1RequestHead)
      /// A piece of the content.
      case body(ByteBuffer)
      /// The end of the request.
      case end(trailers: HeaderFields)
    }

    private enum State {
      case requestLine
      case fields
      case fixed(remaining: Int)
      case chunkSize
      case chunk(remaining: Int)
      case chunkEnd
      case trailers
    }

    /// The most bytes of a request line with its header section, and of a trailer section.
    private let sectionLimit: Int
    /// The most fields of a section.
    private let fieldLimit: Int

    private var received = ReceivedBytes()
    private var state = State.requestLine
    private var head: HTTP1RequestHead?
    private var fields: [HeaderField] = []

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - sectionLimit: The most bytes of a request line with its header section, and of a trailer
    ///     section.
    ///   - fieldLimit: The most fields of a section.
    init(sectionLimit: Int, fieldLimit: Int) {
      self.sectionLimit = sectionLimit
      self.fieldLimit = fieldLimit
    }

    /// The number of bytes that are not parsed yet.
    var waitingCount: Int { received.count }

    /// True when a head has begun and has not ended.
    var isInHead: Bool {
      switch state {
      case .requestLine: received.count > 0
      case .fields: true
      case .fixed, .chunkSize, .chunk, .chunkEnd, .trailers: false
      }
    }

    /// Adds received bytes.
    mutating func append(_ buffer: ByteBuffer) { received.append(buffer) }

    /// Looks at the head of the next request, if it is there as a whole and nothing of it was
    /// parsed.
    ///
    /// - Parameter look: Gets all bytes of the head, with the empty line.
    /// - Returns: What `look` made of it; nil without a head.
    func withNextHead<Value>(_ look: (UnsafeRawBufferPointer) -> Value) -> Value? {
      guard case .requestLine = state else { return nil }
      return unsafe received.withSection(look)
    }

    /// Passes over the next request, which consists of a head alone.
    ///
    /// - Parameter count: The number of bytes of the head.
    mutating func skipRequest(_ count: Int) {
      _ = received.read(upTo: count)
      received.beginSection()
    }

    /// Removes and returns the bytes that were not parsed.
    mutating func takeRest() -> ByteBuffer? { received.read(upTo: .max) }

    /// The next part; nil when more bytes are needed.
    ///
    /// - Throws: `HTTP1Refusal` for bytes that are not a request; nothing can be parsed after it.
    mutating func next() throws(HTTP1Refusal) -> Part? {
      while true {
        switch state {
        case .requestLine: guard try readRequestLine() else { return nil }
        case .fields:
          guard try readFields() else { return nil }
          return try finishHead()
        case .fixed(remaining: 0): return end()
        case .fixed(let remaining):
          guard let piece = received.read(upTo: remaining) else { return nil }
          state = .fixed(remaining: remaining - piece.readableBytes)
          return .body(piece)
        case .chunkSize: guard try readChunkSize() else { return nil }
        case .chunk(let remaining):
          guard let piece = received.read(upTo: remaining) else { return nil }
          let rest = remaining - piece.readableBytes
          state = rest == 0 ? .chunkEnd : .chunk(remaining: rest)
          return .body(piece)
        case .chunkEnd: guard try readChunkEnd() else { return nil }
        case .trailers: return try readFields() ? end() : nil
        }
      }
    }

    private mutating func end() -> Part {
      let trailers = TransferFields.trailers(HeaderFields(fields))
      fields = []
      received.beginSection()
      state = .requestLine
      return .end(trailers: trailers)
    }

    // MARK: Sections

    private mutating func readRequestLine() throws(HTTP1Refusal) -> Bool {
      while let line = try readLine(limit: sectionLimit, tooLong: HTTP1Refusal.targetTooLong) {
        // An empty line before a request is ignored (RFC 9112 §2.2).
        if line.readableBytes == 0 { continue }
        head = try unsafe line.withUnsafeReadableBytes { bytes throws(HTTP1Refusal) in
          try unsafe HTTP1RequestHead(line: bytes)
        }
        fields.reserveCapacity(16)
        state = .fields
        return true
      }
      // A client of another protocol may never send a line ending.
      if let first = received.first, first != 0x0D, !ByteSet.token.contains(first) {
        throw .malformed("it does not begin with a method")
      }
      return false
    }

    private mutating func readFields() throws(HTTP1Refusal) -> Bool {
      while let line = try readLine(limit: sectionLimit, tooLong: HTTP1Refusal.fieldsTooLarge) {
        if line.readableBytes == 0 { return true }
        guard fields.count < fieldLimit else { throw .tooManyFields(fieldLimit) }
        let field = try unsafe line.withUnsafeReadableBytes { bytes throws(HTTP1Refusal) in
          try unsafe HTTP1RequestHead.field(line: bytes)
        }
        fields.append(field)
      }
      return false
    }

    private mutating func finishHead() throws(HTTP1Refusal) -> Part? {
      guard var head else { return nil }
      self.head = nil
      try head.complete(with: fields)
      fields = []
      switch head.framing {
      case .length(let length): state = .fixed(remaining: length)
      case .chunked: state = .chunkSize
      }
      return .head(head)
    }

    // MARK: Chunks

    private mutating func readChunkSize() throws(HTTP1Refusal) -> Bool {
      received.beginSection()
      let tooLong = HTTP1Refusal.malformed(
        "a chunk has more than \(ChunkSize.lineLimit) bytes before it")
      guard let line = try readLine(limit: ChunkSize.lineLimit, tooLong: { _ in tooLong }) else {
        return false
      }
      let size = try unsafe line.withUnsafeReadableBytes { bytes throws(HTTP1Refusal) in
        do throws(ChunkSize.Fault) {
          return try unsafe ChunkSize.parse(bytes, isStrict: true)
        } catch {
          throw HTTP1Refusal.malformed("a chunk has no size in hexadecimal digits before it")
        }
      }
      received.beginSection()
      state = size == 0 ? .trailers : .chunk(remaining: size)
      return true
    }

    private mutating func readChunkEnd() throws(HTTP1Refusal) -> Bool {
      received.beginSection()
      let tooLong = HTTP1Refusal.malformed("a chunk is longer than its size")
      guard let line = try readLine(limit: 1, tooLong: { _ in tooLong }) else { return false }
      guard line.readableBytes == 0 else { throw tooLong }
      state = .chunkSize
      return true
    }

    // MARK: Lines

    /// The next line without its line ending, which must be CR LF: a proxy that accepted a bare LF
    /// could see other requests than the service sees (RFC 9112 §11.2).
    private mutating func readLine(
      limit: Int, tooLong: (Int) -> HTTP1Refusal
    ) throws(HTTP1Refusal) -> ByteBuffer? {
      let line: ByteBuffer?
      do throws(ReceivedBytes.TooLong) {
        line = try received.readLine(limit: limit)
      } catch {
        throw tooLong(error.limit)
      }
      guard var line else { return nil }
      guard let last = line.readableBytesView.last, last == 0x0D else {
        throw .malformed("a line of it does not end in CR and LF")
      }
      line.moveWriterIndex(to: line.writerIndex - 1)
      return line
    }
  }
#endif
