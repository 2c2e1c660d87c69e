#if CommandLineTool
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

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

    /// The roots that COMMAND would have trusted.
    ///
    /// - Parameter environment: `SSL_CERT_FILE`, where the user names a bundle of their own, comes
    ///   before the system's.
    /// - Returns: The file and its PEM text, in which anything that is not PEM stays as it is; nil
    ///   on a machine that has none.
    static func bundle(environment: [String: String]) -> (path: String, pem: String)? {
      for file in [environment["SSL_CERT_FILE"]].compactMap({ $0 }) + files {
        guard let data = FileManager.default.contents(atPath: file), !data.isEmpty else { continue }
        return (file, String(decoding: data, as: UTF8.self))
      }
      return nil
    }
  }
#endif
