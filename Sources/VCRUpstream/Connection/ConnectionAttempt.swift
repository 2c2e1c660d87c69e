#if Recording
  import NIOCore
  import NIOSSL
  import VCRCore

  /// One attempt to connect, which ends when the protocol of the connection is known.
  ///
  /// It is used on one event loop only.
  final class ConnectionAttempt {
    private let pool: OriginPool
    private let target: RequestTarget
    private let route: UpstreamRoute
    private let context: NIOSSLContext?
    /// The protocol of a connection without TLS; nil for HTTP/1.
    private let plaintextProtocol: String?
    private let ownListener: OwnListener?
    private var completion: Connector.Completion?
    private var channel: (any Channel)?
    private var tls: NIOSSLClientHandler?
    var timer: Scheduled<Void>?

    init(
      pool: OriginPool, target: RequestTarget, route: UpstreamRoute, context: NIOSSLContext?,
      plaintextProtocol: String?, ownListener: OwnListener?,
      completion: @escaping Connector.Completion
    ) {
      self.pool = pool
      self.target = target
      self.route = route
      self.context = context
      self.plaintextProtocol = plaintextProtocol
      self.ownListener = ownListener
      self.completion = completion
    }

    func initialize(_ channel: any Channel) throws {
      guard let context else { return }
      let isLiteral = target.host.contains(":") || target.host.isIPv4Literal
      let tls = try NIOSSLClientHandler(
        context: context, serverHostname: isLiteral ? nil : target.host)
      self.tls = tls
      try channel.pipeline.syncOperations.addHandlers([tls, HandshakeHandler(attempt: self)])
    }

    func connected(_ result: Result<any Channel, any Error>) {
      switch result {
      case .success(let channel):
        guard completion != nil else {
          channel.close(promise: nil)
          return
        }
        self.channel = channel
        if let ownListener, ownListener.isReached(by: channel) {
          fail(.leadingBack(to: target))
          channel.close(promise: nil)
          return
        }
        if context == nil { ready(channel, protocolName: plaintextProtocol) }
      case .failure(let error): fail(.connecting(to: target, error))
      }
    }

    /// The handshake succeeded.
    func ready(_ channel: any Channel, protocolName: String?) {
      do {
        if protocolName == "h2" {
          let connection = try HTTP2Connection(channel, pool: pool, target: target)
          // Without TLS nothing was negotiated.
          if context == nil {
            connection.awaitConfirmation(for: pool.connector.upstream.options.connectTimeout)
          }
          complete(.success(.http2(connection)))
        } else {
          complete(
            .success(
              .http1(
                try HTTP1Connection(
                  channel, pool: pool, target: target, forwarder: route.forwarder))))
        }
      } catch {
        fail(.connecting(to: target, error))
        channel.close(promise: nil)
      }
    }

    /// The handshake failed.
    func handshakeFailed(_ error: (any Error)?) {
      fail(.handshaking(with: target, error, certificate: tls?.peerCertificate))
    }

    func timeOut(after timeout: TimeAmount) {
      fail(
        Interaction.Failure(
          .timedOut,
          message: "no connection to \(target.place)\(route.words) within "
            + "\(timeout.nanoseconds / 1_000_000) ms"
        ).asOwn)
      channel?.close(promise: nil)
    }

    private func fail(_ failure: Interaction.Failure) { complete(.failure(failure)) }

    private func complete(_ result: Result<Connector.Connection, Interaction.Failure>) {
      timer?.cancel()
      timer = nil
      tls = nil
      guard let completion else { return }
      self.completion = nil
      completion(result)
    }
  }
#endif
