import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps a handle, and with it the deck, alive for as long as a configuration or a session made from
/// it is: both hold on to their credential storage, and to nothing else that could carry it.
///
/// As a credential storage it is an empty one of its own, like that of an ephemeral session.
final class ContextKeeper: URLCredentialStorage, @unchecked Sendable {
  // `@unchecked` repeats the superclass's own conformance; the only property added is a constant.
  private let handle: SessionContext

  /// Creates an empty credential storage that keeps a handle.
  init(_ handle: SessionContext) {
    self.handle = handle
    super.init()
  }
}
