import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The settings of a session's configuration for its requests, as far as a protocol has to carry
/// them out.
struct SessionSettings: Sendable, Equatable {
  /// The headers that the session adds to requests that lack them, sorted by name.
  let additionalHeaders: [HeaderField]

  /// The storage for cookies of responses; nil when they are not stored.
  let cookieStorage: HTTPCookieStorage?

  /// The storage of cookies for redirected requests; nil when none are sent.
  let sendingStorage: HTTPCookieStorage?

  /// The seconds that a response may send nothing, unless the request sets its own timeout.
  let requestTimeout: TimeInterval

  /// The seconds that a request may take as a whole.
  let resourceTimeout: TimeInterval

  /// The most connections to one origin at a time.
  let connectionLimit: Int

  /// Reads the settings of a configuration.
  init(_ configuration: URLSessionConfiguration) {
    var headers: [HeaderField] = []
    for (name, value) in configuration.httpAdditionalHeaders ?? [:] {
      guard let name = name as? String else { continue }
      headers.append(HeaderField(name, value as? String ?? "\(value)"))
    }
    additionalHeaders = headers.sorted { $0.name < $1.name }
    // As in Foundation, one setting decides about storing cookies and the other about sending them.
    cookieStorage =
      configuration.httpCookieAcceptPolicy == .never ? nil : configuration.httpCookieStorage
    sendingStorage = configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
    requestTimeout = configuration.timeoutIntervalForRequest
    resourceTimeout = configuration.timeoutIntervalForResource
    connectionLimit = configuration.httpMaximumConnectionsPerHost
  }
}
