#if CommandLineTool
  import VCRCore

  /// The trust stores that options for the Java virtual machine name, which that of the run
  /// replaces: the last of them is in force, and none is added to another.
  enum JavaRoots {
    /// The setting that names one.
    static let name = "javax.net.ssl.trustStore"

    /// The password that a program gives for a store whose property COMMAND names.
    static func password(in command: [String]) -> String {
      // The second spelling ends at quotation marks and white space.
      let values = NamedRoots.values(of: name + "Password", in: command)
      return values.last.flatMap { $0.count > 1 ? $0[1] : $0.first } ?? JavaTrustStore.password
    }

    /// The certificates of the stores, each in DER; of a store that is no JKS, none.
    ///
    /// A user names stores in the variables of the virtual machine, and in those of the programs
    /// that start one (`MAVEN_OPTS`, `GRADLE_OPTS`), so all are looked at.
    ///
    /// - Parameters:
    ///   - environment: The environment of `vcr` itself.
    ///   - command: The words of COMMAND.
    /// - Returns: The certificates.
    static func certificates(
      _ environment: [String: String], command: [String]
    ) -> [[UInt8]] {
      let texts = environment.sorted { $0.key < $1.key }.map(\.value) + command
      return NamedRoots.paths(of: name, in: texts).flatMap { path in
        JavaTrustStore.certificates(inStore: (try? FileSystem.read(path)) ?? [])
      }
    }
  }
#endif
