import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network that performs requests for a transfer: a session without our protocol classes.
protocol InnerNetwork: Sendable {
  /// Begins a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - transfer: The delegate of its task.
  /// - Returns: A closure that cancels it.
  func begin(_ request: URLRequest, for transfer: InnerTransfer) -> @Sendable () -> Void
}
