/// A text that does not describe an equivalence policy.
public struct EquivalenceSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The text.
  public var text: String

  /// The column of the fault in the text, counted from 1 in characters.
  public var column: Int

  /// A description of the problem.
  public var reason: String

  /// The word that was probably meant, or nil.
  public var suggestion: String?

  /// The words of which a policy consists.
  package static let parts = EquivalenceParser.words.flatMap { word in
    [word.name] + word.arguments.map { "\(word.name)(\($0))" }
  }

  /// A description of the problem, its position, and what can be written instead.
  public var description: String {
    let hint = suggestion.map { "; did you mean '\($0)'?" } ?? ""
    return """
      matching policy '\(text)', column \(column): \(reason)\(hint)
        parts: \(Self.parts.joined(separator: ", "))
      """
  }
}
