/// Finds the known word that an unknown one was probably meant to be.
package enum NearestWord {
  /// The word that is most similar to another.
  ///
  /// - Parameters:
  ///   - word: The word that was written.
  ///   - words: The words to choose from.
  /// - Returns: The word; nil when more than half of the letters would have to change in all of
  ///   them.
  package static func of(_ word: String, in words: [String]) -> String? {
    let nearest = words.map { (word: $0, distance: distance(from: word, to: $0)) }
      .min { $0.distance < $1.distance }
    let limit = max(1, word.count / 2)
    return nearest.flatMap { $0.distance <= limit ? $0.word : nil }
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours between two words
  /// (the restricted Damerau-Levenshtein distance).
  private static func distance(from first: String, to second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    var previous = [Int]()
    var row = Array(0...second.count)
    for i in first.indices {
      var next = [i + 1]
      for j in second.indices {
        var best = min(
          row[j] + (first[i] == second[j] ? 0 : 1), row[j + 1] + 1, next[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          best = min(best, previous[j - 1] + 1)
        }
        next.append(best)
      }
      previous = row
      row = next
    }
    return row[second.count]
  }
}
