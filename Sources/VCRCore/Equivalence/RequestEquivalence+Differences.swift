extension RequestEquivalence {
  /// One place in which an incoming and a recorded request differ, for the report.
  public struct Difference: Sendable, Equatable {
    /// The part: `host`, `path`, `method`, `scheme`, `port`, `query`, `body`, `form`, `multipart`,
    /// `graphql`, `header`, a closure's label, or `user` where requests match but are of two users.
    public var part: String
    /// The place within it (`expand`, `$.name`), or nil.
    public var place: String?
    /// The recorded value cut to one line, nil when absent.
    public var recorded: String?
    /// The incoming value cut to one line, nil when absent.
    public var incoming: String?

    /// Creates a difference.
    package init(part: String, place: String? = nil, recorded: String?, incoming: String?) {
      self.part = part
      self.place = place
      self.recorded = recorded
      self.incoming = incoming
    }
  }

  /// The places in which the two requests differ in the parts of this policy, in descending weight.
  ///
  /// At most 256 places are given for one body. Values are one line of at most 60 characters.
  ///
  /// - Parameters:
  ///   - incoming: The incoming request, redacted.
  ///   - recorded: The request of a recorded interaction.
  /// - Returns: The differences; empty exactly when the requests are equivalent.
  package func differences(incoming: Interaction.Request, recorded: Interaction.Request)
    -> [Difference]
  {
    findings(incoming: incoming, recorded: recorded).flatMap(\.differences)
  }

  /// How far the two requests are from equivalence, which ranks candidates, and in which parts.
  ///
  /// The weight of a part exceeds that of all lighter ones together: host over path over method
  /// over scheme and port over query over body over headers. Within a part, more places give a
  /// greater distance.
  ///
  /// - Parameters:
  ///   - incoming: The incoming request, redacted.
  ///   - recorded: The request of a recorded interaction.
  /// - Returns: The distance, which is 0 exactly when the requests are equivalent under this
  ///   policy, and the parts in which ``differences(incoming:recorded:)`` finds places.
  package func distance(incoming: Interaction.Request, recorded: Interaction.Request)
    -> (value: Int, parts: Set<String>)
  {
    let findings = findings(incoming: incoming, recorded: recorded)
    return (
      findings.reduce(0) { $0 + $1.distance },
      Set(findings.flatMap(\.differences).map(\.part))
    )
  }

  /// The differences in each aspect of a request, the heaviest first and each aspect once.
  private func findings(incoming: Interaction.Request, recorded: Interaction.Request)
    -> [AspectDifferences]
  {
    var findings: [AspectDifferences] = []
    if let decision {
      if decision.areEquivalent(incoming, recorded) { return [] }
      // The parts show where the two requests differ, though not why that counts.
      findings.append(
        AspectDifferences(
          .custom(decision.label, decision.areEquivalent), incoming: incoming, recorded: recorded))
    }
    var components: Set<String> = []
    for part in parts where !part.agree(incoming, recorded) {
      if case .url = part.aspect {
        for component in Part.ofURL
        where !component.agree(incoming, recorded) {
          if components.insert(component.description).inserted {
            findings.append(
              AspectDifferences(component, incoming: incoming, recorded: recorded))
          }
        }
        // The two texts differ in nothing but the presence of an authority.
        if components.isEmpty {
          findings.append(AspectDifferences(.url, incoming: incoming, recorded: recorded))
        }
      } else if components.insert(part.description).inserted {
        findings.append(AspectDifferences(part, incoming: incoming, recorded: recorded))
      }
    }
    return findings.enumerated()
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element)
  }
}
