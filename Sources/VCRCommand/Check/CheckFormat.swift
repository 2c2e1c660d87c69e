#if CommandLineTool
  import ArgumentParser

  /// The formats of findings.
  enum CheckFormat: String, CaseIterable, ExpressibleByArgument {
    /// A line for each finding.
    case text
    /// One JSON object.
    case json
    /// JUnit XML.
    case junit
    /// Annotations of GitHub Actions.
    case github

    /// The format of a file by its suffix; nil for an unknown suffix.
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
