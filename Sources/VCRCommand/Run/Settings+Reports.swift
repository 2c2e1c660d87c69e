#if CommandLineTool
  import VCRCore

  extension Settings {
    /// True when the outcome is written for machines.
    var isReporting: Bool { !reports.isEmpty || stepSummary != nil }

    /// Adds a report to the summary of the job in which `vcr` runs, where it has one.
    ///
    /// - Parameters:
    ///   - report: The report.
    ///   - console: The console for write errors, which do not fail the run.
    func addSummary(_ report: RunReport, to console: Console) {
      guard let stepSummary else { return }
      do {
        try ReportFile.addSummary(report.withoutSecrets, to: stepSummary)
      } catch {
        console.warning("GITHUB_STEP_SUMMARY \(stepSummary): cannot be written: \(error)")
      }
    }
  }

  extension RunReport {
    /// The report without what its words quote and is a secret; its requests have none.
    fileprivate var withoutSecrets: RunReport {
      func shown(_ text: String) -> String { TypedSecrets.ofProcess.masking(text) }
      var report = self
      report.cassette = TypedSecrets.ofProcess.masking(cassette, isQuoting: false)
      report.notices = notices.map(shown)
      report.failure = failure.map(shown)
      report.command?.name = command?.name.map(shown)
      report.isolation?.reason = isolation?.reason.map(shown)
      report.scopes = scopes.map(\.withoutSecrets)
      return report
    }
  }

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
      let report = report.withoutSecrets
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
