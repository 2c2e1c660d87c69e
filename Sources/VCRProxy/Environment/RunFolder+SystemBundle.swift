#if CommandLineTool
  import VCRCore

  extension RunFolder {
    /// The system's bundles of roots, and the file that may stand in their place for COMMAND.
    package struct SystemBundle: Sendable {
      /// The file: all roots of the system's bundles, and the authority of the run.
      package var path: String
      /// The bundles, with links resolved.
      package var targets: [String]
      /// The folder that may be laid over those of the system: it has the authority of the run by
      /// the name under which OpenSSL looks for it.
      package var rootFolder: String
      /// The folders of roots of the system, with links resolved.
      package var folders: [String]
    }

    /// Writes what may stand in the place of the system's bundles.
    ///
    /// Whoever may read the system's bundles may read it: a program may drop its privileges before
    /// it connects.
    ///
    /// - Parameter authority: The certificate of the run's authority, PEM.
    /// - Returns: The file and the bundles; nil on a machine that has none.
    /// - Throws: ``TemporaryFileFailure``.
    package func writeSystemBundle(authority: String) throws -> SystemBundle? {
      var targets: [String] = []
      var bytes: [UInt8] = []
      for file in SystemRoots.files {
        guard let target = FileSystem.resolved(file), !targets.contains(target),
          let content = try? FileSystem.read(target)
        else { continue }
        targets.append(target)
        bytes += content + (content.last == UInt8(ascii: "\n") ? [] : [UInt8(ascii: "\n")])
      }
      guard !targets.isEmpty else { return nil }
      let path = path + "/" + File.systemBundle.rawValue
      try write(bytes + Array(authority.utf8) + [UInt8(ascii: "\n")], to: path, mode: 0o644)
      var folders: [String] = []
      for folder in SystemRoots.folders {
        guard let target = FileSystem.resolved(folder), !folders.contains(target) else { continue }
        folders.append(target)
      }
      return SystemBundle(
        path: path, targets: targets, rootFolder: self.path + "/" + File.rootFolder.rawValue,
        folders: folders)
    }

    /// The path that may be opened in the place of a system's bundle that there is not.
    package var authorityPath: String { path + "/" + File.authority.rawValue }

    /// The paths under which clients open a bundle, as bytes: also that of Debian's OpenSSL, which
    /// has none and reads a folder.
    package static let rootsNames = Set(
      (SystemRoots.files + ["/usr/lib/ssl/cert.pem"]).flatMap { file in
        [file] + (FileSystem.resolved(file).map { [$0] } ?? [])
      }.map { Array($0.utf8) })

    /// The paths under which clients open the root that has the hash of the authority's name, in a
    /// folder of the system's, as bytes: Debian's OpenSSL names it by a link.
    package static let hashedNames = Set(
      (SystemRoots.folders + ["/usr/lib/ssl/certs"]).flatMap { folder in
        [folder] + (FileSystem.resolved(folder).map { [$0] } ?? [])
      }.map { Array(($0 + "/" + SystemRoots.hashedFile).utf8) })

    /// The path of the file that may be opened in its place.
    package var hashedAuthorityPath: String { path + "/" + File.hashedAuthority.rawValue }

    /// The content of the file with that root.
    static var hashedRoots: [UInt8] {
      let paths = SystemRoots.folders.map { $0 + "/" + SystemRoots.hashedFile }
      return paths.first(where: FileSystem.exists).map(OwnRoots.pem(at:)) ?? []
    }
  }
#endif
