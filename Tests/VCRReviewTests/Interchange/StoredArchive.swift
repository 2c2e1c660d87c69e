import VCRCore

/// A ZIP archive whose files are stored without compression.
enum StoredArchive {
  /// The bytes of an archive.
  ///
  /// - Parameter files: The names and contents of its files.
  /// - Returns: The archive.
  static func bytes(_ files: [(name: String, content: [UInt8])]) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let name = Array(file.name.utf8)
      // Version, flags, method, time and date, checksum, sizes, and the lengths behind them.
      let about =
        number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4)
        + number(Int(CRC32.of(file.content)), 4) + number(file.content.count, 4)
        + number(file.content.count, 4) + number(name.count, 2) + number(0, 2)
      directory +=
        Array("PK\u{1}\u{2}".utf8) + number(20, 2) + about + number(0, 10)
        + number(archive.count, 4) + name
      archive += Array("PK\u{3}\u{4}".utf8) + about + name + file.content
    }
    return archive + directory + Array("PK\u{5}\u{6}".utf8) + number(0, 4)
      + number(files.count, 2) + number(files.count, 2) + number(directory.count, 4)
      + number(archive.count, 4) + number(0, 2)
  }
}
