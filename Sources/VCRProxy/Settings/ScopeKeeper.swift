#if CommandLineTool
  package import VCRCore

  /// Opens and closes the cassettes of scopes: parts of a run, such as tests, that each have one of
  /// their own.
  package protocol ScopeKeeper: Sendable {
    /// Opens the cassette of a scope.
    ///
    /// It is called beside the event loop, and so is ``close(_:of:_:)``.
    ///
    /// - Parameter name: The scope's name.
    /// - Returns: The deck, which decides about the requests of the scope.
    /// - Throws: The error that keeps the scope from beginning.
    func open(_ name: ScopeName) throws -> Deck

    /// Closes the cassette of a scope, once all of its exchanges have ended.
    ///
    /// - Parameters:
    ///   - deck: The deck.
    ///   - name: The scope's name.
    ///   - end: How the scope ended.
    /// - Returns: The verdict for the test.
    func close(_ deck: Deck, of name: ScopeName, _ end: ScopeEnd) -> ScopeVerdict
  }
#endif
