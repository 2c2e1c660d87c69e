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

  /// Writes a report; folders that are missing are made.
  ///
  /// Lines are added whole, whoever else writes at the same time; any other form replaces the file in
  /// one step.
  ///
  /// - Parameter report: The report.
  /// - Throws: The system's error.
  package func write(_ report: RunReport) throws(SystemError) {
    try AtomicFile.createFolder(of: path)
    switch format {
    case .object: try replace(report.json.text + "\n")
    case .lines: try append(Array((report.json.text + "\n").utf8))
    case .junit: try replace(report.junit)
    case .markdown: try replace(report.markdown)
    }
  }

  private func replace(_ text: String) throws(SystemError) {
    try AtomicFile.write([Array(text.utf8)[...]], to: path)
  }

  /// Adds a line in one write, which a lock keeps apart from others also where the file system does
  /// not.
  private func append(_ line: [UInt8]) throws(SystemError) {
    let file = try AtomicFile.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o666)
    defer { close(file) }
    // Some file systems have no locks; O_APPEND alone serves nearly as well.
    while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    do {
      // Nor must the line of a writer that was killed swallow this one.
      let start: [UInt8] = isTorn(file) ? [UInt8(ascii: "\n")] : []
      try AtomicFile.writeAll((start + line)[...], to: file)
    } catch {
      // The torn line must not swallow the next one.
      try? AtomicFile.writeAll([UInt8(ascii: "\n")], to: file)
      throw error
    }
  }

  /// True when the file's last line has no end.
  private func isTorn(_ file: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let reader = try? AtomicFile.openFile(path, O_RDONLY)
    else { return false }
    defer { close(reader) }
    var last: UInt8 = 0
    let count = unsafe pread(reader, &last, 1, status.st_size - 1)
    return count == 1 && last != UInt8(ascii: "\n")
  }

  /// True when a path is that of a folder.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
