#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Merges the interactions of a run into the cassette that it recorded to.
///
/// Old and new interactions are paired by the equivalence policy, content and order (see
/// `InteractionMatcher`). A pair that differs only in volatile parts keeps its old text, so that
/// recording an unchanged service again leaves the file byte-identical; a pair with other
/// differences keeps the old text of everything that did not change. New interactions go where they
/// occurred.
///
/// A pair whose old interaction has expired gets the whole new text, with its time, in any case.
package struct CassetteMerge {
  /// The relation of a run's interactions to the old ones.
  package enum Strategy: Sendable {
    /// All are new: mode `new-episodes`, which records only what the cassette cannot serve.
    case adding
    /// Interactions replace those that they are paired with: mode `once`, and recoveries.
    case updating
    /// As `updating`, but only the last of several equivalent ones counts: mode `offline`.
    case refreshing
    /// As `updating`, and old ones that did not occur are removed: mode `all`.
    case replacing
  }

  /// Where an item of the result comes from.
  enum Origin {
    /// The old one at a position, as it was or with what changed in it.
    case old(Int)
    /// The recorded one at a position.
    case new(Int)
  }

  /// For each item of the result where it comes from.
  private(set) var origins: [Origin] = []
  /// The items' texts in their new order; adjacent old items are one text.
  private(set) var items: [ArraySlice<UInt8>] = []
  /// The number of new interactions that were added.
  package private(set) var added = 0
  /// The number of old interactions that were replaced by a different one.
  package private(set) var updated = 0
  /// The old interactions that did not occur: `replacing` removes them, the others keep them.
  private(set) var absent: [Int] = []

  /// The side files that have to be on the disk before the cassette is written.
  package private(set) var files: [SideFile] = []

  /// True when the cassette stays as it is, item by item.
  var isUnchanged: Bool { added == 0 && updated == 0 && (strategy != .replacing || absent.isEmpty) }

  /// True when requests come to the cassette or go from it, so that digests of their values do.
  var changesRequests: Bool { added > 0 || (strategy == .replacing && !absent.isEmpty) }

  /// True when an item could not keep its comments.
  private var lostComments = false
  /// True when the file has neither the cassette's own layout nor one that moved lines can give.
  private let isForeign: Bool
  /// The difference between the file's lines and the cassette's own; nil when there is none.
  private let layout: LineLayout?
  /// The text before the items when the file is written.
  private let prologue: [UInt8]
  /// The changes of a file whose items are not separate ranges of lines.
  private var rewriting: CassetteRewriting?
  /// The relation of the run's interactions to the old ones.
  let strategy: Strategy
  private let volatility: Volatility
  private var textComparison: ItemTextComparison
  /// The consumed values of the recording's requests, once they are needed.
  private var producedValues: ProducedValues?
  /// The values that the recording's requests carry, where some are new to the cassette.
  private var sentBack: SentBackValues?
  /// For each recorded interaction whether the lines of its pair show that both are the same, as
  /// far as that is known.
  private var isSameByLines: [Bool?] = []
  /// For each recorded interaction the old one that it is paired with.
  package let partnersOfNew: [Int?]
  /// The range of the pending old items that are kept as they are.
  private var kept = 0..<0
  private let expiry: Expiry?
  private let now = Date()

  /// Merges a run into a cassette.
  ///
  /// - Parameters:
  ///   - recorded: The run's interactions in the order in which their requests started.
  ///   - cassette: The current cassette.
  ///   - equivalence: The policy that pairs old and new interactions.
  ///   - strategy: The relation of the run's interactions to the old ones.
  ///   - volatility: The parts that may differ although the service has not changed.
  ///   - expiry: The time for which a recording is trusted; nil for ever.
  ///   - anchors: The old interaction that each recorded one followed; -1 for the beginning. Used
  ///     in `adding`, where no pair gives the place.
  ///   - spans: The span of each recorded request; nil when all may have been concurrent.
  ///   - isLater: True when what the cassette has was recorded shortly before, by a run that was
  ///     interrupted or by the same test: what is new at the beginning of the run follows it, but
  ///     in `replacing`, where the run has all.
  /// - Throws: `CassetteError` when an item of either cannot be decoded.
  package init(
    _ recorded: CassetteFile, into cassette: CassetteFile, equivalence: RequestEquivalence,
    strategy: Strategy, volatility: Volatility = .standard, expiry: Expiry? = nil,
    anchors: [Int]? = nil, spans: [RequestSpan]? = nil, isLater: Bool = false
  ) throws {
    self.strategy = strategy
    let (base, layout) = LineLayout.own(cassette)
    self.layout = layout
    prologue = base.prologueForRewriting
    isForeign = base.count > 0 && base.range(ofItem: 0) == nil
    rewriting = isForeign ? CassetteRewriting(file: base) : nil
    let equivalence = equivalence.ignoring(volatility)
    self.volatility = volatility.adding(ignoredBy: equivalence)
    textComparison = ItemTextComparison(self.volatility)
    self.expiry = expiry
    let counted = strategy == .refreshing ? try Self.last(in: recorded, equivalence) : nil
    var matcher = InteractionMatcher(
      .init(strategy == .adding ? CassetteFile(.empty, path: base.path) : base), .init(recorded),
      equivalence: equivalence, volatility: self.volatility)
    if let counted { matcher.exclude(new: { !counted.contains($0) }) }
    try matcher.matchRecording(spans: spans)
    var recorded = recorded
    var addedFiles: [SideFile] = []
    if strategy == .replacing {
      var texts = textComparison
      var sameness = [Bool?](repeating: nil, count: recorded.count)
      let correlated = try CorrelatedRecording(
        matcher, recorded: recorded, base: base, equivalence: equivalence,
        volatility: self.volatility
      ) { old, new in
        let isSame = texts.areSame(old, of: base, new, of: recorded)
        sameness[new] = isSame
        return isSame
      }
      textComparison = texts
      if let translated = try correlated?.file(files: &addedFiles) {
        recorded = translated
        matcher = InteractionMatcher(
          .init(base), .init(recorded), equivalence: equivalence, volatility: self.volatility)
        try matcher.matchRecording(spans: spans)
      } else {
        isSameByLines = sameness
      }
    }
    partnersOfNew = matcher.partnersOfNew
    files = addedFiles
    if strategy != .adding, base.count > 0, matcher.partnersOfNew.contains(nil) {
      sentBack = try SentBackValues(in: recorded)
    }
    let places = Places(
      of: (0..<recorded.count).filter { counted?.contains($0) ?? true }, in: matcher,
      oldCount: base.count,
      startingAfter: strategy == .adding || isLater && strategy != .replacing ? base.count - 1 : -1,
      anchors: anchors)
    try merge(recorded, into: base, at: places)
  }

  /// Where the recorded interactions go in the cassette.
  private struct Places {
    /// For each old interaction the recorded one that it is paired with.
    var pairs: [Int?]
    /// The recorded interactions without a partner, by the old one that they follow; -1 for the
    /// beginning.
    var insertions: [Int: [Int]] = [:]

    /// Finds the places of recorded interactions.
    ///
    /// - Parameters:
    ///   - recorded: Their positions, in recorded order.
    ///   - matcher: The pairs.
    ///   - oldCount: The number of old interactions.
    ///   - start: The old interaction that the first ones follow.
    ///   - anchors: The old interaction that each recorded one followed; nil where pairs give the
    ///     place.
    init(
      of recorded: [Int], in matcher: InteractionMatcher, oldCount: Int, startingAfter start: Int,
      anchors: [Int]?
    ) {
      pairs = Array(repeating: nil, count: oldCount)
      var place = start
      var lastOfGroup: [Int: Int] = [:]
      for new in recorded {
        if let old = matcher.partnersOfNew[new] {
          pairs[old] = new
          place = old
        } else {
          if let anchors { place = anchors[new] }
          let fit = matcher.slots[new]?.fitting(place, after: &lastOfGroup) ?? place
          insertions[fit, default: []].append(new)
        }
      }
    }
  }

  /// Goes through the cassette from its beginning to its end.
  private mutating func merge(
    _ recorded: CassetteFile, into base: CassetteFile, at places: Places
  ) throws {
    insert(places.insertions[-1], from: recorded)
    for old in 0..<base.count {
      if let new = places.pairs[old] {
        origins.append(.old(old))
        try keepOrReplace(old, of: base, by: new, of: recorded)
      } else {
        absent.append(old)
        if strategy != .replacing {
          origins.append(.old(old))
          try keep(old, of: base)
        } else {
          keepComments(after: old, of: base)
        }
      }
      if let new = places.insertions[old] {
        flush(base)
        insert(new, from: recorded)
      }
    }
    flush(base)
  }

  /// The whole cassette.
  ///
  /// A file of another layout keeps it when that is a matter of line ends and indentation, else as
  /// long as no interaction is added or removed; otherwise it is put into the cassette's own
  /// layout.
  ///
  /// - Throws: `CassetteError` when an item cannot be read.
  package func content() throws -> CassetteContent {
    if var rewriting, added == 0, strategy != .replacing || absent.isEmpty {
      let result = try rewriting.result()
      var content = CassetteContent(prologue: result.content[...], items: [])
      content.isReformatted = rewriting.isReformatted
      return content
    }
    var content = CassetteContent(prologue: prologue[...], items: items)
    if let layout { content.layOut(as: layout) }
    content.isReformatted = isForeign
    content.lostComments = lostComments
    return content
  }

  /// The positions of the interactions that no later equivalent one follows.
  private static func last(in recorded: CassetteFile, _ equivalence: RequestEquivalence) throws
    -> Set<Int>
  {
    var positions: [[UInt8]: Int] = [:]
    for new in 0..<recorded.count {
      var key: [UInt8] = []
      equivalence.appendKey(of: try recorded.request(at: new), to: &key)
      positions[key] = new
    }
    return Set(positions.values)
  }

  /// Adds new items after the last one that was added, and before the comments that belong to the
  /// item that follows.
  private mutating func insert(_ new: [Int]?, from recorded: CassetteFile) {
    guard let new else { return }
    let (last, comments) = CassetteFile.withoutComments(items.popLast() ?? [])
    if !last.isEmpty { items.append(last) }
    items += new.map { recorded.text(at: $0) }
    origins += new.map(Origin.new)
    if !comments.isEmpty { items.append(comments) }
    added += new.count
  }

  /// Adds the comments between an old item that is removed and the one after it.
  private mutating func keepComments(after old: Int, of base: CassetteFile) {
    let comments = CassetteFile.withoutComments(base.text(at: old)).comments
    guard !comments.isEmpty else { return }
    flush(base)
    items.append(comments)
  }

  /// Adds an old item unchanged.
  ///
  /// - Throws: `CassetteError` when an item of another layout has a different content in the
  ///   cassette's.
  private mutating func keep(_ old: Int, of base: CassetteFile) throws {
    if let range = base.range(ofItem: old), base.bytes[range.upperBound - 1] == 0x0A {
      if range.lowerBound == kept.upperBound {
        kept = kept.lowerBound..<range.upperBound
      } else {
        flush(base)
        kept = range
      }
    } else {
      flush(base)
      let text = base.text(at: old)
      if isForeign {
        let parsed = try base.readingUnlessSideFileMissing(at: old) { reader throws(YAMLFault) in
          try reader.interaction()
        }
        guard parsed == nil || base.interaction(in: text) == parsed else {
          throw base.unwritable(old)
        }
      }
      items.append(text)
    }
  }

  /// Adds the pending old items that are kept.
  private mutating func flush(_ base: CassetteFile) {
    if !kept.isEmpty { items.append(base.bytes[kept]) }
    kept = 0..<0
  }

  private mutating func keepOrReplace(
    _ old: Int, of base: CassetteFile, by new: Int, of recorded: CassetteFile
  ) throws {
    // A person wrote an entry with its own rule, and it is kept as they wrote it.
    let isHandWritten = try base.rule(at: old) != nil
    let fields = try isHandWritten ? [] : fieldsSentBack(of: recorded, at: new)
    if isHandWritten
      || expiry == nil && fields.isEmpty && areSameLines(old, of: base, new, of: recorded)
    {
      return try keep(old, of: base)
    }
    var after = try recorded.interaction(at: new)
    let before = try base.readingUnlessSideFileMissing(at: old) { reader throws(YAMLFault) in
      try reader.interaction()
    }
    guard let before else {
      updated += 1
      flush(base)
      items.append(recorded.text(at: new))
      // A text that cannot be read cannot be changed in its place.
      rewriting = nil
      return
    }
    if let expiry, expiry.hasExpired(before.recordedAt, at: now) {
      return try replace(old, of: base, from: before, by: after)
    }
    if volatility.saysNothingNew(after, beside: before) { after.outcome = before.outcome }
    // Whether an upload had passed as a whole when its response ended is a matter of chance.
    if before.isUploadLeftOut != after.isUploadLeftOut { after.request.body = before.request.body }
    after = volatility.copyingNonces(from: before, to: after)
    if try isContradicted(before, by: after, in: recorded) {
      let carried = volatility.withoutJSONPaths.carrying(before, into: after)
      try replace(old, of: base, from: before, by: carried.with(fields))
    } else if volatility.isSame(before, after), before.has(fields) {
      try keep(old, of: base)
    } else {
      let carried = volatility.carrying(before, into: after)
      try replace(old, of: base, from: before, by: carried.with(fields))
    }
  }

  /// The volatile fields of a response whose values a later request that is new to the cassette
  /// sends back: with the old ones, or without them, a replay would ask for something else.
  private func fieldsSentBack(of recorded: CassetteFile, at new: Int) throws -> [HeaderField] {
    guard let sentBack, case .response(let response) = try recorded.interaction(at: new).outcome
    else { return [] }
    return response.headers.fields.filter { field in
      sentBack.request(carrying: field, after: new, volatility)
        .map { partnersOfNew[$0] == nil } ?? false
    }
  }

  /// True when volatile values cannot stay, because other requests of the recording carry the new
  /// ones.
  private mutating func isContradicted(
    _ before: Interaction, by after: Interaction, in recorded: CassetteFile
  ) throws -> Bool {
    guard !volatility.jsonPaths.isEmpty else { return false }
    let known =
      try producedValues
      ?? ProducedValues(in: recorded, at: volatility.jsonPaths, partners: partnersOfNew)
    producedValues = known
    return known.containsNewValue(of: after, notIn: before, at: volatility.jsonPaths)
  }

  private mutating func replace(
    _ old: Int, of base: CassetteFile, from before: Interaction, by after: Interaction
  ) throws {
    updated += 1
    flush(base)
    let text = try base.text(at: old, from: before, to: after, files: &files)
    items.append(text.bytes)
    lostComments = lostComments || text.lostComments && rewriting == nil
    try rewriting?.change(old, from: before, to: after)
  }

  /// True when the lines alone show that a pair is the same.
  private mutating func areSameLines(
    _ old: Int, of base: CassetteFile, _ new: Int, of recorded: CassetteFile
  ) -> Bool {
    if isSameByLines.indices.contains(new), let known = isSameByLines[new] { return known }
    return textComparison.areSame(old, of: base, new, of: recorded)
  }
}

