#if CommandLineTool
  import ArgumentParser

  /// The words after `--`.
  struct CommandArguments: ParsableArguments {
    @Argument(
      parsing: .postTerminator,
      help: ArgumentHelp("What to run, after --, with its own arguments.", valueName: "command"),
      completion: .file())
    var words: [String] = []
  }
#endif
