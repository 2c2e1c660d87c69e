#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The settings of a project, from its `.vcr.yaml`.
///
/// ```yaml
/// # .vcr.yaml
/// redact: [X-Customer, session_id]
/// redact_json: $.user.email
/// secrets: [API_TOKEN]
/// ```
///
/// The keys are the names of the command's long options.
package struct ProjectFile: Sendable {
  /// A word of the file with its place.
  package struct Word: Sendable, Equatable {
    /// The word.
    package var text: String
    /// The line, counted from 1.
    package var line: Int
    /// The column, counted from 1 in characters.
    package var column: Int
  }

  /// A part of cassettes that a setting names.
  package struct Rule: Sendable, Equatable {
    /// The setting of the rule.
    package enum Setting: String, Sendable {
      /// A header field, query or form name.
      case redact
      /// A place in JSON bodies.
      case redactJSON = "redact_json"
      /// An environment variable.
      case secrets
      /// A header field, or a place in JSON bodies.
      case volatile
    }

    /// The setting of the rule.
    package var setting: Setting
    /// The name with its place in the file.
    package var word: Word
  }

  /// The name of the file.
  package static let name = ".vcr.yaml"

  /// The other name that it might have, as many tools take either ending.
  private static let otherName = ".vcr.yml"

  /// The file's path, absolute.
  package let path: String
  /// The values of each setting in the file, by the setting's key.
  var values: [String: [any Sendable]] = [:]
  /// The words of each setting in the file, by the setting's key.
  package internal(set) var words: [String: [String]] = [:]
  /// The words of `redact`, `redact_json`, `secrets` and `volatile`, each with its place.
  package internal(set) var rules: [Rule] = []

  /// The values that the file gives a setting; nil when it does not have it.
  package subscript<Value>(setting: Setting<Value>) -> [Value]? {
    values[setting.row.key]?.compactMap { $0 as? Value }
  }

  /// Reads a file.
  ///
  /// - Throws: `ProjectFileError` with the place of the fault.
  package init(path: String) throws(ProjectFileError) {
    let content: [UInt8]
    do {
      content = try FileContents.readText(path, expecting: "settings")
    } catch {
      throw ProjectFileError(path: path, reason: error.reason)
    }
    try self.init(path: path, content: content)
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - path: The file's absolute path, at which relative ones in it start.
  ///   - content: The file's content.
  /// - Throws: `ProjectFileError` with the place of the fault.
  package init(path: String, content: [UInt8]) throws(ProjectFileError) {
    self.path = path
    do throws(YAMLFault) {
      try ProjectFileReader(tree: try YAMLParser.parse(content)).read(into: &self)
    } catch {
      throw ProjectFileError(
        path: path, line: error.line + 1, column: error.column + 1, reason: error.reason)
    }
  }

  /// The folder the file is in.
  package var folder: String { FileSystem.folder(of: path) }

  /// A path from the file as the process can use it: a relative one starts at the file's folder.
  package func resolved(_ path: String) -> String {
    if path.hasPrefix("/") || folder == FileManager.default.currentDirectoryPath { return path }
    return (folder == "/" ? "" : folder) + "/" + path
  }

  // MARK: - Search

  /// The file for a folder: the one in it, or in the nearest folder above it.
  ///
  /// The search ends with the folder that contains `.git`, so that a project does not take the
  /// settings of another project around it.
  ///
  /// - Parameter folder: The folder to begin with; it need not exist.
  /// - Returns: Nil when there is none.
  /// - Throws: `ProjectFileError` for a file that cannot be read, and for one that somebody called
  ///   `.vcr.yml`, whose rules about secrets would not be in force.
  package static func nearest(to folder: String) throws(ProjectFileError) -> ProjectFile? {
    var folder = AbsolutePath.of(folder)
    while true {
      let prefix = folder == "/" ? "/" : folder + "/"
      if FileSystem.exists(prefix + name) { return try ProjectFile(path: prefix + name) }
      guard !FileSystem.exists(prefix + otherName) else {
        throw ProjectFileError(
          path: prefix + otherName,
          reason: "the file is called \(name), so that this one is not read; rename it")
      }
      if folder == "/" || FileSystem.exists(prefix + ".git") { return nil }
      folder = FileSystem.folder(of: folder)
    }
  }

  /// The file for a cassette: the one that is nearest to it.
  ///
  /// - Parameter path: The cassette's path; it need not exist.
  /// - Returns: Nil when there is none.
  /// - Throws: `ProjectFileError` for a file that cannot be read.
  package static func nearest(
    toCassette path: String
  ) throws(ProjectFileError) -> ProjectFile? {
    try nearest(to: FileSystem.folder(of: path))
  }
}
