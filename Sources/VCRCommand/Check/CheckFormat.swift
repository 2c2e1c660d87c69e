#if CommandLineTool
  import ArgumentParser

  /// The forms in which findings are written.
  enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    /// A line for each.
    case text
    /// One JSON object.
    case json
    /// JUnit XML.
    case junit
    /// Annotations of GitHub Actions.
    case github

    /// The form of a file by its suffix; nil for one that tells nothing.
    init?(suffixOf path: String) {
      if path.hasSuffix(".json") {
        self = .json
      } else if path.hasSuffix(".xml") {
        self = .junit
      } else {
        return nil
      }
    }
  }
#endif
