#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReportFile {
  /// Writes a report and creates missing folders.
  ///
  /// A line is appended whole, even while others write as well; any other form replaces the file in
  /// one step.
  ///
  /// - Parameter report: The report.
  /// - Throws: The system's error.
  package func write(_ report: RunReport) throws(SystemError) {
    try FileSystem.createFolder(of: path)
    switch format {
    case .object: try replace(report.json.text + "\n")
    case .lines:
      var own = report
      own.scopes = []
      for line in [own] + report.scopes { try append(Array((line.json.text + "\n").utf8)) }
    case .junit: try replace(report.junit)
    case .markdown: try replace(report.markdown)
    }
  }

  /// Adds a report in Markdown to the summary of a job (`GITHUB_STEP_SUMMARY`).
  ///
  /// - Parameters:
  ///   - report: The report.
  ///   - path: The file that the job's system has named.
  /// - Throws: The system's error.
  package static func addSummary(_ report: RunReport, to path: String) throws(SystemError) {
    let file = try FileSystem.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o666)
    defer { close(file) }
    try FileSystem.writeAll(Array((report.markdown + "\n").utf8)[...], to: file)
  }

  private func replace(_ text: String) throws(SystemError) {
    try FileSystem.write([Array(text.utf8)[...]], to: path)
  }

  /// Appends a line in one write, under a lock for file systems on which concurrent writes could
  /// mix.
  private func append(_ line: [UInt8]) throws(SystemError) {
    let file = try FileSystem.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o666)
    defer { close(file) }
    // Some file systems have no locks; O_APPEND alone works nearly as well there.
    while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    do {
      // A torn line, left by a writer that was killed, must not swallow this one.
      let start: [UInt8] = isTorn(file) ? [UInt8(ascii: "\n")] : []
      try FileSystem.writeAll((start + line)[...], to: file)
    } catch {
      // The next line must not become part of a torn one.
      try? FileSystem.writeAll([UInt8(ascii: "\n")], to: file)
      throw error
    }
  }

  /// True when the last line of the file has no end.
  private func isTorn(_ file: Int32) -> Bool {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0,
      let reader = try? FileSystem.openFile(path, O_RDONLY)
    else { return false }
    defer { close(reader) }
    var last: UInt8 = 0
    let count = unsafe pread(reader, &last, 1, status.st_size - 1)
    return count == 1 && last != UInt8(ascii: "\n")
  }
}
