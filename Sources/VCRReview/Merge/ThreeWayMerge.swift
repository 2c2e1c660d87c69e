package import VCRCore

/// Merges two versions of a cassette against their common ancestor, interaction by interaction.
///
/// Interactions are treated as a text merge treats lines: a change, addition, removal or move by
/// one side is taken over, and an interaction that both sides changed or moved differently is a
/// conflict, as is one that one side moved and the other removed. Additions by both sides at the
/// same place are no conflict, nor are differences in volatile parts. The texts of items are
/// copied, so comments, unknown keys and layout survive.
package struct ThreeWayMerge {
  /// The merged cassette, with markers where there are conflicts.
  package private(set) var content: [UInt8] = []
  /// The number of conflicts.
  package private(set) var conflicts = 0

  /// The names of the side files that an interaction of the result needs although their side
  /// dropped them, so that git removes them.
  package private(set) var filesOfOurs: [String] = []
  /// The names of such side files that our side dropped.
  package private(set) var filesOfTheirs: [String] = []

  private let style: ConflictStyle
  private let volatility: Volatility

  /// One interaction and its position in each version.
  private struct Element {
    var base: Int?
    var ours: Int?
    var theirs: Int?
    /// True where one side removed it and the other may have moved it.
    var isMovedAndRemoved = false
  }

  /// One version of the cassette.
  private struct Version {
    let sections: CassetteSections
    let file: CassetteFile?
    /// True when the lines end in CR LF.
    let hasCarriageReturns: Bool

    /// Reads a version.
    ///
    /// - Throws: `CassetteError` when the text is not a cassette in which each item has lines of
    ///   its own.
    init(_ content: [UInt8], path: String) throws {
      let lines = try MergeLines(content, path: path)
      hasCarriageReturns = lines.hadCarriageReturns
      guard let known = CassetteSections(lines.content) else {
        throw CassetteError(
          path: path, line: 0, column: 0, reason: "its interactions do not stand line by line")
      }
      sections = known
      file = content.isEmpty ? nil : try CassetteFile(merging: lines.content, path: path)
      guard file?.count ?? 0 == known.items.count else {
        throw CassetteError(
          path: path, line: 0, column: 0, reason: "its interactions do not stand line by line")
      }
    }

    /// The names of the side files that the version refers to.
    var sideNames: Set<String> {
      file.map { SideFiles.names(in: [$0.bytes[...]]) } ?? []
    }

    var items: InteractionMatcher.Version { .init(texts: sections.items, file: file) }
  }

  /// Merges three versions.
  ///
  /// - Parameters:
  ///   - path: The cassette's path, for messages.
  ///   - base: The content both sides come from; empty where both added the cassette.
  ///   - ours: Our content.
  ///   - theirs: Their content.
  ///   - equivalence: The policy by which requests match.
  ///   - volatility: The parts that may differ from run to run.
  ///   - style: The form of conflicts in the file.
  /// - Throws: `CassetteError` when a version cannot be merged by interactions; a text merge is
  ///   still possible.
  package init(
    path: String, base: [UInt8], ours: [UInt8], theirs: [UInt8],
    equivalence: RequestEquivalence = .standard, volatility: Volatility = .standard,
    style: ConflictStyle = ConflictStyle()
  ) throws {
    self.style = style
    self.volatility = volatility
    let base = try Version(base, path: path)
    let ours = try Version(ours, path: path)
    let theirs = try Version(theirs, path: path)
    let indents = Set(
      [base, ours, theirs].filter { !$0.sections.items.isEmpty }.map(\.sections.indent))
    guard indents.count <= 1 else {
      throw CassetteError(
        path: path, line: 0, column: 0, reason: "its interactions are indented differently")
    }
    let heading = LineMerge.merge(
      base: base.sections.heading, ours: ours.sections.heading, theirs: theirs.sections.heading)
    append(heading)
    let merge = ItemMerge(volatility: volatility, indent: indents.first ?? 0)
    var count = 0
    let (elements, groups) = try elements(base, ours, theirs, equivalence)
    for group in groups {
      switch group {
      case .element(let element):
        let segments = try resolve(elements[element], base, ours, theirs, merge)
        if !segments.isEmpty { count += 1 }
        append(segments)
      case .conflict(let conflict):
        append([.conflict(Self.texts(of: conflict, elements, base, ours, theirs))])
      }
    }
    append(
      LineMerge.merge(
        base: base.sections.ending, ours: ours.sections.ending, theirs: theirs.sections.ending))
    let isTheirsAlone = ours.file == nil
    if isTheirsAlone ? theirs.hasCarriageReturns : ours.hasCarriageReturns {
      content = LineEnds.withCarriageReturns(content)
    }
    let needed = base.sideNames.intersection(SideFiles.names(in: [content[...]]))
    filesOfOurs = needed.subtracting(theirs.sideNames).sorted()
    filesOfTheirs = needed.subtracting(ours.sideNames).sorted()
    guard conflicts == 0 else { return }
    // The merged text must have as many items as it was built from.
    guard try CassetteFile(path: path, content: content).count == count else {
      throw CassetteError(
        path: path, line: 0, column: 0, reason: "its interactions do not stand line by line")
    }
  }

  private mutating func append(_ segments: [MergeSegment]) {
    for segment in segments {
      switch segment {
      case .clean(let text): content += text
      case .conflict(let conflict):
        conflicts += 1
        style.append(conflict, to: &content)
      }
    }
  }

  // MARK: - Entries

  /// Which interactions of two versions each are one.
  private struct Matches {
    /// Of the base and of ours.
    var toOurs: InteractionMatcher
    /// Of the base and of theirs.
    var toTheirs: InteractionMatcher
    /// Of ours and of theirs, where the base has none.
    var added: InteractionMatcher
  }

  private func matches(
    _ base: Version, _ ours: Version, _ theirs: Version, _ equivalence: RequestEquivalence
  ) throws -> Matches {
    func matcher(_ left: Version, _ right: Version) -> InteractionMatcher {
      InteractionMatcher(
        left.items, right.items, equivalence: equivalence, volatility: volatility)
    }
    func matchRequests(_ matcher: inout InteractionMatcher) throws {
      matcher.matchTexts()
      try matcher.matchVersions()
    }
    var toOurs = matcher(base, ours)
    var toTheirs = matcher(base, theirs)
    var added = matcher(ours, theirs)
    try matchRequests(&toOurs)
    try matchRequests(&toTheirs)
    // Additions of both sides with the same request are one interaction. Only the remaining ones
    // can be new versions of old interactions.
    added.exclude(
      old: { toOurs.partnersOfNew[$0] != nil }, new: { toTheirs.partnersOfNew[$0] != nil })
    added.matchTexts()
    if !added.remainingOld.isEmpty, !added.remainingNew.isEmpty {
      // Of equal requests each stands between others of their kind, and so in the replay.
      let kept = toOurs.partnersOfOld.indices.filter {
        toOurs.partnersOfOld[$0] != nil && toTheirs.partnersOfOld[$0] != nil
      }
      added.sections.old = Self.sections(toOurs.partnersOfNew, Set(kept), added.key(ofOld:))
      added.sections.new = Self.sections(toTheirs.partnersOfNew, Set(kept), added.key(ofNew:))
    }
    try added.matchKeys(by: [.content, .body])
    toOurs.exclude(new: { added.partnersOfOld[$0] != nil })
    try toOurs.matchKeys(by: [.key])
    toTheirs.exclude(new: { added.partnersOfNew[$0] != nil })
    try toTheirs.matchKeys(by: [.key])
    // Another URL is a change of an interaction like any other, of which both sides may have made
    // one, or of which the other side may have removed or changed the rest.
    try toOurs.matchChangedRequests()
    try toTheirs.matchChangedRequests()
    return Matches(toOurs: toOurs, toTheirs: toTheirs, added: added)
  }

  /// Every interaction of the three versions, and their order in the result.
  private func elements(
    _ base: Version, _ ours: Version, _ theirs: Version, _ equivalence: RequestEquivalence
  ) throws -> (elements: [Element], order: [MergeOrder.Group]) {
    let matches = try matches(base, ours, theirs, equivalence)
    let added = matches.added
    var elements = base.sections.items.indices.map { item in
      Element(
        base: item, ours: matches.toOurs.partnersOfOld[item],
        theirs: matches.toTheirs.partnersOfOld[item])
    }
    for (side, other) in [(matches.toOurs, matches.toTheirs), (matches.toTheirs, matches.toOurs)] {
      let order = side.partnersOfNew.compactMap(\.self)
      guard order.contains(where: { other.partnersOfOld[$0] == nil }) else { continue }
      for item in MovedElements.perhaps(in: order) where other.partnersOfOld[item] == nil {
        elements[item].isMovedAndRemoved = true
      }
    }
    var ourNumbers = matches.toOurs.partnersOfNew
    var theirNumbers = matches.toTheirs.partnersOfNew
    for item in ourNumbers.indices where ourNumbers[item] == nil {
      ourNumbers[item] = elements.count
      let partner = added.partnersOfOld[item]
      if let partner { theirNumbers[partner] = elements.count }
      elements.append(Element(ours: item, theirs: partner))
    }
    for item in theirNumbers.indices where theirNumbers[item] == nil {
      theirNumbers[item] = elements.count
      elements.append(Element(theirs: item))
    }
    let order = MergeOrder.merge(
      base: Array(base.sections.items.indices), ours: ourNumbers.compactMap(\.self),
      theirs: theirNumbers.compactMap(\.self)
    ) {
      // A replay serves matching requests in order, so the order of their responses matters.
      elements.map { element in
        element.ours.map(added.key(ofOld:)) ?? element.theirs.map(added.key(ofNew:)) ?? 0
      }
    }
    return (elements, order)
  }

  /// For each interaction that one side added behind one with the same key that all three versions
  /// have, a number of that one.
  ///
  /// - Parameters:
  ///   - partners: For each interaction of the side, the one of the base.
  ///   - kept: Those of the base that all three have.
  ///   - key: A key that equal requests share.
  /// - Returns: The numbers of those that stand behind one.
  private static func sections(
    _ partners: [Int?], _ kept: Set<Int>, _ key: (Int) -> Int
  ) -> [Int: Int] {
    var sections: [Int: Int] = [:]
    var last: [Int: Int] = [:]
    for (item, partner) in partners.enumerated() {
      guard let partner else {
        sections[item] = last[key(item)].map { $0 + 1 }
        continue
      }
      if kept.contains(partner) { last[key(item)] = partner }
    }
    return sections
  }

  /// The texts of interactions whose order conflicts, in each version's order.
  private static func texts(
    of conflict: MergeOrder.Conflict, _ elements: [Element], _ base: Version, _ ours: Version,
    _ theirs: Version
  ) -> MergeSegment.Conflict {
    func text(_ numbers: [Int], _ item: (Element) -> Int?, _ version: Version) -> [UInt8] {
      numbers.compactMap { item(elements[$0]) }.flatMap { version.sections.items[$0] }
    }
    return .init(
      ours: text(conflict.ours, \.ours, ours), base: text(conflict.base, \.base, base),
      theirs: text(conflict.theirs, \.theirs, theirs))
  }

  // MARK: - Merging an entry

  private func resolve(
    _ element: Element, _ base: Version, _ ours: Version, _ theirs: Version, _ merge: ItemMerge
  ) throws -> [MergeSegment] {
    let old = element.base.map { base.sections.items[$0] }
    let our = element.ours.map { ours.sections.items[$0] }
    let their = element.theirs.map { theirs.sections.items[$0] }
    guard !element.isMovedAndRemoved else {
      return [
        .conflict(
          .init(ours: Array(our ?? []), base: Array(old ?? []), theirs: Array(their ?? [])))
      ]
    }
    if our == their || their == old { return Self.segments(our) }
    if our == old { return Self.segments(their) }
    if isSame(element.ours, ours, element.theirs, theirs, merge, countsRedaction: false), let our,
      let their, let newer = merge.newer(our, their)
    {
      return newer
    }
    // A new date alone is no change, so the other side's change or removal wins. A secret that was
    // redacted comes back with no change, but a removal does away with it as well.
    if isSame(element.base, base, element.ours, ours, merge, countsRedaction: their != nil) {
      return Self.segments(their)
    }
    if isSame(element.base, base, element.theirs, theirs, merge, countsRedaction: our != nil) {
      return Self.segments(our)
    }
    guard let old, let our, let their else {
      return [
        .conflict(
          .init(ours: Array(our ?? []), base: Array(old ?? []), theirs: Array(their ?? [])))
      ]
    }
    return merge.merge(
      base: old, ours: our, theirs: their,
      unchanged: .init(
        ours: unchanged(element.base, base, element.ours, ours),
        theirs: unchanged(element.base, base, element.theirs, theirs)))
  }

  /// The halves of an exchange that differ only in volatile parts, provided both can be read.
  private func unchanged(
    _ left: Int?, _ first: Version, _ right: Int?, _ second: Version
  ) -> (request: Bool, response: Bool) {
    guard let left, let right, let one = try? first.file?.interaction(at: left),
      let other = try? second.file?.interaction(at: right)
    else { return (false, false) }
    var (asked, given) = (one, one)
    asked.request = other.request
    given.outcome = other.outcome
    return (volatility.isSame(one, asked), volatility.isSame(one, given))
  }

  private static func segments(_ text: ArraySlice<UInt8>?) -> [MergeSegment] {
    text.map { [.clean(Array($0))] } ?? []
  }

  /// True when two items differ only in volatile parts.
  ///
  /// A part that is volatile may be a secret: a placeholder in its place is a difference, unless it
  /// does not count.
  private func isSame(
    _ left: Int?, _ first: Version, _ right: Int?, _ second: Version, _ merge: ItemMerge,
    countsRedaction: Bool
  ) -> Bool {
    guard let left, let right else { return false }
    let (text, otherText) = (first.sections.items[left], second.sections.items[right])
    guard merge.isWrittenAlike(text, otherText),
      !countsRedaction
        || PartText.placeholders(in: text) == PartText.placeholders(in: otherText),
      let one = try? first.file?.interaction(at: left),
      let other = try? second.file?.interaction(at: right)
    else { return false }
    return volatility.isSame(one, other)
  }
}
