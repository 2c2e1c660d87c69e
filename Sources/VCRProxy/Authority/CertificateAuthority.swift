#if CommandLineTool
  import Crypto
  import Dispatch
  import Foundation
  import NIOCore
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

    private let leafKey: LeafKey
    /// The key of RSA, once a client needs it.
    private var otherLeafKey: EventLoopFuture<LeafKey>?

    /// The purpose of a TLS context.
    private struct Purpose: Hashable {
      var host: String
      var key: LeafKey.Kind
    }
    private var contexts: [Purpose: (context: NIOSSLContext, made: Date)] = [:]
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
      leafKey = try LeafKey(.ecdsa)
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

    /// Makes the key for clients that take no certificate with a key of ECDSA, once and beside the
    /// event loop, where others would wait for it.
    ///
    /// - Parameter eventLoop: The server's event loop.
    /// - Returns: The key, when it is made.
    func makeKeyOfRSA(on eventLoop: any EventLoop) -> EventLoopFuture<LeafKey> {
      if let otherLeafKey { return otherLeafKey }
      let promise = eventLoop.makePromise(of: LeafKey.self)
      DispatchQueue.global().async { promise.completeWith(Result { try LeafKey(.rsa) }) }
      otherLeafKey = promise.futureResult
      return promise.futureResult
    }

    /// The TLS context with a certificate for a host.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - key: The key of the certificate; nil for that of ECDSA.
    /// - Returns: The context.
    /// - Throws: When a certificate cannot be made.
    func context(for host: String, key: LeafKey? = nil) throws -> NIOSSLContext {
      let (host, key) = (host.lowercased(), key ?? leafKey)
      let purpose = Purpose(host: host, key: key.kind)
      let time = now()
      if let known = contexts[purpose], time.timeIntervalSince(known.made) < Self.leafRenewal {
        return known.context
      }
      var serializer = DER.Serializer()
      try serializer.serialize(leaf(for: host, key, at: time))
      let leaf = try NIOSSLCertificate(bytes: serializer.serializedBytes, format: .der)
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: [.certificate(leaf)], privateKey: .privateKey(key.tlsKey))
      configuration.applicationProtocols = ["h2", "http/1.1"]
      // TLS 1.0 and 1.1 must not be negotiated (RFC 8996).
      configuration.minimumTLSVersion = .tlsv12
      let context = try NIOSSLContext(configuration: configuration)
      if contexts.count >= Self.limit { contexts.removeAll() }
      contexts[purpose] = (context, time)
      return context
    }

    private func leaf(for host: String, _ leafKey: LeafKey, at time: Date) throws -> Certificate {
      try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: leafKey.publicKey,
        notValidBefore: time.addingTimeInterval(-86_400),
        notValidAfter: time.addingTimeInterval(Self.leafValidity),
        issuer: name,
        // A common name holds at most 64 characters (RFC 5280 appendix A.1); clients read the
        // alternative name.
        subject: try DistinguishedName { CommonName(String(host.prefix(64))) },
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          // A key of RSA also decrypts, in the suites without Diffie-Hellman (RFC 5246 §7.4.2).
          Critical(KeyUsage(digitalSignature: true, keyEncipherment: leafKey.kind == .rsa))
          try ExtendedKeyUsage([.serverAuth])
          SubjectKeyIdentifier(hash: leafKey.publicKey)
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
