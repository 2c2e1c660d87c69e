#if CommandLineTool
  import ArgumentParser
  import VCRCore

  /// The settings that the drivers that git calls go by.
  ///
  /// A `.vcr.yaml` that cannot be read counts as none here: git's own work must not end with it.
  struct DriverSettings {
    /// When two requests are the same.
    let equivalence: RequestEquivalence
    /// The parts that may differ although the service has not changed.
    let volatility: Volatility
    /// The rules for what is not shown.
    let redaction: Redaction
    /// True when the built-in rules are all there are.
    let isStandard: Bool

    /// Reads the settings that count in the current folder.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    init(_ environment: [String: String]) {
      let sources =
        (try? SettingSources.here(environment))
        ?? SettingSources(environment: environment, file: nil)
      let rules = (try? sources.redactionRules(RedactionOptions.parse([]))) ?? RedactionRules()
      equivalence = sources.file?.equivalence ?? .standard
      volatility = sources.file?.volatility ?? .standard
      redaction = rules.added(to: .standard) { environment[$0] }
      isStandard = rules.isEmpty
    }
  }
#endif
