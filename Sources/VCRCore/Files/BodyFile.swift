#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import VCRLocks

/// A body that is too large for the memory and stands in a file.
///
/// While it is recorded, the file is a temporary one next to the side files, whose digest was
/// computed as it was written. It goes with the last reference to it, unless a side file was made
/// of it; what a killed recording leaves is removed by the next one.
package final class BodyFile: Sendable {
  /// The number of bytes.
  package let count: Int

  /// The first 32 hexadecimal digits of the SHA-256 of the bytes, which name a side file; nil for a
  /// file that a person named.
  package let digest: String?

  /// True for bytes in a content coding, in which nothing is restored.
  package let isVerbatim: Bool

  private struct Place {
    var path: String
    var isTemporary: Bool
  }

  private let place: Mutex<Place>

  /// Describes a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - count: The number of its bytes.
  ///   - digest: The first 32 hexadecimal digits of its SHA-256; nil when they are not known.
  ///   - isTemporary: True when the file is to go with the last reference to it.
  ///   - isVerbatim: True for bytes in a content coding, in which nothing is restored.
  package init(
    path: String, count: Int, digest: String?, isTemporary: Bool, isVerbatim: Bool = false
  ) {
    self.count = count
    self.digest = digest
    self.isVerbatim = isVerbatim
    place = Mutex(Place(path: path, isTemporary: isTemporary))
  }

  deinit {
    let place = place.withLock { $0 }
    if place.isTemporary { unsafe unlink(place.path) }
  }

  /// Where the file is now.
  package var path: String { place.withLock { $0.path } }

  /// Gives a temporary file a name under which it stays.
  ///
  /// A file of that name, which has the same digest, is replaced. A file that is not temporary
  /// stays where it is.
  ///
  /// - Parameters:
  ///   - path: The name.
  ///   - model: A file whose permissions it gets; while that does not exist, only its user can read
  ///     it.
  /// - Throws: The system's error.
  func keep(as path: String, permissionsOf model: String) throws(SystemError) {
    let old = place.withLock { $0 }
    guard old.isTemporary else { return }
    try FileSystem.moveDurably(old.path, to: path, permissionsOf: model)
    place.withLock { $0 = Place(path: path, isTemporary: false) }
  }

  /// The same file as bytes in a content coding; it must not be temporary.
  package var verbatim: BodyFile {
    BodyFile(path: path, count: count, digest: digest, isTemporary: false, isVerbatim: true)
  }

  /// Opens the file for reading from its beginning.
  ///
  /// - Throws: The system's error.
  package func reader() throws(SystemError) -> Reader {
    Reader(try FileSystem.openBody(path, O_RDONLY))
  }

  /// All bytes, in memory.
  ///
  /// - Throws: The system's error.
  package func bytes() throws(SystemError) -> [UInt8] { try FileSystem.read(path) }

  /// The first 32 hexadecimal digits of the SHA-256 of the bytes.
  package var identity: String { digest ?? Self.digest(of: self) }

  private static func digest(of file: BodyFile) -> String {
    var hash = SHA256()
    if let reader = try? file.reader() {
      while let piece = try? reader.next(), !piece.isEmpty { hash.update(piece) }
    }
    return digest(hash)
  }

  /// The digest that the name of a file beside a cassette has: the first hexadecimal digits of the
  /// SHA-256 of its bytes.
  package static func digest(_ hash: SHA256) -> String {
    String(hash.hexadecimal().prefix(digestLength))
  }

  /// The number of hexadecimal digits of a digest that a name has.
  package static let digestLength = 32

  /// True when another file has the same bytes.
  func hasSameBytes(as other: BodyFile) -> Bool {
    if self === other { return true }
    return count == other.count && identity == other.identity
  }

  /// Reads a file piece by piece.
  package final class Reader: Sendable {
    /// The most bytes of a piece.
    package static let pieceSize = 256 << 10

    private let file: Int32

    fileprivate init(_ file: Int32) { self.file = file }

    deinit { close(file) }

    /// The next piece; an empty one at the end.
    ///
    /// - Throws: The system's error.
    package func next() throws(SystemError) -> [UInt8] {
      var piece = [UInt8](repeating: 0, count: Self.pieceSize)
      let count = try FileSystem.read(file, into: &piece, isRegular: true, limit: Self.pieceSize)
      if count < piece.count { piece.removeSubrange(count...) }
      return piece
    }
  }
}
