#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads one file after another into the same memory.
///
/// Reading stops as soon as a file turns out to be no text.
package struct FileReader {
  private static let smallSize = 1 << 18

  private var buffer = [UInt8](repeating: 0, count: smallSize)
  private var count = 0

  /// Creates a reader.
  package init() {}

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - isRegular: True when it is known to be a regular file, so that a read that returns fewer
  ///     bytes than requested has reached its end.
  /// - Throws: `SystemError` when the file cannot be read.
  package mutating func read(_ path: String, isRegular: Bool) throws(SystemError) {
    count = 0
    let file = try FileSystem.openFile(path, O_RDONLY)
    defer { close(file) }
    count = try FileSystem.read(file, into: &buffer, isRegular: isRegular, limit: Self.smallSize)
    // The rest of a longer file is requested in a second call, once its beginning is known to be
    // text.
    let isWhole = count < Self.smallSize || (isRegular && count < buffer.count)
    guard !isWhole, FileNature(buffer[..<min(count, Self.smallSize)]) == nil else { return }
    var status = stat()
    // One byte more, so that the end is reached without more memory.
    if unsafe fstat(file, &status) == 0, status.st_size >= buffer.count {
      var whole = [UInt8](repeating: 0, count: Int(status.st_size) + 1)
      whole.replaceSubrange(..<count, with: buffer[..<count])
      buffer = whole
    }
    count = try FileSystem.read(file, into: &buffer, isRegular: isRegular, from: count)
  }

  /// Calls the closure with the content of the last file that was read.
  package func withContent<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(buffer.view.extracting(first: count))
  }

  /// Hands over the content of the last file that was read; the reader keeps no copy of a large
  /// one.
  package mutating func takeContent() -> [UInt8] {
    guard buffer.count > Self.smallSize else { return Array(buffer[..<count]) }
    var content = [UInt8](repeating: 0, count: Self.smallSize)
    swap(&content, &buffer)
    content.removeSubrange(count...)
    count = 0
    return content
  }
}
