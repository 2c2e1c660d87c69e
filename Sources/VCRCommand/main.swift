#if CommandLineTool
  CommandLineTool.start(arguments: Array(CommandLine.arguments.dropFirst()))
#else
  // The target has to build without the trait, or a package that wants the library alone could not
  // be built as a whole.
  print("vcr was built without its trait: swift build --traits CommandLineTool")
#endif
