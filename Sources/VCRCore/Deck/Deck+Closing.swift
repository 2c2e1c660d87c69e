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
    let recorded = try run.finishedRecording()
    if let failure = run.failure {
      throw DeckError(
        kind: .unwritable, path: run.journalPath,
        reason:
          "\(run.lost) interactions could not be recorded: \(failure); what was recorded before is "
          + "kept, to recover it: vcr recover \(path)")
    }
    if recorded.items.isEmpty && !run.hasLeftover {
      run.removeJournal()
      // Also in mode `all`: a run without any traffic must not empty a cassette.
      return summary
    }
    guard keeping else {
      if !interrupted && !run.hasLeftover { try run.markFailed() }
      summary.journal = run.journalPath
      return summary
    }
    let base = try base(of: run)
    let merge = try CassetteMerge(
      try redactedAgain(CassetteFile(recorded, path: run.journalPath)),
      into: base, equivalence: options.equivalence,
      manner: sharesAll ? .updating : options.mode.manner, volatility: options.volatility,
      expiry: options.expiry, anchors: run.anchors(of: recorded.items))
    if run.base == nil || run.hasLeftover || !merge.isUnchanged {
      try SideFiles(path: path).write(merge.files)
      let isChanged = run.base != nil && !run.hasLeftover
      try merge.content().write(to: path, isChanged: isChanged)
    }
    run.removeJournal()
    if options.mode == .all, !merge.absent.isEmpty {
      summary.notices.append(try absenceNotice(merge.absent, in: base))
    }
    return summary
  }

  /// True when other tests use the cassette too, so that what this one did not ask for is theirs.
  private var sharesAll: Bool { options.mode == .all && options.isShared }

  /// The cassette as it was when the deck was opened, with what interrupted runs left.
  private func base(of run: borrowing RecordingRun) throws -> CassetteFile {
    if let base = run.base, !run.hasLeftover { return base }
    let content = try run.leftover.merged(
      into: run.base, path: path, equivalence: options.equivalence, volatility: options.volatility)
    return try CassetteFile(path: path, content: content.bytes)
  }

  /// What to say about old interactions that did not occur in this run.
  private func absenceNotice(_ absent: [Int], in base: CassetteFile) throws -> String {
    let examples =
      try absent.prefix(3).map { item in
        let request = try base.request(at: item)
        return shown(text: "\(request.method) \(request.url)")
      }.joined(separator: ", ")
      + (absent.count > 3 ? ", …" : "")
    guard sharesAll else { return "removed \(absent.count) that no longer occur: \(examples)" }
    return
      "kept \(absent.count) that did not occur, as other tests share the cassette: \(examples); "
      + "to drop what none asks for, delete the cassette and record all its tests"
  }

  /// A recording without the tokens that only a later message gave away.
  private func redactedAgain(_ file: CassetteFile) throws -> CassetteFile {
    let sideFiles = SideFiles(path: file.path)
    guard
      redactor.remembersAny(in: file.bytes)
        || sideFiles.isInUse
          && sideFiles.contents(referredToBy: file.bytes)
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
