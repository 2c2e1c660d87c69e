import VCRLocks

extension Deck {
  /// Ends the run.
  ///
  /// - Parameter keeping: False when the run failed: the finished cassette then stays as it was and
  ///   the summary says where the journal is.
  /// - Returns: The summary of the deck.
  /// - Throws: `DeckError` when the cassette could not be written, and `CassetteError` when what
  ///   was in it, or what was recorded, cannot be read; the journal then stays.
  @discardableResult
  public func close(keeping: Bool = true) throws -> Summary {
    try close(keeping: keeping, interrupted: false)
  }

  /// Ends a run that may have been stopped from outside.
  ///
  /// - Parameters:
  ///   - keeping: False when the run failed.
  ///   - interrupted: True when the run was stopped: the next recording then takes the journal up,
  ///     as it does after a kill.
  /// - Returns: The summary of the deck.
  /// - Throws: The errors of ``close(keeping:)``.
  @discardableResult
  package func close(keeping: Bool, interrupted: Bool) throws -> Summary {
    // A response, as far as a client had got it before it left, belongs to the run.
    backgroundWork.wait()
    state.withLock { $0.isClosed = true }
    // An interaction that is being written now belongs to the run. It is counted once this returns.
    var run = recording.withLock { $0.close() }
    // Others that record parts of the same cassette may be about to write there.
    if options.place?.recording.isAlone ?? true { run?.removeEmptyFolder() }
    var (summary, fault, faultCount) = state.withLock {
      ($0.summarised(), $0.fault, $0.faultCount)
    }
    if let fault {
      throw faulted(fault, faultCount, run.take(), hasRecorded: summary.recorded > 0)
    }
    // The client may have hidden the error that it got.
    if let failure = recording.withLock({ $0.failure }) { throw failure }
    if let run = run.take() {
      do {
        try finish(run, keeping: keeping, interrupted: interrupted, &summary)
      } catch let error as SystemError {
        throw DeckError(
          kind: .unwritable, path: path,
          reason: "the recording could not be written to the end: \(error); what was recorded is "
            + "kept, to recover it: \(recovering)")
      }
    } else if records, options.place?.isAloneAndNoTest ?? true,
      let notice = Self.leftoverNotice(target, path)
    {
      // A run that had something to record has taken it up, or discarded it.
      summary.notices.append(notice)
    }
    return summary
  }

  /// The error of a run in which faults of the recorder itself kept interactions out.
  ///
  /// The cassette stays as it was: without what is missing it would not be what was asked for.
  private func faulted(
    _ fault: String, _ count: Int, _ run: consuming RecordingRun?, hasRecorded: Bool
  ) -> DeckError {
    var reason =
      "\(Quantity.of(count, "exchange")) could not be recorded: \(shown(text: fault)); the "
      + "cassette stays as it was"
    if var run {
      if !hasRecorded, !run.hasLeftover {
        run.removeJournal(isAlone: options.place?.recording.isAlone ?? true)
      } else {
        // The next recording discards it; a journal that cannot be marked is taken up instead.
        if !run.hasLeftover { try? run.markFailed() }
        reason += "; what was recorded is kept, to recover it: \(recovering)"
      }
    }
    return DeckError(kind: .incomplete, path: path, reason: reason)
  }

  /// The command to type to take the journal up.
  var recovering: String { "vcr recover \(path.typedPath)" }

