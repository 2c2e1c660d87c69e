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

    private let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
    private let certificate: Certificate
    private let name: DistinguishedName
    private let keyIdentifier: ArraySlice<UInt8>

    /// One key is enough for all leaf certificates, since none outlives the run.
    private let leafKey = P256.Signing.PrivateKey()
    private let leafTLSKey: NIOSSLPrivateKey

    private var contexts: [String: NIOSSLContext] = [:]

    init() throws {
      name = try DistinguishedName {
        CommonName("vcr recording proxy")
        OrganizationName("vcr, one run only")
      }
      let identifier = SubjectKeyIdentifier(hash: key.publicKey)
      keyIdentifier = identifier.keyIdentifier
      leafTLSKey = try NIOSSLPrivateKey(
        bytes: Array(leafKey.derRepresentation), format: .der)
      let now = Date()
      certificate = try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: key.publicKey,
        notValidBefore: now.addingTimeInterval(-86_400),
        notValidAfter: now.addingTimeInterval(30 * 86_400),
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
      if let context = contexts[host] { return context }
      var serializer = DER.Serializer()
      try serializer.serialize(leaf(for: host))
      let leaf = try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: [.certificate(leaf)], privateKey: .privateKey(leafTLSKey))
      configuration.applicationProtocols = ["h2", "http/1.1"]
      let context = try NIOSSLContext(configuration: configuration)
      if contexts.count >= Self.limit { contexts.removeAll() }
      contexts[host] = context
      return context
    }

    private func leaf(for host: String) throws -> Certificate {
      let publicKey = Certificate.PublicKey(leafKey.publicKey)
      let now = Date()
      return try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: publicKey,
        notValidBefore: now.addingTimeInterval(-86_400),
        notValidAfter: now.addingTimeInterval(30 * 86_400),
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
