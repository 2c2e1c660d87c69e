/// Where the journal of a cassette is: beside it, under the same name with an ending of its own.
package enum JournalPath {
  /// The path of the journal of a cassette.
  ///
  /// The path of a part, `users.part-1f2e3d4c.yaml.recording`, ends like the others, so that rules
  /// that ignore journals ignore it too.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path.
  ///   - part: The part that the journal holds; nil for the whole.
  /// - Returns: The path.
  package static func beside(_ cassette: String, part: String? = nil) -> String {
    guard let part else { return cassette + RecordingSuffix.journal }
    let (stem, ending) = split(cassette)
    return stem + partMark + SHA256.hexadecimal(Array(part.utf8)).prefix(digits) + ending
      + RecordingSuffix.journal
  }

  /// The path of the cassette that a journal belongs to.
  ///
  /// - Parameter path: A path.
  /// - Returns: The cassette's path; nil when the path is not that of a journal.
  package static func cassette(of path: String) -> String? {
    guard path.hasSuffix(RecordingSuffix.journal) else { return nil }
    let cassette = String(path.dropLast(RecordingSuffix.journal.count))
    let (stem, ending) = split(cassette)
    guard stem.utf8.count > partMark.utf8.count + digits,
      stem.utf8.suffix(digits).allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0) }),
      stem.dropLast(digits).hasSuffix(partMark)
    else { return cassette }
    return stem.dropLast(partMark.count + digits) + ending
  }

  /// The paths of all journals next to a cassette: that of the whole, then those of parts.
  ///
  /// - Parameter cassette: The cassette's path, not a link.
  /// - Returns: The paths of the existing journals.
  package static func all(beside cassette: String) -> [String] {
    let whole = beside(cassette)
    let folder = FileSystem.folder(of: cassette)
    let prefix = cassette.contains("/") ? (folder == "/" ? "/" : folder + "/") : ""
    let names = (try? FolderListing.names(in: folder)) ?? []
    let parts = names.map { prefix + $0 }.filter {
      $0 != whole && Self.cassette(of: $0) == cassette
    }
    return (FileSystem.exists(whole) ? [whole] : []) + parts.sorted()
  }

  private static let partMark = ".part-"
  /// The number of hexadecimal digits of a digest that distinguish parts.
  private static let digits = 8

  /// A cassette's path without its suffix, and the suffix.
  private static func split(_ cassette: String) -> (stem: String, ending: String) {
    for ending in RecordingSuffix.cassette where cassette.hasSuffix(ending) {
      return (String(cassette.dropLast(ending.count)), ending)
    }
    return (cassette, "")
  }
}
