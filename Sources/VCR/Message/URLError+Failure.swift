import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLError {
  /// Creates an error that names the URL in the ways Foundation does.
  init(_ code: URLError.Code, failingURL url: URL, message: String? = nil) {
    var info: [String: Any] = [NSURLErrorFailingURLErrorKey: url]
    if let message { info[NSLocalizedDescriptionKey] = message }
    self.init(code, userInfo: info)
  }
}

extension Interaction.Failure {
  /// The error a client sees: a `URLError` of the recorded code, or an error of the recorded
  /// domain.
  func urlError(url: URL) -> any Error {
    // The type is a closed list on Linux and open elsewhere.
    let known: URLError.Code? = URLError.Code(rawValue: number)
    if domain == NSURLErrorDomain, let known {
      return URLError(known, failingURL: url, message: message)
    }
    return NSError(
      domain: domain, code: number,
      userInfo: [NSLocalizedDescriptionKey: message, NSURLErrorFailingURLErrorKey: url])
  }
}
