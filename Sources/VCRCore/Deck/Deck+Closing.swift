import Synchronization

extension Deck {
  /// Ends the run.
  ///
  /// - Parameters:
  ///   - keeping: False when the run failed: the finished cassette then stays as it was and the
  ///     summary says where the journal is.
  ///   - interrupted: True when the run was stopped from outside: the next recording then takes
  ///     the journal up, as it does after a kill.
  /// - Returns: What the deck did.
  /// - Throws: `DeckError` when the cassette could not be written; the journal then stays.
  @discardableResult
  public func close(keeping: Bool = true, interrupted: Bool = false) throws -> Summary {
    var summary = state.withLock { state in
      state.isClosed = true
      return state.summarised()
    }
    guard let run = state.withLock({ $0.run.take() }) else { return summary }
    return try finish(run, keeping: keeping, interrupted: interrupted, summary: &summary)
  }

  private func finish(
    _ finished: consuming RecordingRun, keeping: Bool, interrupted: Bool, summary: inout Summary
  ) throws -> Summary {
    var run = finished
    let recorded = try run.finishedItems()
    if let failure = run.failure {
      throw DeckError(
        kind: .unwritable, path: run.journalPath,
        reason:
          "\(run.lost) interactions could not be recorded: \(failure); what was recorded before is "
          + "kept, to recover it: vcr recover \(path)")
    }
    if recorded.isEmpty && !run.hasLeftover {
      run.removeJournal()
      // Also in mode `all`: a run without any traffic must not empty a cassette.
      return summary
    }
    guard keeping else {
      if !interrupted && !run.hasLeftover { try run.markFailed() }
      summary.journal = run.journalPath
      return summary
    }
    let base = try run.leftover.merged(
      into: run.base, path: path, equivalence: options.equivalence)
    let merge = try CassetteMerge(
      try redactedAgain(
        CassetteFile(path: run.journalPath, content: JournalLeftover.content(of: recorded))),
      into: CassetteFile(path: path, content: base.bytes), equivalence: options.equivalence,
      manner: options.mode.manner, volatility: options.volatility,
      anchors: run.anchors(of: recorded))
    try CassetteContent(prologue: base.prologue, items: merge.items).write(to: path)
    run.removeJournal()
    if !merge.removed.isEmpty {
      summary.notices.append(
        "removed \(merge.removed.count) that no longer occur: "
          + merge.removed.prefix(3).map { shown(text: $0) }.joined(separator: ", ")
          + (merge.removed.count > 3 ? ", …" : ""))
    }
    return summary
  }

  /// A recording without the tokens that only a later message gave away.
  private func redactedAgain(_ file: CassetteFile) throws -> CassetteFile {
    let sideFiles = SideFiles(path: file.path)
    guard
      redactor.remembersAny(in: file.bytes)
        || sideFiles.isInUse && sideFiles.contents(referredToBy: file.bytes)
          .contains(where: { redactor.remembersAny(in: $0) })
    else { return file }
    var rewriting = CassetteRewriting(file: file)
    for index in 0..<file.count {
      let old = try file.interaction(at: index)
      try rewriting.change(index, from: old, to: redactor.redacting(old))
    }
    let result = try rewriting.result()
    try sideFiles.write(result.files)
    return try CassetteFile(path: file.path, content: result.content)
  }
}
