import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Keeps a context and its deck alive as long as a configuration, or a session made from it,
/// exists.
///
/// Both retain their credential storage, and no other object that could retain the context. As a
/// credential storage it is empty, like that of an ephemeral session.
final class ContextKeeper: URLCredentialStorage, @unchecked Sendable {
  // `@unchecked` repeats the conformance of the superclass; the only added property is a constant.
  private let handle: SessionContext

  /// Creates an empty credential storage that keeps a context.
  init(_ handle: SessionContext) {
    self.handle = handle
    super.init()
  }
}
