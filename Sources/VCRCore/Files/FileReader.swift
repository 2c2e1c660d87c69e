#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads one file after the other into the same memory.
///
/// Of a file that is no text no more is read than shows it.
package struct FileReader {
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// Creates a reader.
  package init() {}

  /// Calls the closure with a file's whole content.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isRegular: True when it is known to be a regular file, so that a read that gives less than
  ///     was asked for has met its end.
  ///   - body: What needs the content.
  /// - Returns: What the closure returns.
  /// - Throws: `SystemError` when the file cannot be read.
  package mutating func withContent<Result>(
    of path: String, isRegular: Bool, _ body: (Span<UInt8>) -> Result
  ) throws(SystemError) -> Result {
    let file = try AtomicFile.openFile(path, O_RDONLY)
    defer { close(file) }
    // What is longer than that is asked for in a second call, once its beginning is known.
    let head = try AtomicFile.read(file, into: &buffer, isRegular: isRegular, limit: buffer.count)
    let isWhole = head < buffer.count || FileNature(buffer[..<head]) != nil
    let count =
      isWhole
      ? head : try AtomicFile.read(file, into: &buffer, isRegular: isRegular, from: head)
    return body(buffer.span.extracting(first: count))
  }
}
