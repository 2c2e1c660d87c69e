#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension BodyFile {
  /// All bytes, read in one piece and not copied, checked against the digest in the file's name.
  ///
  /// A file that was checked is not hashed again while its metadata stay as they were.
  ///
  /// - Throws: `SystemError` when the file cannot be read; `SideFileError` when it is not the file
  ///   that was recorded.
  package func checkedBytes() throws -> Data {
    let path = path
    let file = try FileSystem.openBody(path, O_RDONLY)
    defer { close(file) }
    let stamp = FileStamp(of: file)
    // Memory that is not set to zero first.
    guard let memory = unsafe malloc(max(count, 1)) else { throw SystemError(code: ENOMEM) }
    let content = unsafe UnsafeMutableRawBufferPointer(start: memory, count: count)
    var isHandedOver = false
    defer { if !isHandedOver { unsafe free(memory) } }
    let found = try unsafe FileSystem.read(file, into: content)
    if let digest, found != count || !CheckedFiles.contains(path, digest, stamp) {
      var hash = SHA256()
      unsafe hash.update(UnsafeRawBufferPointer(rebasing: content[..<found]))
      try SideFileError.check(hash, against: digest, of: path)
      CheckedFiles.insert(path, digest, stamp)
    }
    isHandedOver = true
    // Only now: of a few bytes it makes a copy, and frees the memory at once.
    return unsafe Data(bytesNoCopy: memory, count: found, deallocator: .free)
  }
}
