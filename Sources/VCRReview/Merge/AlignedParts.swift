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
      item.parts.map { part in
        let number = numbers[part.path] ?? parts.count
        if number == parts.count {
          numbers[part.path] = number
          parts.append(Part(path: part.path))
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
}
