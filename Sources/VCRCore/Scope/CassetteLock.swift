import VCRLocks

/// A cassette that is open during a test or a closure, with the options of the code and the
/// environment.
///
/// The session, the trait and the proxy of the library all open their cassettes with it.
package final class CassetteLock: Sendable {
  /// The deck.
  package let deck: Deck

  private let ticket: Int?
  private let place: SharedRecording.Place?
  private let hasEnded = Mutex(false)

  /// Opens a cassette.
  ///
  /// - Parameters:
  ///   - path: The cassette's path, already resolved by the environment; nil for stubs alone.
  ///   - stubs: Responses that come first.
  ///   - options: The options of the code. The environment overrides them, and `.vcr.yaml` adds
  ///     redaction rules and volatile parts.
  ///   - owner: Who opens it, for messages.
  ///   - part: Whose part of the cassette it records; nil for a scope that is no test's.
  ///   - source: Where the code that names it looks for cassettes; nil when it gives a path.
  /// - Throws: `EnvironmentError`, `ProjectFileError`, `CassetteError`, `DeckError`.
  package init(
    path: String?, stubs: [Stub] = [], options: Deck.Options, owner: String,
    part: CassettePart? = nil, place source: CassettePlace? = nil
  ) throws {
    guard let path else {
      deck = Deck(stubs: stubs, options: options)
      ticket = nil
      place = nil
      return
    }
    var options = try VCREnvironment.current.applied(to: options, at: source)
    try VCREnvironment.current.applyProjectFile(to: &options, forCassette: path)
    let place = try SharedRecordings.join(path, part, owner: owner, mode: options.mode)
    // In a run that began without the cassette, `once` adds to what the run has recorded.
    if let place { options.mode = place.mode }
    let writes =
      place != nil
      || options.mode != .none && (options.mode != .once || !FileSystem.exists(path))
    let ticket: Int
    do {
      ticket = try CassetteRegistry.open(
        path, owner: owner, writes: writes, isPart: place != nil || part != nil)
    } catch {
      if let place { SharedRecordings.leave(place, of: path) }
      throw error
    }
    do {
      options.place = place
      deck = try Deck(cassette: path, stubs: stubs, options: options)
    } catch {
      CassetteRegistry.close(path, ticket)
      if let place { SharedRecordings.leave(place, of: path) }
      throw error
    }
    self.ticket = ticket
    self.place = place
  }

  deinit { end() }

  /// Closes the deck; requests that come later fail.
  ///
  /// - Parameter keeping: Whether what was recorded becomes the cassette.
  /// - Returns: The summary of the deck.
  /// - Throws: `DeckError` when the cassette could not be written.
  @discardableResult
  package func close(keeping: Bool) throws -> Deck.Summary {
    defer { end() }
    let summary = try deck.close(keeping: keeping)
    if let record = deck.options.runRecord {
      let report = try deck.report(summary)
      do {
        try record.write(report)
      } catch {
        // Without it a check would take the cassette for one that no test needs.
        throw DeckError(
          kind: .unwritable, path: record.path,
          reason: "the run record cannot be written here: \(error); VCR_REPORT names it")
      }
    }
    return summary
  }

  /// Closes after a body that did not throw, and checks what has to be checked.
  ///
  /// - Parameter hint: The words to say when the cassette was asked for nothing.
  /// - Throws: `DeckError`, and `VerificationError` where the author asked for a check.
  package func finish(hint: String) throws {
    var summary = try close(keeping: true)
    if summary.requestCount == 0, !summary.cassette.isEmpty {
      summary.notices.append("nothing was asked of it; \(hint)")
    }
    summary.printNotices()
    if deck.isVerified { try deck.verify() }
  }

  /// Closes after a body that threw.
  ///
  /// - Parameter error: The error; nil where a caller wants nothing kept.
  package func abandon(after error: (any Error)? = nil) {
    do {
      let keeps = error.map { deck.keepsRecording(afterThrowing: $0) } ?? false
      try close(keeping: keeps).printNotices()
    } catch {
      // The body's own error is the one to report; the journal stays where it is.
    }
  }

  private func end() {
    let hadEnded = hasEnded.withLock { ended in
      defer { ended = true }
      return ended
    }
    guard !hadEnded else { return }
    if let ticket { CassetteRegistry.close(deck.path, ticket) }
    if let place { SharedRecordings.leave(place, of: deck.path) }
  }
}

extension Deck.Summary {
  /// Prints what a developer should read, to standard error.
  package func printNotices() {
    let file = cassette.relativeToCurrentFolder
    for notice in notices {
      // One about what another tool's recording holds names it itself.
      Self.print(notice.hasPrefix("\(file): ") ? notice : "\(file): \(notice)")
    }
    if dropped > 0, recorded == 0, available == 0 {
      Self.print(
        "\(file): beforeRecord kept all that was asked for out of it "
          + "(\(Quantity.of(dropped, "exchange"))), so that there is nothing to replay")
    }
    if let journal {
      Self.print(
        "\(file) holds nothing of a test that failed; until the next run, that is in "
          + "\(journal.split(separator: "/").last ?? ""), to keep it: vcr recover \(file.shellWord)"
      )
    }
  }

  private static func print(_ text: String) {
    // A closed standard error is not a failure of the test.
    _ = try? FileSystem.writeAll(Array("vcr: note: \(text)\n".utf8)[...], to: 2)
  }
}
