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
    Self.settle(&partnersOfNew, &partnersOfOld) { Self.areSame(new[$0], old[$1]) }
    Self.settle(&partnersOfOld, &partnersOfNew) { Self.areSame(old[$0], new[$1]) }
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

  /// Moves the unpaired texts of a sequence of equal ones to the same position in both lists.
  ///
  /// When one of 500 equal texts changed, the pass in order takes the new one as added and the last
  /// of the sequence as removed. The texts between are equal, so each can take the partner of its
  /// predecessor instead.
  ///
  /// - Parameters:
  ///   - ones: The partners of the list in which the unpaired text comes first.
  ///   - others: The partners of the other list.
  ///   - areSame: True for equal texts, that of the first list first.
  private static func settle(
    _ ones: inout [Int?], _ others: inout [Int?], _ areSame: (Int, Int) -> Bool
  ) {
    for gap in ones.indices where ones[gap] == nil {
      guard gap + 1 < ones.count, let start = ones[gap + 1] else { continue }
      var count = 0
      while gap + 1 + count < ones.count, start + count + 1 < others.count,
        ones[gap + 1 + count] == start + count, areSame(gap + 1 + count, start + count + 1)
      {
        count += 1
        guard others[start + count] == nil else { continue }
        for step in 1...count {
          ones[gap + step] = start + step
          others[start + step] = gap + step
        }
        others[start] = nil
        break
      }
    }
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
