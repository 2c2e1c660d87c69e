#if CommandLineTool
  import ArgumentParser

  /// A verb that runs COMMAND behind a proxy.
  protocol ProcessRunning: ParsableCommand {
    /// COMMAND's words.
    var command: [String] { get }

    /// Reads what the run is to do.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The settings.
    /// - Throws: `CommandFailure` with status 64.
    func settings(environment: [String: String]) throws -> Settings
  }
#endif
