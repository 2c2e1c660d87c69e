#if CommandLineTool
  CommandLineTool.start(arguments: RawArguments.texts)
#else
  // The target has to build without the trait, or a package that wants the library alone could not
  // be built as a whole.
  print("vcr was built without its trait: swift build --traits CommandLineTool")
#endif
