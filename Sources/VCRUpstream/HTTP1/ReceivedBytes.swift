#if Recording
  package import NIOCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  /// Received bytes of an HTTP/1 connection, which are read as lines and pieces.
  ///
  /// The cost is linear in the bytes received, however they are split.
  package struct ReceivedBytes {
    /// A line, together with the lines before it in its section, is longer than allowed.
    package struct TooLong: Error {
      /// The number of bytes that are allowed.
      package var limit: Int
    }

    private var held = ByteBuffer()
    /// The number of bytes at the start of `held` that are known to contain no line feed.
    private var scanned = 0
    private var sectionLength = 0

    /// Creates an empty store.
    package init() {}

    /// The number of bytes that were received and not yet read.
    package var count: Int { held.readableBytes }

    /// The first byte that was not read yet.
    package var first: UInt8? { held.readableBytesView.first }

    /// Adds received bytes.
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

    /// Starts to count the length of a new section here.
    package mutating func beginSection() { sectionLength = 0 }

    /// Reads a line.
    ///
    /// - Parameter limit: The most bytes of the section up to the end of the line.
    /// - Returns: The line without its LF, but with a CR before that; nil when the line is not
    ///   complete.
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

    /// Looks at the lines up to the first empty one behind another, if no line of the section was
    /// read yet.
    ///
    /// - Parameter look: Gets all bytes of the lines, with the empty one.
    /// - Returns: What `look` made of them; nil when they are not there.
    package func withSection<Value>(_ look: (UnsafeRawBufferPointer) -> Value) -> Value? {
      guard sectionLength == 0 else { return nil }
      return unsafe held.withUnsafeReadableBytes { bytes in
        guard let base = bytes.baseAddress else { return nil }
        var (line, start) = (0, scanned)
        while start < bytes.count,
          let match = unsafe memchr(base + start, 0x0A, bytes.count - start)
        {
          let next = unsafe UnsafeRawPointer(match) - base + 1
          if line > 0, next == line + 2, unsafe bytes[line] == 0x0D {
            return unsafe look(UnsafeRawBufferPointer(rebasing: bytes[..<next]))
          }
          (line, start) = (next, next)
        }
        return nil
      }
    }

    /// Reads a piece of content.
    ///
    /// - Parameter limit: The most bytes of the piece.
    /// - Returns: The bytes that are available; nil when there are none.
    package mutating func read(upTo limit: Int) -> ByteBuffer? {
      scanned = 0
      let length = min(limit, held.readableBytes)
      return length > 0 ? held.readSlice(length: length) : nil
    }
  }
#endif
