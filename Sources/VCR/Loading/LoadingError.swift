public import Foundation
public import VCRCore

extension VCR {
  /// A request that the library cannot serve, for a reason that lies not in the cassette but in how
  /// the request was made or the session was set up.
  public struct LoadingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of failure.
    public enum Kind: Sendable, Equatable {
      /// The protocol class has no deck, or its deck is gone.
      case noDeck
      /// The session replays only, and the deck's mode would record.
      case replayOnly
      /// The build has no network client to record with.
      case recordingUnavailable
      /// A file of trusted roots cannot be read.
      case unreadableRoots
      /// A kind of task that the platform does not let a protocol serve.
      case unsupportedTask
      /// The request has a body that cannot be found or read.
      case bodyUnavailable
      /// A recorded outcome cannot be made into a response.
      case malformedResponse
    }

    /// The kind of failure.
    public var kind: Kind

    /// The request's URL; empty when it has none.
    public var url: String

    /// A description of the problem, its cause, and what to do next.
    public var reason: String

    /// `cannot load URL: reason`.
    public var description: String { "cannot load \(url): \(reason)" }
  }
}

/// The short name of ``VCR/LoadingError`` within this package.
package typealias LoadingError = VCR.LoadingError

extension LoadingError {
  /// The error of a request whose session has roots that cannot be read.
  init(rootsOf request: Interaction.Request, unreadable error: any Error) {
    self.init(
      kind: .unreadableRoots, url: request.url,
      reason: "\(error); it comes from \(SettingTable.upstreamRoots.row.variable), or from the "
        + "argument `trusting:` of the configuration")
  }
}

// `localizedDescription` is what a failing test prints. Each type says so for itself: a default
// that they share would have to be public, and would then speak for errors of others as well.

extension LoadingError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension UnmatchedRequest: LocalizedError {
  /// The whole report, the same text as `description`.
  public var errorDescription: String? { description }
}

extension CassetteError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension DeckError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension EnvironmentError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension ProjectFileError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}

extension VerificationError: LocalizedError {
  /// The same text as `description`.
  public var errorDescription: String? { description }
}
