#if CommandLineTool
  import Crypto
  import Foundation
  import NIOSSL
  import SwiftASN1
  import X509

  /// A certificate authority that lives as long as the server and keeps its keys in memory alone.
  ///
  /// The certificates have what the strictest clients demand (RFC 5280 §4.2): critical basic
  /// constraints and key usage, key identifiers on both, alternative names, server authentication.
  /// It is used on the server's event loop only.
  final class CertificateAuthority {
    /// The most hosts whose TLS contexts are kept.
    private static let limit = 512

    /// How long the authority may be trusted, longer than any run: its key ends with the run.
    private static let validity = 366 * 86_400.0
    /// How long a leaf certificate may be trusted, and after what time the next client gets a new
    /// one, in seconds; so certificates outlive no run by much, and none ends before its run.
    private static let (leafValidity, leafRenewal) = (2 * 86_400.0, 86_400.0)

    private let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    private let certificate: Certificate
    private let name: DistinguishedName
    private let keyIdentifier: ArraySlice<UInt8>

    /// One key is enough for all leaf certificates, since none outlives the run.
    private let leafKey = P256.Signing.PrivateKey()
    private let leafTLSKey: NIOSSLPrivateKey

    private var contexts: [String: (context: NIOSSLContext, made: Date)] = [:]
    /// The time, which a test may set.
    private let now: () -> Date

    /// Creates an authority.
    ///
    /// - Parameter now: Returns the time.
    /// - Throws: When the certificate of the authority cannot be made.
    init(now: @escaping () -> Date = { Date() }) throws {
      self.now = now
      name = try DistinguishedName {
        CommonName("vcr recording proxy")
        // The mark gives the name the hash that a root of nearly every system has, and with it the
        // name of that root's file: where nothing can be laid over a folder of roots, the authority
        // is read from the file of the other (``SystemRoots/hashedFile``).
        OrganizationName("vcr, one run only, mark au77062")
      }
      let identifier = SubjectKeyIdentifier(hash: key.publicKey)
      keyIdentifier = identifier.keyIdentifier
      leafTLSKey = try NIOSSLPrivateKey(
        bytes: Array(leafKey.derRepresentation), format: .der)
      let start = now()
      certificate = try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: key.publicKey,
        notValidBefore: start.addingTimeInterval(-86_400),
        notValidAfter: start.addingTimeInterval(Self.validity),
        issuer: name,
        subject: name,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
          Critical(KeyUsage(keyCertSign: true, cRLSign: true))
          identifier
        },
        issuerPrivateKey: key)
    }

    /// The authority's certificate.
    func certificatePEM() throws -> String { try certificate.serializeAsPEM().pemString + "\n" }

    /// The TLS context with a certificate for a host.
    func context(for host: String) throws -> NIOSSLContext {
      let host = host.lowercased()
      let time = now()
      if let known = contexts[host], time.timeIntervalSince(known.made) < Self.leafRenewal {
        return known.context
      }
      var serializer = DER.Serializer()
      try serializer.serialize(leaf(for: host, at: time))
      let leaf = try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: [.certificate(leaf)], privateKey: .privateKey(leafTLSKey))
      configuration.applicationProtocols = ["h2", "http/1.1"]
      // TLS 1.0 and 1.1 must not be negotiated (RFC 8996).
      configuration.minimumTLSVersion = .tlsv12
      let context = try NIOSSLContext(configuration: configuration)
      if contexts.count >= Self.limit { contexts.removeAll() }
      contexts[host] = (context, time)
      return context
    }

    private func leaf(for host: String, at time: Date) throws -> Certificate {
      let publicKey = Certificate.PublicKey(leafKey.publicKey)
      return try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: publicKey,
        notValidBefore: time.addingTimeInterval(-86_400),
        notValidAfter: time.addingTimeInterval(Self.leafValidity),
        issuer: name,
        // A common name holds at most 64 characters (RFC 5280 appendix A.1); clients read the
        // alternative name.
        subject: try DistinguishedName { CommonName(String(host.prefix(64))) },
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
          try ExtendedKeyUsage([.serverAuth])
          SubjectKeyIdentifier(hash: publicKey)
          AuthorityKeyIdentifier(keyIdentifier: keyIdentifier)
          SubjectAlternativeNames([Self.alternativeName(host)])
        },
        issuerPrivateKey: key)
    }

    private static func alternativeName(_ host: String) -> GeneralName {
      guard let bytes = addressBytes(host) else { return .dnsName(host) }
      return .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
    }

    /// True for an IPv4 or IPv6 address literal.
    static func isAddress(_ host: String) -> Bool { addressBytes(host) != nil }

    private static func addressBytes(_ host: String) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 16)
      if unsafe inet_pton(AF_INET, host, &bytes) == 1 { return Array(bytes.prefix(4)) }
      return unsafe inet_pton(AF_INET6, host, &bytes) == 1 ? bytes : nil
    }
  }
#endif
