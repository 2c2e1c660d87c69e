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
    try end(keeping: keeping, interrupted: interrupted).summary
  }

  /// Ends the run, and says what it took out of the cassette.
  func end(keeping: Bool, interrupted: Bool = false) throws -> Ending {
    let summary = state.withLock { state in
      state.isClosed = true
      return state.summarised()
    }
    if let error = state.withLock({ faulted(&$0) }) { throw error }
    var ending = Ending(summary: summary)
    if let run = state.withLock({ $0.run.take() }) {
      try finish(run, keeping: keeping, interrupted: interrupted, &ending)
    }
    return ending
  }

  /// The error of a run in which a fault of the recorder's own kept something out; nil when none did.
  ///
  /// The cassette stays as it was: without what is missing it would not be what was asked for.
  private func faulted(_ state: inout DeckState) -> DeckError? {
    guard let fault = state.fault else { return nil }
    let count = state.faultCount
    var reason =
      "\(count) exchange\(count == 1 ? "" : "s") could not be recorded: \(shown(text: fault)); the "
      + "cassette stays as it was"
    if var run = state.run.take() {
      if state.summary.recorded == 0, !run.hasLeftover {
        run.removeJournal()
      } else {
        // The next recording discards it; a journal that cannot be marked is taken up instead.
        if !run.hasLeftover { try? run.markFailed() }
        reason += "; what was recorded is kept, to recover it: vcr recover \(path)"
      }
    }
    return DeckError(kind: .incomplete, path: path, reason: reason)
  }

  private func finish(
    _ finished: consuming RecordingRun, keeping: Bool, interrupted: Bool, _ ending: inout Ending
  ) throws {
    var run = finished
    let recorded = try run.finishedRecording()
    if let failure = run.failure {
      throw DeckError(
        kind: .unwritable, path: run.journalPath,
        reason:
          "\(run.lost) interaction\(run.lost == 1 ? "" : "s") could not be recorded: \(failure); "
          + "what was recorded before is kept, to recover it: vcr recover \(path.shellWord)")
    }
    if recorded.items.isEmpty && !run.hasLeftover {
      run.removeJournal()
      // Also in mode `all`: a run without any traffic must not empty a cassette.
      return
    }
    guard keeping else {
      if !interrupted && !run.hasLeftover { try run.markFailed() }
      ending.summary.journal = run.journalPath
      return
    }
    let base = try base(of: run)
    let file = try redactedAgain(CassetteFile(recorded, path: run.journalPath))
    let order = (anchors: run.anchors(of: recorded.items), spans: recorded.spans)
    let merge = try merged(
      file, into: base, sharesAll ? .updating : options.mode.manner, order)
    if run.base == nil || run.hasLeftover || !merge.isUnchanged {
      try SideFiles(path: path).write(merge.files)
      let content = try merge.content()
      if merge.manner == .replacing, !merge.absent.isEmpty {
        let whole = try merged(file, into: base, .updating, order).content()
        ending.removal = Removal(from: whole, to: content, count: merge.absent.count, path: path)
      }
      try content.write(
        to: path, isChanged: run.base != nil && !run.hasLeftover, keptIn: run.journalPath)
      if let notice = Self.layoutNotice(content, replacing: base) {
        ending.summary.notices.append(notice)
      }
    }
    run.removeJournal()
    if options.mode == .all, !merge.absent.isEmpty {
      ending.summary.notices.append(try absenceNotice(merge.absent, in: base))
    }
  }

  /// What to say about a cassette of which not everything that a person wrote could be kept.
  private static func layoutNotice(_ content: CassetteContent, replacing base: CassetteFile)
    -> String?
  {
    if content.isLaidOutAnew {
      let hadComments = CassetteFile.hasComment(
        base.bytes[...], missingIn: content.bytes[...])
      return "\(base.path) was written in another layout and is now in the cassette's own"
        + (hadComments ? "; the comments in it are gone" : "")
    }
    guard content.lostComments else { return nil }
    return "in \(base.path), comments are gone of interactions that had to be written anew"
  }

  private func merged(
    _ recorded: CassetteFile, into base: CassetteFile, _ manner: CassetteMerge.Manner,
    _ order: (anchors: [Int]?, spans: [RequestSpan]?)
  ) throws -> CassetteMerge {
    try CassetteMerge(
      recorded, into: base, equivalence: options.equivalence, manner: manner,
      volatility: options.volatility, expiry: options.expiry, anchors: order.anchors,
      spans: order.spans)
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
