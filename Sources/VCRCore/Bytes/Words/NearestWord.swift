/// Finds the known word that an unknown one was probably meant to be.
package enum NearestWord {
  /// The word that is most similar to another.
  ///
  /// - Parameters:
  ///   - word: The word that was written.
  ///   - words: The words to choose from; of equally similar ones the first is meant.
  ///   - limit: The most letters that may have to change; nil for half of those of the word.
  /// - Returns: The word; nil when more letters would have to change in all of them.
  package static func of(_ word: String, in words: [String], upTo limit: Int? = nil) -> String? {
    let (count, limit) = (word.count, limit ?? max(1, word.count / 2))
    return words.compactMap { other -> (word: String, distance: Int)? in
      // Their lengths alone differ by more.
      guard abs(other.count - count) <= limit else { return nil }
      let distance = distance(from: word, to: other)
      return distance <= limit ? (other, distance) : nil
    }.min { $0.distance < $1.distance }?.word
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
