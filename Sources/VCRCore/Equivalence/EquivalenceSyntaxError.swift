/// A text that does not describe an equivalence policy.
public struct EquivalenceSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text.
  public var text: String

  /// The column of the fault in the text, counted from 1 in characters.
  public var column: Int

  /// What is wrong.
  public var reason: String

  /// The word that was probably meant, or nil.
  public var suggestion: String?

  /// The words of which a policy consists.
  package static let parts = [
    "method", "scheme", "host", "port", "path", "path(ignoring PATH…)", "query",
    "query(ignoring NAME…)", "query(only NAME…)", "url", "headers", "headers(NAME…)",
    "headers(ignoring NAME…)", "cookies", "cookies(ignoring NAME…)", "cookies(only NAME…)", "body",
    "json", "json(ignoring PATH…)", "json(only PATH…)", "form", "multipart", "graphql",
  ]

  /// What is wrong, where, and what can be written instead.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return """
      matching policy '\(text)', column \(column): \(reason)\(hint)
        parts: \(Self.parts.joined(separator: ", "))
      """
  }
}
