#if Recording
  import NIOCore
  import NIOPosix
  import NIOSSL
  package import VCRCore

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #endif

  extension Interaction.Failure {
    /// The failure marked as the recorder's own, which must not be recorded.
    var asOwn: Self {
      var failure = self
      failure.isOwn = true
      return failure
    }

    /// The failure of the recorder's own for a body that could not be written to the disk.
    package static func unwritable(_ what: String, _ error: SystemError) -> Self {
      Self(.unknown, message: "\(what) could not be written: \(error)").asOwn
    }

    /// The failure of the recorder's own for a body that decodes to too much to be searched for
    /// secrets.
    static func unsearchable() -> Self {
      Self(
        .unknown,
        message: "the body of a response decodes to more than 64 MiB and 64 times its size, which"
          + " is not searched for secrets, so that the response cannot be recorded"
      ).asOwn
    }

    /// True when this process or machine lacked descriptors or memory for a connection, which says
    /// nothing about the service.
    private static func isShortage(_ error: any Error) -> Bool {
      guard let code = (error as? IOError)?.errnoCode else { return false }
      return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(code)
    }

    /// The failure for a host that cannot be reached.
    static func connecting(to target: RequestTarget, _ error: any Error) -> Self {
      let place = target.place
      switch error {
      case let error as TunnelError:
        let failure = Self(.cannotConnectToHost, message: "cannot connect to \(place): \(error)")
        return error.isOfService ? failure : failure.asOwn
      case is SocketAddressError:
        return Self(.cannotFindHost, message: "no address is known for \(target.host)")
      case let error as UnusableProxy:
        return Self(.cannotConnectToHost, message: "cannot connect to \(place): \(error)").asOwn
      case let error as NIOConnectionError where error.connectionErrors.isEmpty:
        guard DescriptorReserve.services.isLeft else {
          return Self(
            .cannotFindHost, message: "no descriptor is left to look up \(target.host)"
          ).asOwn
        }
        return Self(.cannotFindHost, message: "no address is known for \(target.host)")
      case let error as NIOConnectionError:
        if let shortage = error.connectionErrors.first(where: { isShortage($0.error) }) {
          return shortageFailure(place, shortage.error)
        }
        let causes = error.connectionErrors.map { ErrorWords.text(for: $0.error) }
        if error.connectionErrors.allSatisfy({ isTimeout($0.error) }) {
          return Self(.timedOut, message: "no connection to \(place) in time")
        }
        return Self(
          .cannotConnectToHost,
          message: "cannot connect to \(place): \(causes.first ?? "no reason")"
        )
      default:
        if isShortage(error) { return shortageFailure(place, error) }
        if isTimeout(error) {
          return Self(.timedOut, message: "no connection to \(place) in time")
        }
        return Self(
          .cannotConnectToHost,
          message: "cannot connect to \(place): \(ErrorWords.text(for: error))")
      }
    }

    private static func shortageFailure(_ place: String, _ error: any Error) -> Self {
      let isLimit = (error as? IOError)?.errnoCode == EMFILE
      return Self(
        .cannotConnectToHost,
        message: "cannot connect to \(place): \(ErrorWords.text(for: error))"
          + (isLimit ? " (ulimit -Hn says how many there may be)" : "")
      ).asOwn
    }

    /// The failure of a TLS handshake.
    static func handshaking(
      with target: RequestTarget, _ error: (any Error)?, certificate: NIOSSLCertificate?
    ) -> Self {
      let place = target.place
      guard let error else {
        return Self(
          .secureConnectionFailed, message: "\(place) ended the connection in the TLS handshake")
      }
      if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
        return Self(
          .serverCertificateUntrusted, message: "the certificate of \(place) is for another host")
      }
      let text = String(describing: error)
      if text.contains("CERTIFICATE_VERIFY_FAILED") {
        if let certificate {
          let now = time(nil)
          if certificate.notValidAfter < now {
            return Self(
              .serverCertificateHasBadDate, message: "the certificate of \(place) has expired")
          }
          if certificate.notValidBefore > now {
            return Self(
              .serverCertificateHasBadDate, message: "the certificate of \(place) is not yet valid")
          }
        }
        return Self(
          .serverCertificateUntrusted,
          message: "the certificate of \(place) is not signed by a root that is trusted")
      }
      let words = ErrorWords.text(for: error)
      // A service that speaks none of our versions says so, or chooses one of its own.
      let isOld = ["protocol version", "unsupported protocol"].contains { words.contains($0) }
      return Self(
        .secureConnectionFailed,
        message: "no TLS with \(place): \(words)"
          + (isOld ? "; if it speaks only an old version of TLS: --upstream-tls 1.0" : ""))
    }

    /// The failure of a connection that leads back to the listener that the request came through.
    static func leadingBack(to target: RequestTarget) -> Self {
      Self(
        .cannotConnectToHost,
        message: "\(target.place) is this proxy itself, so a request for it would never arrive; "
          + "name the service's own address")
    }

    /// The loss of a connection in the middle of an exchange.
    ///
    /// A service that refuses the certificate of its client, or misses one, says so within the
    /// handshake in TLS 1.2, and in TLS 1.3 when the client has sent its request already (RFC 8446
    /// §4.4.2.4). Both are the same failure, unless some of the response has come.
    static func lost(
      _ target: RequestTarget, _ error: (any Error)?, reason: String, hasBegun: Bool
    ) -> Self {
      if !hasBegun, let error, ErrorWords.text(for: error).contains(" alert ") {
        return handshaking(with: target, error, certificate: nil)
      }
      let cause = error.map { ": " + ErrorWords.text(for: $0) } ?? ""
      var failure = Self(
        .networkConnectionLost, message: "\(target.place) ended the connection \(reason)\(cause)")
      if (error as? IOError)?.errnoCode == ECONNRESET { failure.reset = .connection }
      return failure
    }

    /// A WebSocket whose service has ended the connection without closing it (RFC 6455 §7.1.7).
    package static func lostWebSocket(_ error: (any Error)?) -> Self {
      let cause = error.map { ": " + ErrorWords.text(for: $0) } ?? ""
      var failure = Self(
        .networkConnectionLost,
        message: "the service ended the connection without a close message\(cause)")
      if (error as? IOError)?.errnoCode == ECONNRESET { failure.reset = .connection }
      return failure
    }

    private static func isTimeout(_ error: any Error) -> Bool {
      if case ChannelError.connectTimeout = error { return true }
      return (error as? IOError)?.errnoCode == ETIMEDOUT
    }
  }
#endif
