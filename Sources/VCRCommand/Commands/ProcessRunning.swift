#if CommandLineTool
  import ArgumentParser

  /// A verb that runs COMMAND behind a proxy.
  protocol ProcessRunning: ParsableCommand {
    /// The words of COMMAND.
    var command: [String] { get }

    /// Reads the settings of the run.
    ///
    /// - Parameter sources: The sources for options that were not given.
    /// - Returns: The settings.
    /// - Throws: `CommandFailure` with status 64, `ProjectFileError`.
    func settings(from sources: SettingSources) throws -> Settings
  }
#endif
