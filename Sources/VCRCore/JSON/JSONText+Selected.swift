extension JSONText {
  /// Where the values are that paths select, in strings of the text as well, in ascending order and
  /// none within another.
  func ranges(selectedBy paths: [JSONPath]) -> [Range<Int>] {
    var selected: Set<Int> = []
    for path in paths { selected.formUnion(path.select(in: self)) }
    var end = 0
    var ranges = selected.sorted().compactMap { index -> Range<Int>? in
      guard index >= end else { return nil }
      end = Int(nodes[index].next)
      return range(of: index)
    }
    for string in StringJSON.selected(by: paths, in: self) {
      let all = range(of: string.json.node)
      guard !ranges.contains(where: { $0.overlaps(all) }) else { continue }
      ranges += string.values.map(string.json.range)
    }
    return ranges.sorted { $0.lowerBound < $1.lowerBound }
  }
}
