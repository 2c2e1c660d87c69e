import VCRCore

/// Merges two sides' versions of one interaction, part by part.
///
/// A change of a response's header section on one side and of its body on the other is no conflict.
/// Parts that would no longer form one exchange are: a request that one side changed together with
/// the other side's response, two changes of the request, which together nobody sent, or a status
/// with the other side's body. Differences in volatile parts are not changes.
struct ItemMerge {
  /// The halves of an exchange that differ from the base only in volatile parts, for each side.
  struct Unchanged {
    /// The unchanged halves of our side.
    var ours = (request: false, response: false)
    /// The unchanged halves of their side.
    var theirs = (request: false, response: false)
  }

  /// The parts that may differ from run to run.
  let volatility: Volatility
  /// The column of the items' dashes.
  let indent: Int

  /// Merges an item that both sides changed.
  ///
  /// - Parameters:
  ///   - base: The common ancestor's text.
  ///   - ours: Our text.
  ///   - theirs: Their text.
  ///   - unchanged: The halves whose content is known to equal the base.
  /// - Returns: The merged text; a single conflict of the whole texts if they cannot be merged by
  ///   parts.
  func merge(
    base: ArraySlice<UInt8>, ours: ArraySlice<UInt8>, theirs: ArraySlice<UInt8>,
    unchanged: Unchanged = Unchanged()
  ) -> [MergeSegment] {
    let whole = [
      MergeSegment.conflict(.init(ours: Array(ours), base: Array(base), theirs: Array(theirs)))
    ]
    let segments: [MergeSegment]?
    if let base = ItemParts(base, indent: indent), let ours = ItemParts(ours, indent: indent),
      let theirs = ItemParts(theirs, indent: indent)
    {
      segments = merge(base: base, ours: ours, theirs: theirs, unchanged)
    } else {
      segments = LineMerge.merge(base: base, ours: ours, theirs: theirs)
    }
    guard let segments, Self.isInteraction(segments.text(\.ours)),
      Self.isInteraction(segments.text(\.theirs))
    else { return whole }
    return segments
  }

  /// True when two texts differ in nothing that a person would have edited: only in volatile parts,
  /// and in the content of bodies, which is compared as part of the interaction.
  func isWrittenAlike(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard let left = ItemParts(left, indent: indent), let right = ItemParts(right, indent: indent),
      left.intro == right.intro
    else { return false }
    func stable(_ item: ItemParts) -> [ItemParts.Part] {
      item.parts.filter { !isVolatile($0.path) }
    }
    func remarks(_ item: ItemParts) -> [ArraySlice<UInt8>] {
      item.parts.filter { isVolatile($0.path) }
        .flatMap { PartText($0.text, at: $0.path).remarks }
    }
    guard remarks(left) == remarks(right) else { return false }
    func isBody(_ path: [String]) -> Bool {
      path.count == 2 && path[1] == ResponseKey.body.rawValue
    }
    let (first, second) = (stable(left), stable(right))
    return first.count == second.count
      && zip(first, second).allSatisfy { one, other in
        one.path == other.path
          && (one.text == other.text || isBody(one.path) && isAnnotatedAlike(one, other)
            || isStableField(one, other))
      }
  }

  /// True for two texts of a part with the same comments and the same unknown keys.
  private func isAnnotatedAlike(_ left: ItemParts.Part, _ right: ItemParts.Part) -> Bool {
    let (one, other) = (PartText(left.text, at: left.path), PartText(right.text, at: right.path))
    return one.remarks == other.remarks && one.unknownKeys == other.unknownKeys
  }

  /// True for two header fields that differ only in volatile parts of their values, such as the
  /// boundary that a client chose.
  private func isStableField(_ left: ItemParts.Part, _ right: ItemParts.Part) -> Bool {
    guard left.path.count == 3, left.path[1] == RequestKey.headers.rawValue else { return false }
    func value(_ part: ItemParts.Part) -> String {
      let text = String(decoding: part.text, as: UTF8.self)
      let value = text.drop { $0 != ":" }.dropFirst()
      return volatility.stableValue(ofHeader: left.path[2].lowercased(), String(value))
    }
    return value(left) == value(right)
  }

