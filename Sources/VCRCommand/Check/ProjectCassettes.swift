#if CommandLineTool
  import VCRCore

  /// The cassettes of the project, for a check without arguments.
  enum ProjectCassettes {
    /// Every folder named `Cassettes` in the project, `VCR_CASSETTE_DIR`, and the cassette that
    /// `.vcr.yaml` names.
    ///
    /// The project is the folder of the nearest `.vcr.yaml`, or else the repository, or else the
    /// current folder.
    ///
    /// - Parameter sources: The settings of the project.
    /// - Returns: The paths of folders and cassettes.
    /// - Throws: `CommandFailure` with status 64 when there is none.
    static func paths(_ sources: SettingSources) throws -> [String] {
      let here = AbsolutePath.of(".")
      let root = sources.file?.folder ?? CassetteIdentifier.root(of: here) ?? here
      var paths = FolderListing.folders(named: "Cassettes", in: root == here ? "." : root)
      var others: [String] = []
      if let folder = sources.environment[SettingTable.folderVariable], !folder.isEmpty {
        others.append(folder)
      }
      if let file = sources.file, let name = file.cassette {
        let path = file.resolved(CassettePath.path(named: name))
        if FileSystem.exists(path) { others.append(path) }
      }
      for path in others {
        let whole = AbsolutePath.of(path)
        let isCovered = paths.contains {
          whole == AbsolutePath.of($0) || whole.hasPrefix(AbsolutePath.of($0) + "/")
        }
        if !isCovered { paths.append(path.relativeToCurrentFolder) }
      }
      guard !paths.isEmpty else {
        throw CommandFailure(
          .usage,
          "no PATH was given, and there is no folder Cassettes in \(root); name what to check: "
            + "vcr check PATH")
      }
      return paths
    }
  }
#endif
