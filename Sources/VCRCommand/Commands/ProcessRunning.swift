#if CommandLineTool
  import ArgumentParser

  /// A verb that runs COMMAND behind a proxy.
  protocol ProcessRunning: ParsableCommand {
    /// COMMAND's words.
    var command: [String] { get }

    /// Reads what the run is to do.
    ///
    /// - Parameter sources: What stands for options not given.
    /// - Returns: The settings.
    /// - Throws: `CommandFailure` with status 64, `ProjectFileError`.
    func settings(from sources: SettingSources) throws -> Settings
  }
#endif
