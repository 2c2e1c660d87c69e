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
  /// A word of the file with its place, for whoever finds out what it means.
  package struct Word: Sendable, Equatable {
    /// The word.
    package var text: String
    /// The line, counted from 1.
    package var line: Int
    /// The column, counted from 1 in characters.
    package var column: Int
  }

  /// Something that a setting names in cassettes.
  package struct Rule: Sendable, Equatable {
    /// The setting it stands under.
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

    /// The setting it stands under.
    package var setting: Setting
    /// What is named, and where.
    package var word: Word
  }

  /// The name of the file.
  package static let name = ".vcr.yaml"

  /// The file's path, absolute.
  package let path: String
  /// The cassette, as it was named.
  package internal(set) var cassette: String?
  /// What `vcr record` does with a request.
  package internal(set) var mode: RecordMode?
  /// When two requests are the same.
  package internal(set) var equivalence: RequestEquivalence?
  /// The absolute paths of files with more roots for the upstream.
  package internal(set) var upstreamRoots: [String] = []
  /// Hosts that are let through.
  package internal(set) var passthroughHosts: [String] = []
  /// Where services really are, as `HOST:PORT=ADDRESS:PORT`.
  package internal(set) var addressMap: [Word] = []
  /// What is redacted beside the built-in rules.
  package internal(set) var redactionRules = RedactionRules()
  /// What may differ from run to run beside what is built in.
  package internal(set) var volatility = Volatility.standard
  /// How long a recording is to be trusted; nil for ever.
  package internal(set) var expiry: Expiry?
  /// What an expired cassette means; nil where nothing is said.
  package internal(set) var expiryPolicy: ExpiryPolicy?
  /// Where the outcome of a run is written.
  package internal(set) var report: ReportFile?
  /// The words of `redact`, `redact_json`, `secrets` and `volatile`, each with its place.
  package internal(set) var rules: [Rule] = []
  /// True when an interaction may be served again.
  package internal(set) var isRepeating: Bool?
  /// True when every interaction must be used.
  package internal(set) var requiresAll: Bool?
  /// The timing of what is replayed.
  package internal(set) var latency: ReplayLatency?
  /// True when nothing but errors is to be said.
  package internal(set) var isQuiet: Bool?
  /// True when it is to be said what is done.
  package internal(set) var isVerbose: Bool?

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
  init(path: String, content: [UInt8]) throws(ProjectFileError) {
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

  /// The error for a word of this file that means nothing.
  package func error(at word: Word, _ reason: String) -> ProjectFileError {
    ProjectFileError(path: path, line: word.line, column: word.column, reason: reason)
  }

  /// A path that stands in the file: a relative one starts at the file's folder.
  package func resolved(_ path: String) -> String {
    if path.hasPrefix("/") || folder == FileManager.default.currentDirectoryPath { return path }
    return (folder == "/" ? "" : folder) + "/" + path
  }

  // MARK: - Finding it

  /// The file that counts for a folder: the one in it, or in the nearest folder above it.
  ///
  /// The search ends with the folder that holds `.git`, so that a project does not take the settings
  /// of what it happens to lie in.
  ///
  /// - Parameter folder: Where to begin; it need not exist.
  /// - Returns: Nil when there is none.
  /// - Throws: `ProjectFileError` for a file that cannot be read.
  package static func nearest(to folder: String) throws(ProjectFileError) -> ProjectFile? {
    var folder = AbsolutePath.of(folder)
    while true {
      let prefix = folder == "/" ? "/" : folder + "/"
      if FileSystem.exists(prefix + name) { return try ProjectFile(path: prefix + name) }
      if folder == "/" || FileSystem.exists(prefix + ".git") { return nil }
      folder = FileSystem.folder(of: folder)
    }
  }

  /// The file that counts for a cassette.
  ///
  /// - Parameter path: The cassette's path; nothing needs to be there.
  /// - Returns: Nil when there is none.
  /// - Throws: `ProjectFileError` for a file that cannot be read.
  package static func nearest(
    toCassette path: String
  ) throws(ProjectFileError) -> ProjectFile? {
    try nearest(to: FileSystem.folder(of: path))
  }
}