  private func finish(
    _ finished: consuming RecordingRun, keeping: Bool, interrupted: Bool, _ summary: inout Summary
  ) throws {
    let run = finished
    let salt = run.salt
    let recorded = try run.finishedRecording()
    if let failure = run.failure {
      throw DeckError(
        kind: .unwritable, path: run.journalPath,
        reason:
          "\(Quantity.of(run.lost, "interaction")) could not be recorded: \(failure); "
          + "what was recorded before is kept, to recover it: \(recovering)")
    }
    if recorded.items.isEmpty && !run.hasLeftover {
      run.removeJournal(isAlone: options.place?.recording.isAlone ?? true)
      // Also in mode `all`: a run without any traffic must not empty a cassette.
      return
    }
    guard keeping else { return try leave(run, interrupted: interrupted, &summary) }
    var file = try redactedAgain(CassetteFile(recorded, path: run.journalPath))
    if options.isLean { (file, summary.leftOutFields) = try file.lean() }
    let part = SharedRecording.Part(
      name: options.place?.name ?? "", number: options.place?.number ?? 0,
      strategy: options.keepsAbsent && options.mode == .all ? .updating : options.mode.strategy,
      file: file, anchors: run.anchors(of: recorded.items), spans: recorded.spans,
      numbers: redactor.numbers, isLater: run.hasLeftover)
    if let recording = options.place?.recording {
      let journal = run.journalPath
      let strays = try recording.change { state in
        let changed = try changedCassette(
          since: state.stamp, from: state.base, keptIn: run.journalPath)
        if let changed {
          state.base = changed
          state.isRebased = true
          summary.notices.append(Self.changeNotice)
        }
        if run.hasLeftover {
          state.base = try takenUp(run.leftover, over: state.base, beside: part)
          state.isRebased = true
        }
        let strays = findStrays(for: &state, &summary)
        try add(part, to: &state, salt: salt, keptIn: journal, &summary)
        return strays
      }
      for stray in strays { stray.remove(isAlone: recording.isAlone) }
      run.removeJournal(isAlone: recording.isAlone)
    } else {
      try write(part, of: run, &summary)
    }
  }

  /// Merges what was recorded into a cassette of which nobody else in this process records a part.
  private func write(
    _ part: SharedRecording.Part, of run: borrowing RecordingRun, _ summary: inout Summary
  ) throws {
    var part = part
    let changed = try changedCassette(since: stamp, from: run.base, keptIn: run.journalPath)
    if changed != nil {
      part.anchors = nil
      summary.notices.append(Self.changeNotice)
    }
    let base = try takenUp(run.leftover, over: changed ?? run.base, beside: part)
    let merge = try merged(part, into: base)
    if run.base == nil || run.hasLeftover || !merge.isUnchanged || isGone {
      try SideFiles(path: path).write(merge.files)
      let content = try content(of: merge, over: base, part.numbers, salt: run.salt)
      try content.write(
        to: path, isChanged: run.base != nil && !run.hasLeftover, keptIn: run.journalPath)
      summary.notices += Self.layoutNotices(content, replacing: base)
    }
    run.removeJournal()
    if options.mode == .all, !options.keepsAbsent, !merge.absent.isEmpty {
      summary.notices.append(try absenceNotice(merge.absent, in: base, isShared: false))
    }
  }

  /// Leaves what was recorded in the journal.
  private func leave(
    _ left: consuming RecordingRun, interrupted: Bool, _ summary: inout Summary
  ) throws {
    var run = left
    let isTest = if case .test = options.advice { true } else { false }
    // Failures alone are nothing that somebody wants to take up.
    let isEmpty = isTest && !run.hasLeftover && summary.failed == summary.recorded
    if isTest, options.mode == .once || options.mode == .newEpisodes, !FileSystem.exists(path) {
      summary.notices.append(
        "there was no such cassette, so it was being recorded: the requests went to the network"
          + (isEmpty ? ", where none got a response; nothing was kept" : ""))
    }
    if isEmpty {
      run.removeJournal(isAlone: options.place?.recording.isAlone ?? true)
    } else {
      if !interrupted && !run.hasLeftover { try run.markFailed() }
      summary.journal = run.journalPath
    }
    if options.place != nil, options.mode == .once, FileSystem.exists(path) {
      summary.notices.append(
        "other tests have their part of it; to record this one's: "
          + options.advice.recordingTheRest(path))
    }
  }

