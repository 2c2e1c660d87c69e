import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An event of a request, for its protocol instance and the client of that.
enum LoadingEvent: Sendable {
  /// The request has all that it needs to start.
  case ready
  /// The head of a response whose body follows in pieces.
  case response(URLResponse)
  /// A piece of the body.
  case data(Data)
  /// The end; with the whole body when it came in more than one piece.
  case end(whole: Data?)
  /// Everything at once, and the end.
  case whole(LoadingResponse)
  /// The loading system asks the client about a redirect, and begins again with its target.
  case redirect(URLResponse, to: RedirectingRequest)

  /// True when nothing follows.
  var isLast: Bool {
    switch self {
    case .ready, .response, .data: false
    case .end, .whole, .redirect: true
    }
  }
}
