/// A policy under which the difference of an unmatched request would not count.
struct PolicyRemedy: Sendable, Equatable {
  /// The part that it ignores: `the query`, `$.nonce`.
  let subject: String
  /// Its parts in the words of the command.
  let words: [String]
  /// Its parts as Swift; nil when it has a closure, whose text is not known.
  let swift: [String]?

  /// The most places in JSON that are named one by one.
  private static let placeLimit = 3

  /// Finds a remedy; nil when there is none, as nothing would be left that distinguishes requests.
  ///
  /// - Parameters:
  ///   - policy: The policy in force.
  ///   - part: The only part in which the closest request differs.
  ///   - differences: Where it differs.
  init?(
    _ policy: RequestEquivalence, part: String, differences: [RequestEquivalence.Difference]
  ) {
    guard policy.decision == nil else { return nil }
    let places = differences.compactMap { $0.place.flatMap { try? JSONPath(parsing: $0) } }
    let isNamed =
      part == "body" && places.count == differences.count && places.count <= Self.placeLimit
      && !places.contains { $0.description == "$" }
    if isNamed, let parts = Self.ignoring(places, in: policy.parts) {
      self.init(places.map(\.description).joined(separator: ", "), parts)
    } else if let parts = Self.dropping(part, from: policy.parts) {
      self.init("the \(part)", parts)
    } else {
      return nil
    }
  }

  private init(_ subject: String, _ parts: [RequestEquivalence.Part]) {
    self.subject = subject
    words = parts.map(\.description)
    let spellings = parts.compactMap(\.swift)
    swift = spellings.count == parts.count ? spellings : nil
  }

  /// The parts with places in JSON left out; nil when they do not compare JSON as a whole.
  private static func ignoring(
    _ places: [JSONPath], in parts: [RequestEquivalence.Part]
  ) -> [RequestEquivalence.Part]? {
    var found = false
    let changed = parts.map { part -> RequestEquivalence.Part in
      guard case .json(let choice) = part.aspect else { return part }
      switch choice {
      case .all:
        found = true
        return .json(ignoring: places)
      case .ignoring(let paths):
        found = true
        return .json(ignoring: paths + places)
      case .only: return part
      }
    }
    return found ? changed : nil
  }

  /// The parts without the one that made the difference; nil when nothing would be left.
  private static func dropping(
    _ name: String, from parts: [RequestEquivalence.Part]
  ) -> [RequestEquivalence.Part]? {
    var changed = false
    let rest = parts.flatMap { part -> [RequestEquivalence.Part] in
      if case .url = part.aspect {
        let rest = RequestEquivalence.Part.ofURL.filter { $0.description != name }
        guard rest.count < RequestEquivalence.Part.ofURL.count else { return [part] }
        changed = true
        return rest
      }
      let word = part.description
      let isMeant =
        word == name || word.hasPrefix(name + "(") || name == "header" && word.hasPrefix("headers")
        || name == "query" && word.hasPrefix("webmock-query")
        || name == "body" && (word == "json" || word.hasPrefix("json("))
      changed = changed || isMeant
      return isMeant ? [] : [part]
    }
    return changed && !rest.isEmpty ? rest : nil
  }
}
