import VCRCore

/// The files beside a recording in the archive that it came in.
final class ArchivedFiles {
  private let archive: ZIPArchive
  private let entries: [String: ZIPArchive.Entry]
  private let inflating: ForeignCassette.Inflating
  private var known: [String: [UInt8]] = [:]

  /// The number of bytes that entries of the recording may still get.
  private var room: Int

  /// Prepares to read files.
  ///
  /// - Parameters:
  ///   - archive: The archive.
  ///   - folder: The folder of the recording in it, with a slash unless it is empty.
  ///   - inflating: Decompresses a file.
  ///   - room: The number of bytes that entries may get.
  init(
    _ archive: ZIPArchive, in folder: String, inflating: @escaping ForeignCassette.Inflating,
    room: Int
  ) {
    (self.archive, self.inflating, self.room) = (archive, inflating, room)
    let files = archive.entries.filter { $0.name.hasPrefix(folder) }
    entries = Dictionary(files.map { (String($0.name.dropFirst(folder.count)), $0) }) { $1 }
  }

  /// Reads a file beside the recording; nil for one that is not there, damaged or too large.
  func read(_ name: String) -> [UInt8]? {
    guard let entry = entries[name], entry.size <= room,
      let content = known[name]
        ?? archive.content(of: entry, inflating: inflating, limit: room)
    else { return nil }
    known[name] = content
    room -= content.count
    return content
  }
}
