/// An entry with its own rule, which is therefore tried one by one, after all others.
struct CustomMatchEntry: Sendable {
  /// The item's position.
  let item: Int
  private let equivalence: RequestEquivalence
  private let isPattern: Bool

  /// Reads an entry's own rule; a pattern compares the method as well as the URL by default.
  ///
  /// - Throws: `CassetteError` for invalid words.
  init(item: Int, rule: Interaction.Rule, in file: CassetteFile) throws {
    self.item = item
    isPattern = rule.isPattern
    let words = rule.match ?? (rule.isPattern ? ["method"] : [])
    do {
      equivalence = try RequestEquivalence(parsing: words.joined(separator: ","))
    } catch {
      throw CassetteError(
        path: file.path, line: file.position(ofItem: item), column: 1,
        reason: "the item's match: \(error)")
    }
  }

  /// True when the entry matches a request.
  ///
  /// - Throws: `CassetteError` when the item's request cannot be parsed.
  func matches(_ request: Interaction.Request, in file: CassetteFile) throws -> Bool {
    matches(request, try file.request(at: item))
  }

  /// True when the entry matches a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - recorded: The entry's own request.
  /// - Returns: Whether it does.
  func matches(_ request: Interaction.Request, _ recorded: Interaction.Request) -> Bool {
    if isPattern, !RequestEquivalence.matchesPattern(url: request.url, pattern: recorded.url) {
      return false
    }
    return equivalence.areEquivalent(request, recorded)
  }
}
