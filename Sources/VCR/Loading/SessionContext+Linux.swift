#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import VCRCore
  import VCRLocks

  /// The contexts of sessions whose settings are others than those with which the deck was
  /// installed.
  struct SessionVariants: Sendable {
    /// One such session.
    private struct Variant: Sendable {
      weak var session: URLSession?
      let context: SessionContext
    }

    private var variants: [ObjectIdentifier: Variant] = [:]
    /// True when the first session had the settings with which the deck was installed.
    private(set) var isSettled = false

    /// The context of a session, made when there is none yet.
    mutating func context(
      of session: URLSession, make: (SessionSettings) -> SessionContext?
    ) -> SessionContext? {
      if let known = variants[ObjectIdentifier(session)], known.session === session {
        return known.context
      }
      guard let made = make(SessionSettings(session.configuration)) else {
        isSettled = variants.isEmpty
        return nil
      }
      variants = variants.filter { $0.value.session != nil }
      variants[ObjectIdentifier(session)] = Variant(session: session, context: made)
      isSettled = false
      return made
    }
  }

  extension SessionContext {
    /// The context for the session that a task belongs to.
    ///
    /// Code that gets a configuration with a deck may still change it, and a class that a user
    /// wrote serves any session. What the session has counts, which only reflection finds. Where
    /// nothing is ever sent it is done until a session was as the deck was installed: it takes as
    /// long as a tenth of a replay.
    func variant(for task: URLSessionTask) -> SessionContext {
      guard deck.records || !variants.withLock({ $0.isSettled }),
        let session = Reflection.child("session", of: task).flatMap(Reflection.unwrapped)
          as? URLSession
      else { return self }
      return variants.withLock { variants in
        variants.context(of: session) { settings in
          settings == self.settings ? nil : SessionContext(self, settings)
        } ?? self
      }
    }
  }
#endif
