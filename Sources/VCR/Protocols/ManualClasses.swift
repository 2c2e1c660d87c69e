import Foundation
import VCRLocks
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The contexts of protocol classes that a user wrote, each created on first use of its class.
enum ManualClasses {
  private static let handles = Mutex<[ObjectIdentifier: SessionContext]>([:])

  /// The context of a class for its current deck; nil when it has no deck.
  static func handle(for type: ReplayingURLProtocol.Type) -> SessionContext? {
    guard let deck = type.deck else { return nil }
    return handles.withLock { handles in
      if let handle = handles[ObjectIdentifier(type)], handle.deck === deck { return handle }
      let handle = SessionContext(
        deck: deck, configuration: .ephemeral, decider: type.decider)
      handles[ObjectIdentifier(type)] = handle
      return handle
    }
  }
}
