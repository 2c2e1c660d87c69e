/// The policy that decides whether an incoming request is equivalent to a recorded one.
///
/// A policy is composed of named parts and two requests are equivalent when every part agrees:
///
/// ```swift
/// let policy: RequestEquivalence = [.method, .url, .json(ignoring: ["$.nonce"])]
/// ```
public struct RequestEquivalence: Sendable, ExpressibleByArrayLiteral {
  /// One aspect of a request that two equivalent requests agree in.
  public struct Part: Sendable, CustomStringConvertible {
    /// The part in its own words.
    public var description: String { "" }
  }

  /// The parts, all of which must agree.
  public var parts: [Part]

  /// Creates a policy from its parts.
  public init(_ parts: [Part]) { self.parts = parts }

  /// Creates a policy from its parts.
  public init(arrayLiteral elements: Part...) { parts = elements }

  /// The default policy: `method, url`.
  public static let standard: RequestEquivalence = []

  /// Creates a policy from the words of the command line and of a cassette's `match:`, for example
  /// `method,url,json(ignoring $.nonce)`.
  public init(parsing text: String) throws {
    parts = []
  }

  /// True when every part agrees.
  public func areEquivalent(_ incoming: Interaction.Request, _ recorded: Interaction.Request)
    -> Bool
  {
    false
  }

  /// Appends the bytes that two equivalent requests have in common: the concatenated keys of all
  /// parts that can give one, each delimited. Equal keys are necessary for equivalence; they are
  /// sufficient when `isFullyKeyed`.
  func appendKey(of request: Interaction.Request, to key: inout [UInt8]) {
  }

  /// True when no part needs a closure, so that equal keys mean equivalent requests.
  var isFullyKeyed: Bool { true }

  /// True when the key depends on method and URL alone, so that an index needs nothing else of a
  /// recorded request.
  var needsOnlyMethodAndURL: Bool { true }

  /// Appends the same key as `appendKey(of:to:)` from the bytes of method and URL alone.
  /// Only to be called when `needsOnlyMethodAndURL`.
  func appendKey(
    method: UnsafeBufferPointer<UInt8>, url: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]
  ) {
  }

  /// True when a URL fits a pattern with `*` and `**`.
  static func matchesPattern(url: String, pattern: String) -> Bool { false }

  /// The host of a URL in lower case, without port and brackets; empty when there is none.
  static func host(of url: String) -> String { "" }

  /// How far a recorded request is from an incoming one; 0 when they are equivalent.
  func distance(incoming: Interaction.Request, recorded: Interaction.Request) -> Int { 0 }

  /// The policy in its own words.
  var description: String { "" }

  /// One place in which an incoming and a recorded request differ, for the report.
  public struct Difference: Sendable, Equatable {
    /// The part (`query`, `body`, `path`, `header`, …).
    public var part: String
    /// The place within it (`expand`, `$.name`), or nil.
    public var place: String?
    /// The recorded value cut to a line, nil when absent.
    public var recorded: String?
    /// The incoming value cut to a line, nil when absent.
    public var incoming: String?
  }

  /// Every place in which the two requests differ in the parts of this policy, most telling first.
  public func differences(incoming: Interaction.Request, recorded: Interaction.Request)
    -> [Difference]
  {
    []
  }
}
