#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// The option that switches redaction off, and the warning that follows.
  struct RedactionSwitch: ParsableArguments {
    @Flag(
      name: .customLong("no-redaction"),
      help: ArgumentHelp(
        "Redact nothing: a recording holds every secret (vcr redact mends it), and a replay takes "
          + "the cassette as it was recorded. No variable and no .vcr.yaml does this.",
        visibility: .hidden))
    var isOff = false

    /// Says of variables that would switch redaction off, if any did, that they do not.
    ///
    /// - Parameters:
    ///   - environment: The environment of `vcr` itself.
    ///   - console: Where the note goes.
    static func noteIgnored(_ environment: [String: String], _ console: Console) {
      for name in SettingTable.redactionNames.map({ "VCR_" + $0.uppercased() }).sorted()
      where environment[name]?.isEmpty == false {
        console.note("\(name) is ignored: \(SettingTable.redactionWords)")
      }
    }

    /// The warning about what is written without redaction.
    ///
    /// - Parameter remedy: The step to take before others see it.
    /// - Returns: The message.
    static func warning(remedy: String) -> String {
      "nothing is redacted: what is recorded holds every secret as it was sent; before it is "
        + "committed or shared: \(remedy)"
    }
  }
#endif
