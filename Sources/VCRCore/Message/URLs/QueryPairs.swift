/// The name and value pairs of a query or of an `application/x-www-form-urlencoded` body.
///
/// They are decoded as the WHATWG URL Standard §5.1 says: `+` is a space, and `a` and `a=` are the
/// same pair.
package struct QueryPairs {
  /// The pairs that count, by their decoded names, with regard to case.
  package enum Choice: Sendable, Hashable {
    /// Every pair.
    case all
    /// Every pair but those with these names; of the JSON in another all but what paths select.
    case ignoring([[UInt8]], within: [JSONPath] = [])
    /// The pairs of these names alone.
    case only([[UInt8]])

    /// True when pairs with the name count.
    func contains(_ name: ArraySlice<UInt8>) -> Bool {
      switch self {
      case .all: true
      case .ignoring(let names, _): !names.contains { $0.elementsEqual(name) }
      case .only(let names): names.contains { $0.elementsEqual(name) }
      }
    }

    /// The value of a pair that counts, with `null` in the place of all in its JSON that does not.
    ///
    /// - Parameters:
    ///   - value: The value, decoded.
    ///   - name: The name of the pair, decoded.
    /// - Returns: The rest; nil where all of the value counts.
    func rest(of value: ArraySlice<UInt8>, of name: ArraySlice<UInt8>) -> [UInt8]? {
      guard case .ignoring(_, let places) = self, !places.isEmpty else { return nil }
      let inside = places.compactMap { $0.inPair(named: name, of: .query) }
      guard !inside.isEmpty, let json = JSONText(structure: value) else { return nil }
      let ranges = json.ranges(selectedBy: inside)
      return ranges.isEmpty ? nil : Array(value).replacing(ranges, by: Array("null".utf8))
    }

    /// This choice without pairs, and without places in the JSON of others; one of names alone
    /// says by itself what counts.
    ///
    /// - Parameters:
    ///   - names: The names of the pairs.
    ///   - places: The places.
    /// - Returns: The choice.
    func leavingOut(_ names: [[UInt8]], within places: [JSONPath]) -> Choice {
      switch self {
      case .all where names.isEmpty && places.isEmpty, .only: self
      case .all: .ignoring(names, within: places)
      case .ignoring(let others, let known):
        .ignoring(
          others + names.filter { !others.contains($0) },
          within: known + places.filter { !known.contains($0) })
      }
    }
  }

  /// One pair, as places in the decoded bytes.
  package struct Pair {
    /// The place of the name.
    var name: Range<Int>
    /// The place of the value.
    var value: Range<Int>
  }

  /// The decoded names and values, one after the other.
  private(set) var bytes: [UInt8] = []

  /// The pairs in the order in which they were written.
  package private(set) var pairs: [Pair] = []

  /// Decodes the pairs in a range of a text.
  package init(_ text: Span<UInt8>, in range: Range<Int>, choosing choice: Choice = .all) {
    bytes.reserveCapacity(range.count)
    text.forEachFormPair(in: range) { name, value in
      let start = bytes.count
      bytes.appendPercentDecoded(text, name, isForm: true)
      let decoded = start..<bytes.count
      guard choice.contains(bytes[decoded]) else {
        bytes.removeSubrange(start...)
        return
      }
      if let value { bytes.appendPercentDecoded(text, value, isForm: true) }
      if let rest = choice.rest(of: bytes[decoded.upperBound...], of: bytes[decoded]) {
        bytes.replaceSubrange(decoded.upperBound..., with: rest)
      }
      pairs.append(Pair(name: decoded, value: decoded.upperBound..<bytes.count))
    }
  }

  /// The name of a pair.
  package func name(_ pair: Pair) -> ArraySlice<UInt8> { bytes[pair.name] }

  /// The value of a pair.
  package func value(_ pair: Pair) -> ArraySlice<UInt8> { bytes[pair.value] }

  /// Appends the pairs sorted by name, with the order within one name kept; or sorted by name and
  /// value where that order does not count either.
  static func appendNormalForm(
    of text: Span<UInt8>, in range: Range<Int>, choosing choice: Choice = .all,
    sortsValues: Bool = false, to output: inout [UInt8]
  ) {
    if case .all = choice, isNormal(text, in: range, sortsValues: sortsValues) {
      output.append(text, range)
      return
    }
    let decoded = QueryPairs(text, in: range, choosing: choice)
    var isFirst = true
    for index in decoded.sortedIndices(sortsValues: sortsValues) {
      if !isFirst { output.append(UInt8(ascii: "&")) }
      isFirst = false
      let pair = decoded.pairs[index]
      decoded.appendEncoded(pair.name, to: &output)
      output.append(UInt8(ascii: "="))
      decoded.appendEncoded(pair.value, to: &output)
    }
  }

  /// True when the text is its own normal form.
  ///
  /// Then every pair has its `=` exactly once, nothing is or needs to be encoded, and the names are
  /// in order. Typical queries are; they cost one pass and no memory.
  private static func isNormal(
    _ text: Span<UInt8>, in range: Range<Int>, sortsValues: Bool
  ) -> Bool {
    var previous = 0..<0
    var nameStart = range.lowerBound
    var nameEnd = -1
    var index = range.lowerBound
    while index <= range.upperBound {
      let byte = index < range.upperBound ? text[index] : UInt8(ascii: "&")
      if byte == UInt8(ascii: "&") {
        guard nameEnd >= 0 else { return false }
        let name = nameStart..<nameEnd
        if nameStart > range.lowerBound {
          let order = compare(text, previous, name)
          guard order < 0 || (order == 0 && !sortsValues) else { return false }
        }
        previous = name
        nameStart = index + 1
        nameEnd = -1
      } else if byte == UInt8(ascii: "=") {
        guard nameEnd < 0 else { return false }
        nameEnd = index
      } else if !ByteSet.queryItem.contains(byte) {
        return false
      }
      index += 1
    }
    return true
  }

  private static func compare(_ text: Span<UInt8>, _ left: Range<Int>, _ right: Range<Int>) -> Int {
    for offset in 0..<min(left.count, right.count) {
      let (a, b) = (text[left.lowerBound + offset], text[right.lowerBound + offset])
      if a != b { return a < b ? -1 : 1 }
    }
    return left.count - right.count
  }

  private func sortedIndices(sortsValues: Bool) -> [Int] {
    return pairs.indices.sorted { left, right in
      let names = Self.compare(bytes.view, pairs[left].name, pairs[right].name)
      if names != 0 { return names < 0 }
      if sortsValues {
        let values = Self.compare(bytes.view, pairs[left].value, pairs[right].value)
        if values != 0 { return values < 0 }
      }
      return left < right
    }
  }

  private func appendEncoded(_ range: Range<Int>, to output: inout [UInt8]) {
    for index in range {
      let byte = bytes[index]
      if ByteSet.queryItem.contains(byte) {
        output.append(byte)
      } else {
        output.appendPercentEncoded(byte)
      }
    }
  }
}
