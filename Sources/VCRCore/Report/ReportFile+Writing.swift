#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension ReportFile {
  /// Writes a report; folders that are missing are made.
  ///
  /// Lines are added whole, whoever else writes at the same time; any other form replaces the file in
  /// one step.
  ///
  /// - Parameter report: The report.
  /// - Throws: The system's error.
  package func write(_ report: RunReport) throws(SystemError) {
    try FileSystem.createFolder(of: path)
    switch format {
    case .object: try replace(report.json.text + "\n")
    case .lines: try append(Array((report.json.text + "\n").utf8))
    case .junit: try replace(report.junit)
    case .markdown: try replace(report.markdown)
    }
  }

  private func replace(_ text: String) throws(SystemError) {
    try FileSystem.write([Array(text.utf8)[...]], to: path)
  }

  /// Adds a line in one write, which a lock keeps apart from others also where the file system does
  /// not.
  private func append(_ line: [UInt8]) throws(SystemError) {
    let file = try FileSystem.openFile(path, O_WRONLY | O_APPEND | O_CREAT, mode: 0o666)
    defer { close(file) }
    // Some file systems have no locks; O_APPEND alone serves nearly as well.
    while flock(file, LOCK_EX) != 0 && errno == EINTR {}
    do {
      // Nor must the line of a writer that was killed swallow this one.
      let start: [UInt8] = isTorn(file) ? [UInt8(ascii: "\n")] : []
      try FileSystem.writeAll((start + line)[...], to: file)
    } catch {
      // The torn line must not swallow the next one.
      try? FileSystem.writeAll([UInt8(ascii: "\n")], to: file)
      throw error
    }
  }

  /// True when the file's last line has no end.
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
