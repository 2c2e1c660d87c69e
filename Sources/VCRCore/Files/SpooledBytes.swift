#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import VCRLocks

/// Bytes that wait in a file without a name, which nobody else can open and which goes with this
/// process, however that ends.
///
/// They are written once, by one caller at a time, and then read.
package final class SpooledBytes: Sendable {
  private let path: String
  private let file = Mutex<Int32?>(nil)

  /// Creates no file yet.
  ///
  /// - Parameter path: Where the file has a name for a moment; no file is there.
  init(path: String) { self.path = path }

  deinit {
    if let file = file.withLock({ $0 }) { close(file) }
  }

  /// Appends bytes.
  ///
  /// - Throws: The system's error.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try FileSystem.writeAll(bytes[...], to: try opened())
  }

  /// The bytes at a position: a piece of at most 256 KiB, or nothing at the end.
  ///
  /// - Throws: The system's error.
  package func piece(at position: Int) throws(SystemError) -> [UInt8] {
    let file = try opened()
    var piece = [UInt8](repeating: 0, count: BodyFile.Reader.pieceSize)
    let count = try SystemError.check {
      unsafe piece.withUnsafeMutableBytes { bytes in
        unsafe pread(file, bytes.baseAddress, bytes.count, off_t(position))
      }
    }
    piece.removeSubrange(count...)
    return piece
  }

  /// The first bytes.
  ///
  /// - Parameter count: Their number.
  /// - Returns: The bytes.
  /// - Throws: The system's error, that of a device if fewer are there.
  func bytes(_ count: Int) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count {
      let piece = try piece(at: bytes.count)
      guard !piece.isEmpty else { throw SystemError(code: EIO) }
      bytes += piece.prefix(count - bytes.count)
    }
    return bytes
  }

  private func opened() throws(SystemError) -> Int32 {
    let result = file.withLock { file -> Result<Int32, SystemError> in
      if let file { return .success(file) }
      do throws(SystemError) {
        let opened = try FileSystem.openBody(path, O_RDWR | O_CREAT | O_EXCL)
        unsafe unlink(path)
        file = opened
        return .success(opened)
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
