extension Deck {
  /// The most bytes of a message that a door handles where other requests wait for it, 16 KiB.
  package static let quickSize = 16 << 10

  /// The most interactions of a small cassette.
  private static let smallCount = 32

  /// The positions of the interactions of a small cassette, as tests have it: few, and of at most
  /// ``quickSize`` each; none when they are not served as they stand in the cassette.
  package var smallItems: Range<Int> {
    guard let file, file.count <= Self.smallCount, replays, servesUnchanged,
      (0..<file.count).allSatisfy({ file.text(at: $0).count <= Self.quickSize })
    else { return 0..<0 }
    return 0..<file.count
  }

  /// True when the time to serve an interaction depends on the size of a body.
  package func takesLong(_ item: Int) -> Bool {
    guard let file, item < file.count else { return false }
    let text = file.text(at: item)
    return text.count > Self.quickSize || text.firstRange(of: Self.fileKey) != nil
  }

  /// A side file may be large, however short the interaction is that refers to it.
  private static let fileKey = Array(" \(BodyKey.file.rawValue):".utf8)

  /// True when the time to decide about a request depends on the size of its body or of the
  /// cassette, or on code of the user.
  package func takesLong(
    toDecideAbout request: Interaction.Request, deciding decision: RequestEquivalence.Decision?
  ) -> Bool {
    request.body.count > Self.quickSize || decision != nil || !options.equivalence.isFullyKeyed
      || options.hooks.beforeReplay != nil || options.hooks.passthrough != nil
      || stubList.asksUser
  }

  /// Records what had come of a request when its client left, for a door that has other requests
  /// waiting: what takes long is done on another thread, and closing the deck waits for it.
  ///
  /// A deck that was closed meanwhile records no more, and no caller waits for an error.
  ///
  /// - Parameters:
  ///   - ticket: The right to record it.
  ///   - isSmall: True when the outcome costs next to nothing, as its body is small.
  ///   - hasStarted: As for ``conclude(_:for:hasStarted:)``.
  ///   - outcome: Makes the outcome; nil for nothing to record.
  package func concludeAsLeft(
    _ ticket: Ticket, isSmall: Bool, hasStarted: Bool,
    outcome: @escaping @Sendable () -> Interaction.Outcome?
  ) {
    let record = { @Sendable [self] in
      guard let outcome = outcome() else { return }
      _ = try? conclude(outcome, for: ticket, hasStarted: hasStarted)
    }
    // A hook is code of the user.
    if isSmall, ticket.request.body.count <= Self.quickSize, options.hooks.beforeRecord == nil {
      record()
    } else {
      backgroundWork.perform(record)
    }
  }

  /// Returns the interaction to serve that a door had said to have prepared before it had.
  ///
  /// - Parameters:
  ///   - item: The position for which it said so.
  ///   - request: The request for which it was taken.
  /// - Returns: The interaction to serve.
  /// - Throws: `CassetteError` when the interaction cannot be decoded.
  package func playback(ofPrepared item: Int, for request: Interaction.Request) throws -> Playback?
  {
    do {
      return try playback(item, for: request, returning: ReturnedValues())
    } catch {
      count { $0.replayed -= 1 }
      throw error
    }
  }
}
