/// Brings the interactions of a run together with those of the cassette it recorded to.
///
/// Old and new are paired by the equivalence policy and order, as a replay would take them. A pair
/// that differs only in volatile parts keeps its old text, so that re-recording an unchanged
/// service leaves the file byte-identical; new interactions go where they occurred.
struct CassetteMerge {
  /// How a run's interactions relate to the old ones.
  enum Manner: Sendable {
    /// All are new: mode `new-episodes`, which recorded only what the cassette could not serve.
    case adding
    /// They replace what they are paired with: mode `once`, and recoveries.
    case updating
    /// The same, and of several equivalent ones the last alone counts: mode `offline`.
    case refreshing
    /// The same, and old ones that did not occur are gone: mode `all`.
    case replacing
  }

  /// The items' texts in their new order.
  private(set) var items: [ArraySlice<UInt8>] = []
  /// How many new interactions were added.
  private(set) var added = 0
  /// How many old ones were replaced by a new one that differs.
  private(set) var updated = 0
  /// The requests of the old ones that are gone, as `METHOD URL`.
  private(set) var removed: [String] = []

  private let volatility: Volatility

  /// Merges a run into a cassette.
  ///
  /// - Parameters:
  ///   - recorded: The run's interactions in the order their requests started.
  ///   - base: The cassette as it is.
  ///   - equivalence: The policy that pairs old and new.
  ///   - manner: How the run's interactions relate to the old ones.
  ///   - volatility: What may differ although the service has not changed.
  ///   - anchors: For each recorded one the old one it followed; -1 for the beginning. Used in
  ///     `adding`, where no pair tells the place.
  /// - Throws: `CassetteError` when an item of either cannot be decoded.
  init(
    _ recorded: CassetteFile, into base: CassetteFile, equivalence: RequestEquivalence,
    manner: Manner, volatility: Volatility = .standard, anchors: [Int]? = nil
  ) throws {
    self.volatility = volatility
    var pairs: [Int: Int] = [:]
    var insertions: [Int: [Int]] = [:]
    var index = try DeckIndex(file: base, equivalence: equivalence, repeats: false)
    var place = manner == .adding ? base.count - 1 : -1
    let counted = manner == .refreshing ? try Self.last(in: recorded, equivalence) : nil
    for new in 0..<recorded.count where counted?.contains(new) ?? true {
      if manner != .adding, let old = try index.take(recorded.request(at: new)) {
        pairs[old] = new
        place = old
      } else {
        if let anchors { place = anchors[new] }
        insertions[place, default: []].append(new)
      }
    }
    insert(insertions[-1], from: recorded)
    for old in 0..<base.count {
      if let new = pairs[old] {
        try keepOrReplace(old, of: base, by: new, of: recorded)
      } else if manner == .replacing {
        let request = try base.request(at: old)
        removed.append("\(request.method) \(request.url)")
      } else {
        items.append(base.text(at: old))
      }
      insert(insertions[old], from: recorded)
    }
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

  private mutating func insert(_ new: [Int]?, from recorded: CassetteFile) {
    guard let new else { return }
    items += new.map { recorded.text(at: $0) }
    added += new.count
  }

  private mutating func keepOrReplace(
    _ old: Int, of base: CassetteFile, by new: Int, of recorded: CassetteFile
  ) throws {
    // An entry with a rule of its own was written by a person and stays theirs.
    let isKept =
      try base.rule(at: old) != nil
      || volatility.isSame(base.interaction(at: old), recorded.interaction(at: new))
    items.append(isKept ? base.text(at: old) : recorded.text(at: new))
    if !isKept { updated += 1 }
  }
}

extension RecordMode {
  /// How what this mode recorded is merged with the cassette that was there.
  var manner: CassetteMerge.Manner {
    switch self {
    case .newEpisodes: .adding
    case .all: .replacing
    case .offline: .refreshing
    case .none, .once: .updating
    }
  }
}
