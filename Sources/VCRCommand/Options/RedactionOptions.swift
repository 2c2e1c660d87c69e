#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// The options that name secrets beside the built-in rules.
  struct RedactionOptions: ParsableArguments {
    @Option(SettingTable.redact) var redact: [String] = []

    @Option(SettingTable.redactJSON) var redactJson: [String] = []

    @Option(SettingTable.secret) var secret: [String] = []

    /// True when none is given.
    var isEmpty: Bool { redact.isEmpty && redactJson.isEmpty && secret.isEmpty }
  }
#endif
