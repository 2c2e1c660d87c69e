/// The items of two states by their keys, in arrays whose number does not depend on the items'.
struct KeyGroups {
  /// The items of one state, sorted into groups.
  struct Side {
    /// The group of each item, or -1.
    fileprivate var groups: [Int32]
    private var items: [Int32] = []
    /// The start of each group in `items`, and the end of the last.
    private var starts: [Int32] = [0]

    fileprivate init(count: Int) { groups = Array(repeating: -1, count: count) }

    /// Sorts the items by their groups, in time linear in both (a counting sort).
    fileprivate mutating func sort(into count: Int) {
      starts = Array(repeating: 0, count: count + 1)
      for group in groups where group >= 0 { starts[Int(group) + 1] += 1 }
      for group in 0..<count { starts[group + 1] += starts[group] }
      var next = starts
      items = Array(repeating: 0, count: Int(starts[count]))
      for (item, group) in groups.enumerated() where group >= 0 {
        items[Int(next[Int(group)])] = Int32(item)
        next[Int(group)] += 1
      }
    }

    /// The items of a group in their order.
    subscript(group: Int) -> [Int] { items[range(group)].map { Int($0) } }

    /// The only item of a group; nil when it has none or several.
    fileprivate func single(_ group: Int) -> Int? {
      range(group).count == 1 ? Int(items[range(group).lowerBound]) : nil
    }

    private func range(_ group: Int) -> Range<Int> {
      Int(starts[group])..<Int(starts[group + 1])
    }
  }

  /// The old items.
  private(set) var old: Side
  /// The new items.
  private(set) var new: Side
  private var numbers: [KeyDigest: Int32] = [:]
  /// The first old item of each group, or -1.
  private var firstOfOld: [Int32] = []

  /// Creates groups without items.
  init(oldCount: Int, newCount: Int) {
    (old, new) = (Side(count: oldCount), Side(count: newCount))
    numbers.reserveCapacity(oldCount)
  }

  /// The number of groups.
  var count: Int { firstOfOld.count }

  /// The items of a group that has one on each side.
  func singlePair(_ group: Int) -> (old: Int, new: Int)? {
    old.single(group).flatMap { old in new.single(group).map { (old, $0) } }
  }

  mutating func addOld(_ item: Int, _ key: KeyDigest) {
    let group = group(of: key)
    old.groups[item] = Int32(group)
    if firstOfOld[group] < 0 { firstOfOld[group] = Int32(item) }
  }

  mutating func addNew(_ item: Int, _ key: KeyDigest) { new.groups[item] = Int32(group(of: key)) }

  /// Adds a new item that has the key of an old one.
  mutating func addNew(_ item: Int, likeOld other: Int) { new.groups[item] = old.groups[other] }

  /// True for an old item that has a key.
  func isKeyed(_ item: Int) -> Bool { old.groups.indices.contains(item) && old.groups[item] >= 0 }

  /// The first old item with a key.
  func firstOld(_ key: KeyDigest) -> Int? {
    numbers[key].flatMap { firstOfOld[Int($0)] < 0 ? nil : Int(firstOfOld[Int($0)]) }
  }

  /// Sorts the items into their groups, once all are added.
  mutating func sort() {
    old.sort(into: count)
    new.sort(into: count)
  }

  private mutating func group(of key: KeyDigest) -> Int {
    let next = Int32(count)
    // One hash lookup both searches and adds.
    let group = { (known: inout Int32) in Int(known) }(&numbers[key, default: next])
    if group == Int(next) { firstOfOld.append(-1) }
    return group
  }
}
