#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import VCRCore

  /// Finds the roots that COMMAND would have trusted, so that the authority of the run can be
  /// added.
  enum SystemRoots {
    /// The paths of the systems' bundles, in the order in which builds of OpenSSL and Go search.
    static let files = [
      "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch, Alpine
      "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, RHEL
      "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // CentOS
      "/etc/ssl/ca-bundle.pem",  // openSUSE
      "/etc/ssl/cert.pem",  // macOS, OpenBSD, Alpine
      "/opt/homebrew/etc/ca-certificates/cert.pem",
      "/usr/local/etc/ssl/cert.pem",  // FreeBSD
    ]

    /// The paths of the systems' folders of roots, in which OpenSSL finds each by the hash of its
    /// name; the last is Mono's.
    static let folders = [
      "/etc/ssl/certs", "/etc/pki/tls/certs", "/usr/share/.mono/new-certs/Trust",
    ]

    /// The name, in such a folder, of the file in which OpenSSL looks for the authority of a run.
    ///
    /// It looks for ISRG Root X1, the root of Let's Encrypt, there as well, as both names have the
    /// same hash (openssl-rehash(1)), and asks for no file that is not there.
    static let hashedFile = "4042bcee.0"

    /// The file of the roots that COMMAND would have trusted.
    ///
    /// - Parameter environment: `SSL_CERT_FILE`, where the user names a bundle of their own, comes
    ///   before the system's.
    /// - Returns: The path; nil on a machine that has none.
    static func path(environment: [String: String]) -> String? {
      ([environment["SSL_CERT_FILE"]].compactMap { $0 } + files).first { file in
        FileSystem.size(ofFile: file) != 0 && !FileSystem.exists(file + "/.")
          && FileManager.default.isReadableFile(atPath: file)
      }
    }

    /// The roots that COMMAND would have trusted.
    ///
    /// - Parameter environment: As for ``path(environment:)``.
    /// - Returns: The text, in which anything that is not PEM stays as it is; empty on a machine
    ///   that has none.
    static func pem(environment: [String: String]) -> String {
      let data = path(environment: environment).flatMap(FileManager.default.contents(atPath:))
      return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }
#endif
