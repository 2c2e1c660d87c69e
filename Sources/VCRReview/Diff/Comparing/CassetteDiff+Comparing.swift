package import VCRCore

extension CassetteDiff {
  /// A state of a cassette for the comparison.
  package struct State: Sendable {
    /// The name for the reader.
    package var name: String
    /// The file's content.
    package var content: [UInt8]
    /// The place of the state, such as `revision main`; nil for a file, which the user can repair.
    package var keeper: String?
    /// Reads a side file by its path relative to the cassette's folder; nil to read it from the
    /// disk.
    package var sideFile: (@Sendable (String) throws -> [UInt8])?
    /// The notices for a user about the recording of another tool that this is, one line each.
    private(set) var notices: [String] = []

    /// Creates a state.
    package init(
      name: String, content: [UInt8], keeper: String? = nil,
      sideFile: (@Sendable (String) throws -> [UInt8])? = nil
    ) {
      self.name = name
      self.content = content
      self.keeper = keeper
      self.sideFile = sideFile
    }

    /// Reads a file, which may be another tool's recording, or a folder that is one.
    ///
    /// - Throws: `CassetteError` with the system's reason.
    package init(path: String) throws {
      let (content, origin) = try ForeignReading.content(of: path) { try FileContents.read($0) }
      self.init(name: path, content: content)
      notices = origin?.notices ?? []
    }

    fileprivate func file() throws -> CassetteFile {
      do {
        return try CassetteFile(
          path: name, content: content,
          sideFile: sideFile.map { read -> (@Sendable (String) throws -> Body) in
            { reference in Body(try read(reference)) }
          })
      } catch var error as CassetteError {
        // A revision cannot be edited, so the usual advice to resolve the conflicts does not apply.
        if let keeper, error.line > 0, error.line == CassetteRecognition.conflictMarker(in: content)
        {
          error.reason = "\(keeper) has the cassette with conflict markers that were not resolved"
        }
        throw error
      }
    }
  }

  /// The number of bytes of unchanged items that are searched for tokens which other items contain.
  static let learningLimit = 2 << 20

  /// Compares two states of a cassette.
  ///
  /// - Parameters:
  ///   - old: The old state; nil when the cassette is new.
  ///   - new: The new state; nil when it is gone.
  ///   - equivalence: The policy that pairs interactions.
  ///   - volatility: The parts that may differ from run to run.
  ///   - showsVolatile: True to report volatile differences as well.
  ///   - redaction: The redaction of everything that is shown.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  ///   - limits: How much of a change is shown.
  /// - Throws: `CassetteError` when a state is no cassette or an item cannot be decoded.
  package init(
    old: State?, new: State?, equivalence: RequestEquivalence = .standard,
    volatility: Volatility = .standard, showsVolatile: Bool = false,
    redaction: Redaction = .standard, schema: ProtoSchema? = nil, limits: DiffLimits = .usual
  ) throws {
    try self.init(
      old: try old?.file(), new: try new?.file(),
      oldName: old?.name ?? "", newName: new?.name ?? "", equivalence: equivalence,
      volatility: volatility, showsVolatile: showsVolatile, redaction: redaction, schema: schema,
      limits: limits)
    notices = (old?.notices ?? []) + (new?.notices ?? [])
  }

