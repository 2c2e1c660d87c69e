import VCRCore

/// The order of what two sides made of a list.
///
/// Elements are the same number in every list that has them. The list that was put in another order
/// gives the order; what only the other side has follows what it follows there.
enum MergeOrder {
  /// Merges three orders.
  ///
  /// - Parameters:
  ///   - base: The common ancestor's elements.
  ///   - ours: Ours.
  ///   - theirs: Theirs.
  /// - Returns: Every element of ours and theirs once. Where both sides put theirs in another
  ///   order, ours counts; where both add at one place, ours come first.
  static func merge(base: [Int], ours: [Int], theirs: [Int]) -> [Int] {
    let count = (base + ours + theirs).max().map { $0 + 1 } ?? 0
    var rank = [Int?](repeating: nil, count: count)
    for (position, element) in base.enumerated() { rank[element] = position }
    func isReordered(_ side: [Int]) -> Bool {
      var last = -1
      for element in side {
        guard let position = rank[element] else { continue }
        if position < last { return true }
        last = position
      }
      return false
    }
    let isTheirs = isReordered(theirs) && !isReordered(ours)
    let (leading, other) = isTheirs ? (theirs, ours) : (ours, theirs)

    var place = [Int?](repeating: nil, count: count)
    for (position, element) in leading.enumerated() { place[element] = position }
    let isInOther = other.reduce(into: [Bool](repeating: false, count: count)) { $0[$1] = true }
    // What the leading side alone added after an element stays next to it.
    var endOfRun = Array(leading.indices)
    for position in leading.indices.reversed().dropFirst() {
      let next = leading[position + 1]
      if !isInOther[next] && rank[next] == nil { endOfRun[position] = endOfRun[position + 1] }
    }
    var startRun = -1
    while startRun + 1 < leading.count, !isInOther[leading[startRun + 1]],
      rank[leading[startRun + 1]] == nil
    {
      startRun += 1
    }
    // Where theirs lead, ours still come first.
    var following: [Int: [Int]] = [:]
    var anchor = isTheirs ? -1 : startRun
    for element in other {
      if let position = place[element] {
        anchor = isTheirs ? position : endOfRun[position]
      } else {
        following[anchor, default: []].append(element)
      }
    }
    var merged = following[-1] ?? []
    merged.reserveCapacity(leading.count + other.count)
    for (position, element) in leading.enumerated() {
      merged.append(element)
      if let others = following[position] { merged += others }
    }
    return merged
  }
}
