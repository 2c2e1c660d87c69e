/// The words that the diff prints before a place, to say in which message and where in it the place
/// is: `request url ?ts`, `header X-Build`, `request $.id`.
package enum PrintedPlace {
  private static let messages = ["request ", "response "]
  private static let sections = ["url ", "header ", "trailer "]

  /// A place without these words, as those who name it take it.
  ///
  /// No name has a space in it, so that no other word loses anything.
  package static func withoutWords(_ place: String) -> String {
    var rest = place[...]
    for words in [messages, sections] {
      guard let word = words.first(where: { rest.hasPrefix($0) }) else { continue }
      let next = rest.dropFirst(word.count).drop { $0 == " " }
      if !next.isEmpty { rest = next }
    }
    // What is left of a place that is the whole URL would be taken for the name of a header.
    return sections.contains("\(rest) ") ? place : String(rest)
  }
}
