import VCRCore

/// Finds the lines that two texts have in common, in order.
///
/// Lines that occur exactly once in both texts are the anchors, as in a patience diff. Between two
/// anchors the shortest edit is computed if the section is short. The cost is therefore linear in
/// the length of the texts, whatever they contain.
enum LineMatching {
  /// The longest section, in lines of both texts, for which the shortest edit is computed.
  private static let exactLimit = 400

  /// The pairs of equal lines.
  ///
  /// - Parameters:
  ///   - left: One text's lines.
  ///   - right: The other text's lines.
  /// - Returns: For each line of the left text, the index of its partner in the right one,
  ///   ascending; nil for a line without one.
  static func partners(_ left: [Int], _ right: [Int]) -> [Int?] {
    var partners = [Int?](repeating: nil, count: left.count)
    var stretches = [(left.indices, right.indices)]
    while var (a, b) = stretches.popLast() {
      while let i = a.first, let j = b.first, left[i] == right[j] {
        partners[i] = j
        a = a.dropFirst()
        b = b.dropFirst()
      }
      while let i = a.last, let j = b.last, left[i] == right[j] {
        partners[i] = j
        a = a.dropLast()
        b = b.dropLast()
      }
      guard !a.isEmpty, !b.isEmpty else { continue }
      let anchors = anchors(left, a, right, b)
      if anchors.isEmpty {
        if a.count + b.count <= exactLimit { matchExactly(left, a, right, b, &partners) }
        continue
      }
      var (i, j) = (a.lowerBound, b.lowerBound)
      for anchor in anchors {
        partners[anchor.left] = anchor.right
        stretches.append((i..<anchor.left, j..<anchor.right))
        (i, j) = (anchor.left + 1, anchor.right + 1)
      }
      stretches.append((i..<a.upperBound, j..<b.upperBound))
    }
    return partners
  }

  /// The longest ascending sequence of pairs of lines that occur once in both sections.
  private static func anchors(
    _ left: [Int], _ a: Range<Int>, _ right: [Int], _ b: Range<Int>
  ) -> [(left: Int, right: Int)] {
    var places: [Int: (left: Int?, right: Int?, isRepeated: Bool)] = [:]
    for i in a {
      let known = places[left[i]]
      places[left[i]] = (known?.left ?? i, nil, known != nil)
    }
    for j in b {
      guard let known = places[right[j]] else { continue }
      places[right[j]] = (known.left, j, known.isRepeated || known.right != nil)
    }
    var pairs: [(left: Int, right: Int)] = []
    for i in a {
      if let place = places[left[i]], !place.isRepeated, let j = place.right {
        pairs.append((i, j))
      }
    }
    return SequenceAlignment.longestAscending(pairs.map(\.right)).map { pairs[$0] }
  }

  private static func matchExactly(
    _ left: [Int], _ a: Range<Int>, _ right: [Int], _ b: Range<Int>, _ partners: inout [Int?]
  ) {
    for pair in SequenceAlignment.matches(Array(left[a]), Array(right[b])) {
      partners[a.lowerBound + pair.old] = b.lowerBound + pair.new
    }
  }
}
