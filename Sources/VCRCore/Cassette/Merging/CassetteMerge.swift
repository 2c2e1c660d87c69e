#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Brings the interactions of a run together with those of the cassette it recorded to.
///
/// Old and new are paired by the equivalence policy, content and order (see `MergePairing`). A pair
/// that differs only in volatile parts keeps its old text, so that re-recording an unchanged service
/// leaves the file byte-identical; one that differs in more keeps the old text of everything that did
/// not change. New interactions go where they occurred.
///
/// A pair whose old one has expired gets the new text whole, with its time, whether it changed or not.
package struct CassetteMerge {
  /// How a run's interactions relate to the old ones.
  package enum Strategy: Sendable {
    /// All are new: mode `new-episodes`, which recorded only what the cassette could not serve.
    case adding
    /// They replace what they are paired with: mode `once`, and recoveries.
    case updating
    /// The same, and of several equivalent ones the last alone counts: mode `offline`.
    case refreshing
    /// The same, and old ones that did not occur are gone: mode `all`.
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
  /// The items' texts in their new order; old ones that follow each other are one text.
  private(set) var items: [ArraySlice<UInt8>] = []
  /// How many new interactions were added.
  private(set) var added = 0
  /// How many old ones were replaced by a new one that differs.
  package private(set) var updated = 0
  /// The old ones that did not occur: they are gone in `replacing` and stay in any other manner.
  private(set) var absent: [Int] = []

  /// The files beside the cassette that have to be there before it is written.
  package private(set) var files: [SideFile] = []

  /// True when the cassette stays as it is, item by item.
  var isUnchanged: Bool { added == 0 && updated == 0 && (manner != .replacing || absent.isEmpty) }

  /// True when an item could not keep the comments in it.
  private var lostComments = false
  /// True when the file has neither the cassette's own layout nor one that lines can be moved into.
  private let isForeign: Bool
  /// How the file's lines differ from the cassette's own; nil when they do not.
  private let layout: LineLayout?
  /// What stands before the items when the file is written.
  private let prologue: [UInt8]
  /// The changes of a file whose items do not stand apart from each other.
  private var rewriting: CassetteRewriting?
  /// How the run's interactions relate to the old ones.
  let manner: Strategy
  private let volatility: Volatility
  private var stableLines: ItemTextComparison
  /// What the recording's requests carry, once it was asked for.
  private var handedOut: ProducedValues?
  /// Where the old items stand that come next and stay as they are.
  private var kept = 0..<0
  private let expiry: Expiry?
  private let now = Date()

  /// Merges a run into a cassette.
  ///
  /// - Parameters:
  ///   - recorded: The run's interactions in the order their requests started.
  ///   - cassette: The cassette as it is.
  ///   - equivalence: The policy that pairs old and new.
  ///   - manner: How the run's interactions relate to the old ones.
  ///   - volatility: What may differ although the service has not changed.
  ///   - expiry: How long a recording is to be trusted; nil for ever.
  ///   - anchors: For each recorded one the old one it followed; -1 for the beginning. Used in
  ///     `adding`, where no pair tells the place.
  ///   - spans: For each recorded one when its request was under way; nil when all may have been at
  ///     once.
  /// - Throws: `CassetteError` when an item of either cannot be decoded.
  package init(
    _ recorded: CassetteFile, into cassette: CassetteFile, equivalence: RequestEquivalence,
    manner: Strategy, volatility: Volatility = .standard, expiry: Expiry? = nil,
    anchors: [Int]? = nil, spans: [RequestSpan]? = nil
  ) throws {
    self.manner = manner
    let (base, layout) = LineLayout.own(cassette)
    self.layout = layout
    prologue = base.prologueForRewriting
    isForeign = base.count > 0 && base.range(ofItem: 0) == nil
    rewriting = isForeign ? CassetteRewriting(file: base) : nil
    self.volatility = volatility.adding(ignoredBy: equivalence)
    stableLines = ItemTextComparison(self.volatility)
    self.expiry = expiry
    let counted = manner == .refreshing ? try Self.last(in: recorded, equivalence) : nil
    let pairing = try MergePairing(
      recorded, with: manner == .adding ? CassetteFile(.empty, path: base.path) : base,
      equivalence: equivalence, volatility: self.volatility, only: counted, spans: spans)
    var pairs = [Int?](repeating: nil, count: base.count)
    var insertions: [Int: [Int]] = [:]
    var place = manner == .adding ? base.count - 1 : -1
    var lastOfGroup: [Int: Int] = [:]
    for new in 0..<recorded.count where counted?.contains(new) ?? true {
      if let old = pairing.partners[new] {
        pairs[old] = new
        place = old
      } else {
        if let anchors { place = anchors[new] }
        let fit = pairing.turns[new]?.fitting(place, after: &lastOfGroup) ?? place
        insertions[fit, default: []].append(new)
      }
    }
    insert(insertions[-1], from: recorded)
    for old in 0..<base.count {
      if let new = pairs[old] {
        origins.append(.old(old))
        try keepOrReplace(old, of: base, by: new, of: recorded)
      } else {
        absent.append(old)
        if manner != .replacing {
          origins.append(.old(old))
          try keep(old, of: base)
        } else {
          keepComments(after: old, of: base)
        }
      }
      if let new = insertions[old] {
        flush(base)
        insert(new, from: recorded)
      }
    }
    flush(base)
  }

  /// The whole cassette.
  ///
  /// A file of another layout keeps it where that is a matter of line ends and indentation, else as
  /// long as all its interactions stay where they are; it is put into the cassette's own when one came
  /// or went.
  ///
  /// - Throws: `CassetteError` when an item cannot be read.
  package func content() throws -> CassetteContent {
    if var rewriting, added == 0, manner != .replacing || absent.isEmpty {
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

  /// The positions of those that no later equivalent one follows.
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

  /// Adds new items, behind the one that was added last and before the comments that belong to what
  /// comes after it.
  private mutating func insert(_ new: [Int]?, from recorded: CassetteFile) {
    guard let new else { return }
    let (last, comments) = CassetteFile.withoutComments(items.popLast() ?? [])
    if !last.isEmpty { items.append(last) }
    items += new.map { recorded.text(at: $0) }
    origins += new.map(Origin.new)
    if !comments.isEmpty { items.append(comments) }
    added += new.count
  }

  /// Adds what a person wrote between an old item that goes and the one after it.
  private mutating func keepComments(after old: Int, of base: CassetteFile) {
    let comments = CassetteFile.withoutComments(base.text(at: old)).comments
    guard !comments.isEmpty else { return }
    flush(base)
    items.append(comments)
  }

  /// Adds an old item as it stands.
  ///
  /// - Throws: `CassetteError` when one of another layout does not read the same in the cassette's.
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
        let said = try base.readingUnlessSideFileMissing(at: old) { reader throws(YAMLFault) in
          try reader.interaction()
        }
        guard said == nil || base.interaction(in: text) == said else { throw base.unwritable(old) }
      }
      items.append(text)
    }
  }

  /// Adds the old items that were kept last.
  private mutating func flush(_ base: CassetteFile) {
    if !kept.isEmpty { items.append(base.bytes[kept]) }
    kept = 0..<0
  }

  private mutating func keepOrReplace(
    _ old: Int, of base: CassetteFile, by new: Int, of recorded: CassetteFile
  ) throws {
    // An entry with a rule of its own was written by a person and stays theirs.
    let isTheirs = try base.rule(at: old) != nil
    if isTheirs || (expiry == nil && areSameLines(old, of: base, new, of: recorded)) {
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
    after = volatility.bringingNonces(of: before, into: after)
    if try isContradicted(before, by: after, in: recorded) {
      let carried = volatility.withoutJSONPaths.carrying(before, into: after)
      try replace(old, of: base, from: before, by: carried)
    } else if volatility.isSame(before, after) {
      try keep(old, of: base)
    } else {
      let carried = volatility.carrying(before, into: after)
      try replace(old, of: base, from: before, by: carried)
    }
  }

  /// True when what may differ cannot stay, as other requests of the recording carry it.
  private mutating func isContradicted(
    _ before: Interaction, by after: Interaction, in recorded: CassetteFile
  ) throws -> Bool {
    guard !volatility.jsonPaths.isEmpty else { return false }
    let known = try handedOut ?? ProducedValues(in: recorded)
    handedOut = known
    return known.areIn(after, insteadOf: before, at: volatility.jsonPaths)
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

  /// True when a look at the lines alone tells that a pair is the same.
  private mutating func areSameLines(
    _ old: Int, of base: CassetteFile, _ new: Int, of recorded: CassetteFile
  ) -> Bool {
    guard let left = base.range(ofItem: old), let right = recorded.range(ofItem: new) else {
      return false
    }
    return stableLines.areSame(base.bytes, left, recorded.bytes, right)
  }
}

extension RecordMode {
  /// How what this mode recorded is merged with the cassette that was there.
  var manner: CassetteMerge.Strategy {
    switch self {
    case .newEpisodes: .adding
    case .all: .replacing
    case .offline: .refreshing
    case .none, .once: .updating
    }
  }
}
