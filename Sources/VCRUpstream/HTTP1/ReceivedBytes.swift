#if Recording
  package import NIOCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Bytes of an HTTP/1 connection that were received and not yet read, cut into lines and pieces.
  ///
  /// The cost is linear in the bytes received, however they are cut.
  package struct ReceivedBytes {
    /// A line, together with the lines before it in its section, is longer than allowed.
    package struct TooLong: Error {
      /// How many bytes are allowed.
      package var limit: Int
    }

    private var held = ByteBuffer()
    /// Bytes of `held` known to hold no line end.
    private var scanned = 0
    private var sectionLength = 0

    /// Creates an empty store.
    package init() {}

    /// How many bytes were received and not yet read.
    package var count: Int { held.readableBytes }

    /// The first of them.
    package var first: UInt8? { held.readableBytesView.first }

    /// Takes received bytes in.
    package mutating func append(_ buffer: ByteBuffer) {
      if held.readableBytes == 0 {
        held = buffer
        scanned = 0
      } else {
        var buffer = buffer
        held.discardReadBytes()
        held.writeBuffer(&buffer)
      }
    }

    /// Begins to count the length of a section from here.
    package mutating func beginSection() { sectionLength = 0 }

    /// Reads a line.
    ///
    /// - Parameter limit: How many bytes the section may have up to the end of the line.
    /// - Returns: The line without its LF, a CR before that still at its end; nil when the line is
    ///   not complete.
    /// - Throws: ``TooLong`` when the section is longer than the limit.
    package mutating func readLine(limit: Int) throws(TooLong) -> ByteBuffer? {
      let start = scanned
      let end = unsafe held.withUnsafeReadableBytes { bytes -> Int? in
        guard let base = bytes.baseAddress, start < bytes.count,
          let match = unsafe memchr(base + start, 0x0A, bytes.count - start)
        else { return nil }
        return unsafe UnsafeRawPointer(match) - base
      }
      scanned = end == nil ? held.readableBytes : 0
      guard sectionLength + (end ?? scanned) <= limit else { throw TooLong(limit: limit) }
      guard let end, let line = held.readSlice(length: end) else { return nil }
      held.moveReaderIndex(forwardBy: 1)
      sectionLength += end + 1
      return line
    }

    /// Reads a piece of content.
    ///
    /// - Parameter limit: How many bytes the piece may have.
    /// - Returns: What is there of it; nil when nothing is.
    package mutating func read(upTo limit: Int) -> ByteBuffer? {
      scanned = 0
      let length = min(limit, held.readableBytes)
      return length > 0 ? held.readSlice(length: length) : nil
    }
  }
#endif