  /// Of two texts with equal content, the one in which more is redacted, or else the one that was
  /// recorded later; nil when each has a placeholder that the other lacks.
  func newer(_ ours: ArraySlice<UInt8>, _ theirs: ArraySlice<UInt8>) -> [MergeSegment]? {
    let redacted = (PartText.placeholders(in: ours), PartText.placeholders(in: theirs))
    guard redacted.0 == redacted.1 else {
      if PartText.has(redacted.0, allOf: redacted.1) { return [.clean(Array(ours))] }
      return PartText.has(redacted.1, allOf: redacted.0) ? [.clean(Array(theirs))] : nil
    }
    guard let left = ItemParts(ours, indent: indent), let right = ItemParts(theirs, indent: indent),
      Self.isNewer(right, than: left)
    else { return [.clean(Array(ours))] }
    return [.clean(Array(theirs))]
  }

  private func merge(
    base: ItemParts, ours: ItemParts, theirs: ItemParts, _ unchanged: Unchanged
  ) -> [MergeSegment]? {
    let takesOurs = !Self.isNewer(theirs, than: ours)

    var segments = LineMerge.merge(base: base.intro, ours: ours.intro, theirs: theirs.intro)
    guard !segments.hasConflict else { return nil }
    let intro = segments.text(\.ours)
    segments = []
    var changes = Changes(unchanged: unchanged)
    for part in AlignedParts(base: base, ours: ours, theirs: theirs).parts {
      let (path, old, our, their) = (part.path, part.base, part.ours, part.theirs)
      func note(isOurs: Bool) {
        let new = isOurs ? our : their
        guard !isVolatile(path) else { return }
        let (before, after) = (
          old.map { PartText($0, at: path) }, new.map { PartText($0, at: path) }
        )
        guard before?.said != after?.said else { return }
        changes.note(
          path, isOurs: isOurs, isAsked: before?.saidByClient != after?.saidByClient,
          isStatus: before?.grpcStatus != after?.grpcStatus)
      }
      if our == their || their == old {
        if our != their { note(isOurs: true) }
        segments.append(clean: our ?? [])
      } else if our == old {
        note(isOurs: false)
        segments.append(clean: their ?? [])
      } else if isVolatile(path) {
        segments += newer(old ?? [], our ?? [], their ?? [], at: path, takesOurs: takesOurs)
      } else if let our, let their, old != nil || path.count > 2 {
        let both = merged(old ?? [], our, their, at: path, takesOurs: takesOurs)
        // A result that equals one side counts as that side's own change.
        if both != [.clean(Array(their))] { note(isOurs: true) }
        if both != [.clean(Array(our))] { note(isOurs: false) }
        segments += both
      } else {
        return nil
      }
    }
    guard changes.areCoherent, case .clean(var first)? = segments.first, first.count > indent else {
      return nil
    }
    first[indent] = UInt8(ascii: "-")
    segments[0] = .clean(intro + first)
    return segments
  }

  /// Of a volatile part that both sides changed the newer one, but with what somebody remarked on
  /// it, and with a secret redacted.
  private func newer(
    _ old: ArraySlice<UInt8>, _ our: ArraySlice<UInt8>, _ their: ArraySlice<UInt8>,
    at path: [String], takesOurs: Bool
  ) -> [MergeSegment] {
    func remarks(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
      PartText(text, at: path).remarks
    }
    let (before, ours, theirs) = (remarks(old), remarks(our), remarks(their))
    let redacted = (PartText.placeholders(in: our), PartText.placeholders(in: their))
    let mayBe = (
      ours: theirs == before || theirs == ours, theirs: ours == before || ours == theirs
    )
    if redacted.0 == redacted.1 {
      if mayBe.ours, mayBe.theirs { return [.clean(Array(takesOurs ? our : their))] }
      if mayBe.theirs { return [.clean(Array(their))] }
      if mayBe.ours { return [.clean(Array(our))] }
    } else if mayBe.ours, PartText.has(redacted.0, allOf: redacted.1) {
      return [.clean(Array(our))]
    } else if mayBe.theirs, PartText.has(redacted.1, allOf: redacted.0) {
      return [.clean(Array(their))]
    }
    return LineMerge.merge(base: old, ours: our, theirs: their)
  }

