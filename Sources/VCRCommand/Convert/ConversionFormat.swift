#if CommandLineTool
  /// How `vcr convert` says what became of the files.
  enum ConversionFormat: String, CaseIterable {
    /// A table for a reader.
    case text
    /// One JSON object.
    case json
  }
#endif
