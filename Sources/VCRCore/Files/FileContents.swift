#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Reads whole files into memory.
///
/// A file is read, not mapped: another program may truncate it at any time, and touching a mapped
/// page that is gone ends the process.
package enum FileContents {
  /// The bytes of a file.
  ///
  /// - Throws: `CassetteError` without a line, with the system's reason.
  package static func read(_ path: String) throws(CassetteError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    return try read(descriptor, path: path)
  }

  /// The largest file that is read as a text: 4 GiB.
  static let maximumTextSize = 4 << 30

  /// The largest size of a packed file, in bytes, all of which is in memory while it is unpacked.
  private static let maximumPackedSize = 256 << 20

  /// The most bytes of a stream, which may never end.
  private static let maximumStreamSize = 1 << 30

  /// The number of bytes that are read before the file is checked for being a text.
  private static let firstPiece = 1 << 20

  /// The bytes of a file that is expected to be a text.
  ///
  /// Reading stops as soon as the content turns out to be no text, however long the file is.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - kind: The kind of file that it should be, with its article, for messages.
  ///   - takesPacked: True to return a packed file as it is.
  /// - Returns: The bytes.
  /// - Throws: `CassetteError` for a file that cannot be read, and for one that is no text.
  package static func readText(
    _ path: String, expecting kind: String, orPacked takesPacked: Bool = false
  ) throws(CassetteError) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    let (bytes, isBinary) = try content(
      descriptor, path: path, isText: true, orPacked: takesPacked, expecting: kind)
    if takesPacked, Packing(bytes) != nil {
      guard !isBinary, bytes.count <= maximumPackedSize else {
        throw CassetteError(
          path: path, line: 0, column: 0,
          reason: "packed, and larger than \(maximumPackedSize >> 20) MiB; unpack it first")
      }
      return bytes
    }
    if let nature = FileNature(bytes) {
      throw CassetteError(path: path, line: 0, column: 0, reason: "\(nature), not \(kind)")
    }
    guard isBinary, let nul = bytes.firstIndex(of: 0) else { return bytes }
    let line = bytes[..<nul].count { $0 == UInt8(ascii: "\n") } + 1
    let start = bytes[..<nul].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    throw CassetteError(
      path: path, line: line, column: nul - start + 1,
      reason: "a NUL byte, which no text has: the file is damaged, or is not \(kind)")
  }

  /// Reads the rest of an open file.
  ///
  /// - Parameters:
  ///   - descriptor: The open file, which stays open.
  ///   - path: Its path, for messages.
  /// - Returns: The bytes.
  /// - Throws: `CassetteError` without a line, with the system's reason.
  package static func read(_ descriptor: Int32, path: String) throws(CassetteError) -> [UInt8] {
    try content(descriptor, path: path, isText: false).bytes
  }

  /// Reads the rest of an open file and reports whether it has a NUL byte; for a file that is
  /// expected to be a text, reading stops at the first piece that has one.
  private static func content(
    _ descriptor: Int32, path: String, isText: Bool, orPacked takesPacked: Bool = false,
    expecting kind: String = ""
  ) throws(CassetteError) -> (bytes: [UInt8], isBinary: Bool) {
    let status = try self.status(of: descriptor, path: path, isText: isText)
    var failed = false
    // One byte more than the file holds, so that the end is reached without growing the array.
    let whole = max(Int(status.st_size), 0) + 1
    var capacity = isText ? min(whole, firstPiece) : whole
    var bytes: [UInt8] = []
    var stopsAtNUL = isText
    var isBinary = false
    while true {
      let known = bytes
      let size = capacity
      bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        // Byte by byte, a large file takes seconds in a debug build.
        unsafe known.withUnsafeBytes {
          unsafe UnsafeMutableRawBufferPointer(buffer).copyMemory(from: $0)
        }
        count = known.count
        unsafe preferLargePages(buffer)
        while count < size, let base = buffer.baseAddress {
          let room = isText ? min(size - count, firstPiece) : size - count
          let got = unsafe readOnce(descriptor, base + count, room)
          if got < 0 && errno == EINTR { continue }
          failed = got < 0
          if got <= 0 { return }
          if stopsAtNUL, unsafe memchr(base + count, 0, got) != nil {
            let mark = unsafe UnsafeBufferPointer(start: base, count: min(count + got, 64))
            let isPacked = unsafe takesPacked && Packing(mark) != nil
            let isOtherText =
              unsafe FileNature.isUTF16(mark) || FileNature.ownRecording(mark) != nil
            if isOtherText || isPacked && whole <= maximumPackedSize {
              stopsAtNUL = false
            } else {
              isBinary = true
            }
          }
          count += got
          if isBinary { return }
        }
      }
      if failed { throw failure(path) }
      if isBinary || bytes.count < size { return (bytes, isBinary) }
      if isText, status.st_mode & S_IFMT != S_IFREG {
        if takesPacked, Packing(bytes) != nil {
          if bytes.count > maximumPackedSize { return (bytes, isBinary) }
        } else if let reason = fault(ofStream: bytes) {
          throw CassetteError(
            path: path, line: 0, column: 0, reason: "\(reason), not \(kind)")
        }
      }
      // That was only the first piece, or the file grew meanwhile, or it is not a regular file.
      capacity = max(size * 2, whole)
    }
  }

  /// One call of the system's `read`, which has the name of a function here.
  private static func readOnce(
    _ descriptor: Int32, _ bytes: UnsafeMutablePointer<UInt8>, _ count: Int
  ) -> Int {
    #if canImport(Darwin)
      unsafe Darwin.read(descriptor, bytes, count)
    #elseif canImport(Musl)
      unsafe Musl.read(descriptor, bytes, count)
    #else
      unsafe Glibc.read(descriptor, bytes, count)
    #endif
  }

  /// The metadata of an open file that is no folder and, if it is to be a text, not too large.
  private static func status(
    of descriptor: Int32, path: String, isText: Bool
  ) throws(CassetteError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw CassetteError(path: path, line: 0, column: 0, reason: "a folder, not a file")
    }
    guard !isText || status.st_size <= maximumTextSize else {
      throw CassetteError(
        path: path, line: 0, column: 0,
        reason: "larger than \(maximumTextSize >> 30) GiB, which is the most")
    }
    return status
  }

  /// The reason to read no further of a stream; nil to go on.
  private static func fault(ofStream bytes: [UInt8]) -> String? {
    if bytes.count >= maximumStreamSize {
      return "a stream of more than \(maximumStreamSize >> 30) GiB, which is the most"
    }
    return StreamHead(bytes)?.fault
  }

  /// Asks for large pages, where the system has them.
  ///
  /// Most of the time for reading a large file is spent on the first access to each page.
  private static func preferLargePages(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    #if os(Linux)
      let large = 2 << 20
      guard buffer.count >= 2 * large, let base = buffer.baseAddress else { return }
      let address = UInt(bitPattern: base)
      let start = unsafe base + Int((UInt(large) - address % UInt(large)) % UInt(large))
      // This is only advice, so its result does not matter.
      unsafe _ = madvise(start, (buffer.count - large) / large * large, 14 /* MADV_HUGEPAGE */)
    #endif
  }

  private static func failure(_ path: String) -> CassetteError {
    let code = errno
    let reason: String
    switch code {
    case ENOENT: reason = "no such file"
    case EACCES: reason = "permission denied"
    default: reason = unsafe String(cString: strerror(code))
    }
    return CassetteError(path: path, line: 0, column: 0, reason: reason)
  }
}
