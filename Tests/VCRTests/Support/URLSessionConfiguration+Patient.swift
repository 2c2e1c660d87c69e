import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSessionConfiguration {
  /// An ephemeral configuration whose requests do not fail because other tests keep the machine
  /// busy: in a full run on two cores nothing may come for longer than the 60 seconds of a
  /// session's own.
  static var patient: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 900
    return configuration
  }
}
