#if CommandLineTool
  import ArgumentParser

  /// How the real service is reached.
  struct UpstreamOptions: ParsableArguments {
    @Option(
      name: .customLong("upstream-ca"),
      help: ArgumentHelp(
        "More roots to trust when talking to the real service (PEM). May be repeated.",
        valueName: "file"),
      completion: .file())
    var roots: [String] = []

    @Option(
      help: ArgumentHelp(
        "Where the service for HOST:PORT really is. May be repeated.",
        valueName: "host:port=address:port"))
    var map: [String] = []
  }
#endif
