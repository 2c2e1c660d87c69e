#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import VCRCore

  /// The roots that the user names for one client, which keeps them under `vcr`.
  package enum OwnRoots {
    /// The variables that name roots of the user's own.
    ///
    /// Those of `SSL_CERT_FILE` are in the bundle of the run, and so in every other.
    ///
    /// - Parameter environment: The environment of `vcr` itself.
    /// - Returns: The variables with the files or folders that they name.
    package static func paths(_ environment: [String: String]) -> [ClientVariable: String] {
      let named = ClientVariable.allCases.filter { variable in
        variable.namesRoots && environment[variable.name]?.isEmpty == false
      }
      guard !named.isEmpty else { return [:] }
      let common = SystemRoots.path(environment: environment).flatMap(FileSystem.resolved)
      var paths: [ClientVariable: String] = [:]
      for variable in named {
        let path = environment[variable.name].flatMap(FileSystem.resolved)
        if path != common { paths[variable] = path }
      }
      return paths
    }

    /// The text of the roots at a path; empty when it cannot be read.
    ///
    /// - Parameter path: A file, or a folder of files, which some clients take in its place.
    /// - Returns: The text, which ends with the end of a line.
    static func pem(at path: String) -> [UInt8] {
      let names = try? FileManager.default.contentsOfDirectory(atPath: path)
      let files = names.map { $0.sorted().map { path + "/" + $0 } } ?? [path]
      return files.flatMap { file in
        let bytes = (try? FileSystem.read(file)) ?? []
        let isWhole = bytes.isEmpty || bytes.last == UInt8(ascii: "\n")
        return isWhole ? bytes : bytes + [UInt8(ascii: "\n")]
      }
    }

    /// True for roots among which a private key stands.
    static func haveKey(_ pem: [UInt8]) -> Bool {
      pem.contains(Array("PRIVATE KEY-----".utf8), in: pem.indices)
    }
  }

  extension ClientVariable {
    /// True for one that names roots, or roots to add, of one client.
    var namesRoots: Bool {
      switch value {
      case .bundle: self != .sslCertFile
      case .authority, .runFolder: true
      default: false
      }
    }

    /// The name, within the folder of a run, of the file with the roots that the user has named in
    /// it and the authority of the run.
    var fileOfOwnRoots: String { name + ".pem" }
  }
#endif
