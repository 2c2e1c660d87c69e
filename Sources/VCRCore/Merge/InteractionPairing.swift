/// Says which items of two versions of a cassette are the same interaction.
struct InteractionPairing {
  /// One version's items, with the keys that are worked out when they are needed.
  struct Version {
    /// The items' texts.
    let items: [ArraySlice<UInt8>]
    /// The cassette they are from; nil when there is none.
    let file: CassetteFile?
    /// The items' positions in that cassette; nil when they are all there are.
    var numbers: [Int]?
  }

  /// The policy that pairs requests.
  let equivalence: RequestEquivalence

  /// Pairs the items of two versions: those with the same text, then those with the same request,
  /// each in its order, then those whose requests are equivalent.
  ///
  /// - Parameters:
  ///   - left: One version.
  ///   - right: The other.
  ///   - isLoose: False to leave out the last step.
  /// - Returns: For each item of the left version its partner in the right one.
  func partners(_ left: Version, _ right: Version, isLoose: Bool = true) -> [Int?] {
    var partners = [Int?](repeating: nil, count: left.items.count)
    var isTaken = [Bool](repeating: false, count: right.items.count)
    func pair<Key: Hashable>(_ leftKey: (Int) -> Key, _ rightKey: (Int) -> Key) {
      var waiting: [Key: (next: Int, items: [Int])] = [:]
      for item in right.items.indices where !isTaken[item] {
        waiting[rightKey(item), default: (0, [])].items.append(item)
      }
      guard !waiting.isEmpty else { return }
      for item in left.items.indices where partners[item] == nil {
        let key = leftKey(item)
        guard let place = waiting.index(forKey: key) else { continue }
        let queue = waiting.values[place]
        guard queue.next < queue.items.count else { continue }
        partners[item] = queue.items[queue.next]
        isTaken[queue.items[queue.next]] = true
        waiting.values[place].next += 1
      }
    }
    // Most items have not changed and stand in one order; only the others are looked up.
    let head = zip(left.items, right.items).prefix { $0 == $1 }.count
    for item in 0..<head {
      partners[item] = item
      isTaken[item] = true
    }
    pair({ left.items[$0] }, { right.items[$0] })
    for step in isLoose ? [true, false] : [true] {
      pair({ key(left, $0, withBody: step) }, { key(right, $0, withBody: step) })
    }
    return partners
  }

  private func key(_ version: Version, _ item: Int, withBody: Bool) -> [UInt8] {
    var key: [UInt8] = []
    if let request = try? version.file?.request(at: version.numbers?[item] ?? item) {
      equivalence.appendKey(of: request, to: &key)
      if withBody { request.body.bytes.appendDigest(to: &key) }
    } else {
      // A request that cannot be read, for want of a file beside the cassette, has its text.
      key = Array(version.items[item])
    }
    return key
  }
}
