/// The matches in a text of the patterns among some places.
package struct TextPlaces {
  /// A place.
  package struct Place {
    /// Which of the patterns found it.
    package var pattern: Int
    /// Its number among those of the pattern.
    package var number: Int
    /// Where it is in the text.
    package var range: Range<Int>
  }

  /// The places in ascending order; of two that overlap the one that begins first.
  package private(set) var places: [Place] = []

  /// Finds the places.
  ///
  /// - Parameters:
  ///   - paths: The places to look for; those that are no patterns are left out.
  ///   - bytes: A text that is no JSON. Nothing is found in bytes that are no UTF-8 but for what is
  ///     ASCII.
  package init(_ paths: [JSONPath], in bytes: [UInt8]) {
    // Bytes with a NUL in them are no text.
    guard !bytes.contains(0) else { return }
    var all: [Place] = []
    for (index, pattern) in paths.lazy.compactMap(\.pattern).enumerated() {
      for (number, range) in pattern.ranges(in: bytes).enumerated() {
        all.append(Place(pattern: index, number: number, range: range))
      }
    }
    var end = 0
    for place in all.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where place.range.lowerBound >= end {
      places.append(place)
      end = place.range.upperBound
    }
  }

  /// The text with something else in each place.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - mark: The bytes that stand in the place of each.
  /// - Returns: The rest with the marks.
  package func replaced(in bytes: [UInt8], by mark: [UInt8]) -> [UInt8] {
    bytes.replacing(places.map(\.range), by: mark)
  }
}
