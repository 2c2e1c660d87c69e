#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// When a service of one's own is ready to be asked.
  struct ServiceWaitOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Go on once this URL answers, with any status below 500: the service may still be starting.",
        valueName: "url", visibility: .hidden))
    var waitFor: String?

    @Option(
      help: ArgumentHelp(
        "How long --wait-for waits, in seconds.", valueName: "seconds", visibility: .hidden))
    var waitTime = 60.0

    func validate() throws {
      guard waitTime > 0, waitTime <= 86_400 else {
        throw ValidationError("--wait-time takes seconds, such as 60 or 2.5")
      }
    }

    /// Returns the wait for a service; nil for none.
    ///
    /// - Throws: `CommandFailure` with status 64 for what is no URL of HTTP.
    func wait() throws(CommandFailure) -> ServiceWait? {
      guard let waitFor else { return nil }
      return try ServiceWait(url: waitFor, seconds: waitTime)
    }
  }
#endif
