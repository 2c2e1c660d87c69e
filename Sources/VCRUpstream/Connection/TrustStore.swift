#if Recording
  import NIOCore
  import NIOSSL
  import Synchronization
  import VCRCore

  /// A file of roots that cannot be used.
  public struct TrustRootsError: Error, Sendable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// Why it cannot be used.
    public var reason: String

    /// What happened, and with which file.
    public var description: String { "cannot read trust roots from \(path): \(reason)" }
  }

  /// The roots that are trusted, and the TLS contexts made from them.
  ///
  /// Reading the system's bundle takes tens of milliseconds, so it happens once, for the first
  /// secure connection.
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

    /// The TLS context for connections with or without HTTP/2.
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
