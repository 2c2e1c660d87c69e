/// The policy that decides whether an incoming request is equivalent to a recorded one.
///
/// A policy is composed of named parts and two requests are equivalent when every part agrees:
///
/// ```swift
/// let policy: RequestEquivalence = [.method, .url, .json(ignoring: ["$.nonce"])]
/// ```
///
/// Each part but a closure brings a request into a normal form; two requests agree in the part when
/// their forms are the same bytes. So equivalence is reflexive, symmetric and transitive, an index
/// can hold the forms, and no part ever throws: a body that a part cannot read (one that is not
/// JSON, for a JSON part) is compared as bytes.
///
/// A policy without parts finds all requests equivalent.
public struct RequestEquivalence: Sendable, ExpressibleByArrayLiteral {
  /// The parts, all of which must agree.
  public var parts: [Part]

  /// The protocol class that decides in place of the parts, which then only determine which entries
  /// are tried first; nil where the parts decide.
  package var decision: Decision?

  /// A protocol class that decides whether two requests are equivalent.
  package struct Decision: Sendable {
    /// The name of the decision in reports.
    let label: String
    /// Whether the recorded response may be served; gets the incoming request first, both redacted.
    let areEquivalent: @Sendable (Interaction.Request, Interaction.Request) -> Bool

    /// Creates a decision.
    ///
    /// - Parameters:
    ///   - label: The name of the decision in reports.
    ///   - areEquivalent: Gets the incoming request first, then the recorded one, both redacted.
    package init(
      label: String,
      areEquivalent: @escaping @Sendable (Interaction.Request, Interaction.Request) -> Bool
    ) {
      self.label = label
      self.areEquivalent = areEquivalent
    }
  }

  /// The same policy with another decision; nil lets the parts decide.
  func deciding(by decision: Decision?) -> RequestEquivalence {
    var policy = self
    policy.decision = decision ?? self.decision
    return policy
  }

  /// Creates a policy from its parts.
  ///
  /// - Parameter parts: The parts, in the order in which a report names them.
  public init(_ parts: [Part]) { self.parts = parts }

  /// Creates a policy from its parts.
  ///
  /// - Parameter elements: The parts, in the order in which a report names them.
  public init(arrayLiteral elements: Part...) { parts = elements }

  /// The default policy: `method, url`.
  public static let standard: RequestEquivalence = [.method, .url]

  /// True for the default policy.
  package var isStandard: Bool { decision == nil && words == Self.standard.words }

  /// True when every part agrees, or the decision in their place says so.
  ///
  /// - Parameters:
  ///   - incoming: The incoming request, redacted.
  ///   - recorded: The request of a recorded interaction.
  /// - Returns: Whether the recorded response may be served.
  public func areEquivalent(
    _ incoming: Cassette.Interaction.Request, _ recorded: Cassette.Interaction.Request
  )
    -> Bool
  {
    if let decision { return decision.areEquivalent(incoming, recorded) }
    return parts.allSatisfy { $0.agree(incoming, recorded) }
  }

  /// Appends a key: bytes that are the same for two equivalent requests.
  ///
  /// The key consists of the keys of all parts that can give one, each delimited. Equal keys are
  /// necessary for equivalence unless a `decision` replaces the parts; they are sufficient when
  /// `isFullyKeyed`.
  ///
  /// A long normal form (a body's) is represented by a digest of 128 bits under a key that is drawn
  /// newly in each process, so keys are for an index in memory, not for storage. A caller that
  /// needs certainty beyond 2⁻¹²⁸ uses `areEquivalent`, which compares the forms themselves.
  package func appendKey(of request: Interaction.Request, to key: inout [UInt8]) {
    request.method.withUTF8Span { method in
      request.url.withUTF8Span { url in appendKey(method, url, of: request, to: &key) }
    }
  }

  private func appendKey(
    _ method: Span<UInt8>, _ url: Span<UInt8>, of request: Interaction.Request?,
    to key: inout [UInt8]
  ) {
    // Enough for most keys, so that they grow in one step.
    key.reserveCapacity(key.count + method.count + url.count + 64)
    for part in parts { part.appendKey(method: method, url: url, request: request, to: &key) }
  }

  /// True when no part needs a closure, so that equal keys mean equivalent requests.
  var isFullyKeyed: Bool { decision == nil && parts.allSatisfy(\.isKeyed) }

  /// True when the key depends on method and URL alone, so that an index needs nothing else of a
  /// recorded request.
  package var needsOnlyMethodAndURL: Bool { parts.allSatisfy(\.needsOnlyMethodAndURL) }

  /// Appends the same key as `appendKey(of:to:)` from the bytes of method and URL alone.
  ///
  /// The caller makes sure that `needsOnlyMethodAndURL` holds.
  package func appendKey(
    method: UnsafeBufferPointer<UInt8>, url: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]
  ) {
    let methodSpan = unsafe Span(_unsafeElements: method)
    let urlSpan = unsafe Span(_unsafeElements: url)
    appendKey(methodSpan, urlSpan, of: nil, to: &key)
  }
}

extension RequestEquivalence: CustomStringConvertible {
  /// The policy in the words that `init(parsing:)` reads: `method, url, json(ignoring $.nonce)`.
  public var description: String { words.joined(separator: ", ") }

  /// The words for each part, or the label of the decision in their place.
  var words: [String] { decision.map { [$0.label] } ?? parts.map(\.description) }
}
