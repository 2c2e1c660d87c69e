import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RedirectingRequest {
  /// Turns to the target of a redirect.
  ///
  /// 301 and 302 turn POST into GET, 303 turns everything but HEAD into GET, 307 and 308 keep the
  /// method and the content (RFC 9110 §15.4). Credentials are not carried to another origin.
  ///
  /// - Returns: False when the response is no redirect that can be followed.
  /// - Throws: `URLError.httpTooManyRedirects` after ``limit`` redirects.
  mutating func follow(_ response: Interaction.Response, handle: SessionContext) throws -> Bool {
    guard let target = redirectTarget(of: response) else { return false }
    guard hops < Self.limit else {
      throw URLError(.httpTooManyRedirects, failingURL: url)
    }
    hops += 1
    let isSameOrigin = Self.origin(of: target) == Self.origin(of: url)
    let method = request.method
    switch response.status {
    case 303 where method != "HEAD" && method != "GET", 301 where method == "POST",
      302 where method == "POST":
      request.method = "GET"
      request.body = []
      request.trailers = [:]
      for name in ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language"] {
        request.headers.remove(name)
      }
    default:
      break
    }
    request.headers.remove("Host")
    if !isSameOrigin {
      for name in ["Authorization", "Cookie", "Proxy-Authorization"] {
        request.headers.remove(name)
      }
    }
    url = target
    var next = URLRequest(url: target)
    next.httpMethod = request.method
    guard let redirecting = RedirectingRequest(next, body: [], handle: nil) else { return false }
    request.url = redirecting.request.url
    if let credentials = redirecting.request.headers["Authorization"] {
      request.headers.set("Authorization", credentials)
    }
    if let cookies = handle.cookies(for: target) { request.headers.set("Cookie", cookies) }
    return true
  }

  /// Where a response redirects to; nil when it does not, or not to HTTP.
  func redirectTarget(of response: Interaction.Response) -> URL? {
    guard let status = response.status, (300...399).contains(status), status != 300,
      status < 304 || status == 307 || status == 308,
      let location = response.headers.values("Location").first,
      let target = URL(string: location, relativeTo: url)?.absoluteURL,
      let scheme = target.scheme?.lowercased(), scheme == "http" || scheme == "https",
      target.host != nil
    else { return nil }
    guard target.fragment == nil, let fragment = url.fragment,
      var parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
    else { return target }
    // A target without a fragment inherits it (RFC 9110 §10.2.2).
    parts.fragment = fragment
    return parts.url ?? target
  }

  private static func origin(of url: URL) -> [String] {
    let scheme = url.scheme?.lowercased() ?? ""
    let port = url.port ?? (scheme == "https" ? 443 : 80)
    return [scheme, url.host?.lowercased() ?? "", "\(port)"]
  }
}
