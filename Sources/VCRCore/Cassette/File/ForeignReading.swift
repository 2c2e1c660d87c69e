import VCRLocks

/// The reader that makes cassettes of other tools' recordings, in the programs that have it.
///
/// The formats are read in a module above this one. The command sets the reader once; in a test it
/// is there when the module `VCROtherTools` is linked.
package enum ForeignReading {
  /// Makes a cassette of a recording.
  ///
  /// It gets the path and the content of a file that is no cassette of ours, nil for a folder, and
  /// the redaction of whoever opens it, nil for that of the project. It returns the text of a
  /// cassette without side files; nil for a file or a folder of no known format. It throws
  /// `CassetteError` for a recording of which nothing can be read.
  package typealias Reader =
    @Sendable (_ path: String, _ content: [UInt8]?, _ redaction: Redaction?) throws -> (
      [UInt8], ForeignOrigin
    )?

  private static let reader = Mutex<Reader?>(linkedReader)

  /// The reader of the module `VCROtherTools`; nil where that is not linked.
  ///
  /// It is found by its name, so that a test target says in its manifest alone that it wants it: no
  /// code of a user's runs before the first cassette is opened.
  private static var linkedReader: Reader? {
    guard let type = _typeByName("VCROtherTools.OtherToolsReader") as? any LinkedForeignReader.Type
    else { return nil }
    return type.reader
  }

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
  ///   - redaction: The redaction of whoever opens it; nil for that of the project.
  /// - Returns: The cassette's text; nil for a cassette of ours, and for what nobody here can read.
  /// - Throws: The reader's error.
  package static func cassette(
    _ path: String, _ content: [UInt8]?, redaction: Redaction? = nil
  ) throws -> ([UInt8], ForeignOrigin)? {
    guard let reader = reader.withLock({ $0 }),
      content.map(CassetteRecognition.isCassette) != true
    else { return nil }
    return try reader(path, content, redaction)
  }

  /// The text of a cassette at a path: of ours, or made of another tool's recording in a file or a
  /// folder.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - redaction: The redaction of whoever opens it; nil for that of the project.
  ///   - read: Reads a file.
  /// - Returns: The text, and what it was made of; nil for a cassette of ours.
  /// - Throws: What `read` throws, or the reader's error.
  package static func content(
    of path: String, redaction: Redaction? = nil, _ read: (String) throws -> [UInt8]
  ) throws -> ([UInt8], ForeignOrigin?) {
    let content: [UInt8]
    do {
      content = try read(path)
    } catch {
      // A folder is not read as a file.
      guard FileSystem.exists(path + "/."), let made = try cassette(path, nil, redaction: redaction)
      else { throw error }
      return made
    }
    return try cassette(path, content, redaction: redaction) ?? (content, nil)
  }
}
