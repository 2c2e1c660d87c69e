#if CommandLineTool
  import VCRCore

  extension [ReportFile] {
    /// Writes a report to each of the files.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - console: Where it is said of a file that it could not be written.
    /// - Returns: True when all were.
    @discardableResult
    func write(_ report: RunReport, to console: Console) -> Bool {
      var isWritten = true
      for file in self {
        do {
          try file.write(report)
        } catch {
          console.error("--report \(file.path): the report cannot be written: \(error)")
          isWritten = false
        }
      }
      return isWritten
    }
  }
#endif
