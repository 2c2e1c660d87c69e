#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// The options that name secrets beside the built-in rules.
  struct RedactionOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "A header field, query or form name whose value is redacted, beside the built-in ones. May "
          + "be repeated.",
        valueName: "name"))
    var redact: [String] = []

    @Option(
      help: ArgumentHelp(
        "A place in JSON bodies that is redacted, such as $.user.email. May be repeated.",
        valueName: "path"))
    var redactJson: [String] = []

    @Option(
      help: ArgumentHelp(
        "An environment variable whose value is replaced by {{VARIABLE}} wherever it occurs. May "
          + "be repeated.",
        valueName: "variable"))
    var secret: [String] = []

    /// True when none is given.
    var isEmpty: Bool { redact.isEmpty && redactJson.isEmpty && secret.isEmpty }
  }
#endif
