import Foundation
import VCRLocks
public import VCRCore

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

extension VCR {
  /// Lets a deck serve every request of `URLSession.shared`, for code that cannot be given a
  /// session of its own.
  ///
  /// ```swift
  /// let deck = try Cassette.Deck(cassette: "Cassettes/users.yaml", options: .init(mode: .once))
  /// try VCR.installGlobally(deck)
  /// defer { VCR.uninstallGlobally() }
  /// ```
  ///
  /// A process has one `URLSession.shared`, and so one deck for it: tests that use it must not run
  /// in parallel. Wherever you can, give the code a session instead, with
  /// `URLSessionConfiguration.use(_:trusting:)`.
  ///
  /// These sessions are covered:
  /// - On Linux, `URLSession.shared`, at any time; requests that have started already are not
  ///   affected. Sessions that other code makes from `.default` or `.ephemeral` are not covered:
  ///   their configurations name Foundation's own classes, which are asked first. Running the tests
  ///   under `vcr record` covers those sessions under isolation, and otherwise for plain HTTP only,
  ///   since Foundation reads the proxy from the environment, but not the trust roots.
  /// - On Apple platforms, what `URLProtocol.registerClass` covers: `URLSession.shared`, but not
  ///   sessions made from a configuration.
  ///
  /// Call it while no request is being started, since Foundation does not lock what it changes.
  ///
  /// - Parameters:
  ///   - deck: The deck; it is kept until ``uninstallGlobally()``. Its mode decides what is
  ///     recorded; in mode `none`, nothing is.
  ///   - roots: Paths of PEM files with root certificates that are trusted in addition to the
  ///     system's while recording.
  /// - Throws: ``GlobalInstallationError`` when a deck is installed already, or when the loading
  ///   system does not use the deck; nothing is changed then.
  public static func installGlobally(_ deck: Cassette.Deck, trusting roots: [String] = [])
    throws(GlobalInstallationError)
  {
    try GlobalInstallation.install(deck, trusting: roots, in: .shared)
  }

  /// Undoes ``installGlobally(_:trusting:)``, so that `URLSession.shared` reaches the network
  /// again.
  ///
  /// It does nothing when no deck is installed. The deck is not closed.
  public static func uninstallGlobally() {
    GlobalInstallation.uninstall()
  }
}

/// The one deck of the one shared session.
package enum GlobalInstallation {
  private struct Installed: Sendable {
    let type: URLProtocol.Type
    /// The context, which is kept alive here, as the table that the class uses does not retain it.
    let handle: SessionContext
    let undo: @Sendable () -> Void
  }

  private static let installed = Mutex<Installed?>(nil)

  /// Lets a deck serve every request of an existing session.
  ///
  /// - Parameters:
  ///   - deck: The deck.
  ///   - roots: Roots that are trusted while recording.
  ///   - session: The shared session; another one only in tests.
  /// - Throws: ``GlobalInstallationError``.
  package static func install(
    _ deck: Deck, trusting roots: [String], in session: URLSession
  ) throws(GlobalInstallationError) {
    try installed.withLock { installed throws(GlobalInstallationError) in
      if let installed {
        throw GlobalInstallationError(
          kind: .alreadyInstalled,
          description: "cannot install \(name(of: deck)) globally: "
            + "\(name(of: installed.handle.deck)) is installed already; call VCR.uninstallGlobally() first, and do not run tests that use "
            + "URLSession.shared in parallel")
      }
      let handle = SessionContext(
        deck: deck, configuration: session.configuration, trusting: roots)
      let type = MintedClasses.mint(handle, recording: deck.options.mode != .none)
      guard let undo = put(type, into: session) else {
        throw GlobalInstallationError(
          kind: .ineffective,
          description: "cannot install \(name(of: deck)) globally: Foundation does not ask it "
            + "about requests of URLSession.shared, which would reach the network; give the code a "
            + "session whose configuration has had configuration.use(deck)")
      }
      installed = Installed(type: type, handle: handle, undo: undo)
    }
  }

  /// The cassette of a deck, or what it has in place of one, for messages.
  private static func name(of deck: Deck) -> String {
    deck.path.isEmpty ? "a deck of stubs" : deck.path.relativeToCurrentFolder
  }

  /// Undoes the installation, if there is one.
  package static func uninstall() {
    installed.withLock { installed in
      installed?.undo()
      installed = nil
    }
  }

  #if canImport(FoundationNetworking)
    /// Puts a class before Foundation's own classes.
    ///
    /// `URLProtocol.registerClass` has an effect only before the first session of the process is
    /// created, and fails silently afterwards. But Foundation on Linux asks the session's
    /// configuration object for its classes when a task is first resumed. If that object ever
    /// becomes a copy, as on Apple platforms, reading it back shows so.
    ///
    /// - Returns: A closure that removes the class again; nil when installing has no effect.
    private static func put(
      _ type: URLProtocol.Type, into session: URLSession
    ) -> (@Sendable () -> Void)? {
      CompletionHandlerSink.prepare()
      let configuration = session.configuration
      let cache = configuration.urlCache
      configuration.protocolClasses = [type] + (configuration.protocolClasses ?? [])
      // Every session with a deck has no cache; `URLSessionConfiguration.install` says why.
      configuration.urlCache = nil
      let undo: @Sendable () -> Void = {
        configuration.protocolClasses?.removeAll { $0 === type }
        configuration.urlCache = configuration.urlCache ?? cache
      }
      let seen = session.configuration
      guard let first = seen.protocolClasses?.first, first === type, seen.urlCache == nil else {
        undo()
        return nil
      }
      return undo
    }
  #else
    /// Registers a class, which the shared session asks before Foundation's own classes.
    ///
    /// - Returns: A closure that removes the class again; nil when installing has no effect.
    private static func put(
      _ type: URLProtocol.Type, into session: URLSession
    ) -> (@Sendable () -> Void)? {
      guard URLProtocol.registerClass(type) else { return nil }
      return { URLProtocol.unregisterClass(type) }
    }
  #endif
}