  /// Writes a cassette of which several tests record parts, with one part more.
  private func add(
    _ part: SharedRecording.Part, to state: inout SharedRecording.State, salt: String,
    keptIn journal: String, _ summary: inout Summary
  ) throws {
    state.add(try state.earlier(than: part).map { try following($0, part) } ?? part)
    let found =
      try state.base ?? CassetteFile(path: path, content: CassetteContent(base: nil).bytes)
    let files = SideFiles(path: path)
    var renumbered: [SideFile] = []
    let joined = try state.joined(
      path: path, except: options.redaction.valueNames, files: &renumbered)
    try files.write(renumbered)
    let base = try state.leftovers.reduce(found) { try takenUp($1, over: $0, beside: joined) }
    let merge = try merged(joined, into: base)
    try files.write(state.removedFiles + merge.files)
    let content = try content(of: merge, over: base, joined.numbers, salt: salt)
    let isRemoving = merge.strategy == .replacing && !merge.absent.isEmpty
    if isRemoving {
      // They are written again if another test of this run needs them.
      state.removedFiles = files.files(
        SideFiles.names(in: [base.bytes[...]]).subtracting(SideFiles.names(in: content.parts)))
    }
    if state.base == nil || state.isRebased || !merge.isUnchanged || state.hasWritten || isGone {
      try content.write(to: path, keptIn: journal)
      summary.notices += Self.layoutNotices(content, replacing: base)
    }
    if !isRemoving, state.removedCount > 0 {
      summary.notices.append(
        "put back \(state.removedCount) that another test of this run uses")
    }
    state.removedCount = isRemoving ? merge.absent.count : 0
    // While other scopes are open, the missing interactions may still occur.
    if options.mode == .all, !merge.absent.isEmpty, state.isAlone {
      summary.notices.append(try absenceNotice(merge.absent, in: base, isShared: !isRemoving))
    }
  }

  /// A part with what was recorded before it.
  ///
  /// A test that is run once more asks for the same again, which takes the place of the earlier;
  /// one that opens its cassette for something else adds to it.
  private func following(
    _ earlier: SharedRecording.Part, _ part: SharedRecording.Part
  ) throws -> SharedRecording.Part {
    func merged(_ part: SharedRecording.Part) throws -> CassetteMerge {
      try CassetteMerge(
        part.file, into: earlier.file, equivalence: policy, strategy: .updating,
        volatility: options.volatility, spans: part.spans, isLater: true)
    }
    let repeated = part.name.isEmpty ? nil : try merged(part)
    if let repeated, repeated.absent.isEmpty { return part }
    var part = part
    var numbers = earlier.numbers
    var files: [SideFile] = []
    let isRenumbered = try part.renumber(
      among: &numbers, except: options.redaction.valueNames, files: &files)
    try SideFiles(path: path).write(files)
    let merge = if let repeated, !isRenumbered { repeated } else { try merged(part) }
    try SideFiles(path: path).write(merge.files)
    var result = part
    result.file = try CassetteFile(path: path, content: merge.content().bytes)
    result.anchors = nil
    if let old = earlier.spans, let new = part.spans {
      let requests = earlier.requestCount
      result.spans = merge.origins.map { origin in
        switch origin {
        case .old(let item): old[item]
        case .new(let item):
          .init(start: new[item].start + requests, end: new[item].end + requests)
        }
      }
    } else {
      result.spans = nil
    }
    return result
  }

  /// The notice about a cassette of which not every manual edit could be kept.
  private static func layoutNotices(_ content: CassetteContent, replacing base: CassetteFile)
    -> [String]
  {
    if content.isReformatted {
      let hadComments = CassetteFile.hasComment(
        base.bytes[...], missingIn: content.bytes[...])
      return [
        "\(base.path.relativeToCurrentFolder) was written in another layout and is now in the cassette's own"
          + (hadComments ? "; the comments in it are gone" : "")
      ]
    }
    guard content.lostComments else { return [] }
    return [
      "in \(base.path.relativeToCurrentFolder), comments are gone of interactions that had to be rewritten"
    ]
  }