extension Interaction {
  /// True when its response has the values of some fields.
  fileprivate func has(_ fields: [HeaderField]) -> Bool {
    fields.allSatisfy { response?.headers[$0.name] == $0.value }
  }

  /// The interaction with the values of some fields in its response.
  fileprivate func with(_ fields: [HeaderField]) -> Interaction {
    var changed = self
    for field in fields {
      let index = changed.response?.headers.fields.firstIndex {
        $0.name.equalsIgnoringASCIICase(field.name)
      }
      if let index {
        changed.response?.headers.fields[index].value = field.value
      } else {
        changed.response?.headers.fields.append(field)
      }
    }
    return changed
  }
}

extension ItemTextComparison {
  /// True when the lines alone show that two items are the same.
  fileprivate mutating func areSame(
    _ old: Int, of base: CassetteFile, _ new: Int, of recorded: CassetteFile
  ) -> Bool {
    guard let left = base.range(ofItem: old), let right = recorded.range(ofItem: new) else {
      return false
    }
    return areSame(base.bytes, left, recorded.bytes, right)
  }
}

extension RecordMode {
  /// The way in which a recording of this mode is merged with the existing cassette.
  var strategy: CassetteMerge.Strategy {
    switch self {
    case .newEpisodes: .adding
    case .all: .replacing
    case .offline: .refreshing
    case .none, .once: .updating
    }
  }
}
