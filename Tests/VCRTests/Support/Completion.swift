import Foundation
import VCRLocks
import TestSupport
import VCR

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a completion handler was given.
struct Completion: Sendable {
  var data: Data?
  var response: URLResponse?
  var error: (any Error)?

  var text: String { String(decoding: data ?? Data(), as: UTF8.self) }
  var http: HTTPURLResponse? { response as? HTTPURLResponse }
}
