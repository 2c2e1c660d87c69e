import Foundation
import VCRCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The question that a deck is asking a protocol class: whether two requests are equivalent.
///
/// While the class decides, its superclass's method reads the decision of the deck's policy from
/// here, since the class need not have a deck of its own.
struct EquivalenceQuestion: Sendable {
  /// The question that is being asked in this task or on this thread; nil for none.
  @TaskLocal static var current: EquivalenceQuestion?

  /// The options of the deck that asks.
  let options: Deck.Options

  private let incoming: Interaction.Request
  private let recorded: Interaction.Request
  private let shown: (incoming: URLRequest, recorded: URLRequest)?

  /// Prepares a question.
  ///
  /// - Parameters:
  ///   - incoming: The incoming request, redacted.
  ///   - recorded: The request of a recorded interaction.
  ///   - options: The options of the deck that asks.
  init(
    _ incoming: Interaction.Request, _ recorded: Interaction.Request, options: Deck.Options
  ) {
    self.incoming = incoming
    self.recorded = recorded
    self.options = options
    if let left = URLRequest(incoming), let right = URLRequest(recorded) {
      shown = (left, right)
    } else {
      shown = nil
    }
  }

  /// Asks a class; asks the policy when Foundation does not accept the URL of a request.
  func ask(_ type: URLProtocol.Type) -> Bool {
    guard let shown else { return policyDecision }
    return Self.$current.withValue(self) {
      type.requestIsCacheEquivalent(shown.incoming, to: shown.recorded)
    }
  }

  /// Whether the two requests are equivalent by the policy.
  var policyDecision: Bool { options.equivalence.areEquivalent(incoming, recorded) }

  /// True when these are the two requests as they were passed to the class.
  func isAbout(_ a: URLRequest, _ b: URLRequest) -> Bool {
    guard let shown else { return false }
    return a == shown.incoming && b == shown.recorded
  }
}

extension SessionContext {
  /// Decides which requests are equivalent instead of the deck's policy; nil for the policy.
  var decision: RequestEquivalence.Decision? {
    guard let decider else { return nil }
    let options = deck.options
    return RequestEquivalence.Decision(label: "\(decider).requestIsCacheEquivalent") {
      EquivalenceQuestion($0, $1, options: options).ask(decider)
    }
  }
}

extension URLRequest {
  /// Creates Foundation's form of a request; nil when Foundation does not accept the URL.
  fileprivate init?(_ request: Interaction.Request) {
    guard let url = URL(string: request.url) else { return nil }
    self.init(url: url)
    httpMethod = request.method
    for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    if !request.body.isEmpty { httpBody = Data(request.body.bytes) }
  }
}