  /// Compares two states of a cassette.
  ///
  /// - Parameters:
  ///   - old: The old state; nil when the cassette is new.
  ///   - new: The new state; nil when it is gone.
  ///   - oldName: The old state's name for the reader.
  ///   - newName: The new state's name for the reader.
  ///   - equivalence: The policy that pairs interactions.
  ///   - volatility: The parts that may differ from run to run.
  ///   - showsVolatile: True to report volatile differences as well.
  ///   - redaction: The redaction of everything that is shown.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  ///   - limits: How much of a change is shown.
  /// - Throws: `CassetteError` when an item cannot be decoded.
  init(
    old: CassetteFile?, new: CassetteFile?, oldName: String, newName: String,
    equivalence: RequestEquivalence = .standard, volatility: Volatility = .standard,
    showsVolatile: Bool = false, redaction: Redaction = .standard,
    schema: ProtoSchema? = nil, limits: DiffLimits = .usual
  ) throws {
    self.init(
      oldName: oldName, newName: newName, oldCount: old?.count, newCount: new?.count, changes: [],
      volatility: volatility, limits: limits)
    self.schema = schema
    let redactor = Redactor(redaction)
    guard let old, let new else {
      let file = old ?? new
      for index in 0..<(file?.count ?? 0) {
        guard let interaction = try file?.interaction(at: index) else { continue }
        changes.append(
          Self.change(redactor.redacting(interaction), at: index, isNew: old == nil))
      }
      return
    }
    hasOtherText = old.bytes != new.bytes
    let hasFiles = SideFiles.hasNameGivenByHand(new.bytes[...])
    guard hasOtherText || hasFiles else { return }
    let comparison = InteractionComparison(
      volatility: volatility, equivalence: equivalence, showsVolatile: showsVolatile,
      schema: schema, limits: limits)
    let pairing = try Self.pairing(old, new, equivalence, comparison.volatility)
    var items = Items(
      old: old, new: new, pairing: pairing, moved: SequenceAlignment.moved(pairing.partnersOfNew),
      hasFiles: hasFiles, comparison: comparison, redactor: redactor,
      lines: ItemTextComparison(comparison.volatility), screen: ItemScreen(redaction))
    changes.reserveCapacity(pairing.isIdentical.count { !$0 })
    try Self.learn(new, pairing, redactor)
    try compare(&items)
    guard hasOtherText else { return }
    digests = DigestChanges.lines(old.valueDigests, new.valueDigests, limits)
    unread = UnreadChanges.lines(
      (
        old,
        (0..<old.count).lazy.filter { index in
          pairing.partnersOfOld[index].map { !pairing.isIdentical[$0] } ?? true
        }
      ), (new, (0..<new.count).lazy.filter { !pairing.isIdentical[$0] }), redactor, limits)
  }

  // MARK: - Items

  /// The items of both states, and what is needed to compare them.
  private struct Items {
    let old: CassetteFile
    let new: CassetteFile
    let pairing: Pairing
    /// The new items that are in another order than their partners.
    let moved: Set<Int>
    /// True where an item may refer to a file whose name does not say what is in it.
    let hasFiles: Bool
    let comparison: InteractionComparison
    let redactor: Redactor
    var lines: ItemTextComparison
    var screen: ItemScreen

    /// The removed items by the new item that each is listed after: the partner of the one before
    /// it.
    var removed: [Int: [Int]] {
      var removed: [Int: [Int]] = [:]
      var anchor = -1
      for index in 0..<old.count {
        if let partner = pairing.partnersOfOld[index] {
          if !moved.contains(partner) { anchor = partner }
        } else {
          removed[anchor, default: []].append(index)
        }
      }
      return removed
    }
  }

  /// Adds the changes of all items in the order in which they are listed.
  private mutating func compare(_ items: inout Items) throws {
    let removed = items.removed
    for index in -1..<items.new.count {
      if index >= 0 {
        if let partner = items.pairing.partnersOfNew[index] {
          try compare(partner, index, &items)
        } else {
          let interaction = items.redactor.redacting(try items.new.interaction(at: index))
          changes.append(Self.change(interaction, at: index, isNew: true))
        }
      }
      for index in removed[index] ?? [] {
        let interaction = items.redactor.redacting(try items.old.interaction(at: index))
        changes.append(Self.change(interaction, at: index, isNew: false))
      }
    }
  }

