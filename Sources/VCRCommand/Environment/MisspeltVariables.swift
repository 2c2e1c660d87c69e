#if CommandLineTool
  import VCRCore

  /// Variables that are like one of a setting, and none.
  enum MisspeltVariables {
    /// A notice for each: it is not read, and what it was to switch on is off.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: A sentence for each.
    static func notices(in environment: [String: String]) -> [String] {
      let known = SettingTable.rows.map(\.variable)
      return environment.keys.sorted().compactMap { name in
        // Programs have variables of their own that begin so, and that differ in more letters.
        guard name.hasPrefix("VCR_"), !known.contains(name), environment[name]?.isEmpty == false,
          let nearest = NearestWord.of(name, in: known, upTo: 1)
        else { return nil }
        return "\(name) is no variable of vcr, and is not read; the nearest is \(nearest)"
      }
    }
  }
#endif
