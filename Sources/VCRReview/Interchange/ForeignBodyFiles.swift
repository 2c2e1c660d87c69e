import VCRCore

/// Bodies that stand in files of their own, in a folder that belongs to the recording.
///
/// The names come from the recording, so they reach nothing outside of that folder.
final class ForeignBodyFiles {
  /// The path of the recording.
  private let recording: String

  /// Files that were read, as several entries may share one.
  private var known: [String: [UInt8]] = [:]

  /// The number of bytes that all entries of a recording together may get, however many share a
  /// file.
  static let room = 1 << 30

  /// The number of bytes that entries may still get.
  private var room: Int

  /// The archive that the recording came in, which then has all further files; nil for none.
  private let archive: ArchivedFiles?

  /// The name of the folder that the recording stands in; nil where its path has none.
  var folderName: String? {
    guard archive == nil else { return nil }
    return recording.split(separator: "/", omittingEmptySubsequences: false).dropLast().last
      .map(String.init)
  }

  /// Prepares to read files.
  ///
  /// - Parameters:
  ///   - recording: The path of the recording.
  ///   - room: The number of bytes that entries may get.
  ///   - archive: The archive that the recording came in; nil for none.
  init(besideRecording recording: String, room: Int, archive: ArchivedFiles?) {
    (self.recording, self.room, self.archive) = (recording, room, archive)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - name: Its path within the folder.
  ///   - folder: The name of the folder; `.` for that of the recording itself.
  ///   - sibling: The name of a folder with recordings, beside which the folder stands; nil when
  ///     it stands beside the recording.
  /// - Returns: Its bytes; nil for a file that is not there, or not in the folder, or too large.
  ///
  /// Recordings may stand within a folder of that name as well, in a folder for each test.
  func read(
    _ name: String, in folder: String = ".", beside sibling: String? = nil
  ) -> [UInt8]? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }) else {
      return nil
    }
    if archive != nil { return nil }
    if let bytes = read(name, within: place(beside: sibling) + folder) { return bytes }
    let around = recording.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard folder != ".", let index = around.lastIndex(of: Substring(folder)) else { return nil }
    return read(name, within: around[...index].joined(separator: "/"))
  }

  /// Reads a file beside the recording, whose name is the digest of its bytes.
  ///
  /// - Parameter name: Its name: 40 hexadecimal digits, with or without a suffix.
  /// - Returns: Its bytes; nil for any other name, or a file that is not there, or too large.
  func read(digestNamed name: String) -> [UInt8]? {
    guard Self.isDigestNamed(name) else { return nil }
    if let archive { return archive.read(name) }
    let folder = place(beside: nil)
    return read(name, within: folder.isEmpty ? "." : String(folder.dropLast()))
  }

  /// True for the name of a file that is the digest of its bytes.
  static func isDigestNamed(_ name: String) -> Bool {
    let stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
    return stem.count == 40 && stem.allSatisfy { $0.hexValue != nil }
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
  }

  private func read(_ name: String, within place: String) -> [UInt8]? {
    let path = place + "/" + name
    let folder = FileSystem.resolvingLink(place)
    guard let size = FileSystem.size(ofFile: path), size <= room,
      FileSystem.resolvingLink(path).hasPrefix(folder.hasSuffix("/") ? folder : folder + "/"),
      let bytes = known[path] ?? (try? FileSystem.read(path)), bytes.count <= room
    else { return nil }
    known[path] = bytes
    room -= bytes.count
    return bytes
  }

  /// The folder that holds the sibling, or the recording itself when it is not within one; with a
  /// slash unless it is empty.
  private func place(beside sibling: String?) -> String {
    var parts = recording.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    if let sibling, let index = parts.lastIndex(of: Substring(sibling)) { parts = parts[..<index] }
    return parts.map { $0 + "/" }.joined()
  }
}
