#if !canImport(FoundationNetworking)
  import Foundation
  import Security

  /// Roots that one session trusts in addition to the system's.
  enum AdditionalRoots {
    /// A file of roots that cannot be used.
    struct Unreadable: Error, CustomStringConvertible {
      /// The file.
      var path: String

      var description: String {
        "cannot read trust roots from \(path.relativeToCurrentFolder): it is no readable file of "
          + "PEM certificates"
      }
    }

    /// Judges a server's certificate.
    ///
    /// - Parameters:
    ///   - trust: The certificates of the server.
    ///   - paths: PEM files of roots.
    /// - Returns: False when neither these roots nor the system's verify it.
    /// - Throws: ``Unreadable`` for a file that holds no certificate.
    static func evaluate(_ trust: SecTrust, trusting paths: [String]) throws -> Bool {
      let roots = try paths.flatMap { try certificates(inFile: $0) }
      SecTrustSetAnchorCertificates(trust, roots as CFArray)
      SecTrustSetAnchorCertificatesOnly(trust, false)
      return unsafe SecTrustEvaluateWithError(trust, nil)
    }

    /// The certificates of a PEM file (RFC 7468 §5.1).
    private static func certificates(inFile path: String) throws -> [SecCertificate] {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
        throw Unreadable(path: path)
      }
      let found = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
        .compactMap { part -> SecCertificate? in
          guard let end = part.range(of: "-----END CERTIFICATE-----"),
            let bytes = Data(
              base64Encoded: String(part[..<end.lowerBound]), options: .ignoreUnknownCharacters)
          else { return nil }
          return SecCertificateCreateWithData(nil, bytes as CFData)
        }
      guard !found.isEmpty else { throw Unreadable(path: path) }
      return found
    }
  }
#endif