  /// Adds the change between two items that are partners, if there is one.
  private mutating func compare(_ partner: Int, _ index: Int, _ items: inout Items) throws {
    let (old, new) = (items.old, items.new)
    let isMoved = items.moved.contains(index)
    let isIdentical = items.pairing.isIdentical[index]
    let hasOtherFile = items.hasFiles && Self.haveOtherFiles(old, partner, new, index)
    if !isMoved, !items.comparison.showsVolatile, !isIdentical, !hasOtherFile,
      let left = old.range(ofItem: partner), let right = new.range(ofItem: index),
      items.lines.areSame(old.bytes, left, new.bytes, right)
    {
      // This recognises nearly all items that were recorded again with equal content, without
      // decoding.
      volatileOnly += 1
      return
    }
    guard isMoved || !isIdentical || hasOtherFile else { return }
    let pair = (try old.interaction(at: partner), try new.interaction(at: index))
    var change = self.change(from: pair.0, to: pair.1, items.comparison, items.redactor) {
      items.screen.areClean((old, partner), (new, index))
    }
    if isMoved, change == nil { change = Self.move(pair.0, pair.1, items.redactor) }
    change?.oldNumber = partner + 1
    change?.newNumber = index + 1
    change?.isMoved = isMoved
    if let renaming = items.pairing.renamings[index] { change?.tell(renaming) }
    if let change { changes.append(change) }
  }

  /// True when a file to which both items refer by a name that a person gave has another content:
  /// their texts do not say it.
  private static func haveOtherFiles(
    _ old: CassetteFile, _ oldIndex: Int, _ new: CassetteFile, _ newIndex: Int
  ) -> Bool {
    guard SideFiles.hasNameGivenByHand(new.text(at: newIndex)),
      let left = try? old.interaction(at: oldIndex), let right = try? new.interaction(at: newIndex)
    else { return false }
    return left != right
  }

  private static func change(_ interaction: Interaction, at index: Int, isNew: Bool)
    -> InteractionChange
  {
    isNew
      ? InteractionChange(kind: .added, new: interaction, newNumber: index + 1)
      : InteractionChange(kind: .removed, old: interaction, oldNumber: index + 1)
  }

  private static func move(_ old: Interaction, _ new: Interaction, _ redactor: Redactor)
    -> InteractionChange
  {
    InteractionChange(
      kind: .moved, old: redactor.redacting(old), new: redactor.redacting(new))
  }

  /// The interactions of both states that are the same one.
  private struct Pairing {
    /// For each new item, the position of its old partner.
    var partnersOfNew: [Int?]
    /// For each old item, the position of its new partner.
    var partnersOfOld: [Int?]
    /// For each new item, true when it was paired by its text.
    var isIdentical: [Bool]
    /// How the path of a new item's request changed, where its endpoint was renamed.
    var renamings: [Int: RenamedEndpoints.Renaming] = [:]
  }

  /// The pairs of both states, of which those are found first that need no decoding.
  private static func pairing(
    _ old: CassetteFile, _ new: CassetteFile, _ equivalence: RequestEquivalence,
    _ volatility: Volatility
  ) throws -> Pairing {
    var matcher = InteractionMatcher(
      .init(old), .init(new), equivalence: equivalence, volatility: volatility)
    matcher.matchTexts()
    try matcher.matchKeys(by: [.content, .request, .key])
    try matcher.matchNeighbours(by: .path)
    try matcher.matchNeighbours(by: .allButHost)
    var pairing = Pairing(
      partnersOfNew: matcher.partnersOfNew, partnersOfOld: matcher.partnersOfOld,
      isIdentical: matcher.isIdentical)
    func unpaired(_ partners: [Int?]) -> [Int] { partners.indices.filter { partners[$0] == nil } }
    guard pairing.partnersOfOld.contains(nil), pairing.partnersOfNew.contains(nil) else {
      return pairing
    }
    let renamed = RenamedEndpoints(
      old: try unpaired(pairing.partnersOfOld).map { ($0, try old.interaction(at: $0).request) },
      new: try unpaired(pairing.partnersOfNew).map { ($0, try new.interaction(at: $0).request) })
    for pair in renamed.pairs {
      pairing.partnersOfOld[pair.old] = pair.new
      pairing.partnersOfNew[pair.new] = pair.old
      pairing.renamings[pair.new] = pair.renaming
    }
    let (left, right) = (unpaired(pairing.partnersOfOld), unpaired(pairing.partnersOfNew))
    guard max(left.count, right.count) <= ChangedPaths.limit else { return pairing }
    let changed = ChangedPaths(
      old: try left.map { ($0, try old.interaction(at: $0)) },
      new: try right.map { ($0, try new.interaction(at: $0)) })
    for pair in changed.pairs {
      pairing.partnersOfOld[pair.old] = pair.new
      pairing.partnersOfNew[pair.new] = pair.old
    }
    return pairing
  }

