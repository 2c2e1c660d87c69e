#if CommandLineTool
  import VCRCore

  extension [ReportFile] {
    /// Writes a report to each of the files.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - console: The console for write errors.
    /// - Returns: True when all files were written.
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
