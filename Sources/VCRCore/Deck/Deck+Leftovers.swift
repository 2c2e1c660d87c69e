/// Journals that interrupted runs left beside a cassette.
extension Deck {
  /// The notice about what another run has left beside a cassette, or is writing there; nil for
  /// nothing.
  static func leftoverNotice(_ target: String, _ path: String) -> String? {
    let journal = JournalPath.beside(target)
    guard FileSystem.exists(journal) else { return nil }
    guard !Journal.isHeld(journal) else {
      return "another run is recording the cassette, which is used as it was before"
    }
    return "an unfinished recording lies beside the cassette; to take it up: vcr recover "
      + path.typedPath
  }

  /// Finds the journals that interrupted runs left of parts of a cassette, and of which no test of
  /// this run goes on with its own: another one was recorded first, or none of that name is left.
  ///
  /// - Parameters:
  ///   - state: What is known of the cassette; takes what they hold.
  ///   - summary: Takes a notice of each.
  /// - Returns: The journals, which are to be removed once the cassette has been written.
  func findStrays(
    for state: inout SharedRecording.State, _ summary: inout Summary
  ) -> [StrayJournal] {
    guard state.looksForStrays() else { return [] }
    let strays = JournalPath.all(beside: target).filter { !state.hasOpened($0) }
      .compactMap { StrayJournal($0, of: target) }
    for stray in strays where !stray.leftover.items.isEmpty {
      state.leftovers.append(stray.leftover)
      state.isRebased = true
      summary.notices.append(RecordingRun.notice(of: stray.leftover, in: stray.path))
    }
    return strays
  }

  /// A cassette with the interactions that interrupted runs left.
  ///
  /// - Parameters:
  ///   - leftover: What they left.
  ///   - base: The cassette as it was before the run; nil when there was none.
  ///   - part: What the run has recorded.
  /// - Returns: The cassette into which that is to be merged.
  /// - Throws: The errors that reading and writing throw.
  func takenUp(
    _ leftover: JournalLeftover, over base: CassetteFile?, beside part: SharedRecording.Part
  ) throws -> CassetteFile {
    if let base, leftover.items.isEmpty { return base }
    var others: ValueDigests?
    // A mode that adds would keep the new recording beside it, and a replay serve the old.
    var recorded =
      part.strategy == .adding ? try RepeatedRequests(part.file, equivalence: policy) : nil
    let interruption = ConversationRecording.interruption.message
    let rest = try leftover.removing { text in
      guard recorded != nil else { return false }
      let item = try CassetteFile(path: path, content: CassetteWriter.prologue + text)
      let isInterrupted =
        try text.firstRange(of: Array(interruption.utf8)) != nil
        && item.interaction(at: 0).outcome.failure?.message == interruption
      return try recorded?.repeats(item.request(at: 0), isInterrupted: isInterrupted) ?? false
    }
    let content = try rest.merged(
      into: base, path: path, equivalence: policy, volatility: options.volatility,
      redaction: options.redaction, isLean: options.isLean, besides: &others)
    return try CassetteFile(path: path, content: content.bytes)
  }
}
