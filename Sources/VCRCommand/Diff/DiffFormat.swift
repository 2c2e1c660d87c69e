#if CommandLineTool
  import ArgumentParser

  /// How a diff is printed, by `vcr diff` and `vcr verify` alike.
  enum DiffFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case markdown
    case json
    case html
  }
#endif
