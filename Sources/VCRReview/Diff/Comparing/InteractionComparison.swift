#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
package import VCRCore

/// Compares two interactions that a policy has paired, in the terms of HTTP and JSON.
package struct InteractionComparison: Sendable {
  let volatility: Volatility
  let equivalence: RequestEquivalence
  let showsVolatile: Bool
  /// The schema that names the fields of messages of gRPC; nil where none does.
  let schema: ProtoSchema?
  /// How much of a change is shown.
  let limits: DiffLimits
  /// True where elements of lists of which nothing is there again are compared all the same.
  let expectsNewIDs: Bool

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - volatility: The parts that may differ from run to run.
  ///   - equivalence: The policy that paired them.
  ///   - showsVolatile: True to report volatile differences as well.
  ///   - schema: The schema that names the fields of messages of gRPC; nil for none.
  ///   - limits: How much of a change is shown.
  ///   - expectsNewIDs: True to compare elements of lists of which nothing is there again, as they
  ///     may be the same but for ids and times; to a reader they are others.
  package init(
    volatility: Volatility = .standard, equivalence: RequestEquivalence = .standard,
    showsVolatile: Bool = false, schema: ProtoSchema? = nil, limits: DiffLimits = .usual,
    expectsNewIDs: Bool = false
  ) {
    self.schema = schema
    self.expectsNewIDs = expectsNewIDs
    self.limits = limits
    self.volatility = volatility.adding(ignoredBy: equivalence)
    self.equivalence = equivalence
    self.showsVolatile = showsVolatile
  }

  /// The change from one interaction to another, neither of which holds a secret.
  ///
  /// - Parameters:
  ///   - old: The recorded interaction.
  ///   - new: The new interaction.
  /// - Returns: The change without numbers; nil when both have equal content, or differ only in
  ///   volatile parts that are not reported.
  package func change(from old: Interaction, to new: Interaction) -> InteractionChange? {
    let found = differences(old, new)
    let shown = showsVolatile ? found : found.filter { $0.difference.volatility == nil }
    guard !shown.isEmpty, showsVolatile || !areSame(old, new) else { return nil }
    var change = InteractionChange(kind: .changed, old: old, new: new)
    change.differences = shown.grouped(limits)
    change.hiddenCount = found.count - shown.count
    return change
  }

  /// True when two interactions have equal content in a merge as well.
  func areSame(_ old: Interaction, _ new: Interaction) -> Bool {
    old.rule == new.rule && volatility.isSame(old, new)
  }

  /// All differences, the volatile ones included.
  ///
  /// A difference that no part shows is named as such: it must not pass for the same. A place that
  /// the project named may show here alone that it came or went, which is no change to a reader.
  func differences(_ old: Interaction, _ new: Interaction) -> [PlacedDifference] {
    // A nonce stands in the page, too, where no name tells that it is one.
    let page = showsVolatile ? new : volatility.copyingNonces(from: old, to: new)
    let found = partDifferences(old, new.with(bodyOf: page))
    let isTold = found.contains { [nil, .named].contains($0.difference.volatility) }
    guard !isTold, !areSame(old, page) else { return found }
    let other = MessageDifference(
      side: .exchange, part: .other, kind: .changed, new: "what it says is written differently")
    return found + [PlacedDifference(difference: other)]
  }

  private func partDifferences(_ old: Interaction, _ new: Interaction) -> [PlacedDifference] {
    let method = schema == nil ? nil : GRPCCall(new.request)?.method
    func lines(isRequest: Bool) -> ([UInt8]) -> [String] {
      { [schema] body in
        schema?.lines(of: body, method: method, isRequest: isRequest) ?? GRPCCall.lines(of: body)
      }
    }
    var request = MessageComparison(
      side: .request, volatility: volatility, limits: limits, expectsNewIDs: expectsNewIDs,
      grpcLines: lines(isRequest: true))
    request.compare(old.request, new.request)
    var response = MessageComparison(
      side: .response, volatility: volatility, limits: limits, expectsNewIDs: expectsNewIDs,
      grpcLines: lines(isRequest: false))
    response.compare(old.outcome, new.outcome, method: new.request.method)
    return request.found + response.found + exchange(old, new)
  }

  private func exchange(_ old: Interaction, _ new: Interaction) -> [PlacedDifference] {
    var comparison = MessageComparison(side: .exchange, volatility: volatility, limits: limits)
    comparison.add(.rule, "match", Self.match(old.rule), Self.match(new.rule))
    comparison.add(.rule, "times", Self.times(old.rule), Self.times(new.rule))
    comparison.add(
      .time, "seconds", old.seconds.map { "\($0)" }, new.seconds.map { "\($0)" }, volatility: .time)
    comparison.add(
      .time, "recorded_at", old.recordedAt.map(Self.text), new.recordedAt.map(Self.text),
      volatility: .time)
    return comparison.found
  }

  private static func text(_ date: Date) -> String {
    var text: [UInt8] = []
    Timestamp.append(date, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  private static func match(_ rule: Interaction.Rule?) -> String? {
    guard let rule, rule.match != nil || rule.isPattern else { return nil }
    return ((rule.match ?? []) + (rule.isPattern ? ["pattern"] : [])).joined(separator: ", ")
  }

  private static func times(_ rule: Interaction.Rule?) -> String? {
    rule?.times.map { $0 == .max ? "any" : String($0) }
  }
}

extension Interaction {
  /// The interaction with another one's body of the response, where both have a response.
  fileprivate func with(bodyOf other: Interaction) -> Interaction {
    var changed = self
    if let body = other.response?.body { changed.response?.body = body }
    return changed
  }
}
