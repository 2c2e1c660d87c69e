/// Finds the interactions whose outcomes came, or began, before their requests had ended.
///
/// They are found by the heads of the requests: what had passed of the content of one whose outcome
/// came by then is not in the cassette.
///
/// A client may wait for such an outcome before it sends the rest of its content, so it is served
/// once nothing but the content could decide otherwise.
struct EarlyOutcomes: Sendable {
  /// Items in recorded order of which the used ones at the beginning are passed over once.
  private struct Queue: Sendable {
    var items: [Int] = []
    private var start = 0

    /// The first item that may still be served.
    mutating func first(_ remaining: [Int32]) -> Int? {
      while start < items.count, remaining[items[start]] <= 0 { start += 1 }
      return start < items.count ? items[start] : nil
    }

    /// Looks again at an item that may be served once more.
    mutating func giveBack(_ item: Int) {
      if let place = items[..<start].firstIndex(of: item) { start = place }
    }

    /// True when no other item than one may be served.
    mutating func isOnly(_ item: Int, _ remaining: [Int32], repeats: Bool) -> Bool {
      guard let first = first(remaining) else { return !repeats || items == [item] }
      return first == item && !items[(start + 1)...].contains { remaining[$0] > 0 }
    }
  }

  /// The interactions of one head.
  private struct Group: Sendable {
    var early = Queue()
    var others = Queue()
    /// The others, whose responses began early.
    var begun = Queue()

    mutating func first(
      _ remaining: [Int32], repeats: Bool, isCertain: Bool, isByHead: Bool
    ) -> Int? {
      let other = others.first(remaining)
      guard let first = early.first(remaining) else {
        guard repeats, other == nil, let last = early.items.last else { return nil }
        let isLast = others.items.last.map { $0 < last } ?? true
        return isLast || !isCertain ? last : nil
      }
      guard let other, isCertain else { return first }
      return isByHead && first < other ? first : nil
    }

    mutating func firstBegun(
      _ remaining: [Int32], repeats: Bool, isCertain: Bool, isByHead: Bool,
      begins: (Int) throws -> Bool
    ) rethrows -> Int? {
      let unused = begun.first(remaining)
      guard let first = unused ?? (repeats ? begun.items.first : nil) else { return nil }
      guard !isCertain else {
        let isOnly =
          isByHead && early.items.isEmpty && others.isOnly(first, remaining, repeats: repeats)
        return isOnly ? first : nil
      }
      let usable = begun.items.lazy.filter { unused == nil || remaining[$0] > 0 }
      return try usable.first(where: begins) ?? (isByHead ? first : nil)
    }
  }

  private let heads: HeadEquivalence
  private var groups: [Int: Group] = [:]

  /// Collects them.
  ///
  /// - Parameters:
  ///   - file: The cassette.
  ///   - equivalence: The policy. Under one with a closure, which may look at contents, there are
  ///     none.
  ///   - ruled: The items with rules of their own, which are left out.
  init(in file: CassetteFile, under equivalence: RequestEquivalence, except ruled: Set<Int>) {
    heads = HeadEquivalence(equivalence)
    let words = [
      Array("\(ResponseKey.awaits.rawValue):".utf8), Array("\(ItemKey.error.rawValue):".utf8),
    ]
    guard equivalence.isFullyKeyed, words.contains(where: { file.bytes.firstRange(of: $0) != nil })
    else { return }
    var early: Set<Int> = []
    for item in 0..<file.count where !ruled.contains(item) {
      let text = file.text(at: item)
      // An item that cannot be read is reported to whoever is served it.
      guard words.contains(where: { text.firstRange(of: $0) != nil }),
        let interaction = try? file.interaction(at: item)
      else { continue }
      if interaction.isEarly {
        early.insert(item)
        groups[heads.hash(of: interaction.request), default: Group()].early.items.append(item)
      } else if interaction.beganWithinUpload {
        groups[heads.hash(of: interaction.request), default: Group()].begun.items.append(item)
      }
    }
    guard !groups.isEmpty else { return }
    for item in 0..<file.count where !ruled.contains(item) && !early.contains(item) {
      guard let hash = heads.hash(ofItem: item, in: file), groups[hash] != nil else { continue }
      groups[hash]?.others.items.append(item)
    }
  }

  /// Looks again at an item that may be served once more.
  mutating func giveBack(_ item: Int) {
    for hash in groups.keys {
      groups[hash]?.early.giveBack(item)
      groups[hash]?.others.giveBack(item)
      groups[hash]?.begun.giveBack(item)
    }
  }

  /// True when there are none.
  var isEmpty: Bool { groups.isEmpty }

  /// The interaction whose outcome is served to a request before its content has arrived.
  ///
  /// - Parameters:
  ///   - head: The request without its content.
  ///   - remaining: How often each item may still be served.
  ///   - repeats: Whether an item that was used up may be served again.
  ///   - isCertain: True to find one only where no content could decide otherwise.
  /// - Returns: The item; nil when there is none, or the content has to be waited for.
  mutating func first(
    for head: Interaction.Request, _ remaining: [Int32], repeats: Bool, isCertain: Bool
  ) -> Int? {
    guard !groups.isEmpty else { return nil }
    let isByHead = heads.isWhole
    return groups[heads.hash(of: head)]?.first(
      remaining, repeats: repeats, isCertain: isCertain, isByHead: isByHead)
  }

  /// The interaction whose response began before its request had ended, for a request that has
  /// arrived in part.
  ///
  /// - Parameters:
  ///   - head: The request.
  ///   - remaining: How often each item may still be served.
  ///   - repeats: Whether an item that was used up may be served again.
  ///   - isCertain: True to find one only where nothing else can be served.
  ///   - begins: Whether the recorded request of an item begins as this one does.
  /// - Returns: The item: one that begins so, or else the first, where contents do not count; nil
  ///   when there is none.
  mutating func firstBegun(
    for head: Interaction.Request, _ remaining: [Int32], repeats: Bool, isCertain: Bool,
    begins: (Int) throws -> Bool
  ) rethrows -> Int? {
    guard !groups.isEmpty else { return nil }
    let isByHead = heads.isWhole
    return try groups[heads.hash(of: head)]?.firstBegun(
      remaining, repeats: repeats, isCertain: isCertain, isByHead: isByHead, begins: begins)
  }
}

extension Interaction {
  /// True when the outcome came before the request had ended.
  fileprivate var isEarly: Bool {
    switch outcome.byFinalResponse {
    case .response: isUploadLeftOut
    case .failure(let failure): request.body.isEmpty && !failure.isLeft
    }
  }
}
