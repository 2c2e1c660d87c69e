/// Things of two states that have names, such as parts of bodies.
enum NamedPairs {
  /// Things of equal names in their order, each with the next of the other state.
  ///
  /// - Parameters:
  ///   - old: The old things.
  ///   - new: The new things.
  ///   - name: The name of one.
  /// - Returns: A pair for each old thing in their order, then one for each new thing that is left.
  static func of<Thing>(_ old: [Thing], _ new: [Thing], by name: (Thing) -> String)
    -> [(old: Thing?, new: Thing?)]
  {
    // Names as bytes, so that canonically equivalent spellings stay distinct.
    var rest: [[UInt8]: [Int]] = [:]
    for index in new.indices.reversed() {
      rest[Array(name(new[index]).utf8), default: []].append(index)
    }
    var isLeft = [Bool](repeating: true, count: new.count)
    var pairs: [(old: Thing?, new: Thing?)] = []
    for thing in old {
      let partner = rest[Array(name(thing).utf8)]?.popLast()
      if let partner { isLeft[partner] = false }
      pairs.append((thing, partner.map { new[$0] }))
    }
    return pairs + new.indices.filter { isLeft[$0] }.map { (nil, new[$0]) }
  }
}
