#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// The options without a group of their own of every verb that records what COMMAND requests.
  struct TrafficOptions: ParsableArguments {
    @Option(SettingTable.match) var match: String?

    @Option(SettingTable.passthrough) var passthrough: [String] = []

    @Flag(SettingTable.lean) var isLean = false

    @Flag(SettingTable.quiet) var quiet = false

    @Flag(
      help: ArgumentHelp(
        "No colour, whatever the terminal can do (NO_COLOR does the same).", visibility: .hidden))
    var noColor = false
  }
#endif
