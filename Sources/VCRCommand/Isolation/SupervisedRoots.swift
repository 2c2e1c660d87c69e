#if CommandLineTool && os(Linux)
  import VCRProxy

  /// The files that are opened in the place of files with roots, by the paths of those.
  struct SupervisedRoots: Sendable {
    private var places: [[UInt8]: String] = [:]
    /// The length of the longest path that has another.
    let longestName: Int

    /// Creates the table.
    ///
    /// - Parameters:
    ///   - bundle: The file that is opened in the place of the system's files.
    ///   - hashed: The file that is opened in the place of a root in the system's folders.
    ///   - named: The files of roots that COMMAND names, with those in their place.
    init(bundle: String, hashed: String, named: [NamedRoots.File]) {
      for file in named {
        for name in [file.target, file.resolved] { places[Array(name.utf8)] = file.path }
      }
      for name in RunFolder.hashedNames { places[name] = hashed }
      for name in RunFolder.rootsNames { places[name] = bundle }
      longestName = places.keys.map(\.count).max() ?? 0
    }

    /// The file that is opened in the place of another; nil for one without roots.
    subscript(_ name: [UInt8]) -> String? { places[name] }
  }
#endif