  private func merged(
    _ recorded: SharedRecording.Part, into base: CassetteFile
  ) throws -> CassetteMerge {
    var files: [SideFile] = []
    let file = try IssuedNumbering.settled(
      recorded.file, over: base, policy, options.volatility, recorded.strategy,
      except: options.redaction.valueNames, files: &files)
    try SideFiles(path: path).write(files)
    return try CassetteMerge(
      file, into: base, equivalence: policy, strategy: recorded.strategy,
      volatility: options.volatility, expiry: options.expiry, anchors: recorded.anchors,
      spans: recorded.spans, isLater: recorded.isLater)
  }

  /// A cassette with what a run recorded, and the digests of the values in it.
  private func content(
    of merge: CassetteMerge, over base: CassetteFile, _ numbers: ValueNumbers, salt: String
  ) throws -> CassetteContent {
    var content = try merge.content()
    let recorded = base.valueDigests ?? ValueDigests(salt: salt)
    content.set(
      recorded.taking(
        numbers.digests(salt: recorded.salt), isReplacing: merge.changesRequests))
    return content
  }

  /// The notice about old interactions that did not occur in this run.
  private func absenceNotice(
    _ absent: [Int], in base: CassetteFile, isShared: Bool
  ) throws -> String {
    let examples =
      try absent.prefix(3).map { item in
        let request = try base.request(at: item)
        return shown(text: "\(request.method) \(request.url)")
      }.joined(separator: ", ")
      + (absent.count > 3 ? ", …" : "")
    guard isShared else { return "removed \(absent.count) that no longer occur: \(examples)" }
    return
      "kept \(absent.count) that did not occur so far, as other tests share the cassette: \(examples); "
      + "to drop what none asks for, delete the cassette and record all its tests"
  }

  /// A recording without the tokens that only a later message revealed or completed.
  private func redactedAgain(_ file: CassetteFile) throws -> CassetteFile {
    let sideFiles = SideFiles(path: file.path)
    let hasRemembered =
      redactor.remembersAny(in: file.bytes)
      || sideFiles.isInUse
        && sideFiles.contents(referredToBy: file.bytes)
          .contains(where: { redactor.remembersAny(in: $0) })
    // The messages of a WebSocket were written one by one, and a secret may be in parts.
    let conversations =
      options.redaction.redactsAnything && JournalPieces.mayHaveMessages(file.bytes)
      ? (0..<file.count).filter { JournalPieces.mayHaveMessages(Array(file.text(at: $0))) } : []
    guard hasRemembered || !conversations.isEmpty else { return file }
    var rewriting = CassetteRewriting(file: file)
    for index in hasRemembered ? Array(0..<file.count) : conversations {
      let old = try file.interaction(at: index)
      let new = try redactedFiles(of: redactor.redacting(old), sideFiles)
      try rewriting.change(index, from: old, to: new)
    }
    let result = try rewriting.result()
    try sideFiles.write(result.files)
    return try CassetteFile(path: file.path, content: result.content)
  }

  /// An interaction whose bodies in files are without the tokens that only a later message gave
  /// away.
  private func redactedFiles(
    of interaction: Interaction, _ files: SideFiles
  ) throws -> Interaction {
    func redacted(
      _ body: Body, _ headers: HeaderFields, _ direction: MessageDirection
    ) throws -> Body {
      guard let file = body.file, redactor.remembersAny(in: body) else { return body }
      var worker = LargeBodyWorker(
        files,
        LargeBody.Treatment(redaction: { [redactor] in
          LargeBodyRedaction(redactor, direction, headers: headers)
        }))
      try worker.takeAll(of: file)
      var result = try worker.finish().get().body
      (result.encoding, result.chunks) = (body.encoding, body.chunks)
      return result
    }
    var changed = interaction
    changed.request.body = try redacted(
      changed.request.body, changed.request.headers, .request)
    if case .response(var response) = changed.outcome {
      response.body = try redacted(response.body, response.headers, .response)
      // A message fits into the memory.
      for (place, message) in response.messages.enumerated() where message.body?.file != nil {
        guard let body = message.body, redactor.remembersAny(in: body) else { continue }
        response.messages[place] =
          redactor.redacting([message.with(body: Body(body.bytes))]).first ?? message
      }
      changed.outcome = .response(response)
    }
    return changed
  }
}
