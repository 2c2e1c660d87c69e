#if Recording
  import NIOCore
  import NIOSSL
  import VCRCore
  import VCRLocks

  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif

  /// The roots that are trusted, and the TLS contexts made from them.
  ///
  /// Reading the system's bundle takes tens of milliseconds, so it happens once, for the first
  /// secure connection.
  final class TrustStore: Sendable {
    /// A certificate with its key, as the TLS library takes it.
    private struct Identity: Sendable {
      let chain: [NIOSSLCertificate]
      let key: NIOSSLPrivateKey

      init(file: String) throws {
        let pem: PEMFile
        do throws(CassetteError) {
          pem = try PEMFile(file)
        } catch {
          throw ClientCertificateError(path: file, reason: error.reason)
        }
        guard let chain = pem.certificates(), let key = pem.privateKey() else {
          throw ClientCertificateError(path: file, reason: pem.reasonForNoIdentity)
        }
        (self.chain, self.key) = (chain, key)
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .certificates([])
        configure(&configuration)
        do {
          _ = try NIOSSLContext(configuration: configuration)
        } catch {
          throw ClientCertificateError(
            path: file, reason: "its private key is not that of its first certificate")
        }
      }

      func configure(_ configuration: inout TLSConfiguration) {
        configuration.certificateChain = chain.map { .certificate($0) }
        configuration.privateKey = .privateKey(key)
      }
    }

    /// The facts that decide about a context.
    private struct Purpose: Hashable {
      var allowsHTTP2: Bool
      /// The position among the client certificates; nil for none.
      var identity: Int?
    }

    private let options: Upstream.Options
    private let additional: [NIOSSLCertificate]
    private let identities: [Identity]
    private let contexts = Mutex<[Purpose: NIOSSLContext]>([:])
    /// The hosts that have asked for a certificate when there was none for them.
    private let asking = Mutex<Set<String>>([])

    init(_ options: Upstream.Options) throws {
      self.options = options
      identities = try options.clientCertificates.map { try Identity(file: $0.file) }
      additional = try options.additionalRoots.flatMap { path in
        let pem: PEMFile
        do throws(CassetteError) {
          pem = try PEMFile(path)
        } catch {
          throw TrustRootsError(path: path, reason: error.reason)
        }
        guard let certificates = pem.certificates() else {
          throw TrustRootsError(path: path, reason: "it holds no certificate in PEM form")
        }
        return certificates
      }
    }

    /// The TLS context for connections to a host, with or without HTTP/2.
    func context(for host: String, allowsHTTP2: Bool) throws -> NIOSSLContext {
      let purpose = Purpose(allowsHTTP2: allowsHTTP2, identity: identity(for: host))
      return try contexts.withLock { contexts in
        if let context = contexts[purpose] { return context }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = allowsHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
        configuration.additionalTrustRoots = [.certificates(additional)]
        configuration.minimumTLSVersion = options.minimumTLSVersion.library
        if let number = purpose.identity {
          identities[number].configure(&configuration)
        } else {
          // It is called when the service asks for a certificate, and for nothing else.
          configuration.sslContextCallback = { [weak self] values, promise in
            self?.noteRequest(of: values.serverHostname)
            promise.succeed(.noChanges)
          }
        }
        let context = try NIOSSLContext(configuration: configuration)
        contexts[purpose] = context
        return context
      }
    }

    private func identity(for host: String) -> Int? {
      options.clientCertificates.firstIndex { Deck.matches(host: host, pattern: $0.host) }
    }

    func dateFault(ofClientCertificateFor host: String) -> String? {
      guard let number = identity(for: host), let leaf = identities[number].chain.first else {
        return nil
      }
      func day(_ seconds: some BinaryInteger) -> String {
        var text: [UInt8] = []
        Timestamp.append(Date(timeIntervalSince1970: Double(seconds)), to: &text)
        return String(decoding: text.prefix(10), as: UTF8.self)
      }
      let now = Date().timeIntervalSince1970
      let certificate =
        "the client certificate for it in \(options.clientCertificates[number].file)"
      if Double(leaf.notValidAfter) < now {
        return "\(certificate) ended on \(day(leaf.notValidAfter))"
      }
      if Double(leaf.notValidBefore) > now {
        return "\(certificate) begins on \(day(leaf.notValidBefore))"
      }
      return nil
    }

    // MARK: Services that ask for a certificate

    private func noteRequest(of host: String?) {
      // An address is not sent as a name (RFC 6066 §3), so all of them are one here.
      asking.withLock { _ = $0.insert(host?.lowercased() ?? "") }
    }

    func lacksClientCertificate(for host: String) -> Bool {
      guard identity(for: host) == nil else { return false }
      let isAddress = host.contains(":") || host.isIPv4Literal
      return asking.withLock { $0.contains(isAddress ? "" : host.lowercased()) }
    }
  }
#endif
