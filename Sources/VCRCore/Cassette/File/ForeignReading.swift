import VCRLocks

/// The reader that makes cassettes of other tools' recordings, in the programs that have it.
///
/// The formats are read in a module above this one; a program that has it says so once.
package enum ForeignReading {
  /// Makes a cassette of a recording.
  ///
  /// It gets the path and the content of a file that is no cassette of ours, nil for a folder, and
  /// returns the text of a cassette without side files; nil for a file or a folder of no known
  /// format. It throws `CassetteError` for a recording of which nothing can be read.
  package typealias Reader =
    @Sendable (_ path: String, _ content: [UInt8]?) throws -> ([UInt8], ForeignOrigin)?

  private static let reader = Mutex<Reader?>(nil)

  /// Sets what reads other tools' recordings in this process; a later call replaces the earlier
  /// one.
  package static func use(_ reader: @escaping Reader) { Self.reader.withLock { $0 = reader } }

  /// True in the programs that have a reader.
  static var isThere: Bool { reader.withLock { $0 != nil } }

  /// A cassette of another tool's recording.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - content: The file's content; nil for a folder.
  /// - Returns: The cassette's text; nil for a cassette of ours, and for what nobody here can read.
  /// - Throws: The reader's error.
  package static func cassette(
    _ path: String, _ content: [UInt8]?
  ) throws -> ([UInt8], ForeignOrigin)? {
    guard let reader = reader.withLock({ $0 }),
      content.map(CassetteRecognition.isCassette) != true
    else { return nil }
    return try reader(path, content)
  }

  /// The text of a cassette at a path: of ours, or made of another tool's recording in a file or a
  /// folder.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - read: Reads a file.
  /// - Returns: The text, and what it was made of; nil for a cassette of ours.
  /// - Throws: What `read` throws, or the reader's error.
  package static func content(
    of path: String, _ read: (String) throws -> [UInt8]
  ) throws -> ([UInt8], ForeignOrigin?) {
    let content: [UInt8]
    do {
      content = try read(path)
    } catch {
      // A folder is not read as a file.
      guard FileSystem.exists(path + "/."), let made = try cassette(path, nil) else { throw error }
      return made
    }
    return try cassette(path, content) ?? (content, nil)
  }
}
