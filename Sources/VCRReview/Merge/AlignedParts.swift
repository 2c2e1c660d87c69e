/// The parts of three versions of an item, those of one path side by side.
struct AlignedParts {
  /// A part in each version that has it.
  struct Part {
    /// The keys that lead to it.
    let path: [String]
    /// Its text in the common ancestor.
    var base: ArraySlice<UInt8>?
    /// Its text on our side.
    var ours: ArraySlice<UInt8>?
    /// Its text on their side.
    var theirs: ArraySlice<UInt8>?
  }

  /// The parts in the order that the result has.
  let parts: [Part]

  /// Puts them side by side.
  ///
  /// The order of keys, and of header fields with different names, has no meaning (RFC 9110 §5.3).
  init(base: ItemParts, ours: ItemParts, theirs: ItemParts) {
    var numbers: [[String]: Int] = [:]
    var parts: [Part] = []
    func numbered(
      _ item: ItemParts, _ side: WritableKeyPath<Part, ArraySlice<UInt8>?>
    ) -> [Int] {
      let renewed = Self.renewedRemarks(of: item, since: base)
      return item.parts.map { part in
        let path = renewed[part.path] ?? part.path
        let number = numbers[path] ?? parts.count
        if number == parts.count {
          numbers[path] = number
          parts.append(Part(path: path))
        }
        parts[number][keyPath: side] = part.text
        return number
      }
    }
    let order = MergeOrder.flat(
      base: numbered(base, \.base), ours: numbered(ours, \.ours),
      theirs: numbered(theirs, \.theirs))
    self.parts = order.map { parts[$0] }
  }

  /// The comments of a version that say something else than in the base, above the same part, by
  /// their paths; each with the path that it has there.
  private static func renewedRemarks(
    of item: ItemParts, since base: ItemParts
  ) -> [[String]: [String]] {
    let (own, old) = (Set(item.parts.map(\.path)), Set(base.parts.map(\.path)))
    var gone: [[String]: [String]] = [:]
    for part in base.parts where !own.contains(part.path) {
      if let below = part.below { gone[below] = part.path }
    }
    guard !gone.isEmpty else { return [:] }
    var renewed: [[String]: [String]] = [:]
    for part in item.parts where !old.contains(part.path) {
      if let below = part.below { renewed[part.path] = gone[below] }
    }
    return renewed
  }
}
