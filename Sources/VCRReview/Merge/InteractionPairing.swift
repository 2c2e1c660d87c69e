import VCRCore

/// Finds the items of two versions of a cassette that are the same interaction.
struct InteractionPairing {
  /// The items of one version.
  struct Version {
    /// The items' texts.
    let items: [ArraySlice<UInt8>]
    /// The cassette that holds them; nil when there is none.
    let file: CassetteFile?
  }

  /// The criterion by which two items are the same interaction.
  enum Sameness {
    /// The items have equal texts.
    case text
    /// The requests match and have equal bodies.
    case request
    /// The requests match.
    case equivalent
  }

  /// The partners of each version's items.
  struct Partners {
    /// For each item of the left version, its partner in the right one.
    var ofLeft: [Int?]
    /// For each item of the right version, its partner in the left one.
    var ofRight: [Int?]

    /// Creates a state in which no item has a partner.
    init(_ left: Version, _ right: Version) {
      ofLeft = Array(repeating: nil, count: left.items.count)
      ofRight = Array(repeating: nil, count: right.items.count)
    }

    fileprivate mutating func pair(_ left: Int, _ right: Int) {
      ofLeft[left] = right
      ofRight[right] = left
    }
  }

  /// The policy that pairs requests.
  let equivalence: RequestEquivalence

  /// Pairs items that have no partner yet; items with equal keys are paired in order.
  ///
  /// - Parameters:
  ///   - left: One version.
  ///   - right: The other version.
  ///   - sameness: The criterion.
  ///   - partners: The partners so far.
  ///   - isSkipped: True for an item of the left or the right version that has a partner elsewhere.
  func pair(
    _ left: Version, _ right: Version, by sameness: Sameness, in partners: inout Partners,
    isSkipped: (left: (Int) -> Bool, right: (Int) -> Bool) = ({ _ in false }, { _ in false })
  ) {
    if case .text = sameness {
      // Most items are unchanged and in the same order; only the others are looked up.
      for item in 0..<min(left.items.count, right.items.count) {
        guard left.items[item] == right.items[item], partners.ofLeft[item] == nil,
          partners.ofRight[item] == nil, !isSkipped.left(item), !isSkipped.right(item)
        else { break }
        partners.pair(item, item)
      }
    }
    var waiting: [[UInt8]: (next: Int, items: [Int])] = [:]
    for item in right.items.indices where partners.ofRight[item] == nil && !isSkipped.right(item) {
      waiting[key(right, item, sameness), default: (0, [])].items.append(item)
    }
    guard !waiting.isEmpty else { return }
    for item in left.items.indices where partners.ofLeft[item] == nil && !isSkipped.left(item) {
      guard let place = waiting.index(forKey: key(left, item, sameness)) else { continue }
      let queue = waiting.values[place]
      guard queue.next < queue.items.count else { continue }
      partners.pair(item, queue.items[queue.next])
      waiting.values[place].next += 1
    }
  }

  /// The key that two items share when they are the same interaction.
  ///
  /// - Parameters:
  ///   - version: A version.
  ///   - item: One of its items.
  ///   - sameness: The criterion.
  /// - Returns: The key.
  func key(_ version: Version, _ item: Int, _ sameness: Sameness) -> [UInt8] {
    var key: [UInt8] = []
    // A request that cannot be read because its side file is missing is compared by its text.
    switch sameness {
    case .text: key = Array(version.items[item])
    case .request, .equivalent:
      guard let request = try? version.file?.request(at: item) else {
        return Array(version.items[item])
      }
      equivalence.appendKey(of: request, to: &key)
      if case .request = sameness { request.body.bytes.appendDigest(to: &key) }
    }
    return key
  }
}
