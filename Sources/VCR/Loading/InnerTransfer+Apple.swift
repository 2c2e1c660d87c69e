#if !canImport(FoundationNetworking)
  import Foundation

  /// The session that reaches the network.
  struct SystemNetwork: InnerNetwork {
    /// The session of the process.
    ///
    /// Cookies and cache are the outer session's business; its protocol classes are the native
    /// ones.
    private static let session: URLSession = {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      return URLSession(configuration: configuration)
    }()

    func begin(_ request: URLRequest, for transfer: InnerTransfer) -> @Sendable () -> Void {
      let task = Self.session.dataTask(with: request)
      task.delegate = transfer
      task.resume()
      return { task.cancel() }
    }
  }

  extension InnerTransfer {
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let trust = challenge.protectionSpace.serverTrust else {
        return completionHandler(.performDefaultHandling, nil)
      }
      let disposition = judge { try AdditionalRoots.evaluate(trust, trusting: $0) }
      completionHandler(
        disposition, disposition == .useCredential ? URLCredential(trust: trust) : nil)
    }
  }
#endif
