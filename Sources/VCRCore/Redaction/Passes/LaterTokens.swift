/// The tokens that a redactor learned later than an interaction, on the way from the last
/// interaction back to the first.
package struct LaterTokens {
  /// Those that were not passed yet, in the order in which they were learned.
  private var rest: [TokenMemory.Learned]

  /// Knows those that were passed, and has no rules.
  private let redactor = Redactor(.none)

  /// Begins behind the last interaction.
  ///
  /// - Parameter redactor: The redactor, which has learned from all interactions.
  package init(of redactor: Redactor) { rest = redactor.memory.withLock { $0.learned } }

  /// Looks for the tokens in an interaction that were learned after so many others.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - count: How many tokens were known with it, no more than in the call before.
  /// - Returns: True when one of them stands in it.
  package mutating func stand(in interaction: Interaction, after count: Int) -> Bool {
    while let last = rest.last, last.count > count {
      redactor.memory.withLock { $0.add(last) }
      rest.removeLast()
    }
    return redactor.tokenCount > 0 && redactor.redacting(interaction) != interaction
  }
}
