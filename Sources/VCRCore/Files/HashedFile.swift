#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A temporary file that is hashed while it is written, and is removed unless it is closed; or the
/// hash alone.
final class HashedFile {
  private let path: String?
  private let file: Int32
  private var hash = SHA256()
  /// The number of bytes that were written.
  private(set) var count = 0
  private var isClosed = false

  /// Creates a file that only its user can read.
  ///
  /// - Parameter path: Its path, where no file is; nil to write nothing.
  /// - Throws: The system's error.
  init(_ path: String?) throws(SystemError) {
    self.path = path
    guard let path else {
      file = -1
      return
    }
    try FileSystem.createFolder(of: path)
    file = try FileSystem.openBody(path, O_WRONLY | O_CREAT | O_EXCL)
  }

  deinit {
    guard !isClosed, let path else { return }
    Self.close(file)
    unsafe unlink(path)
  }

  /// Appends bytes.
  ///
  /// - Throws: The system's error.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    hash.update(bytes)
    count += bytes.count
    if path != nil { try FileSystem.writeAll(bytes[...], to: file) }
  }

  /// Ends the file.
  ///
  /// - Parameter isVerbatim: True for bytes in a content coding.
  /// - Returns: The file, which goes with the last reference to it.
  func close(isVerbatim: Bool = false) -> BodyFile {
    isClosed = true
    if path != nil { Self.close(file) }
    return BodyFile(
      path: path ?? "", count: count,
      digest: BodyFile.digest(hash), isTemporary: path != nil, isVerbatim: isVerbatim)
  }

  private static func close(_ file: Int32) {
    #if canImport(Glibc)
      Glibc.close(file)
    #elseif canImport(Musl)
      Musl.close(file)
    #elseif canImport(Darwin)
      Darwin.close(file)
    #endif
  }
}
