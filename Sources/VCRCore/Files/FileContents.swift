#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
#endif

/// Reads whole files into memory.
///
/// A file is read, not mapped: another program may cut it short at any time, and touching a mapped
/// page that is no longer there ends the process.
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

  /// The rest of an open file.
  ///
  /// - Parameters:
  ///   - descriptor: The open file, which stays open.
  ///   - path: Its path, for messages.
  /// - Returns: The bytes.
  /// - Throws: `CassetteError` without a line, with the system's reason.
  package static func read(_ descriptor: Int32, path: String) throws(CassetteError) -> [UInt8] {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw CassetteError(path: path, line: 0, column: 0, reason: "a folder, not a file")
    }
    var failed = false
    // One byte more than the file holds, so that its end is seen without growing the array.
    var capacity = max(Int(status.st_size), 0) + 1
    var bytes: [UInt8] = []
    while true {
      let known = bytes
      let size = capacity
      bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        for index in known.indices { unsafe buffer[index] = known[index] }
        count = known.count
        unsafe preferLargePages(buffer)
        while count < size, let base = buffer.baseAddress {
          #if canImport(Darwin)
            let got = unsafe Darwin.read(descriptor, base + count, size - count)
          #elseif canImport(Musl)
            let got = unsafe Musl.read(descriptor, base + count, size - count)
          #else
            let got = unsafe Glibc.read(descriptor, base + count, size - count)
          #endif
          if got < 0 && errno == EINTR { continue }
          failed = got < 0
          if got <= 0 { return }
          count += got
        }
      }
      if failed { throw failure(path) }
      if bytes.count < size { return bytes }
      // The file grew while it was read, or is no regular file.
      capacity = size * 2
    }
  }

  /// Asks for large pages, where the system has them.
  ///
  /// Most of the time that reading a large file takes goes into the first touch of each page.
  private static func preferLargePages(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
    #if os(Linux)
      let large = 2 << 20
      guard buffer.count >= 2 * large, let base = buffer.baseAddress else { return }
      let address = UInt(bitPattern: base)
      let start = unsafe base + Int((UInt(large) - address % UInt(large)) % UInt(large))
      // Only advice: what comes of it does not matter.
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
