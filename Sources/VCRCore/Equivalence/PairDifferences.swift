/// The differences of two lists of name and value pairs, name by name.
enum PairDifferences {
  /// Finds the differences.
  ///
  /// - Parameters:
  ///   - part: The name of the part for the report.
  ///   - recorded: The recorded pairs.
  ///   - incoming: The incoming pairs.
  ///   - sortsValues: True when the order within one name does not count either.
  /// - Returns: The differences in the order of the recorded names, then of the new ones.
  static func find(
    part: String, recorded: QueryPairs, incoming: QueryPairs, sortsValues: Bool = false
  ) -> [RequestEquivalence.Difference] {
    var names: [[UInt8]] = []
    let old = values(of: recorded, sorted: sortsValues, names: &names)
    let new = values(of: incoming, sorted: sortsValues, names: &names)
    var differences: [RequestEquivalence.Difference] = []
    for name in names {
      var (left, right) = (old[name] ?? [], new[name] ?? [])
      if left == right { continue }
      if sortsValues { removeCommon(&left, &right) }
      for index in 0..<max(left.count, right.count) {
        let recordedValue = index < left.count ? left[index] : nil
        let incomingValue = index < right.count ? right[index] : nil
        guard recordedValue != incomingValue else { continue }
        if let recordedValue, let incomingValue,
          let inside = inJSON(recordedValue, incomingValue, part: part, name: name)
        {
          differences += inside.prefix(BodyDifferences.limit - differences.count)
        } else {
          differences.append(
            .init(
              part: part, place: MarkedName.plainOrQuoted(name),
              recorded: recordedValue.map(Excerpt.line),
              incoming: incomingValue.map(Excerpt.line)))
        }
        if differences.count == BodyDifferences.limit { return differences }
      }
    }
    return differences
  }

  /// The differences of two values that are objects or arrays of JSON; nil for any others, and for
  /// those that only are written differently.
  private static func inJSON(
    _ recorded: ArraySlice<UInt8>, _ incoming: ArraySlice<UInt8>, part: String, name: [UInt8]
  ) -> [RequestEquivalence.Difference]? {
    guard let old = JSONText(structure: recorded), let new = JSONText(structure: incoming) else {
      return nil
    }
    var comparison = JSONComparison(old, new, root: MarkedName.plainOrQuoted(name) + " $")
    let found = comparison.differences(part: part)
    return found.isEmpty ? nil : found
  }

  private static func values(of pairs: QueryPairs, sorted: Bool, names: inout [[UInt8]])
    -> [[UInt8]: [ArraySlice<UInt8>]]
  {
    var values: [[UInt8]: [ArraySlice<UInt8>]] = [:]
    var known = Set(names)
    for pair in pairs.pairs {
      let name = Array(pairs.name(pair))
      if known.insert(name).inserted { names.append(name) }
      values[name, default: []].append(pairs.value(pair))
    }
    guard sorted else { return values }
    return values.mapValues { $0.sorted { $0.lexicographicallyPrecedes($1) } }
  }

  /// Removes the common elements from two sorted lists.
  private static func removeCommon(
    _ left: inout [ArraySlice<UInt8>], _ right: inout [ArraySlice<UInt8>]
  ) {
    var (i, j) = (0, 0)
    var (onlyLeft, onlyRight): ([ArraySlice<UInt8>], [ArraySlice<UInt8>]) = ([], [])
    while i < left.count, j < right.count {
      if left[i] == right[j] {
        i += 1
        j += 1
      } else if left[i].lexicographicallyPrecedes(right[j]) {
        onlyLeft.append(left[i])
        i += 1
      } else {
        onlyRight.append(right[j])
        j += 1
      }
    }
    left = onlyLeft + left[i...]
    right = onlyRight + right[j...]
  }
}
