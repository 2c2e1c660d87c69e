import VCRCore

/// A ZIP archive whose files are stored without compression.
enum StoredArchive {
  /// The bytes of an archive.
  ///
  /// - Parameters:
  ///   - files: The names and contents of its files.
  ///   - isWide: True to write all sizes and places in eight bytes (ZIP64).
  /// - Returns: The archive.
  static func bytes(
    _ files: [(name: String, content: [UInt8])], isWide: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let (name, size) = (Array(file.name.utf8), file.content.count)
      // Version, flags, method, time and date, checksum.
      let about =
        number(20, 2) + number(0, 2) + number(0, 2) + number(0, 4)
        + number(Int(CRC32.of(file.content)), 4)
      let place = archive.count
      archive +=
        Array("PK\u{3}\u{4}".utf8) + about + number(size, 4) + number(size, 4)
        + number(name.count, 2) + number(0, 2) + name + file.content
      func narrow(_ value: Int) -> [UInt8] { number(isWide ? 0xFFFF_FFFF : value, 4) }
      let extra =
        isWide
        ? number(0xCAFE, 2) + number(1, 2) + [0] + number(1, 2) + number(24, 2) + number(size, 8)
          + number(size, 8) + number(place, 8) : []
      directory +=
        Array("PK\u{1}\u{2}".utf8) + number(20, 2) + about + narrow(size) + narrow(size)
      directory += number(name.count, 2) + number(extra.count, 2) + number(0, 10) + narrow(place)
      directory += name + extra
    }
    let (count, start) = (files.count, archive.count)
    archive += directory
    if isWide {
      let record = archive.count
      archive += Array("PK\u{6}\u{6}".utf8) + number(44, 8) + number(0, 12) + number(count, 8)
      archive += number(count, 8) + number(directory.count, 8) + number(start, 8)
      archive += Array("PK\u{6}\u{7}".utf8) + number(0, 4) + number(record, 8) + number(1, 4)
    }
    archive += Array("PK\u{5}\u{6}".utf8) + number(0, 4) + number(isWide ? 0xFFFF : count, 2)
    archive += number(isWide ? 0xFFFF : count, 2) + number(directory.count, 4)
    return archive + number(isWide ? 0xFFFF_FFFF : start, 4) + number(0, 2)
  }
}
