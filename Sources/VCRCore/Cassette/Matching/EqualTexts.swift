#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Pairs the equal texts of two lists, in order where possible, at a cost that is linear in their
/// bytes.
struct EqualTexts {
  /// For each new text, the position of the equal old one.
  private(set) var partnersOfNew: [Int?]
  /// For each old text, the position of the equal new one.
  private(set) var partnersOfOld: [Int?]

  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]

  /// How many texts ahead an equal one is looked for before all texts are hashed.
  private static let lookahead = 4

  /// Pairs the texts of two lists.
  init(old: [ArraySlice<UInt8>], new: [ArraySlice<UInt8>]) {
    (self.old, self.new) = (old, new)
    partnersOfOld = Array(repeating: nil, count: old.count)
    partnersOfNew = Array(repeating: nil, count: new.count)
    pairInOrder()
    pairByPosition()
    pairOthers()
  }

  private mutating func join(_ left: Int, _ right: Int) {
    partnersOfNew[right] = left
    partnersOfOld[left] = right
  }

  private mutating func pairInOrder() {
    var (left, right) = (0, 0)
    while left < old.count, right < new.count {
      if let skip = skip(left, right) {
        left += skip.old
        right += skip.new
        join(left, right)
      }
      left += 1
      right += 1
    }
  }

  /// The number of texts on either side before the next one that both have.
  private func skip(_ left: Int, _ right: Int) -> (old: Int, new: Int)? {
    if Self.areSame(old[left], new[right]) { return (0, 0) }
    for step in 1...Self.lookahead {
      if right + step < new.count, Self.areSame(old[left], new[right + step]) { return (0, step) }
      if left + step < old.count, Self.areSame(old[left + step], new[right]) { return (step, 0) }
    }
    return nil
  }

  /// Pairs equal texts by their positions where the pass in order could have chosen others.
  ///
  /// When some of 500 equal texts changed, that pass takes the new ones as added and the last ones
  /// of the sequence as removed. Texts at the same distance from the beginning are paired instead,
  /// and behind some text those at the same distance from the end, unless fewer have a partner
  /// then: in both lists as a whole, or else between two pairs that leave no choice.
  private mutating func pairByPosition() {
    if settle(old.indices, new.indices) { return }
    var start = (old: 0, new: 0)
    for right in 0...new.count {
      guard right < new.count else {
        settle(start.old..<old.count, start.new..<right)
        return
      }
      guard let left = partnersOfNew[right], isAlone(left, right) else { continue }
      settle(start.old..<left, start.new..<right)
      start = (left + 1, right + 1)
    }
  }

  /// True when the texts of a pair differ from those beside them.
  private func isAlone(_ left: Int, _ right: Int) -> Bool {
    func differs(_ texts: [ArraySlice<UInt8>], _ index: Int, _ other: Int) -> Bool {
      !texts.indices.contains(other) || !Self.areSame(texts[index], texts[other])
    }
    return differs(old, left, left - 1) && differs(old, left, left + 1)
      && differs(new, right, right - 1) && differs(new, right, right + 1)
  }

  /// Pairs two sections by position; false when that leaves more texts without a partner.
  @discardableResult private mutating func settle(
    _ left: Range<Int>, _ right: Range<Int>
  ) -> Bool {
    let paired = right.count { partnersOfNew[$0] != nil }
    guard paired > 0, paired < max(left.count, right.count) else { return true }
    let length = min(left.count, right.count)
    /// For each number of texts at the end, how many of them have an equal one there.
    var atEnd = [0]
    for step in 1...length {
      let isSame = Self.areSame(old[left.upperBound - step], new[right.upperBound - step])
      atEnd.append(atEnd[step - 1] + (isSame ? 1 : 0))
    }
    var (best, count, atStart) = (0, atEnd[length], 0)
    for step in 0..<length {
      if Self.areSame(old[left.lowerBound + step], new[right.lowerBound + step]) { atStart += 1 }
      if atStart + atEnd[length - step - 1] >= count {
        (best, count) = (step + 1, atStart + atEnd[length - step - 1])
      }
    }
    guard count >= paired else { return false }
    for index in left { partnersOfOld[index] = nil }
    for index in right { partnersOfNew[index] = nil }
    for step in 0..<best { joinIfSame(left.lowerBound + step, right.lowerBound + step) }
    for step in best..<length {
      joinIfSame(left.upperBound - length + step, right.upperBound - length + step)
    }
    return true
  }

  private mutating func joinIfSame(_ left: Int, _ right: Int) {
    if Self.areSame(old[left], new[right]) { join(left, right) }
  }

  private mutating func pairOthers() {
    let left = partnersOfOld.indices.filter { partnersOfOld[$0] == nil }
    let right = partnersOfNew.indices.filter { partnersOfNew[$0] == nil }
    guard !left.isEmpty, !right.isEmpty else { return }
    var places: [Int: [Int]] = [:]
    places.reserveCapacity(left.count)
    for index in left.reversed() { places[Self.digest(old[index]), default: []].append(index) }
    for index in right {
      let digest = Self.digest(new[index])
      guard let place = places[digest]?.last, Self.areSame(old[place], new[index]) else { continue }
      places[digest]?.removeLast()
      join(place, index)
    }
  }

  private static func areSame(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    unsafe left.withUnsafeBytes { left in
      unsafe right.withUnsafeBytes { right in
        guard left.count == right.count, let from = left.baseAddress, let to = right.baseAddress
        else { return false }
        return unsafe memcmp(from, to, left.count) == 0
      }
    }
  }

  private static func digest(_ text: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
