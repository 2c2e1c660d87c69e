#if Recording
  import NIOCore
  import NIOSSL
  import Synchronization
  import VCRCore

  /// A file of roots that cannot be used.
  public struct TrustRootsError: Error, Sendable, CustomStringConvertible {
    /// The file.
    public var path: String
    /// Why it cannot be used.
    public var reason: String

    /// What happened and where.
    public var description: String { "cannot read trust roots from \(path): \(reason)" }
  }

  /// The roots that are trusted, and the TLS contexts made of them: reading the system's bundle takes
  /// tens of milliseconds, so it is done once, when the first secure connection asks.
  final class TrustStore: Sendable {
    private let additional: [NIOSSLCertificate]
    private let contexts = Mutex<[Bool: NIOSSLContext]>([:])

    init(additionalRoots: [String]) throws {
      additional = try additionalRoots.flatMap { path in
        do {
          let certificates = try NIOSSLCertificate.fromPEMFile(path)
          guard !certificates.isEmpty else {
            throw TrustRootsError(path: path, reason: "it holds no certificate in PEM form")
          }
          return certificates
        } catch let error as TrustRootsError {
          throw error
        } catch {
          throw TrustRootsError(path: path, reason: "it is no readable file of PEM certificates")
        }
      }
    }

    /// The context for clients that do or do not speak HTTP/2.
    func context(allowsHTTP2: Bool) throws -> NIOSSLContext {
      try contexts.withLock { contexts in
        if let context = contexts[allowsHTTP2] { return context }
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = allowsHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
        configuration.additionalTrustRoots = [.certificates(additional)]
        let context = try NIOSSLContext(configuration: configuration)
        contexts[allowsHTTP2] = context
        return context
      }
    }
  }
#endif
