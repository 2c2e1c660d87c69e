import Foundation
import Synchronization
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The handles of protocol classes that a user wrote, each made when its class is first asked.
enum ManualClasses {
  private static let handles = Mutex<[ObjectIdentifier: SessionContext]>([:])

  /// The handle of a class, for the deck it has now; nil when it has none.
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
