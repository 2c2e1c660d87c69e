#if CommandLineTool && os(Linux)
  import VCRProxy

  /// The files that are opened in the place of files with roots, by the paths of those.
  struct SupervisedRoots: Sendable {
    private var places: [[UInt8]: String] = [:]
    /// The most bytes of a path that are read: those of the longest path that has another, and some
    /// for slashes that mean nothing.
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
      longestName = (places.keys.map(\.count).max() ?? 0) + 32
    }

    /// The file that is opened in the place of another, however its path is spelled; nil for one
    /// without roots.
    subscript(_ name: [UInt8]) -> String? {
      if let place = places[name] { return place }
      let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
      // OpenSSL puts a slash behind a folder that ends in one.
      guard name.first == slash,
        zip(name, name.dropFirst()).contains(where: { $0 == slash && ($1 == slash || $1 == dot) })
      else { return nil }
      let steps = name.split(separator: slash).filter { !$0.elementsEqual([dot]) }
      return places[steps.flatMap { [slash] + $0 }]
    }
  }
#endif
