import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RedirectingRequest {
  /// Why the platform refuses a request; nil when it does not.
  ///
  /// A GET with content is refused by URL loading everywhere, so a test must see that too. What is
  /// to come from the cache alone is not there, as a session with a deck has no cache.
  ///
  /// - Parameters:
  ///   - policy: How the client wants the cache to be used.
  ///   - system: The loading system.
  /// - Returns: The error that the client gets.
  func refusal(by policy: URLRequest.CachePolicy, in system: LoadingSystem) -> URLError? {
    if policy == .returnCacheDataDontLoad, system.heedsCachePolicies {
      return URLError(
        .resourceUnavailable, failingURL: url,
        message: "the request is to be served from the cache alone, and there is none")
    }
    guard request.method == "GET", !request.body.isEmpty,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https"
    else { return nil }
    return URLError(
      .dataLengthExceedsMaximum, failingURL: url, message: "a GET request must not have a body")
  }
}
