import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ReplayingURLProtocol {
  /// The error for the client, without the secrets of its URL.
  ///
  /// Failing tests print it, and logs keep it.
  static func shown(_ error: any Error) -> any Error {
    let deck = handle?.deck
    func shown(_ url: String) -> String {
      deck?.shown(url: url) ?? Redaction.standard.redacting(url: url)
    }
    if var error = error as? LoadingError {
      error.url = shown(error.url)
      return error
    }
    // Only what is an error of Foundation has such a value.
    let known = error as NSError
    guard let url = known.userInfo[NSURLErrorFailingURLErrorKey] as? URL else { return error }
    let text = shown(url.absoluteString)
    guard text != url.absoluteString else { return error }
    var info = known.userInfo
    info[NSURLErrorFailingURLErrorKey] = URL(string: text)
    info["NSErrorFailingURLStringKey"] = nil
    if let error = error as? URLError { return URLError(error.code, userInfo: info) }
    return NSError(domain: known.domain, code: known.code, userInfo: info)
  }
}
