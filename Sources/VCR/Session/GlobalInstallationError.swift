public import Foundation

/// A deck that could not be installed for `URLSession.shared`.
public struct GlobalInstallationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failure.
  public enum Kind: Sendable, Equatable {
    /// A deck is installed already.
    case alreadyInstalled
    /// The loading system does not ask the deck.
    case ineffective
  }

  /// The kind of failure.
  public var kind: Kind

  /// A description of the problem, its cause, and what to do next.
  public var description: String
}

extension GlobalInstallationError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