  /// Merges a part that both sides changed.
  ///
  /// Different times of a stream's chunks are not a change.
  private func merged(
    _ old: ArraySlice<UInt8>, _ our: ArraySlice<UInt8>, _ their: ArraySlice<UInt8>,
    at path: [String], takesOurs: Bool
  ) -> [MergeSegment] {
    func untimed(_ text: ArraySlice<UInt8>) -> [UInt8] { PartText(text, at: path).untimed }
    let (before, ours, theirs) = (untimed(old), untimed(our), untimed(their))
    if ours == theirs { return [.clean(Array(takesOurs ? our : their))] }
    if before == ours { return [.clean(Array(their))] }
    if before == theirs { return [.clean(Array(our))] }
    return LineMerge.merge(base: old, ours: our, theirs: their)
  }

  private func isVolatile(_ path: [String]) -> Bool {
    switch path.count {
    case 1: [ItemKey.seconds, .recordedAt].contains(ItemKey(rawValue: path[0]))
    // The order of fields of different names has no meaning, how much of an upload had passed by
    // then is a matter of chance, and whether a length is announced one of the transfer.
    case 2:
      [ResponseKey.headerOrder, .trailerOrder, .awaits, .length]
        .contains(ResponseKey(rawValue: path[1]))
    case 3: volatility.reason(ofHeader: path[2]) != nil
    default: false
    }
  }

  /// True when an item was recorded later than another.
  private static func isNewer(_ left: ItemParts, than right: ItemParts) -> Bool {
    func time(_ item: ItemParts) -> ArraySlice<UInt8> {
      item.parts.last { $0.path == [ItemKey.recordedAt.rawValue] }?.text ?? []
    }
    return time(right).lexicographicallyPrecedes(time(left))
  }

  /// True when a text is exactly one item that can be read.
  private static func isInteraction(_ text: [UInt8]) -> Bool {
    guard let tree = try? YAMLParser.parse(text), tree.nodes.count > 1,
      tree.nodes[YAMLTree.root].kind == .sequence,
      Int(tree.nodes[1].end) == tree.nodes.count
    else { return false }
    return (try? InteractionReader(tree: tree, item: 1).checkParts()) != nil
  }

  /// The parts of an exchange that each side changed.
  private struct Changes {
    let unchanged: Unchanged
    private var request = (ours: false, theirs: false)
    private var status = (ours: false, theirs: false)
    private var response = (ours: false, theirs: false)

    init(unchanged: Unchanged) { self.unchanged = unchanged }

    /// Notes a part that a side changed.
    ///
    /// - Parameters:
    ///   - path: The part.
    ///   - isOurs: The side.
    ///   - isAsked: True for messages of which those of the client changed, to which others
    ///     respond.
    ///   - isStatus: True for fields of which the status of gRPC changed.
    mutating func note(_ path: [String], isOurs: Bool, isAsked: Bool, isStatus: Bool) {
      let known = isOurs ? unchanged.ours : unchanged.theirs
      let part = path.count == 2 ? ResponseKey(rawValue: path[1]) : nil
      func mark(_ changes: inout (ours: Bool, theirs: Bool)) {
        if isOurs { changes.ours = true } else { changes.theirs = true }
      }
      switch path.first.flatMap(ItemKey.init) {
      case .request where !known.request: mark(&request)
      case .response where !known.response:
        mark(&response)
        if part == .status || isStatus { mark(&status) }
      case .messages where !known.response:
        mark(&response)
        if isAsked { mark(&request) }
      case .error where !known.response, .left where !known.response:
        // How a response broke off belongs to the bytes that had come by then.
        mark(&response)
        mark(&status)
      default: break
      }
    }

    /// True when the parts from both sides can still form one exchange.
    var areCoherent: Bool {
      func areOfOneSide(
        _ left: (ours: Bool, theirs: Bool), _ right: (ours: Bool, theirs: Bool)
      ) -> Bool {
        !(left.ours && right.theirs) && !(left.theirs && right.ours)
      }
      // No service has responded to a request that is put together, and another status comes with
      // other header fields and another body.
      return areOfOneSide(request, request) && areOfOneSide(request, response)
        && areOfOneSide(status, response)
    }
  }
}