  /// Learns the tokens that unchanged interactions produce, up to a limit.
  private static func learn(
    _ new: CassetteFile, _ pairing: Pairing, _ redactor: Redactor
  )
    throws
  {
    guard pairing.isIdentical.contains(false) else { return }
    var seen = 0
    for index in 0..<new.count where pairing.isIdentical[index] {
      seen += new.range(ofItem: index)?.count ?? 4096
      guard seen <= learningLimit else { return }
      redactor.learn(from: try new.interaction(at: index))
    }
  }

  // MARK: - Pairs

  /// The change between two paired items, without secrets; nil when nothing that the reader asked
  /// for changed.
  ///
  /// Items that are clean as they stand in the cassettes have no secrets.
  private mutating func change(
    from old: Interaction, to new: Interaction, _ comparison: InteractionComparison,
    _ redactor: Redactor, areClean: () -> Bool
  ) -> InteractionChange? {
    // Nearly all differing pairs differ only in volatile parts; such pairs need no redaction.
    let raw = comparison.differences(old, new)
    if raw.isEmpty { return nil }
    guard raw.contains(where: { comparison.shows($0) }),
      comparison.showsVolatile || !comparison.areSame(old, new)
    else {
      volatileOnly += 1
      return nil
    }
    // A token that was met may stand where nothing else shows it.
    let isKnown = redactor.tokenCount == 0 && areClean()
    let (before, after) = isKnown ? (old, new) : redactor.redacting(old, new)
    var change = InteractionChange(kind: .changed, old: before, new: after)
    // Where there is no secret there is nothing else to be found.
    let isPlain = isKnown || before == old && after == new
    let found = isPlain ? raw : comparison.differences(before, after)
    let secrets = isPlain ? [] : Self.secrets(raw, found, redactor)
    change.differences = (found + secrets).filter(comparison.shows).grouped(comparison.limits)
    change.hiddenCount = (found + secrets).count { !comparison.shows($0) }
    return change
  }

  /// The places in which two different secrets have the same placeholder.
  private static func secrets(
    _ raw: [PlacedDifference], _ found: [PlacedDifference], _ redactor: Redactor
  ) -> [PlacedDifference] {
    struct Place: Hashable {
      var side: MessageDifference.Side
      var part: MessageDifference.Part
      var place: [UInt8]
      init(_ found: PlacedDifference) {
        (side, part) = (found.difference.side, found.difference.part)
        place = part == .url ? [] : Array(found.place.utf8)
      }
    }
    let known = Set(found.map(Place.init))
    var reported: Set<Place> = []
    return raw.compactMap { difference in
      let place = Place(difference)
      guard difference.difference.kind == .changed, !known.contains(place),
        reported.insert(place).inserted
      else { return nil }
      var secret = difference
      secret.difference.place = redactor.redacting(text: difference.place)
      secret.steps = []
      secret.element = nil
      secret.difference.hunks = []
      (secret.difference.old, secret.difference.new) = ("(secret)", "differs (secret)")
      return secret
    }
  }
}

extension InteractionComparison {
  /// True when a difference is shown to the reader.
  func shows(_ found: PlacedDifference) -> Bool {
    showsVolatile || found.difference.volatility == nil
  }
}

extension InteractionChange {
  /// Names the change of the URL as that of the endpoint, which is the same wherever it was
  /// renamed.
  fileprivate mutating func tell(_ renaming: RenamedEndpoints.Renaming) {
    guard let old = old?.request.url, let new = new?.request.url,
      let index = differences.firstIndex(where: { $0.part == .url })
    else { return }
    differences[index].place = "path"
    differences[index].old = RenamedEndpoints.words(old, renaming, count: renaming.oldCount)
    differences[index].new = RenamedEndpoints.words(new, renaming, count: renaming.newCount)
  }
}
