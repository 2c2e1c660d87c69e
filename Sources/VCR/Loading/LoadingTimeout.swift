import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How long a request may take, in seconds.
struct LoadingTimeout: Sendable {
  /// How long nothing may come.
  var silence: TimeInterval
  /// How long everything may take.
  var total: TimeInterval
}

extension SessionContext {
  /// The timeouts of a request.
  ///
  /// A request says nothing of whether its timeout was set, so one that is not the default of
  /// 60 seconds counts as set.
  func timeout(of request: URLRequest) -> LoadingTimeout {
    let silence = request.timeoutInterval == 60 ? settings.requestTimeout : request.timeoutInterval
    return LoadingTimeout(silence: silence, total: settings.resourceTimeout)
  }
}
