/// Merges what an interrupted or failed recording left in the journal next to a cassette.
package struct CassetteRecovery: Sendable, Equatable {
  /// The cassette's path.
  package let cassette: String
  /// The journal's path; that of the first one where several tests recorded parts of the cassette.
  package let journal: String
  /// The number of complete interactions in the journal.
  package let recovered: Int
  /// True when the journal ended in the middle of an interaction, which was dropped.
  package let isTorn: Bool

  /// Merges the journal next to a cassette into it and removes the journal; also those of tests
  /// that recorded parts of it.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path.
  ///   - equivalence: The policy that pairs old and new interactions.
  ///   - volatility: The parts that may differ between two interactions that are the same.
  ///   - redaction: Finds the secrets that came in parts, each of which was written by itself.
  ///   - isLean: Whether the fields of responses are left out that a lean recording does without.
  /// - Returns: A description of what was merged.
  /// - Throws: `DeckError` when there is no journal, when a recording still holds it or when the
  ///   cassette cannot be written; `CassetteError` when the cassette cannot be read. The journal
  ///   stays in every such case.
  package static func recover(
    cassette: String, equivalence: RequestEquivalence = .standard,
    volatility: Volatility = .standard, redaction: Redaction = .standard, isLean: Bool = false
  ) throws -> CassetteRecovery {
    let file = FileSystem.followingLink(cassette)
    let paths = JournalPath.all(beside: file)
    guard let first = paths.first else {
      throw DeckError(
        kind: .missing, path: JournalPath.beside(file),
        reason: "there is no interrupted recording to recover")
    }
    var recovered = 0
    var isTorn = false
    var parts: ValueDigests?
    for path in paths {
      let journal = try Journal(path: path, cassette: file, mode: .once)
      try take(
        journal.leftover, of: path, into: cassette, equivalence, volatility, redaction,
        isLean: isLean, &parts)
      recovered += journal.leftover.items.count
      isTorn = isTorn || journal.leftover.isTorn
      journal.remove()
    }
    SideFiles(path: cassette).removeLeftovers()
    return CassetteRecovery(
      cassette: cassette, journal: first, recovered: recovered, isTorn: isTorn)
  }

  private static func take(
    _ leftover: JournalLeftover, of journal: String, into cassette: String,
    _ equivalence: RequestEquivalence, _ volatility: Volatility, _ redaction: Redaction,
    isLean: Bool, _ parts: inout ValueDigests?
  ) throws {
    if !leftover.items.isEmpty {
      let isThere = FileSystem.exists(cassette) && !FileSystem.isEmpty(cassette)
      let base = isThere ? try CassetteFile(path: cassette) : nil
      let content = try leftover.merged(
        into: base, path: cassette, equivalence: equivalence, volatility: volatility,
        redaction: redaction, isLean: isLean, besides: &parts)
      try content.write(to: cassette, keptIn: journal)
    }
  }
}

extension JournalLeftover {
  /// A cassette with the runs of this journal merged into it, one after the other, beside other
  /// parts of one recording.
  ///
  /// - Parameters:
  ///   - base: The cassette; nil when there is none.
  ///   - path: Its path.
  ///   - equivalence: The policy that pairs old and new interactions.
  ///   - volatility: The parts that may differ between two interactions that are the same.
  ///   - redaction: Finds the secrets that came in parts.
  ///   - isLean: Whether the fields of responses are left out that a lean recording does without.
  ///   - parts: The values of the other parts, from which those of this one are told apart; takes
  ///     these. Nil for the first part.
  /// - Returns: The cassette.
  /// - Throws: The errors that reading and writing throw.
  func merged(
    into base: CassetteFile?, path: String, equivalence: RequestEquivalence,
    volatility: Volatility, redaction: Redaction, isLean: Bool, besides parts: inout ValueDigests?
  ) throws -> CassetteContent {
    let laidOut = base.map(LineLayout.own)
    var content = CassetteContent(base: laidOut?.0)
    let others = parts
    for run in runs {
      let recording = recording(ofRun: run)
      // An interaction that an unfinished run did not reach is not removed.
      let strategy = recording.items.first?.mode.strategy ?? .updating
      let kept = strategy == .replacing ? .updating : strategy
      let before = try CassetteFile(path: path, content: content.bytes)
      var files: [SideFile] = []
      var part = try recording.cassette(path: path, redaction)
      if isLean { part = try part.lean().file }
      var digests = self.digests[run]
      if let own = digests {
        if let names = others?.names(among: own), !names.isEmpty {
          part = try part.renaming(
            PlaceholderRenaming { names[$0] }, files: &files)
          digests = own.renamed(names)
        }
        if let digests { parts.add(digests) }
      }
      // A value alone has no digest in a cassette, but one beside those of other parts has.
      if let others, let own = digests, others.salt == own.salt {
        digests?.add(others)
        digests?.add(own)
      }
      let recorded = try IssuedNumbering.settled(
        part, over: before, equivalence, volatility, kept, except: [], files: &files)
      // A run before it moves the old interactions.
      let anchors = run == runs.first ? recording.anchors(in: before) : nil
      let merge = try CassetteMerge(
        recorded, into: before, equivalence: equivalence, strategy: kept, volatility: volatility,
        anchors: anchors, spans: recording.spans, isLater: run != runs.first)
      try SideFiles(path: path).write(files + merge.files)
      content.items = merge.items
      if let digests, base == nil || !merge.isUnchanged {
        content.set(
          (before.valueDigests ?? ValueDigests(salt: digests.salt)).taking(
            digests, isReplacing: merge.changesRequests))
      }
    }
    if let layout = laidOut?.1 { content.layOut(as: layout) }
    return content
  }
}

extension ValueDigests? {
  /// Adds digests; those with another salt are left out.
  fileprivate mutating func add(_ digests: ValueDigests) {
    guard var all = self else {
      self = digests
      return
    }
    if all.salt == digests.salt { all.add(digests) }
    self = all
  }
}
