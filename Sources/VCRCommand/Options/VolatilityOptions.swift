#if CommandLineTool
  import ArgumentParser

  /// The option that names what may differ from run to run beside the built-in list.
  struct VolatilityOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "A header field, or a place in JSON bodies such as $.generated_at, whose value may differ "
          + "from run to run although the service has not changed. May be repeated.",
        valueName: "name|path"))
    var volatile: [String] = []
  }
#endif
