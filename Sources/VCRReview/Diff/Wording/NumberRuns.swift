/// The numbers of interactions in words.
package enum NumberRuns {
  /// Numbers, of which neighbouring ones are named by the first and the last: `#2–#40, #42`.
  ///
  /// - Parameters:
  ///   - numbers: The numbers, ascending.
  ///   - most: The most runs that are shown; `…` stands for the others.
  /// - Returns: The words.
  package static func words(_ numbers: some Sequence<Int>, most: Int = .max) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    let shown = runs.prefix(most).map {
      $0.count == 1 ? "#\($0.lowerBound)" : "#\($0.lowerBound)–#\($0.upperBound)"
    }
    return shown.joined(separator: ", ") + (runs.count > shown.count ? ", …" : "")
  }
}
