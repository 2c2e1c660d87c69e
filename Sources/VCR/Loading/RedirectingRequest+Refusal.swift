import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RedirectingRequest {
  /// Why the platform refuses the request; nil when it does not.
  ///
  /// A GET with content is refused by URL loading everywhere, so a test must see that too.
  var refusal: URLError? {
    guard request.method == "GET", !request.body.isEmpty,
      let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https"
    else { return nil }
    return URLError(
      .dataLengthExceedsMaximum, failingURL: url, message: "a GET request must not have a body")
  }
}
