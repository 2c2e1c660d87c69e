/// The words that the diff and the report on a request print before a place, to say in which
/// message and where in it the place is: `request url ?ts`, `header X-Build`, `request $.id`,
/// `query ts`.
package enum PrintedPlace {
  private static let messages = ["request ", "response "]
  private static let sections = ["url ", "header ", "trailer "]
  private static let fields = ["header ", "trailer "]

  /// A place without these words, as those who name it take it.
  ///
  /// No name has a space in it, so that no other word loses anything.
  package static func withoutWords(_ place: String) -> String {
    var rest = withoutMessage(place)
    if let reported = reported(rest) { return reported }
    rest = dropping(sections, from: rest)
    // What is left of a place that is the whole URL would be taken for the name of a header.
    return sections.contains("\(rest) ") ? place : String(rest)
  }

  /// True for a place that its words say is a header or trailer field.
  package static func isField(_ place: String) -> Bool {
    let rest = withoutMessage(place)
    return dropping(fields, from: rest) != rest
  }

  private static func withoutMessage(_ place: String) -> Substring {
    dropping(messages, from: place[...])
  }

  private static func dropping(_ words: [String], from text: Substring) -> Substring {
    guard let word = words.first(where: { text.hasPrefix($0) }) else { return text }
    let next = text.dropFirst(word.count).drop { $0 == " " }
    return next.isEmpty ? text : next
  }

  /// The place that the report on a request that nothing matches tells by its part and its name:
  /// `query ts`, `form csrf`, `multipart token`, `cookie sid`, `body $.id`; nil for another one.
  private static func reported(_ text: Substring) -> String? {
    func name(after word: String) -> String? {
      let rest = dropping([word + " "], from: text)
      return rest == text ? nil : String(rest)
    }
    if let name = name(after: "query") { return name.hasPrefix("?") ? name : "?\(name)" }
    if let name = name(after: "form") { return StreamScope(unit: .form, kind: name).words }
    if let name = name(after: "multipart") { return StreamScope(unit: .part, kind: name).words }
    if let name = name(after: "cookie") { return CookiePlace.text(Array(name.utf8)) }
    if let name = name(after: "body"), JSONPath.isPath(name) { return name }
    return nil
  }
}
