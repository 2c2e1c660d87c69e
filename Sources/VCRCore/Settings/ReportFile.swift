#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where reports of runs are written, and how.
package struct ReportFile: Sendable, Equatable {
  /// The forms of a report.
  package enum Format: Sendable, Equatable {
    /// One JSON object (`.json`).
    case object
    /// One JSON object a line, added to what is there (`.jsonl`, or a file in a folder).
    case lines
    /// JUnit XML (`.xml`).
    case junit
    /// Markdown (`.md`).
    case markdown
  }

  /// The file or the folder that was named.
  package let name: String
  /// The file's path.
  package let path: String
  /// The form of the report.
  package let format: Format

  /// Reads the name of a file or of a folder.
  ///
  /// In a folder, which ends in `/` or is there already, each process adds to a file of its own.
  ///
  /// - Parameter word: The path.
  /// - Throws: `SettingError` for a suffix that says nothing about the form.
  package init(named word: String) throws(SettingError) {
    name = word
    if word.hasSuffix("/") || Self.isFolder(word) {
      path = word + (word.hasSuffix("/") ? "" : "/") + "run-\(getpid()).jsonl"
      format = .lines
      return
    }
    path = word
    let file = word.split(separator: "/").last ?? ""
    switch file.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last {
    case "json": format = .object
    case "jsonl": format = .lines
    case "xml": format = .junit
    case "md", "markdown": format = .markdown
    default:
      throw SettingError(
        word: word,
        expectation: "does not end in .json, .jsonl (one line a run, added), .xml (JUnit) or .md")
    }
  }

  /// True when a path is that of a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
